// The counters above the board: mines left, and the server's time, which ticks between two responses.

import { define, el } from "../element.js";
import { hundredths, time } from "../numbers.js";
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
  #seconds = 0;
  #since = 0;
  #running = false;
  /** @type {number | null} */
  #best = null;

  /**
   * `ticked` is called with each shown time.
   * @param {Counter} counter
   * @param {() => void} ticked
   */
  constructor(counter, ticked) {
    this.counter = counter;
    this.ticked = ticked;
  }

  /** Seconds of the game until now. */
  get seconds() {
    return this.#seconds + (this.#running ? (performance.now() - this.#since) / 1000 : 0);
  }

  /**
   * Shows `seconds`, received at `since` (performance.now), and counts on if the clock runs; the time of a game that is
   * `over` with its hundredths.
   * @param {number} seconds
   * @param {{running?: boolean, over?: boolean, since?: number}} how
   */
  set(seconds, { running = false, over = false, since = performance.now() } = {}) {
    clearTimeout(this.#timer);
    this.#seconds = seconds;
    this.#since = since;
    this.#running = running;
    const tick = () => {
      const now = this.seconds;
      this.counter.show(over ? hundredths(now) : time(now), this.#name);
      this.ticked();
      if (running) this.#timer = setTimeout(tick, 1005 - ((now * 1000) % 1000));
    };
    tick();
  }

  /** The best time under these rules, in seconds. */
  set best(/** @type {number | null} */ seconds) {
    this.#best = seconds;
    this.counter.name.textContent = this.#name;
  }

  get #name() {
    return this.#best === null ? _("time") : _("best {time}", { time: hundredths(this.#best) });
  }
}
