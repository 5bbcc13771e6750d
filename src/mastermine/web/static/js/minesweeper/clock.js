// The counters above the board: mines left, and the server's time, which ticks between two responses.

import { define, el } from "../element.js";
import { time } from "../numbers.js";
import { _ } from "../text.js";

export class Counter extends HTMLElement {
  /** @type {HTMLElement} */
  shown;
  /** @type {HTMLElement} */
  name;

  connectedCallback() {
    if (this.shown) return;
    this.shown = el("span", { class: "digits" });
    this.name = el("span", { class: "name" });
    this.append(this.shown, this.name);
  }

  /**
   * @param {string} text
   * @param {string} name
   */
  show(text, name) {
    this.connectedCallback();
    if (this.shown.textContent !== text) this.shown.textContent = text;
    if (this.name.textContent !== name) this.name.textContent = name;
  }
}
define("mm-counter", Counter);

export class Clock {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Counter} counter */
  constructor(counter) {
    this.counter = counter;
  }

  /**
   * Shows `seconds`, received at `since` (performance.now), and counts on if the clock runs.
   * @param {number} seconds
   * @param {boolean} running
   * @param {number} since
   */
  set(seconds, running, since = performance.now()) {
    clearTimeout(this.#timer);
    const tick = () => {
      const gone = running ? (performance.now() - since) / 1000 : 0;
      this.counter.show(time(seconds + gone), _("time"));
      if (running) this.#timer = setTimeout(tick, 1000 - ((gone * 1000) % 1000) + 5);
    };
    tick();
  }
}
