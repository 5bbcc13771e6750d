/* The row that is being filled: pegs, those held for the next row, and the hole that is chosen.

It is kept in the session storage, so that neither a lost connection nor a reload takes it away. */

import { join } from "./codes.js";

export class Draft {
  /**
   * `key` names the row in the session storage, null keeps it nowhere; `changed` is called after every change.
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

  /** The first free hole, or -1. */
  get free() {
    return this.pegs.indexOf(null);
  }

  /**
   * The place where a colour stands already and may not stand again, or -1.
   * @param {string | null} digit
   */
  taken(digit) {
    return this.board.repeats ? -1 : this.pegs.indexOf(digit);
  }

  /**
   * Put a peg into a hole. Where no colour may stand twice it leaves the hole it was in.
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
   * Take a peg away; the peg that was there.
   * @param {number} place
   */
  take(place) {
    const digit = this.pegs[place];
    this.#clear(place);
    this.#done();
    return digit;
  }

  /**
   * Move a peg to another hole; what is there goes the other way.
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
   * Hold a peg for the next row, or hold it no more; whether it is held now.
   * @param {number} place
   */
  hold(place) {
    if (this.pegs[place] === null) return false;
    if (!this.held.delete(place)) this.held.add(place);
    this.#done();
    return this.held.has(place);
  }

  /**
   * Choose the hole that the next peg goes to; null for the first free one.
   * @param {number | null} place
   */
  choose(place) {
    this.chosen = place;
    this.#done();
  }

  /**
   * Fill the row with a whole code.
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

  /** The row was confirmed: only the held pegs stay. */
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
      /* No storage: the row lives as long as the page. */
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
      /* Nothing was kept. */
    }
  }
}
