/* The board: an ARIA grid with one tab stop, rows from the top down or from the bottom up. */

import { define, el, findAll } from "../element.js";
import { _ } from "../text.js";
import { codeWords, split } from "./codes.js";
import { peg } from "./peg.js";
import { Row } from "./row.js";

const SHOWN = 20; // Up to so many rows are drawn from the beginning.
const FINGER = 46; // A hole that a finger hits, with the gap.
const NARROW = 448; // Below this width answers are short, as in the style sheet (28rem).
const FEWEST = 8; // Of a game without a limit at least so many.
export const LONG = 16; // Codes of more places stand in several lines,
const FEWEST_LONG = 3; // so that fewer rows are drawn,
const HOLE = { wide: 30, narrow: 18 }; // of holes that are at least so wide, with the gap.

export class MastermindBoard extends HTMLElement {
  /** @type {Row[]} */
  #rows = [];
  #shape = "";
  #cursor = { row: 0, column: 1 };
  #said = 0;
  count = 0;
  /** @type {HTMLElement} */
  grid;
  /** @type {HTMLElement} */
  secret;

  connectedCallback() {
    if (this.grid) return;
    this.grid = el("div", { role: "grid", class: "rows", "aria-label": _("Board") });
    this.secret = el("div", { class: "secret", role: "img" });
    this.append(this.secret, this.grid);
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("focusin", (event) => this.#focused(event));
    new ResizeObserver(() => this.#measure()).observe(this);
  }

  /**
   * Draw a view: `{id, board, turns, current, direction, correct, copy, notes, secret, hidden}`.
   * @param {BoardView} view
   */
  update(view) {
    const { board, turns, current } = view;
    const shape = [view.id, board.places, view.direction].join();
    const began = shape !== this.#shape;
    if (began) {
      this.#rows = [];
      this.grid.replaceChildren();
      this.#shape = shape;
      this.#cursor = { row: turns.length, column: 1 };
      this.#said = turns.length;
      this.style.setProperty("--places", String(board.places));
      this.classList.toggle("up", view.direction === "up");
      this.classList.toggle("many", board.places > (board.answer === "places" ? 4 : 6));
      this.classList.toggle("long", board.places > LONG);
      this.classList.toggle("ticks", board.answer === "places");
    }
    const inside = this.grid.contains(document.activeElement);
    const needed = turns.length + (current ? 1 : 0);
    const limit =
      board.limit !== null && board.limit <= SHOWN ? board.limit : board.places > LONG ? FEWEST_LONG : FEWEST;
    const drawn = Math.max(needed, limit);
    while (this.#rows.length < drawn) {
      const row = new Row(this.#rows.length, board.places);
      this.#rows.push(row);
      if (view.direction === "up") this.grid.prepend(row.node);
      else this.grid.append(row.node);
    }
    this.style.setProperty("--rows", String(drawn));
    while (this.#rows.length > drawn) this.#rows.pop()?.node.remove();
    this.#rows.forEach((row, index) => {
      if (index < turns.length) {
        const [code, text] = turns[index];
        row.done([split(code, board), text], board, {
          correct: view.correct,
          copy: view.copy,
          note: view.notes?.[index + 1],
          fresh: index >= this.#said,
        });
      } else if (index === turns.length && current) row.current(current, board);
      else row.future();
    });
    const followed = this.#cursor.row === this.#said;
    this.#said = turns.length;
    if (followed) this.#cursor.row = turns.length;
    this.count = needed;
    this.#cursor.row = Math.max(0, Math.min(this.#cursor.row, needed - 1));
    this.#rove(inside);
    this.#secret(view);
    if (began) this.#measure();
  }

  /** Bring the row in play into sight, or the last one that was answered. */
  reveal() {
    this.#rows[Math.max(0, this.count - 1)]?.node.scrollIntoView({ block: "nearest" });
  }

  /**
   * Let the tab stop be a hole of the row in play, and move the focus there.
   * @param {number} place
   */
  focusHole(place) {
    this.#cursor = { row: this.count - 1, column: place + 1 };
    this.#rove(true);
  }

  /** Where the focus is: `{row, place}`, counted from 0, or null. */
  get at() {
    if (!this.grid.contains(document.activeElement)) return null;
    return { row: this.#cursor.row, place: this.#cursor.column - 1 };
  }

  /**
   * The row and place of an event, `{row, place, node}`; a place is null beside the holes.
   * @param {EventTarget | null} target
   */
  where(target) {
    if (!(target instanceof Element)) return null;
    const node = target.closest("[data-row]");
    if (!(node instanceof HTMLElement) || !this.contains(node)) return null;
    const hole = target.closest(".hole");
    return {
      row: Number(node.dataset.row) - 1,
      place: hole instanceof HTMLElement ? Number(hole.dataset.place) : null,
    };
  }

  /** @param {BoardView} given */
  #secret({ board, secret, hidden, id }) {
    const key = [id, board.places, secret, hidden].join("|");
    if (this.secret.dataset.key === key) return;
    this.secret.dataset.key = key;
    this.secret.hidden = !secret && !hidden;
    this.secret.classList.toggle("open", Boolean(secret));
    this.secret.setAttribute(
      "aria-label",
      secret ? _("The code: {code}", { code: codeWords(secret, board) }) : _("The code is hidden"),
    );
    const digits = secret ? split(secret, board) : Array(board.places).fill("?");
    this.secret.replaceChildren(
      el("span", { class: "number", "aria-hidden": "true" }, secret ? "=" : ""),
      el(
        "span",
        { class: "holes" },
        ...digits.map((digit) => el("span", { class: "hole" }, peg(digit, board, { covered: !secret }))),
      ),
      el("span", { class: "answer" }, secret ? _("the code") : ""),
    );
  }

  /** How many holes stand in a line: of the row in play so that each is large enough for a finger, and of the others. */
  #measure() {
    const places = Number(this.style.getPropertyValue("--places"));
    if (!places || !this.clientWidth) return;
    const room = this.clientWidth - 74;
    const narrow = this.clientWidth < NARROW;
    const beside = narrow ? (this.classList.contains("many") ? 0 : 70) : 200;
    const fits = places * FINGER <= room - beside;
    const lines = Math.ceil((places * FINGER) / room);
    this.style.setProperty("--per", String(Math.ceil(places / lines)));
    const wrapped = Math.ceil((places * (narrow ? HOLE.narrow : HOLE.wide)) / (this.clientWidth - (narrow ? 40 : 60)));
    this.style.setProperty("--fit", String(Math.ceil(places / wrapped)));
    this.classList.toggle("lines", !fits);
  }

  /** @param {number} row */
  #cells(row) {
    return this.#rows[row]?.cells ?? [];
  }

  /**
   * One cell is the tab stop.
   * @param {boolean} focus
   */
  #rove(focus) {
    for (const stop of findAll(this.grid, '[tabindex="0"]')) stop.tabIndex = -1;
    const cells = this.#cells(this.#cursor.row);
    const cell = cells[Math.min(this.#cursor.column, cells.length - 1)];
    if (!cell || this.count === 0) return;
    cell.tabIndex = 0;
    if (focus && document.activeElement !== cell) cell.focus({ preventScroll: false });
  }

  /** @param {{target: EventTarget | null}} given */
  #focused({ target }) {
    if (!(target instanceof HTMLElement)) return;
    const place = this.#rows.findIndex((row) => row.node.contains(target));
    if (place < 0) return;
    const column = this.#cells(place).indexOf(target);
    if (column < 0) return;
    const moved = place !== this.#cursor.row || column !== this.#cursor.column;
    this.#cursor = { row: place, column };
    if (moved) this.#rove(false);
    if (target.matches(":focus-visible")) this.#walked();
  }

  #walked() {
    this.dispatchEvent(
      new CustomEvent("walk", {
        detail: { row: this.#cursor.row, place: this.#cursor.column - 1 },
      }),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.#cells(this.#cursor.row).length - 1;
    const up = this.classList.contains("up") ? 1 : -1;
    const { row, column } = this.#cursor;
    /** @type {Record<string, [number, number]>} */
    const targets = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row + up, column],
      ArrowDown: [row - up, column],
      Home: [row, 1],
      End: [row, last],
      PageUp: [up > 0 ? this.count - 1 : 0, column],
      PageDown: [up > 0 ? 0 : this.count - 1, column],
    };
    const to = targets[event.key];
    if (!to) return;
    event.preventDefault();
    this.#cursor = {
      row: Math.max(0, Math.min(to[0], this.count - 1)),
      column: Math.max(0, Math.min(to[1], last)),
    };
    this.#rove(true);
    this.#walked();
  }
}

define("mastermind-board", MastermindBoard);
