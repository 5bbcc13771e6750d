// The size of the cells: fitted to the room of the board, chosen in the menu, or set by two fingers.

import { signButton, el } from "../element.js";
import { read, save } from "../page.js";
import { _ } from "../text.js";

const STEP = 4;
const TOUCHED = 30; // Least side of a cell, in pixels, that is fitted for fingers.
const CLICKED = 20; // For a mouse.
const LEAST = 10;
const MOST = 96;
const STORED = "cell-sizes";

export class Zoom {
  #size = 0;
  #pinched = 0; // Size set by two fingers, or 0; it lasts until the room changes.
  #room = "";

  /**
   * `room` returns the pixels of width and height for the board, and the largest fitted size.
   * @param {Field} field
   * @param {() => {width: number, height: number, most: number}} room
   */
  constructor(field, room) {
    this.field = field;
    this.room = room;
    this.events = new AbortController();
    this.#pinch();
  }

  /** Creates the buttons that change the size. */
  get buttons() {
    return el(
      "div",
      { class: "row", id: "zoom", role: "group", "aria-label": _("Size of the cells") },
      signButton("smaller", "−", _("Smaller cells"), () => this.#choose(this.#size - STEP)),
      el("button", {
        type: "button",
        class: "button small",
        id: "fit",
        text: _("Fit"),
        title: _("Fit the cells into the window"),
        on: { click: () => this.#choose(0) },
      }),
      signButton("larger", "+", _("Larger cells"), () => this.#choose(this.#size + STEP)),
    );
  }

  get #shape() {
    return `${this.field.width}x${this.field.height}`;
  }

  /** @param {number} size */
  #choose(size) {
    this.#pinched = 0;
    const { [this.#shape]: _before, ...sizes } = read(STORED, {});
    save(STORED, size ? { ...sizes, [this.#shape]: limited(size) } : sizes);
    this.fit();
  }

  /** Fits the cells into the room, at least as large as a finger or a pointer needs; the rest is scrolled to. */
  fit() {
    const { field } = this;
    const { width, height, most } = this.room();
    if (!field.width || width <= 0 || height <= 0) return;
    const room = `${width} ${height} ${field.width} ${field.height}`;
    if (room !== this.#room) this.#pinched = 0;
    this.#room = room;
    const frame = field.frame;
    const fitting = Math.min((width - frame.width) / field.width, (height - frame.height) / field.height, most);
    const least = matchMedia("(pointer: coarse)").matches ? TOUCHED : CLICKED;
    const chosen = this.#pinched || read(STORED, {})[this.#shape];
    const fits = Math.max(least, Math.floor(fitting));
    this.#set(chosen || fits);
    // The frame cannot be measured while the cells are wider than the room.
    if (!chosen && fits > least && field.scrollWidth > field.clientWidth) this.#set(fits - 1);
  }

  /** @param {number} size */
  #set(size) {
    this.#size = size;
    this.field.style.setProperty("--cell", `${size}px`);
  }

  /** Two fingers change the size around the point between them. */
  #pinch() {
    const { field } = this;
    /** @type {{apart: number, size: number} | null} */
    let from = null;
    const start = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length !== 2) return;
      if (event.cancelable) event.preventDefault();
      from = { apart: apart(event.touches), size: this.#size };
    };
    const move = (/** @type {TouchEvent} */ event) => {
      if (!from || event.touches.length !== 2) return;
      if (event.cancelable) event.preventDefault();
      const before = this.#size;
      const size = limited((from.size * apart(event.touches)) / from.apart);
      const box = field.getBoundingClientRect();
      const [one, other] = event.touches;
      const x = (one.clientX + other.clientX) / 2 - box.x;
      const y = (one.clientY + other.clientY) / 2 - box.y;
      const [left, top] = [field.scrollLeft + x, field.scrollTop + y];
      this.#pinched = size;
      this.#set(size);
      field.scrollTo((left * size) / before - x, (top * size) / before - y);
    };
    const how = { passive: false, signal: this.events.signal };
    field.addEventListener("touchstart", start, how);
    field.addEventListener("touchmove", move, how);
    field.addEventListener("touchend", () => (from = null), { signal: this.events.signal });
  }

  stop() {
    this.events.abort();
  }
}

/** @param {number} size */
const limited = (size) => Math.min(MOST, Math.max(LEAST, size));

/** @param {TouchList} touches */
const apart = ([one, other]) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
