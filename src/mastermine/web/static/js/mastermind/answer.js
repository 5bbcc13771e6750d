/* The desk of a person who answers: plus and minus for black and white, or a switch for each place. */

import { define, el } from "../element.js";
import { _ } from "../text.js";
import { answerWords, emptyAnswer, impossible, markWords, nameOf, split, writeAnswer } from "./codes.js";
import { peg } from "./peg.js";

const TYPED = 9; // Where there are more places, counts can be typed, too.

class MastermindAnswer extends HTMLElement {
  /** Ask for the answer to a code: `{board, code, row, was, busy, done, cancel, changed}`.
   *
   * `was` is the answer that is to be corrected; `done(text)` is called with the new one.
   */
  ask({ key, board, code, row, was, done, cancel, changed }) {
    if (key === this.key) return;
    this.key = key;
    this.board = board;
    this.changed = changed;
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
      el(
        "p",
        { class: "asked" },
        was
          ? _("What is the right answer to row {row}?", { row })
          : _("Guess {row} of the computer: how good is it?", { row }),
      ),
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

  set busy(busy) {
    this.classList.toggle("busy", busy);
    if (this.confirm) this.confirm.disabled = busy || Boolean(impossible(this.value, this.board));
  }

  get text() {
    return writeAnswer(this.value);
  }

  #pegs() {
    return markWords(this.board).map(([kind, label]) => {
      const count =
        this.board.places > TYPED ? this.#typed(kind, label) : el("output", { class: "count", dataset: { kind } });
      const step = (by, sign, name) =>
        el(
          "button",
          {
            type: "button",
            class: "button step",
            dataset: { kind, by: String(by) },
            "aria-label": name,
            on: { click: () => this.#step(kind, by) },
          },
          sign,
        );
      return el(
        "div",
        { class: "counter", role: "group", "aria-label": label },
        el("span", { class: "marks", "aria-hidden": "true" }, el("span", { class: `mark ${kind}` })),
        el("span", { class: "what" }, label),
        step(-1, "−", kind === "black" ? _("one black less") : _("one white less")),
        count,
        step(1, "+", kind === "black" ? _("one black more") : _("one white more")),
      );
    });
  }

  /** A count that can be typed; Enter gives the answer. */
  #typed(kind, label) {
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

  #step(kind, by) {
    this.#set(kind, this.value[kind] + by);
  }

  #set(kind, n) {
    if (!Number.isInteger(n) || n < 0 || n > this.board.places) return;
    this.value = { ...this.value, [kind]: n };
    this.#show();
  }

  #flip(place) {
    this.value = { right: this.value.right.map((yes, at) => (at === place ? !yes : yes)) };
    this.#show();
  }

  #show() {
    const { black, white, right } = this.value;
    for (const count of this.querySelectorAll(".count")) {
      if (count.localName === "output") count.textContent = this.value[count.dataset.kind];
      else if (count !== document.activeElement) count.value = this.value[count.dataset.kind];
    }
    for (const step of this.querySelectorAll(".step")) {
      const n = this.value[step.dataset.kind] + Number(step.dataset.by);
      const most = this.board.places - (step.dataset.kind === "black" ? (white ?? 0) : black);
      step.disabled = n < 0 || n > most;
    }
    for (const place of this.querySelectorAll(".place")) {
      const yes = right[Number(place.dataset.place)];
      place.setAttribute("aria-pressed", yes ? "true" : "false");
      place.querySelector(".sign").textContent = yes ? "✓" : "✗";
    }
    const wrong = impossible(this.value, this.board);
    this.line.textContent = wrong || answerWords(this.text);
    this.line.classList.toggle("error", Boolean(wrong));
    this.confirm.disabled = Boolean(wrong);
    this.changed?.(wrong ? null : this.text);
  }
}

define("mastermind-answer", MastermindAnswer);
