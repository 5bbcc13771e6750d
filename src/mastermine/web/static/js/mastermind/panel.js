/* The side panel: tools, help, the coach, sharing, statistics, settings. */

import { define, el } from "../element.js";
import { _ } from "../text.js";
import { icon } from "./icons.js";

/** The tools above the board: name, picture, word, tip. */
const TOOLS = () => [
  ["undo", "undo", _("Undo"), _("Take the last row back (Ctrl+Z)")],
  ["redo", "redo", _("Redo"), _("Make it again (Ctrl+Y)")],
  ["hint", "hint", _("Hint"), _("A good guess (?)")],
  ["why", "why", _("Why"), _("What the answers told, and what is certain")],
  ["candidates", "left", _("Codes"), _("The codes that are still possible")],
  ["give-up", "flag", _("Give up"), _("End the game and see the code")],
];

/** A row of tool buttons; `act(name)` is called. */
export class MastermindTools extends HTMLElement {
  connectedCallback() {
    if (this.buttons) return;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", _("Tools"));
    this.buttons = Object.fromEntries(
      TOOLS().map(([name, picture, word, title]) => [
        name,
        el(
          "button",
          {
            type: "button",
            id: name,
            class: "button tool",
            title,
            on: { click: () => this.act(name) },
          },
          icon(picture),
          el("span", {}, word),
        ),
      ]),
    );
    this.append(...Object.values(this.buttons));
  }

  /** `can` says which tools can be used, `shown` which are there at all. */
  update(can, shown) {
    for (const [name, button] of Object.entries(this.buttons)) {
      button.disabled = !can[name];
      button.hidden = !shown[name];
    }
  }
}

/** What was asked for last: a hint, why, the codes that are left. */
export class MastermindHelp extends HTMLElement {
  /** Show help of a kind; the words to be said are returned. */
  async show(kind, help, board, take) {
    const { VIEWS } = await import("./help.js");
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
              on: { click: () => this.clear() },
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
    this.replaceChildren(
      el("section", { class: "card helped" }, el("p", { class: "quiet" }, _("One moment …"))),
    );
  }

  clear() {
    this.replaceChildren();
  }
}

/** A part of the panel that opens, with a name. `opened()` is called each time it is. */
export function part(id, title, body, opened) {
  const node = el("details", { class: "card", id }, el("summary", {}, title), body);
  node.addEventListener("toggle", () => {
    if (node.open) opened?.();
  });
  return node;
}

define("mastermind-tools", MastermindTools);
define("mastermind-help", MastermindHelp);
