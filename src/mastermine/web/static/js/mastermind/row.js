/* One row of the board: number, holes, answer, note. */

import { el } from "../element.js";
import { _ } from "../text.js";
import { answerWords, nameOf, readAnswer } from "./codes.js";
import { answer, peg } from "./peg.js";

export class Row {
  /**
   * Creates row `index` (from 0) of a board.
   * @param {number} index
   * @param {number} places
   */
  constructor(index, places) {
    this.index = index;
    this.number = el("span", { role: "rowheader", class: "number" });
    this.holes = Array.from({ length: places }, (_hole, place) =>
      el("span", { role: "gridcell", class: "hole", dataset: { place: String(place) } }),
    );
    this.answer = el("span", { role: "gridcell", class: "answer" });
    this.note = el("span", { role: "gridcell", class: "note", hidden: true });
    this.node = el(
      "div",
      { class: "guess-row", dataset: { row: String(index + 1) } },
      this.number,
      el("span", { role: "none", class: "holes" }, ...this.holes),
      this.answer,
      this.note,
    );
  }

  /** The cells between which the arrow keys move, from the left. */
  get cells() {
    /** @param {HTMLElement} cell */
    const focusable = (cell) => cell.querySelector("button") ?? cell;
    return [focusable(this.number), ...this.holes, focusable(this.answer)];
  }

  /**
   * Draws an answered row. `correct` allows correcting the answer, `copy` copying the row.
   * @param {[string[], string]} given
   * @param {CodeBoard} board
   * @param {DoneRow} given
   */
  done([digits, text], board, { correct, copy, note, fresh, said }) {
    this.#kind("done", fresh);
    const row = this.index + 1;
    this.#number(
      copy
        ? el(
            "button",
            {
              type: "button",
              tabindex: "-1",
              class: "copy",
              title: _("Copy this row into the current row"),
              "aria-label": _("Row {row}: copy it into the current row", { row }),
            },
            String(row),
          )
        : el("span", {}, String(row)),
      `done ${row} ${copy}`,
    );
    const right = readAnswer(text).right;
    digits.forEach((digit, place) => {
      this.#fill(place, digit, board, false);
      this.#label(place, _("row {row}, place {place}: {peg}", { row, place: place + 1, peg: nameOf(digit, board) }));
      this.holes[place].classList.toggle("right", Boolean(right?.[place]));
    });
    const label = _("row {row}, answer: {answer}", { row, answer: said[1] });
    this.#answer(`done ${text} ${correct}`, () => {
      const drawn = answer(text, board, said);
      return correct
        ? el(
            "button",
            {
              type: "button",
              tabindex: "-1",
              class: "correct",
              "aria-label": _("{label}. Correct the answer", { label }),
            },
            drawn,
            el("span", { class: "pencil", "aria-hidden": "true" }, "✎\uFE0E"),
          )
        : drawn;
    });
    this.answer.setAttribute("aria-label", label);
    this.#note(note ?? "");
  }

  /**
   * Draws the current row: a draft, or the computer's guess to answer.
   * @param {CurrentRow} given
   * @param {CodeBoard} board
   */
  current({ pegs, held, chosen, covered, busy, given, preview }, board) {
    this.#kind("current");
    const row = this.index + 1;
    this.#number(el("span", {}, String(row)), `open ${row}`);
    this.node.setAttribute("aria-busy", busy ? "true" : "false");
    this.node.classList.toggle("given", Boolean(given));
    pegs.forEach((digit, place) => {
      this.#fill(place, digit, board, covered);
      const name = digit !== null && covered ? _("a covered peg") : nameOf(digit, board);
      const label = held?.has(place)
        ? _("row {row}, place {place}: {peg}, held for the next row", {
            row,
            place: place + 1,
            peg: name,
          })
        : _("row {row}, place {place}: {peg}", { row, place: place + 1, peg: name });
      this.#label(place, label);
      const hole = this.holes[place];
      hole.classList.remove("right");
      hole.classList.toggle("held", Boolean(held?.has(place)));
      hole.classList.toggle("chosen", chosen === place);
      if (given) hole.removeAttribute("aria-selected");
      else hole.setAttribute("aria-selected", chosen === place ? "true" : "false");
    });
    this.#answer(`open ${preview ?? ""}`, () =>
      preview ? answer(preview, board, ["", answerWords(readAnswer(preview), board)]) : "",
    );
    this.answer.setAttribute("aria-label", _("row {row}, answer: none yet", { row }));
    this.#note("");
  }

  /** Draws an empty row. */
  future() {
    this.#kind("future");
    this.#number(el("span", {}, String(this.index + 1)), "future");
    for (const hole of this.holes) {
      hole.replaceChildren();
      hole.className = "hole";
      hole.removeAttribute("aria-label");
      hole.removeAttribute("aria-selected");
      hole.removeAttribute("tabindex");
      delete hole.dataset.digit;
    }
    this.#answer("", () => "");
    this.answer.removeAttribute("tabindex");
    this.#note("");
  }

  /**
   * @param {string} kind
   * @param {boolean} fresh
   */
  #kind(kind, fresh = false) {
    this.node.className = `guess-row ${kind}${fresh ? " fresh" : ""}`;
    if (kind === "future") {
      this.node.removeAttribute("role");
      this.node.setAttribute("aria-hidden", "true");
    } else {
      this.node.setAttribute("role", "row");
      this.node.removeAttribute("aria-hidden");
    }
    if (kind !== "current") this.node.removeAttribute("aria-busy");
    for (const hole of this.holes) {
      if (kind === "done") {
        hole.classList.remove("held", "chosen");
        hole.removeAttribute("aria-selected");
      }
    }
  }

  /**
   * @param {HTMLElement} node
   * @param {string} key
   */
  #number(node, key) {
    if (this.number.dataset.key === key) return;
    this.number.dataset.key = key;
    this.number.replaceChildren(node);
  }

  /**
   * @param {number} place
   * @param {string | null} digit
   * @param {CodeBoard} board
   * @param {boolean | undefined} covered
   */
  #fill(place, digit, board, covered) {
    const hole = this.holes[place];
    const key = digit === null ? "" : covered ? "covered" : digit;
    if (hole.dataset.digit === key) return;
    hole.dataset.digit = key;
    hole.replaceChildren(digit === null ? "" : peg(digit, board, { covered }));
  }

  /**
   * @param {number} place
   * @param {string} label
   */
  #label(place, label) {
    const hole = this.holes[place];
    hole.setAttribute("aria-label", label);
    if (!hole.hasAttribute("tabindex")) hole.setAttribute("tabindex", "-1");
  }

  /**
   * @param {string} key
   * @param {() => Node | string} make
   */
  #answer(key, make) {
    if (!this.answer.hasAttribute("tabindex")) this.answer.setAttribute("tabindex", "-1");
    if (this.answer.dataset.key === key) return;
    this.answer.dataset.key = key;
    this.answer.replaceChildren(make());
  }

  /** @param {string} text */
  #note(text) {
    this.note.hidden = !text;
    this.note.textContent = text;
    this.node.classList.toggle("troubled", Boolean(text));
  }
}
