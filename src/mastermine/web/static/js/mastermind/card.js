/* The card with the last help: a hint, an explanation, or the possible codes. */

import { define, el } from "../element.js";
import { icon } from "../page.js";
import { style } from "../style.js";
import { _ } from "../text.js";

export class MastermindHelp extends HTMLElement {
  /** @type {string | null} */
  #given = null; // The guess of the last hint.

  /**
   * Shows help and returns the text to announce. `codes` are those that it may be about; `closed()` is called by the
   * Close button.
   * @param {keyof typeof import("./help.js").VIEWS} kind
   * @param {any} help
   * @param {CodeBoard} board
   * @param {{take: ((code: string) => void) | null, codes: (string | null)[], closed: () => void}} given
   */
  async show(kind, help, board, { take, codes, closed }) {
    const [{ VIEWS }] = await Promise.all([import("./help.js"), style("mastermind-help")]);
    const { title, said, body } = VIEWS[kind](help, board, { take, codes: [...codes, this.#given] });
    if (help.guess) this.#given = help.guess;
    this.replaceChildren(
      el(
        "section",
        { class: "card helped", "aria-label": title },
        el(
          "header",
          {},
          el("h2", {}, title),
          el(
            "button",
            {
              type: "button",
              class: "icon-button",
              "aria-label": _("Close the help"),
              on: {
                click: () => {
                  this.clear();
                  closed();
                },
              },
            },
            icon("close"),
          ),
        ),
        ...body,
      ),
    );
    return said;
  }

  /** Shows that help is being computed. */
  wait() {
    this.replaceChildren(el("section", { class: "card helped" }, el("p", { class: "quiet" }, _("One moment …"))));
  }

  clear() {
    this.replaceChildren();
  }
}

define("mastermind-help", MastermindHelp);
