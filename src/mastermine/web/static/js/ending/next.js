// <mm-next>: the time until the next puzzle of the day, which begins at midnight UTC.

import { define } from "../element.js";
import { _ } from "../text.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export class NextPuzzle extends HTMLElement {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  connectedCallback() {
    this.classList.add("next-puzzle");
    this.#show();
    this.#timer = setInterval(() => this.#show(), MINUTE);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show() {
    const minutes = Math.ceil((DAY - (Date.now() % DAY)) / MINUTE);
    const hours = Math.floor(minutes / 60);
    const time = hours ? _("{h} h {min} min", { h: hours, min: minutes % 60 }) : _("{min} min", { min: minutes });
    this.textContent = _("Next puzzle in {time}", { time });
  }
}

define("mm-next", NextPuzzle);
