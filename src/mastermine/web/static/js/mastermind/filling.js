/* Fills the current row: places, moves, holds and removes pegs, by pointer and keys. */

import { say } from "../page.js";
import { _, filled } from "../text.js";
import { nameOf, split } from "./codes.js";
import { dragging } from "./drag.js";

export class Filling {
  /**
   * Fills the `draft` of a game view.
   * @param {MastermindPlay} play
   */
  constructor(play) {
    this.play = play;
  }

  /**
   * Places a peg into `to`, the chosen hole or the first empty one; returns the place, or null if refused.
   * @param {string} digit
   * @param {number | null} to
   */
  place(digit, to = this.play.draft.chosen) {
    const { draft, board } = this.play;
    if (!this.play.active) return null;
    const name = nameOf(digit, board);
    let place = to;
    if (place === null) {
      const taken = draft.taken(digit);
      if (taken >= 0) {
        this.play.note(filled(this.words.taken, { name, place: taken + 1 }), true);
        return null;
      }
      place = draft.free;
      if (place < 0) {
        this.play.note(this.words.full, true);
        return null;
      }
    }
    const inGrid = Boolean(this.play.boardView.at);
    const walking = draft.chosen !== null;
    draft.put(place, digit);
    if (walking) this.#advance(place, inGrid);
    if (!inGrid) {
      say(
        this.#secretly
          ? _("place {place} is filled", { place: place + 1 })
          : _("place {place}: {peg}", { place: place + 1, peg: name }),
      );
    }
    return place;
  }

  /** The server's sentences about a row that is being filled in. */
  get words() {
    return this.play.game.messages.filling;
  }

  /** The index of the current row. */
  get #current() {
    return this.play.stage === "hide" ? 0 : (this.play.inner?.turns.length ?? 0);
  }

  get #secretly() {
    return this.play.stage === "hide" && !this.play.peeking;
  }

  /**
   * Chooses the next empty hole.
   * @param {number} from
   * @param {boolean} focus
   */
  #advance(from, focus) {
    const { draft } = this.play;
    const after = draft.pegs.indexOf(null, from);
    const next = after >= 0 ? after : draft.free;
    draft.choose(next >= 0 ? next : null);
    if (focus && next >= 0) this.play.boardView.focusHole(next);
  }

  /**
   * Handles a click on a hole of the current row.
   * @param {number} place
   */
  press(place) {
    const { draft } = this.play;
    if (this.play.holding && draft.pegs[place] !== null) {
      this.#hold(place);
      return;
    }
    if (draft.pegs[place] !== null) {
      const name = nameOf(draft.take(place), this.play.board);
      if (!this.#secretly) say(_("removed {name}", { name }));
      draft.choose(null);
    } else draft.choose(draft.chosen === place ? null : place);
  }

  /** @param {number} place */
  #hold(place) {
    const { draft, board } = this.play;
    if (draft.pegs[place] === null || this.play.stage !== "guess") return false;
    const name = nameOf(draft.pegs[place], board);
    const held = draft.hold(place);
    say(
      held
        ? _("{name} in place {place} is kept for the next row", { name, place: place + 1 })
        : _("{name} in place {place} is no longer kept", { name, place: place + 1 }),
    );
    return true;
  }

  /**
   * Copies an earlier row into the current row.
   * @param {number} row
   */
  #copy(row) {
    if (!this.play.active || !this.play.inner) return;
    this.play.draft.fill(split(this.play.inner.turns[row][0], this.play.board));
    say(_("Copied row {row}.", { row: row + 1 }));
  }

  /** Handles Enter: confirms the row, or copies the earlier row with the focus. */
  enter() {
    const at = this.play.boardView.at;
    if (at && this.play.inner && at.row < this.play.inner.turns.length) this.#copy(at.row);
    else this.play.moves.confirm();
  }

  /** Handles Space: holds the peg with the focus. */
  space() {
    const at = this.play.boardView.at;
    if (!at) return;
    this.#holdAt(at.row, at.place);
  }

  /**
   * Holds a peg of the current row; copies that of an earlier row into the same hole.
   * @param {number} row
   * @param {number | null} place
   */
  #holdAt(row, place) {
    const turns = this.play.inner?.turns ?? [];
    if (place === null || place < 0 || place >= this.play.board.places) return false;
    if (row < turns.length && this.play.stage === "guess") {
      const digit = split(turns[row][0], this.play.board)[place];
      return this.place(digit, place) !== null;
    }
    return this.#hold(place);
  }

  /**
   * Removes the chosen peg, with `here` the one with the focus, or else the last one.
   * @param {boolean} here
   */
  erase(here) {
    const { draft } = this.play;
    const at = this.play.boardView.at;
    const place = here && at?.row === this.#current ? at.place : draft.chosen;
    if (place !== null && place >= 0 && draft.pegs[place] != null) {
      draft.take(place);
      return;
    }
    const filled = draft.pegs.map((peg, index) => (peg === null ? -1 : index)).filter((i) => i >= 0);
    const loose = filled.filter((index) => !draft.held.has(index));
    const last = (loose.length ? loose : filled).at(-1);
    if (last === undefined) return;
    draft.take(last);
    if (at) this.play.boardView.focusHole(last);
    if (draft.chosen !== null) draft.choose(last);
  }

  /** Deselects the chosen hole. */
  escape() {
    if (this.play.draft?.chosen !== null) this.play.draft.choose(null);
  }

  // Pointers.

  /** Listens to the pointer on the board and the desk. */
  wire() {
    const { boardView, desk } = this.play;
    desk.confirm.addEventListener("click", () => this.play.moves.confirm());
    desk.erase.addEventListener("click", () => {
      this.play.draft.clear();
      say(_("The row is empty."));
    });
    desk.hold.addEventListener("click", () => {
      this.play.holding = !this.play.holding;
      this.play.draw();
    });
    desk.peek.addEventListener("click", () => {
      this.play.peeking = !this.play.peeking;
      this.play.draw();
      if (this.play.peeking) {
        const named = this.play.draft.pegs.map((digit) => nameOf(digit, this.play.board)).join(", ");
        say(_("Current row: {code}.", { code: named }));
      }
    });
    desk.tray.addEventListener("click", (event) => {
      const source = event.target instanceof Element ? event.target.closest(".source") : null;
      if (source instanceof HTMLElement && source.dataset.digit) this.place(source.dataset.digit);
    });
    boardView.addEventListener("click", (event) => this.#click(event));
    boardView.addEventListener("walk", ({ detail: { row, place } }) => {
      if (!this.play.active) return;
      const chosen = row === this.#current && place >= 0 && place < this.play.board.places ? place : null;
      if (chosen !== this.play.draft.chosen) this.play.draft.choose(chosen);
    });
    dragging(this.play, {
      pick: (target) => this.#pick(target),
      over: (place) => this.#over(place),
      drop: (picked, place) => this.#drop(picked, place),
      hold: (target) => {
        const where = boardView.where(target);
        return where !== null && this.play.active && this.#holdAt(where.row, where.place);
      },
      holeAt: (target) => this.#holeAt(target),
    });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = /** @type {Element} */ (event.target);
    const where = this.play.boardView.where(target);
    if (!where) return;
    if (target.closest(".correct")) this.play.correct(where.row + 1);
    else if (target.closest(".copy")) this.#copy(where.row);
    else if (this.play.active && where.row === this.#current && where.place !== null) this.press(where.place);
  }

  /**
   * Returns the place of a hole of the current row, or null.
   * @param {Element} target
   */
  #holeAt(target) {
    if (!this.play.active) return null;
    const where = this.play.boardView.where(target);
    if (where && where.row === this.#current && where.place !== null) return where.place;
    const hole = target.closest(".told-row .hole");
    return hole instanceof HTMLElement ? Number(hole.dataset.place) : null;
  }

  /**
   * @param {Element} target
   * @returns {Picked | null}
   */
  #pick(target) {
    if (!this.play.active) return null;
    const source = target.closest(".source");
    const node = (source ?? target.closest(".hole"))?.querySelector(".peg");
    if (!(node instanceof HTMLElement)) return null;
    if (source instanceof HTMLElement) return { digit: source.dataset.digit ?? null, from: null, node };
    const place = this.#holeAt(target);
    if (place !== null) return { digit: this.play.draft.pegs[place], from: place, node };
    const where = this.play.boardView.where(target);
    if (!where || where.place === null || where.row >= this.#current) return null;
    const code = split(this.play.inner?.turns[where.row][0] ?? "", this.play.board);
    return { digit: code[where.place], from: null, node };
  }

  /** @param {number | null} place */
  #over(place) {
    for (const hole of this.play.querySelectorAll(".hole.over")) hole.classList.remove("over");
    if (place === null) return;
    this.play.querySelector(`.guess-row.current .hole[data-place="${place}"]`)?.classList.add("over");
  }

  /**
   * @param {Picked} given
   * @param {number | null} place
   */
  #drop({ digit, from }, place) {
    if (!this.play.active) return;
    if (place === null) {
      if (from !== null) this.play.draft.take(from);
    } else if (from === null) {
      if (digit !== null) this.place(digit, place);
    } else if (from !== place) this.play.draft.move(from, place);
    if (this.play.draft.chosen !== null) this.play.draft.choose(null);
  }
}
