/* The card with what was asked for last: a hint, why, the codes that are left. */

import { define, el } from "../element.js";
import { icon } from "../page.js";
import { style } from "../style.js";
import { _ } from "../text.js";

export class MastermindHelp extends HTMLElement {
  /**
   * Show help of a kind; the words to be said are returned. `closed()` is called where it is closed by its button.
   * @param {keyof typeof import("./help.js").VIEWS} kind
   * @param {any} help
   * @param {CodeBoard} board
   * @param {{take: ((code: string) => void) | null, closed: () => void}} given
   */
  async show(kind, help, board, { take, closed }) {
    const [{ VIEWS }] = await Promise.all([import("./help.js"), style("mastermind-help")]);
    const { title, said, body } = VIEWS[kind](help, board, take);
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

  /** Say that help is on its way. */
  wait() {
    this.replaceChildren(el("section", { class: "card helped" }, el("p", { class: "quiet" }, _("One moment …"))));
  }

  clear() {
    this.replaceChildren();
  }
}

define("mastermind-help", MastermindHelp);
