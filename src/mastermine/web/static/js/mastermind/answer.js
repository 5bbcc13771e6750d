/* The desk of a player who answers: counters for black and white, or a switch for each place. */

import { define, el, find, findAll } from "../element.js";
import { _ } from "../text.js";
import { answerWords, emptyAnswer, markWords, nameOf, split, writeAnswer } from "./codes.js";
import { peg } from "./peg.js";

const TAPPED = 6; // With more places there are no holes for key pegs.
const TYPED = 9; // With more places, counts can also be typed.

export class MastermindAnswer extends HTMLElement {
  key = "";
  /** @type {CodeBoard} */
  board;
  /** @type {Answer} */
  value = {};
  /** @type {(text: string | null) => void} */
  changed = () => {};
  /**
   * Reasons why answers are impossible.
   * @type {Record<string, string>}
   */
  refusals = {};
  /** @type {HTMLElement} */
  line;
  /** @type {HTMLButtonElement} */
  confirm;

  /**
   * Asks for the answer to a code. `was` is an answer to correct; `done(text)` is called with the new one.
   * @param {AnswerQuestion} given
   */
  ask({ key, board, code, question, refusals, was, done, cancel, changed }) {
    if (key === this.key) return;
    this.key = key;
    this.board = board;
    this.changed = changed;
    this.refusals = refusals;
    this.value = was ?? emptyAnswer(board);
    this.line = el("p", { class: "line", id: "answer-line" });
    this.confirm = el(
      "button",
      {
        type: "button",
        id: "answer-confirm",
        class: "button primary",
        on: { click: () => done(writeAnswer(this.value)) },
      },
      was ? _("Correct the answer") : _("Give this answer"),
    );
    const parts = this.value.right ? this.#places(code) : this.#pegs();
    this.replaceChildren(
      el("p", { class: "asked" }, question),
      ...parts,
      this.line,
      el(
        "div",
        { class: "acts" },
        cancel ? el("button", { type: "button", class: "button", on: { click: cancel } }, _("Cancel")) : "",
        this.confirm,
      ),
    );
    this.#show();
  }

  set busy(/** @type {boolean} */ busy) {
    this.classList.toggle("busy", busy);
    if (this.confirm) this.confirm.disabled = busy || this.text in this.refusals;
  }

  get text() {
    return writeAnswer(this.value);
  }

  #pegs() {
    return [this.#keys(), ...this.#counters()];
  }

  /** Draws the holes of the key pegs: a tap puts a black peg into one, makes it white, and takes it out. */
  #keys() {
    const { places } = this.board;
    if (places > TAPPED || (this.value.white ?? null) === null) return "";
    const holes = Array.from({ length: places }, (_each, at) =>
      el("button", {
        type: "button",
        class: "key-hole",
        tabIndex: -1,
        on: { click: () => this.#tap(at) },
      }),
    );
    // The counters do the same for keys and screen readers.
    return el("div", { class: "key-holes", "aria-hidden": "true" }, holes);
  }

  /** @param {number} at */
  #tap(at) {
    const { black = 0, white } = this.value;
    const whites = white ?? 0;
    if (at < black) this.value = { black: black - 1, white: whites + 1 };
    else if (at < black + whites) this.value = { black, white: whites - 1 };
    else this.value = { black: black + 1, white: whites };
    this.#show();
  }

  #counters() {
    return markWords(this.board).map(([name, label]) => {
      const kind = name === "white" ? "white" : "black";
      const count =
        this.board.places > TYPED ? this.#typed(kind, label) : el("output", { class: "count", dataset: { kind } });
      /**
       * @param {number} by
       * @param {string} sign
       * @param {string} words
       */
      const step = (by, sign, words) =>
        el(
          "button",
          {
            type: "button",
            class: "button step",
            dataset: { kind, by: String(by) },
            "aria-label": words,
            on: { click: () => this.#set(kind, (this.value[kind] ?? 0) + by) },
          },
          sign,
        );
      return el(
        "div",
        { class: "counter", role: "group", "aria-label": label },
        el("span", { class: "marks", "aria-hidden": "true" }, el("span", { class: `mark ${kind}` })),
        el("span", { class: "what" }, label),
        step(-1, "−", _("one less")),
        count,
        step(1, "+", _("one more")),
      );
    });
  }

  /**
   * Creates a count that can be typed; Enter gives the answer.
   * @param {"black" | "white"} kind
   * @param {string} label
   */
  #typed(kind, label) {
    /** @type {HTMLInputElement} */
    const field = el("input", {
      type: "number",
      class: "count",
      min: 0,
      max: this.board.places,
      inputmode: "numeric",
      autocomplete: "off",
      "aria-label": label,
      dataset: { kind },
      on: {
        focus: () => field.select(),
        input: () => this.#set(kind, Number(field.value)),
        blur: () => this.#show(),
        keydown: ({ key }) => key === "Enter" && this.confirm.click(),
      },
    });
    return field;
  }

  /** @param {string} code */
  #places(code) {
    const switches = split(code, this.board).map((digit, place) =>
      el(
        "button",
        {
          type: "button",
          class: "place",
          dataset: { place: String(place) },
          on: { click: () => this.#flip(place) },
          "aria-label": _("place {place}, {peg}, is right", {
            place: place + 1,
            peg: nameOf(digit, this.board),
          }),
        },
        peg(digit, this.board),
        el("span", { class: "sign", "aria-hidden": "true" }),
      ),
    );
    return [
      el("p", { class: "what" }, _("Press each place that is right.")),
      el("div", { class: "switches" }, ...switches),
    ];
  }

  /**
   * Handles a key: the initial of a kind of peg adds one, with Shift it removes one. Returns true if it did something.
   * @param {string} key
   */
  press(key) {
    const letters = this.board.answers.initials.map((letter) => letter.toLowerCase());
    const side = letters.indexOf(key.toLowerCase());
    const kind = side === 0 ? "black" : "white";
    if (side < 0 || (this.value[kind] ?? null) === null) return false;
    const by = key === key.toLowerCase() ? 1 : -1;
    find(this, `.step[data-kind=${kind}][data-by="${by}"]`).click();
    return true;
  }

  /**
   * @param {"black" | "white"} kind
   * @param {number} n
   */
  #set(kind, n) {
    // A sum that is too large may be typed on the way to another; the server refuses it.
    if (!Number.isInteger(n) || n < 0 || n > this.board.places) return;
    this.value = { ...this.value, [kind]: n };
    this.#show();
  }

  /** @param {number} place */
  #flip(place) {
    this.value = { right: this.value.right?.map((yes, at) => (at === place ? !yes : yes)) };
    this.#show();
  }

  #show() {
    const { black, white, right } = this.value;
    const countOf = (/** @type {HTMLElement} */ part) => (part.dataset.kind === "black" ? black : white) ?? 0;
    for (const count of findAll(this, "output.count")) count.textContent = String(countOf(count));
    for (const count of findAll(this, "input.count", HTMLInputElement)) {
      if (count !== document.activeElement) count.value = String(countOf(count));
    }
    for (const step of findAll(this, ".step", HTMLButtonElement)) {
      const n = countOf(step) + Number(step.dataset.by);
      const most = this.board.places - ((step.dataset.kind === "black" ? white : black) ?? 0);
      step.disabled = n < 0 || n > most;
    }
    findAll(this, ".key-hole").forEach((hole, at) => {
      const kind = at < (black ?? 0) ? "black" : at < (black ?? 0) + (white ?? 0) ? "white" : "none";
      if (hole.dataset.kind === kind) return;
      hole.dataset.kind = kind;
      hole.replaceChildren(el("span", { class: `mark ${kind}` }));
    });
    for (const place of findAll(this, ".place")) {
      const yes = right?.[Number(place.dataset.place)];
      place.setAttribute("aria-pressed", yes ? "true" : "false");
      find(place, ".sign").textContent = yes ? "✓" : "✗";
    }
    const wrong = this.text in this.refusals;
    this.line.textContent = wrong ? this.refusals[this.text] : answerWords(this.value, this.board);
    this.line.classList.toggle("error", wrong);
    this.confirm.disabled = wrong;
    this.changed?.(wrong ? null : this.text);
  }
}

define("mastermind-answer", MastermindAnswer);
