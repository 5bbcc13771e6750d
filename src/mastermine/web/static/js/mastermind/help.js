/* The contents of help: a hint, an explanation, and the possible codes. */

import { el } from "../element.js";
import { whole } from "../numbers.js";
import { _, ngettext } from "../text.js";
import { code, list } from "./code.js";
import { codeWords } from "./codes.js";

const SHOWN = 24; // Codes shown if there are more.

/**
 * What help may use: `take(text)` puts a code into the row, `codes` are those of the game.
 * @typedef {{take: ((code: string) => void) | null, codes: (string | null)[]}} Given
 */

/** Creates each kind of help as `{title, said, body}`. */
export const VIEWS = {
  /**
   * @param {TipHelp} help
   * @param {CodeBoard} board
   * @param {Given} given
   */
  tip({ guess, lines, more }, board, { take, codes }) {
    const said = guess === null ? [] : [_("Hint: {code}.", { code: codeWords(guess, board) })];
    return {
      title: _("Hint"),
      said: [...said, ...lines, ...more].join(" "),
      body: [
        guess !== null &&
          el(
            "p",
            { class: "proposal" },
            code(guess, board),
            take
              ? el(
                  "button",
                  { type: "button", class: "button", id: "take-hint", on: { click: () => take(guess) } },
                  _("Use this code"),
                )
              : "",
          ),
        lines.length > 0 && list(lines, [...codes, guess], board),
        ...more.map((text) => el("p", { class: "more" }, text)),
      ],
    };
  },

  /**
   * @param {WhyHelp} help
   * @param {CodeBoard} board
   * @param {Given} given
   */
  why({ sentences }, board, { codes }) {
    return { title: _("Why"), said: sentences.join(" "), body: [list(sentences, codes, board)] };
  },

  /**
   * @param {CandidatesHelp} help
   * @param {CodeBoard} board
   * @param {Given} given
   */
  candidates(help, board, { take }) {
    const [title, ...notes] = help.sentences;
    const shown = help.listed && help.count <= help.first.length ? help.first : help.first.slice(0, SHOWN);
    const more = help.count - shown.length;
    return {
      title,
      said: title,
      body: [
        el(
          "ul",
          { class: "candidates" },
          ...shown.map((text) =>
            el(
              "li",
              {},
              take
                ? el(
                    "button",
                    {
                      type: "button",
                      title: _("Use this code"),
                      "aria-label": _("{code}: use this code", {
                        code: codeWords(text, board),
                      }),
                      on: { click: () => take(text) },
                    },
                    code(text, board),
                  )
                : code(text, board),
            ),
          ),
        ),
        ...notes.map((text) => el("p", { class: "more" }, text)),
        help.listed && more > 0
          ? el("p", { class: "more" }, ngettext("and {n} more", "and {n} more", more, { n: whole(more) }))
          : "",
      ],
    };
  },
};
