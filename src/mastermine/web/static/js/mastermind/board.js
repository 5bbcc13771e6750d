/* The board: an ARIA grid with one tab stop, with rows from top to bottom or from bottom to top. */

import { define, el, findAll } from "../element.js";
import { _ } from "../text.js";
import { answerWords, codeWords, readAnswer, split } from "./codes.js";
import { peg } from "./peg.js";
import { Row } from "./row.js";

const SHOWN = 20; // Empty rows are shown up to this limit of guesses.
const FINGER = { few: 28, many: 46 }; // Minimum width in px of a hole in the current row, with the gap.
const FEW = 6; // Places of a code that stays in one line.
const NARROW = 448; // Below this width answers are short, as in the style sheet (28rem).
const FEWEST = 8; // Minimum number of rows without a limit.
export const LONG = 16; // Codes with more places are shown in several lines,
const FEWEST_LONG = 3; // with fewer rows,
const HOLE = { wide: 30, narrow: 18 }; // and with holes of this minimum width in px, with the gap.

export class MastermindBoard extends HTMLElement {
  /** @type {Row[]} */
  #rows = [];
  #shape = "";
  #cursor = { row: 0, column: 1 };
  #drawnTurns = 0;
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
   * Draws a view.
   * @param {BoardView} view
   */
  update(view) {
    const { board, turns, current } = view;
    const shape = [view.id, board.places, view.direction].join();
    const isNew = shape !== this.#shape;
    if (isNew) {
      this.#rows = [];
      this.grid.replaceChildren();
      this.#shape = shape;
      this.#cursor = { row: turns.length, column: 1 };
      this.#drawnTurns = turns.length;
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
    const rowCount = Math.max(needed, limit);
    while (this.#rows.length < rowCount) {
      const row = new Row(this.#rows.length, board.places);
      this.#rows.push(row);
      if (view.direction === "up") this.grid.prepend(row.node);
      else this.grid.append(row.node);
    }
    this.style.setProperty("--rows", String(rowCount));
    while (this.#rows.length > rowCount) this.#rows.pop()?.node.remove();
    this.#rows.forEach((row, index) => {
      if (index < turns.length) {
        const [code, text] = turns[index];
        row.done([split(code, board), text], board, {
          correct: view.correct,
          copy: view.copy,
          note: view.notes?.[index + 1],
          said: view.answers[text] ?? [text, answerWords(readAnswer(text), board)],
          fresh: index >= this.#drawnTurns,
        });
      } else if (index === turns.length && current) row.current(current, board);
      else row.future();
    });
    const followed = this.#cursor.row === this.#drawnTurns;
    this.#drawnTurns = turns.length;
    if (followed) this.#cursor.row = turns.length;
    this.count = needed;
    this.#cursor.row = Math.max(0, Math.min(this.#cursor.row, needed - 1));
    this.#rove(inside);
    this.#secret(view);
    if (isNew) this.#measure();
  }

  /** Scrolls to the current or the last row. */
  reveal() {
    this.#rows[Math.max(0, this.count - 1)]?.node.scrollIntoView({ block: "nearest" });
  }

  /**
   * Moves the tab stop and the focus to a hole of the current row.
   * @param {number} place
   */
  focusHole(place) {
    this.#cursor = { row: this.count - 1, column: place + 1 };
    this.#rove(true);
  }

  /** The position of the focus, `{row, place}` from 0, or null. */
  get at() {
    if (!this.grid.contains(document.activeElement)) return null;
    return { row: this.#cursor.row, place: this.#cursor.column - 1 };
  }

  /**
   * Returns the row and place of an event; the place is null beside the holes.
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

  /** Computes the number of holes in a line: in the current row, which needs room for touch, and in the others. */
  #measure() {
    const places = Number(this.style.getPropertyValue("--places"));
    if (!places || !this.clientWidth) return;
    const room = this.clientWidth - 74;
    const narrow = this.clientWidth < NARROW;
    const beside = narrow ? (this.classList.contains("many") ? 0 : 70) : 200;
    const least = places * (places <= FEW ? FINGER.few : FINGER.many);
    const fits = least <= room - beside;
    const lines = Math.ceil(least / room);
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
   * Updates the single tab stop.
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
