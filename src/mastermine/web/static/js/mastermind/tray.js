/* The tray: a button for each colour, with one tab stop and arrow keys. */

import { define, el, findAll } from "../element.js";
import { _ } from "../text.js";
import { peg } from "./peg.js";

export class MastermindTray extends HTMLElement {
  #shape = "";
  #at = 0;

  connectedCallback() {
    if (this.hasAttribute("role")) return;
    this.setAttribute("role", "toolbar");
    this.setAttribute("aria-label", _("Pegs"));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Draws the colours of a board; `draft` marks those that may not repeat.
   * @param {CodeBoard} board
   * @param {Draft | null} draft
   */
  update(board, draft) {
    const shape = JSON.stringify(board.colours);
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#at = 0;
      this.replaceChildren(...board.colours.map((colour) => this.#button(colour, board)));
      this.classList.toggle("crowded", board.colours.length > 14);
    }
    findAll(this, ".source").forEach((button, index) => {
      const colour = board.colours[index];
      const place = draft ? draft.taken(colour.digit) : -1;
      button.classList.toggle("used", place >= 0);
      button.setAttribute(
        "aria-label",
        place >= 0 ? _("{name}, already in place {place}", { name: colour.name, place: place + 1 }) : colour.name,
      );
      button.tabIndex = index === this.#at ? 0 : -1;
    });
  }

  /**
   * @param {Colour} colour
   * @param {CodeBoard} board
   */
  #button(colour, board) {
    return el(
      "button",
      {
        type: "button",
        class: "source",
        title: colour.name === colour.label ? colour.name : `${colour.name} (${colour.label})`,
        dataset: { digit: colour.digit },
      },
      peg(colour.digit, board),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const buttons = findAll(this, ".source");
    const last = buttons.length - 1;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowLeft: this.#at - 1,
      ArrowRight: this.#at + 1,
      Home: 0,
      End: last,
    };
    if (!(event.key in targets)) return;
    event.preventDefault();
    buttons[this.#at].tabIndex = -1;
    this.#at = Math.max(0, Math.min(targets[event.key], last));
    buttons[this.#at].tabIndex = 0;
    buttons[this.#at].focus();
  }
}

define("mastermind-tray", MastermindTray);
