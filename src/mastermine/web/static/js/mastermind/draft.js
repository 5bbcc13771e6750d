/* Draft of a guess: its pegs, the pegs held for the next row, and the chosen hole.

It is in the session storage, so that it survives a lost connection and a reload. */

import { join } from "./codes.js";

export class Draft {
  /**
   * `key` is that of the session storage, null for none; `changed` is called after every change.
   * @param {string | null} key
   * @param {CodeBoard} board
   * @param {() => void} changed
   */
  constructor(key, board, changed) {
    this.key = key;
    this.board = board;
    this.changed = changed;
    /** @type {(string | null)[]} */
    this.pegs = Array(board.places).fill(null);
    /** @type {Set<number>} */
    this.held = new Set();
    /** @type {number | null} */
    this.chosen = null;
    this.#restore();
  }

  get full() {
    return this.pegs.every((peg) => peg !== null);
  }

  get empty() {
    return this.pegs.every((peg) => peg === null);
  }

  get text() {
    return join(this.pegs, this.board);
  }

  /** The first empty hole, or -1. */
  get free() {
    return this.pegs.indexOf(null);
  }

  /**
   * Returns the place of a colour that may not repeat, or -1.
   * @param {string | null} digit
   */
  taken(digit) {
    return this.board.repeats ? -1 : this.pegs.indexOf(digit);
  }

  /**
   * Puts a peg into a hole; if colours may not repeat, takes it from its previous hole.
   * @param {number} place
   * @param {string} digit
   */
  put(place, digit) {
    const before = this.taken(digit);
    if (before >= 0) this.#clear(before);
    this.pegs[place] = digit;
    this.#done();
  }

  /**
   * Removes and returns a peg.
   * @param {number} place
   */
  take(place) {
    const digit = this.pegs[place];
    this.#clear(place);
    this.#done();
    return digit;
  }

  /**
   * Swaps the pegs of two holes.
   * @param {number} from
   * @param {number} to
   */
  move(from, to) {
    [this.pegs[from], this.pegs[to]] = [this.pegs[to], this.pegs[from]];
    this.held.delete(from);
    this.held.delete(to);
    this.#done();
  }

  /**
   * Toggles whether a peg is held for the next row; returns the new state.
   * @param {number} place
   */
  hold(place) {
    if (this.pegs[place] === null) return false;
    if (!this.held.delete(place)) this.held.add(place);
    this.#done();
    return this.held.has(place);
  }

  /**
   * Chooses the hole for the next peg; null for the first empty one.
   * @param {number | null} place
   */
  choose(place) {
    this.chosen = place;
    this.#done();
  }

  /**
   * Fills the row with a code.
   * @param {(string | null)[]} digits
   */
  fill(digits) {
    this.pegs = [...digits];
    this.held.clear();
    this.chosen = null;
    this.#done();
  }

  clear() {
    this.fill(Array(this.board.places).fill(null));
  }

  /** Starts the next row with the held pegs. */
  next() {
    this.pegs = this.pegs.map((peg, place) => (this.held.has(place) ? peg : null));
    this.chosen = null;
    this.#done();
  }

  /** @param {number} place */
  #clear(place) {
    this.pegs[place] = null;
    this.held.delete(place);
  }

  #done() {
    try {
      if (this.key === null) return;
      if (this.empty) sessionStorage.removeItem(this.key);
      else sessionStorage.setItem(this.key, JSON.stringify({ pegs: this.pegs, held: [...this.held] }));
    } catch {
      /* No storage: the draft lasts as long as the page. */
    } finally {
      this.changed();
    }
  }

  #restore() {
    if (this.key === null) return;
    try {
      /** @type {{pegs: (string | null)[], held: number[]}} */
      const { pegs, held } = JSON.parse(sessionStorage.getItem(this.key) ?? "");
      const digits = new Set(this.board.colours.map((colour) => colour.digit));
      if (pegs.length !== this.pegs.length) return;
      this.pegs = pegs.map((peg) => (peg !== null && digits.has(peg) ? peg : null));
      this.held = new Set(held.filter((place) => this.pegs[place] !== null && place in this.pegs));
    } catch {
      /* No stored draft. */
    }
  }
}
