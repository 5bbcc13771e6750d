// The size of the cells: fitted to the window within limits for touch or mouse, or chosen by the player.

import { el, signButton } from "../element.js";
import { read, save } from "../page.js";
import { _ } from "../text.js";

const STEP = 4;
const LEAST = 20;
const FITTED = 16; // Minimum size in pixels when the whole board is fitted.
const MOST = 72;
const ROOM = 35; // Pixels of ruler, padding and border around the cells.

export class Zoom {
  #chosen = read("minesweeper.cell", 0); // Pixels, 0 for the default, or "fit".
  #size = 32;

  /**
   * `room` returns the available width in pixels.
   * @param {Field} field
   * @param {() => number} room
   */
  constructor(field, room) {
    this.field = field;
    this.room = room;
    this.whole = signButton("fit", _("Fit"), _("Fit the cells into the window"), () => this.toggle());
    this.element = el(
      "div",
      { class: "zoom", role: "group", "aria-label": _("Size of the cells") },
      signButton("smaller", "−", _("Smaller cells"), () => this.#step(-STEP)),
      this.whole,
      signButton("larger", "+", _("Larger cells"), () => this.#step(STEP)),
    );
    this.coarse = matchMedia("(pointer: coarse)");
    this.events = new AbortController();
    addEventListener("resize", () => this.fit(), { signal: this.events.signal });
    this.coarse.addEventListener("change", () => this.fit(), { signal: this.events.signal });
  }

  /** Switches between the fitted and the default size. */
  toggle() {
    this.#choose(this.#chosen === "fit" ? 0 : "fit");
  }

  /** @param {number} by */
  #step(by) {
    this.#choose(Math.min(MOST, Math.max(LEAST, this.#size + by)));
  }

  /** @param {number | "fit"} size */
  #choose(size) {
    this.#chosen = size;
    save("minesweeper.cell", size);
    this.fit();
  }

  /** True if the board does not fit, but would with smaller cells. */
  get shrinks() {
    const across = (this.room() - ROOM) / this.field.width;
    return across >= FITTED && this.#size > across;
  }

  fit() {
    const { width, height } = this.field;
    if (!width) return;
    const across = (this.room() - ROOM) / width;
    const down = Math.max(32, (innerHeight - 330) / height);
    const whole = this.#chosen === "fit";
    const least = whole ? FITTED : this.coarse.matches ? 44 : 24;
    this.whole.setAttribute("aria-pressed", String(whole));
    this.#size = (!whole && this.#chosen) || Math.floor(Math.max(least, Math.min(across, down, 52)));
    this.field.style.setProperty("--cell", `${this.#size}px`);
  }

  stop() {
    this.events.abort();
  }
}
