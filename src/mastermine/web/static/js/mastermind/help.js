/* The contents of help: a hint, an explanation, and the possible codes. */

import { el } from "../element.js";
import { decimal, whole } from "../numbers.js";
import { _, locale, ngettext } from "../text.js";
import { code, list } from "./code.js";
import { codeWords } from "./codes.js";

const SHOWN = 24; // Codes shown if there are more.

/** Creates each kind of help as `{title, said, body}`; `take(text)` puts a code into the row. */
export const VIEWS = {
  /**
   * @param {HintHelp} help
   * @param {CodeBoard} board
   * @param {((code: string) => void) | null} take
   */
  hint(help, board, take) {
    const said = _("Hint: {code}.", { code: codeWords(help.guess, board) });
    const leaves = ngettext(
      "Of {n} possible code, {expected} would remain on average, {worst} at worst.",
      "Of {n} possible codes, {expected} would remain on average, {worst} at worst.",
      help.candidates,
      {
        n: whole(help.candidates),
        expected: decimal(help.expected, 1),
        worst: whole(help.worst),
      },
    );
    const sentences = help.sentences?.length ? help.sentences : [leaves];
    return {
      title: _("Hint"),
      said: `${said} ${sentences.join(" ")}`,
      body: [
        el(
          "p",
          { class: "proposal" },
          code(help.guess, board),
          take
            ? el(
                "button",
                { type: "button", class: "button", id: "take-hint", on: { click: () => take(help.guess) } },
                _("Use this code"),
              )
            : "",
        ),
        list(sentences),
      ],
    };
  },

  /** @param {WhyHelp} help */
  why(help) {
    const sentences = help.sentences.length ? help.sentences : [_("Nothing is known yet: every code is possible.")];
    return { title: _("Why"), said: sentences.join(" "), body: [list(sentences)] };
  },

  /**
   * @param {CandidatesHelp} help
   * @param {CodeBoard} board
   * @param {((code: string) => void) | null} take
   */
  candidates(help, board, take) {
    // The plural form is that of the displayed number, which is rounded for estimates.
    const form = help.exact ? help.count : Number(help.count.toPrecision(2));
    const count = ngettext("{n} code is possible.", "{n} codes are possible.", form, { n: help.told });
    const shown = help.listed && help.count <= help.first.length ? help.first : help.first.slice(0, SHOWN);
    const more = help.count - shown.length;
    return {
      title: count[0].toLocaleUpperCase(locale()) + count.slice(1),
      said: count,
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
        help.listed
          ? ""
          : el("p", { class: "more" }, _("These are examples; there are too many codes to list all of them.")),
        help.listed && more > 0
          ? el("p", { class: "more" }, ngettext("and {n} more", "and {n} more", more, { n: whole(more) }))
          : "",
      ],
    };
  },
};
