// <mm-field>: a minefield as an ARIA grid with an element for each cell; only changes are redrawn.
//
// Properties: board (rows of 0-8, # closed, F flag, ? open, * mine, X mine hit, ! wrong flag),
// flags (["3,4"]), marks ({safe, mines, numbers, hint, bad, wasSafe, wasMines}: lists of cells), chances (rows of
// 0 to 1 or null), readonly, paint, mode ("dig" | "flag": effect of a tap or a left click), rulers (coordinates), long
// (duration of a long press in ms), questions (cells with a question mark, which only this page knows; null for none);
// label must be set before it is connected.
// Events: "act" {verb: "click" | "flag" | "chord", cell: "3,4"}, "refuse" {cell, reason}, "press"
// {down}, "paint" {cell, sign | null, button}, "visit" {cell}.

import { define, el } from "../element.js";
import { style } from "../style.js";
import { _, pgettext } from "../text.js";
import { percent } from "./chance.js";
import { listen } from "./input.js";

const LARGE = 1000; // With more cells, invisible ones are not rendered.
/** @type {Record<keyof Marks, string>} */
const MARKS = {
  wasSafe: "was-safe",
  wasMines: "was-mine",
  numbers: "number",
  mines: "mine",
  safe: "safe",
  bad: "bad",
  hint: "hint",
};
/** @type {(keyof Marks)[]} */
const KINDS = ["wasSafe", "wasMines", "numbers", "mines", "safe", "bad", "hint"]; // A later mark covers earlier ones.

/**
 * Formats a cell as "3,4".
 * @param {Cell | [number, number]} cell
 */
export const named = (cell) => (typeof cell === "string" ? cell : `${cell[0]},${cell[1]}`);

/**
 * Returns the name of a sign for screen readers.
 * @param {string} sign
 */
function signName(sign) {
  return (
    {
      "#": _("closed"),
      F: _("flag"),
      0: _("empty"),
      "?": pgettext("a cell", "open"),
      "*": _("mine"),
      X: _("hit mine"),
      "!": _("wrong flag"),
    }[sign] ?? sign
  );
}

/**
 * Parses "3,4" as column and row.
 * @param {Cell} cell
 */
export const spot = (cell) => cell.split(",").map(Number);

export class Field extends HTMLElement {
  /** @type {string[]} */
  #signs = [];
  /** @type {Set<Cell>} */
  #flags = new Set();
  /** @type {Set<number>} */
  #flagged = new Set(); // Indices, for quick looks.
  /** @type {(HTMLElement & {index?: number})[]} */
  #cells = [];
  /** @type {string[]} */
  #drawn = [];
  /** @type {Map<number, string>} */
  #marked = new Map();
  /** @type {Chances | null} */
  #chances = null;
  #active = 0;
  /** @type {number[]} */
  #pressed = [];
  #events = new AbortController();
  #sizes = new ResizeObserver(() => this.#fade());
  width = 0;
  height = 0;
  /** @type {"dig" | "flag"} */
  mode = "dig";
  paint = false;
  long = 380;
  #rulers = false;
  /** @type {Set<Cell> | null} */
  #questions = null;
  /** @type {string | undefined} */
  label;
  /** @type {HTMLElement} */
  grid;
  /** @type {HTMLElement | undefined} */
  ruler;

  connectedCallback() {
    this.#events = new AbortController();
    listen(this, this.#events.signal);
    this.addEventListener("scroll", () => this.#fade(), { passive: true, signal: this.#events.signal });
    if (!this.grid) this.#create();
    for (const each of [this, this.grid]) this.#sizes.observe(each);
  }

  #create() {
    style("field");
    this.grid = el("div", { class: "mm-grid", role: "grid" });
    this.append(this.grid);
    this.grid.setAttribute("aria-label", this.label ?? _("Minefield"));
    this.rulers = this.#rulers;
    this.#build();
  }

  disconnectedCallback() {
    this.#events.abort();
    this.#sizes.disconnect();
  }

  // Contents.

  get board() {
    const rows = [];
    for (let y = 0; y < this.height; y++) {
      rows.push(this.#signs.slice(y * this.width, (y + 1) * this.width).join(""));
    }
    return rows.join("\n");
  }

  set board(text) {
    const rows = text.trim().split(/[\n/]/);
    const same = rows.length === this.height && rows[0].length === this.width;
    this.#signs = [...rows.join("")];
    if (same) this.#drawAll();
    else {
      this.width = rows[0].length;
      this.height = rows.length;
      this.#active = 0;
      this.#flags = new Set();
      this.#flagged = new Set();
      this.#build();
    }
  }

  get flags() {
    return [...this.#flags];
  }

  set flags(cells) {
    const before = this.#flagged;
    this.#flags = new Set(cells.map(named));
    this.#flagged = new Set([...this.#flags].map((cell) => this.index(cell)));
    for (const i of before) this.#draw(i);
    for (const i of this.#flagged) this.#draw(i);
  }

  get marks() {
    /** @type {Marks} */
    const marks = {};
    for (const kind of KINDS) {
      const cells = [...this.#marked].filter(([, mark]) => mark === MARKS[kind]).map(([i]) => this.cell(i));
      if (cells.length) marks[kind] = cells;
    }
    return marks;
  }

  set marks(/** @type {Marks | null} */ marks) {
    const now = new Map();
    for (const kind of KINDS) {
      for (const cell of marks?.[kind] ?? []) now.set(this.index(named(cell)), MARKS[kind]);
    }
    for (const i of this.#marked.keys()) if (!now.has(i)) delete this.#cells[i]?.dataset.mark;
    for (const [i, mark] of now) if (this.#cells[i]) this.#cells[i].dataset.mark = mark;
    this.#marked = now;
    this.#label(this.#active, true);
  }

  get chances() {
    return this.#chances;
  }

  set chances(rows) {
    this.#chances = rows ?? null;
    const flat = rows?.flat();
    this.toggleAttribute("data-chances", Boolean(rows));
    this.#cells.forEach((cell, i) => {
      const chance = flat?.[i] ?? null;
      cell.toggleAttribute("data-sea", chance !== null && this.#away(i));
      if (chance === null) {
        if (cell.dataset.chance !== undefined) delete cell.dataset.chance;
        return;
      }
      cell.dataset.chance = percent(chance);
      cell.style.setProperty("--chance", `${(100 * chance).toFixed(1)}%`);
    });
    this.#label(this.#active, true);
  }

  /** The chance of the cells next to no number, which is the same for all, or null. */
  get sea() {
    const i = this.#chances ? this.#cells.findIndex((cell) => cell.hasAttribute("data-sea")) : -1;
    return i < 0 ? null : (this.#chances?.flat()[i] ?? null);
  }

  /** @param {number} index */
  #away(index) {
    return !this.neighbours(index).some((i) => /[0-8]/.test(this.#signs[i]));
  }

  get readonly() {
    return this.hasAttribute("readonly");
  }

  set readonly(on) {
    this.toggleAttribute("readonly", Boolean(on));
    this.grid?.setAttribute("aria-readonly", String(Boolean(on)));
  }

  get rulers() {
    return this.#rulers;
  }

  set rulers(on) {
    this.#rulers = on;
    if (!this.grid) return;
    this.toggleAttribute("data-rulers", on);
    this.ruler?.remove();
    this.ruler = on ? el("div", { class: "mm-ruler", "aria-hidden": "true" }) : undefined;
    if (this.ruler) this.prepend(this.ruler);
    this.#number();
  }

  get questions() {
    return this.#questions && [...this.#questions];
  }

  set questions(cells) {
    const before = this.#questions ?? [];
    this.#questions = cells && new Set(cells);
    for (const cell of [...before, ...(cells ?? [])]) this.#question(cell);
  }

  /** Pixels around the cells: rulers, padding and border. */
  get frame() {
    const size = this.#cells[0]?.offsetWidth ?? 0;
    const border = this.offsetWidth - this.clientWidth;
    return {
      width: this.grid.offsetWidth - this.width * size + border,
      height: this.grid.offsetHeight - this.height * size + (this.ruler?.offsetHeight ?? 0) + border,
    };
  }

  // Cells.

  /**
   * Returns the index of a cell in reading order.
   * @param {Cell} cell
   */
  index(cell) {
    const [x, y] = spot(named(cell));
    return y * this.width + x;
  }

  /** @param {number} index */
  cell(index) {
    return `${index % this.width},${Math.floor(index / this.width)}`;
  }

  /**
   * Returns the sign of a cell, F for a flag.
   * @param {number} index
   */
  sign(index) {
    const sign = this.#signs[index];
    return sign === "#" && this.#flagged.has(index) ? "F" : sign;
  }

  /** @param {number} index */
  element(index) {
    return this.#cells[index];
  }

  /** @param {number} index */
  neighbours(index) {
    const x = index % this.width;
    const y = Math.floor(index / this.width);
    const found = [];
    for (let v = Math.max(0, y - 1); v <= Math.min(this.height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(this.width - 1, x + 1); u++) {
        if (u !== x || v !== y) found.push(v * this.width + u);
      }
    }
    return found;
  }

  /**
   * Returns the cells that a chord opens, or null if the flags do not match the number.
   * @param {number} index
   */
  chord(index) {
    if (!/[1-8]/.test(this.sign(index)) || this.flagsAround(this.cell(index)) !== Number(this.sign(index))) return null;
    return this.neighbours(index).filter((i) => this.sign(i) === "#");
  }

  /**
   * Counts the flags and known mines around a cell.
   * @param {Cell} cell
   */
  flagsAround(cell) {
    return this.neighbours(this.index(cell)).filter((i) => "F*".includes(this.sign(i))).length;
  }

  /**
   * Requests "flag", "chord" or "open", which depends on the cell and the mode.
   * @param {string} verb
   * @param {number} index
   */
  act(verb, index) {
    if (this.readonly) return;
    const sign = this.sign(index);
    if (verb === "open") {
      if (this.mode === "flag" && (sign === "#" || sign === "F")) verb = "flag";
      else if (sign === "#") verb = "click";
      else if (sign === "F") return this.#refuse(index, "flag");
      else verb = "chord";
    }
    if (verb === "flag" && sign !== "#" && sign !== "F") return this.#refuse(index, "open");
    if (verb === "flag" && this.#questions && this.#asks(index, sign)) return;
    if (verb === "chord") {
      if (!/[1-8]/.test(sign)) return;
      const opened = this.chord(index);
      if (opened === null) {
        const closed = this.neighbours(index).filter((i) => this.sign(i) === "#");
        if (closed.length) this.flash(closed);
        return closed.length ? this.#refuse(index, "chord") : undefined;
      }
      if (!opened.length) return;
    }
    this.#send("act", { verb, cell: this.cell(index) });
  }

  /**
   * Turns a flag into a question mark, and that into nothing; returns true if the flags stay the same.
   * @param {number} index
   * @param {string} sign
   */
  #asks(index, sign) {
    const cell = this.cell(index);
    const asked = this.#questions?.delete(cell) ?? false;
    if (sign === "F") this.#questions?.add(cell);
    this.#question(cell);
    if (asked || sign === "F") this.#send("question", { cell });
    return asked;
  }

  /** @param {Cell} cell */
  #question(cell) {
    const i = this.index(cell);
    this.#cells[i]?.toggleAttribute("data-question", Boolean(this.#questions?.has(cell)));
    this.#label(i, i === this.#active);
  }

  /**
   * Returns the words for a cell, as screen readers say them.
   * @param {Cell} cell
   */
  words(cell) {
    const i = this.index(cell);
    return `${cell}: ${this.#name(i)}`;
  }

  /** @param {number} index */
  #name(index) {
    const sign = this.sign(index);
    return sign === "#" && this.#questions?.has(this.cell(index)) ? _("question mark") : signName(sign);
  }

  /**
   * Highlights cells for a moment.
   * @param {number[]} indices
   */
  flash(indices) {
    for (const i of indices) {
      const cell = this.#cells[i];
      cell.classList.add("flash");
      setTimeout(() => cell.classList.remove("flash"), 260);
    }
  }

  /**
   * Shows these cells as pressed, and no others.
   * @param {number[]} indices
   */
  press(indices) {
    for (const i of this.#pressed) this.#cells[i]?.classList.remove("pressed");
    this.#pressed = indices.filter((i) => this.sign(i) === "#");
    for (const i of this.#pressed) this.#cells[i].classList.add("pressed");
    this.#send("press", { down: indices.length > 0 });
  }

  /**
   * Shows that a cell waits for the server.
   * @param {Cell} cell
   * @param {boolean} on
   */
  wait(cell, on = true) {
    this.#cells[this.index(cell)]?.classList.toggle("waiting", on);
  }

  /**
   * @param {number} index
   * @param {string | null} sign
   * @param {number} button
   */
  painted(index, sign = null, button = 0) {
    this.#send("paint", { cell: this.cell(index), sign, button });
  }

  // The tab stop.

  get active() {
    return this.#active;
  }

  /**
   * Moves the tab stop to a cell, and the focus with it if `focus` is set or the board has it.
   * @param {number} index
   * @param {boolean} focus
   */
  visit(index, focus = true) {
    const before = this.#cells[this.#active];
    const held = before === document.activeElement;
    if (index !== this.#active) {
      before?.removeAttribute("tabindex");
      this.#label(this.#active, false);
      this.#active = index;
    }
    const cell = this.#cells[index];
    cell.setAttribute("tabindex", "0");
    this.#label(index, true);
    if (focus || held) cell.focus({ preventScroll: true });
    this.#send("visit", { cell: this.cell(index) });
  }

  /**
   * Scrolls to a cell or to the board.
   * @param {Cell | null} cell
   */
  show(cell = null) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = calm ? "auto" : "smooth";
    const shown = cell === null ? this : this.#cells[this.index(cell)];
    shown?.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
  }

  focus() {
    this.#cells[this.#active]?.focus();
  }

  // Drawing.

  /** Marks edges with hidden columns: data-more is "", "left", "right" or "left right". */
  #fade() {
    const left = this.scrollLeft > 1;
    const right = this.scrollLeft + this.clientWidth < this.scrollWidth - 1;
    this.dataset.more = [left && "left", right && "right"].filter(Boolean).join(" ");
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail }));
  }

  /**
   * @param {number} index
   * @param {string} reason
   */
  #refuse(index, reason) {
    this.#send("refuse", { cell: this.cell(index), reason });
  }

  #build() {
    if (!this.grid || !this.#signs.length) return;
    const { width, height } = this;
    this.#cells = [];
    this.#drawn = [];
    this.#marked = new Map();
    this.#pressed = [];
    this.#chances = null;
    this.removeAttribute("data-chances");
    this.style.setProperty("--columns", String(width));
    this.style.setProperty("--rows", String(height));
    this.toggleAttribute("data-large", width * height > LARGE);
    this.grid.setAttribute("aria-rowcount", String(height));
    this.grid.setAttribute("aria-colcount", String(width));
    const rows = document.createDocumentFragment();
    for (let y = 0; y < height; y++) {
      const row = document.createElement("div");
      row.className = "mm-row";
      row.setAttribute("role", "row");
      row.setAttribute("aria-rowindex", String(y + 1));
      row.dataset.y = String(y);
      for (let x = 0; x < width; x++) {
        /** @type {HTMLElement & {index?: number}} */
        const cell = document.createElement("div");
        cell.className = "mm-cell";
        cell.setAttribute("role", "gridcell");
        cell.setAttribute("aria-colindex", String(x + 1));
        cell.index = this.#cells.length;
        this.#cells.push(cell);
        row.append(cell);
      }
      rows.append(row);
    }
    this.grid.replaceChildren(rows);
    this.#number();
    this.#drawAll();
    this.#cells[this.#active].setAttribute("tabindex", "0");
    this.#label(this.#active, true);
  }

  #number() {
    this.ruler?.replaceChildren(...Array.from({ length: this.width }, (_each, x) => el("span", { text: x })));
  }

  #drawAll() {
    for (let i = 0; i < this.#cells.length; i++) this.#draw(i);
  }

  /** @param {number} i */
  #draw(i) {
    const sign = this.sign(i);
    if (!this.#cells[i] || sign === this.#drawn[i]) return;
    const cell = this.#cells[i];
    this.#drawn[i] = sign;
    cell.dataset.sign = sign;
    if (sign !== "#" && sign !== "F") delete cell.dataset.chance;
    cell.toggleAttribute("data-question", sign === "#" && Boolean(this.#questions?.has(this.cell(i))));
    cell.textContent = sign >= "1" && sign <= "8" ? sign : "";
    this.#label(i, i === this.#active);
  }

  /**
   * Sets the label of a cell: its sign, and with `whole` its position, chance and mark.
   * @param {number} i
   * @param {boolean} whole
   */
  #label(i, whole) {
    const cell = this.#cells[i];
    if (!cell) return;
    const sign = this.#name(i);
    if (!whole) {
      if (sign.length > 1) cell.setAttribute("aria-label", sign);
      else cell.removeAttribute("aria-label");
      return;
    }
    const parts = [`${this.cell(i)}: ${sign}`];
    if (cell.dataset.chance) parts.push(_("{chance} % chance of a mine", { chance: cell.dataset.chance }));
    const mark = cell.dataset.mark;
    if (mark) {
      /** @type {Record<string, string>} */
      const names = {
        safe: _("safe"),
        mine: _("certainly a mine"),
        number: _("number used"),
        hint: _("hint"),
        bad: _("wrong"),
        "was-safe": _("safe"),
        "was-mine": _("certainly a mine"),
      };
      parts.push(names[mark]);
    }
    cell.setAttribute("aria-label", parts.join(", "));
  }
}

define("mm-field", Field);
