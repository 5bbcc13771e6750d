/* The desk below the board: the tray and the buttons for the current row. */

import { define, el } from "../element.js";
import { _ } from "../text.js";
import { icon } from "./icons.js";
import "./tray.js";

export class MastermindDesk extends HTMLElement {
  /** @type {HTMLElementTagNameMap["mastermind-tray"]} */
  tray;
  /** @type {HTMLElement} */
  line;
  /** @type {HTMLButtonElement} */
  confirm;
  /** @type {HTMLButtonElement} */
  erase;
  /** @type {HTMLButtonElement} */
  hold;
  /** @type {HTMLButtonElement} */
  peek;

  connectedCallback() {
    if (this.tray) return;
    this.tray = el("mastermind-tray", {});
    this.line = el("p", { class: "line" });
    this.confirm = el("button", { type: "button", id: "confirm", class: "button primary" });
    this.erase = el("button", { type: "button", id: "clear", class: "button" }, _("Clear"));
    this.hold = el(
      "button",
      {
        type: "button",
        id: "hold",
        class: "button",
        "aria-pressed": "false",
        title: _(
          "Keep pegs for the next row: press this, then click them. Or right-click a peg, or press Space on it.",
        ),
      },
      icon("pin"),
      _("Hold"),
    );
    this.peek = el(
      "button",
      { type: "button", id: "peek", class: "button", "aria-pressed": "false", hidden: true },
      icon("eye"),
      _("Show"),
    );
    this.append(this.line, this.tray, el("div", { class: "acts" }, this.hold, this.peek, this.erase, this.confirm));
  }

  /**
   * Draws the desk. `hold` and `peek` show these buttons, `holding` and `peeking` press them.
   * @param {DeskView} given
   */
  update({ board, draft, busy, hold, holding, peek, peeking, label, text, words }) {
    this.tray.update(board, draft);
    this.confirm.replaceChildren(label);
    this.confirm.disabled = !draft.full || busy;
    this.confirm.setAttribute("aria-busy", busy ? "true" : "false");
    this.erase.disabled = draft.empty || busy;
    this.hold.hidden = !hold;
    this.hold.setAttribute("aria-pressed", holding ? "true" : "false");
    this.peek.hidden = !peek;
    this.peek.setAttribute("aria-pressed", peeking ? "true" : "false");
    this.line.textContent = text || waiting(draft, holding, words);
  }
}

/**
 * Returns the hint for the next step in the current row.
 * @param {Draft} draft
 * @param {boolean} holding
 * @param {FillingWords} words
 */
function waiting(draft, holding, words) {
  if (holding) return _("Click the pegs to keep for the next row.");
  if (draft.full) return words.full;
  if (draft.chosen !== null) {
    return _("The next peg goes to place {place}.", { place: draft.chosen + 1 });
  }
  return words.empty[draft.pegs.filter((peg) => peg === null).length];
}

define("mastermind-desk", MastermindDesk);
