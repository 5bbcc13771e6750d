// A walk through the steps of a deduction, with their sentences and marks on the board.

import { button, el } from "../element.js";
import { icon, say } from "../page.js";
import { _ } from "../text.js";
import { named } from "./field.js";

/** @param {Cell[] | undefined} list */
const cells = (list) => (list ?? []).map(named);

/**
 * Returns the marks of a step and of the conclusions before it.
 * @param {Step[]} steps
 * @param {number} at
 */
export function marks(steps, at) {
  const step = steps[at];
  const before = steps.slice(0, at);
  return {
    wasSafe: before.flatMap((each) => cells(each.safe)),
    wasMines: before.flatMap((each) => cells(each.mines)),
    numbers: cells(step.numbers),
    safe: cells(step.safe),
    mines: cells(step.mines),
  };
}

/**
 * Returns the marks of all steps together, with every number that their sentences name.
 * @param {Step[]} steps
 */
export function conclusion(steps) {
  const numbers = steps.flatMap((each) => cells(each.numbers));
  return steps.length ? { ...marks(steps, steps.length - 1), numbers } : {};
}

/**
 * Returns the marks of a plan: the flags to set, the cell to click, and the cells that a chord opens.
 * @param {ClickPlan} plan
 */
export function efficient({ cell, chord, flags, opens }) {
  return { mines: flags, safe: chord ? opens : [], hint: [cell] };
}

/**
 * Creates the legend of the marks that a field shows.
 * @param {Field} field
 */
export function legend(field) {
  /** @type {[keyof Marks, string, string][]} */
  const kinds = [
    ["hint", "hint", _("hint")],
    ["numbers", "number", _("number used")],
    ["safe", "safe", _("safe")],
    ["mines", "mine", _("mine")],
    ["wasSafe", "was-safe", _("safe by an earlier step")],
    ["wasMines", "was-mine", _("mine by an earlier step")],
    ["bad", "bad", _("wrong")],
  ];
  const shown = field.marks ?? {};
  const items = kinds.filter(([name]) => shown[name]?.length);
  return el(
    "ul",
    { class: "legend", "aria-label": _("The marks") },
    items.map(([, kind, text]) => el("li", { dataset: { kind } }, text)),
  );
}

/**
 * Creates the button that closes an answer.
 * @param {string} id
 * @param {() => void} close
 */
export function closing(id, close) {
  const label = _("Close");
  return el(
    "button",
    {
      type: "button",
      class: "icon-button closing",
      id,
      "aria-label": label,
      title: label,
      on: { click: () => close() },
    },
    icon("close"),
  );
}

export class Walk {
  /**
   * Creates a walk on a `field`; `act` does a step, `leave` is called by the Close button.
   * @param {Field} field
   * @param {WalkStep[]} steps
   * @param {{act?: ((step: Step) => unknown) | null, leave?: (() => void) | null}} given
   */
  constructor(field, steps, { act = null, leave = null } = {}) {
    this.field = field;
    this.steps = steps;
    this.at = 0;
    this.title = el("h3", { class: "walk-title" });
    this.sentence = el("p", { class: "walk-sentence" });
    this.legend = el("div", {});
    this.follows = el("p", { class: "walk-follows mono small" });
    this.back = button("step-back", _("Back"), () => this.go(this.at - 1));
    this.next = button("step-next", _("Next"), () => this.go(this.at + 1));
    this.element = el(
      "div",
      {
        class: "walk",
        on: {
          keydown: (event) => {
            const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
            if (!by) return;
            event.preventDefault();
            this.go(this.at + by);
          },
        },
      },
      leave && closing("step-close", leave),
      this.title,
      this.sentence,
      this.follows,
      this.legend,
      el(
        "div",
        { class: "row" },
        this.back,
        this.next,
        act && button("step-do", _("Do this step"), () => act(this.steps[this.at]), "primary"),
      ),
    );
    this.go(0, { quiet: true });
  }

  get step() {
    return this.steps[this.at];
  }

  /**
   * @param {number} at
   * @param {{quiet?: boolean}} given
   */
  go(at, { quiet = false } = {}) {
    if (at < 0 || at >= this.steps.length) return;
    this.at = at;
    const { step } = this;
    const [title, sentence, ...follows] = step.lines;
    this.title.textContent = title;
    this.title.dataset.pattern = step.pattern;
    this.sentence.textContent = sentence;
    this.follows.textContent = follows.join(" · ");
    this.back.setAttribute("aria-disabled", String(at === 0));
    this.next.setAttribute("aria-disabled", String(at === this.steps.length - 1));
    this.field.marks = marks(this.steps, at);
    this.legend.replaceChildren(legend(this.field));
    const first = cells(step.safe)[0] ?? cells(step.mines)[0];
    if (first) this.field.show(first);
    if (!quiet) say(`${title}. ${sentence}`);
  }
}
