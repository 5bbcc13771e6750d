// How large a cell is: as large as there is room, within what a finger or a mouse can hit, or as chosen.

import { el } from "../element.js";
import { read, save } from "../page.js";
import { _ } from "../text.js";

const STEP = 4;
const LEAST = 20;
const MOST = 72;
const ROOM = 35; // Pixels of ruler, padding and border around the cells.

export class Zoom {
  #chosen = read("minesweeper.cell", 0);
  #size = 32;

  /** `room` gives the pixels that there are for the width of the field. */
  constructor(field, room) {
    Object.assign(this, { field, room });
    const button = (id, text, label, action) =>
      el("button", {
        type: "button",
        class: "button",
        id,
        text,
        "aria-label": label,
        title: label,
        on: { click: action },
      });
    this.element = el(
      "div",
      { class: "zoom", role: "group", "aria-label": _("Size of the cells") },
      button("smaller", "−", _("Smaller cells"), () => this.choose(this.#size - STEP)),
      button("fit", _("Fit"), _("Fit the cells into the window"), () => this.choose(0)),
      button("larger", "+", _("Larger cells"), () => this.choose(this.#size + STEP)),
    );
    this.coarse = matchMedia("(pointer: coarse)");
    this.events = new AbortController();
    addEventListener("resize", () => this.fit(), { signal: this.events.signal });
    this.coarse.addEventListener("change", () => this.fit(), { signal: this.events.signal });
  }

  /** 0: as there is room. */
  choose(size) {
    this.#chosen = size && Math.min(MOST, Math.max(LEAST, size));
    save("minesweeper.cell", this.#chosen);
    this.fit();
  }

  fit() {
    const { width, height } = this.field;
    if (!width) return;
    const across = (this.room() - ROOM) / width;
    const down = Math.max(32, (innerHeight - 330) / height);
    const least = this.coarse.matches ? 44 : 24;
    this.#size = this.#chosen || Math.floor(Math.max(least, Math.min(across, down, 52)));
    this.field.style.setProperty("--cell", `${this.#size}px`);
  }

  stop() {
    this.events.abort();
  }
}
