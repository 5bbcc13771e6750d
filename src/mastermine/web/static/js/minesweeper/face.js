// The face above the board: a button for a new game that shows the game state.

import { define, el, svg } from "../element.js";
import { _ } from "../text.js";

/** @typedef {"playing" | "pressed" | "won" | "lost"} Look */

/** @type {Record<Look, [string, string]>} */
const FEATURES = {
  playing: ["M9 13.500v.01M19 13.500v.01", "M9 18.500c2.500 3 7.500 3 10 0"],
  pressed: ["M9 13v.01M19 13v.01", "M14 17.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4z"],
  won: [
    "M5.500 11.500h17M6.500 11.500c0 5 6 5 6.500 0M15 11.500c.5 5 6.500 5 6.500 0",
    "M9 19c2.500 2.500 7.500 2.500 10 0",
  ],
  lost: [
    "M7.500 11l3.500 3.500M11 11l-3.500 3.500M17 11l3.500 3.500M20.500 11L17 14.500",
    "M9 21c2.500-3 7.500-3 10 0",
  ],
};

export class Face extends HTMLElement {
  /** @type {Look | null} */
  #look = null;
  /** @type {HTMLButtonElement} */
  button;

  connectedCallback() {
    if (this.button) return;
    this.button = el("button", { type: "button", class: "face", title: _("New game (F2)") });
    this.append(this.button);
    if (!this.#look) this.look = "playing";
  }

  /** @returns {Look} */
  get look() {
    return this.#look ?? "playing";
  }

  /** "playing", "pressed", "won" or "lost". */
  set look(look) {
    this.connectedCallback();
    if (look === this.#look) return;
    this.#look = look;
    this.dataset.look = look;
    this.button.setAttribute(
      "aria-label",
      {
        playing: _("New game"),
        pressed: _("New game"),
        won: _("Won. New game"),
        lost: _("Lost. New game"),
      }[look],
    );
    const [eyes, mouth] = FEATURES[look];
    this.button.replaceChildren(
      svg(
        "svg",
        { viewBox: "0 0 28 28", "aria-hidden": "true", focusable: "false" },
        svg("circle", { cx: 14, cy: 14, r: 12.2, class: "skin" }),
        svg("path", { d: eyes, class: "eyes" }),
        svg("path", { d: mouth, class: "mouth" }),
      ),
    );
  }
}
define("mm-face", Face);
