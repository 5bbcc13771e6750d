// A board that the computer solves step by step, with reasons.

import { button, el } from "../element.js";
import { say } from "../page.js";
import { _ } from "../text.js";
import { named } from "./field.js";
import { blank } from "./rows.js";
import { legend } from "./steps.js";

export class Solved {
  /**
   * Shows `stages` of /api/solve on `field`; `closed` is called by the Close button.
   * @param {Field} field
   * @param {SolvedClick[]} stages
   * @param {() => void} closed
   */
  constructor(field, stages, closed) {
    this.field = field;
    this.stages = stages;
    this.at = 0;
    this.shown = false;
    field.paint = false;
    field.readonly = true;
    this.closed = blank(field.width, field.height, "#");
    this.title = el("h3", { tabindex: "-1" });
    this.words = el("div", {});
    this.element = el(
      "div",
      { class: "walk", id: "solved" },
      this.title,
      this.words,
      legend(),
      el(
        "div",
        { class: "row" },
        button("solved-back", _("Back"), () => this.go(-1)),
        button("solved-next", _("Next"), () => this.go(1), "primary"),
        button("solved-end", _("To the end"), () => this.#end()),
        button("solved-close", _("Close"), () => {
          field.readonly = false;
          closed();
        }),
      ),
    );
    this.#show(false);
  }

  /**
   * Moves by half a step: each step is shown before and after its move.
   * @param {number} by
   */
  go(by) {
    const last = this.stages.length - 1;
    if (by > 0 && this.shown && this.at < last) Object.assign(this, { at: this.at + 1, shown: false });
    else if (by > 0) this.shown = true;
    else if (this.shown) this.shown = false;
    else if (this.at > 0) Object.assign(this, { at: this.at - 1, shown: true });
    this.#show();
  }

  #end() {
    Object.assign(this, { at: this.stages.length - 1, shown: true });
    this.#show();
  }

  #show(aloud = true) {
    const { at, stages, shown, field } = this;
    const stage = stages[at];
    const before = shown ? stage : stages[at - 1];
    field.board = before?.board ?? this.closed;
    field.flags = (before?.mines ?? []).map(named);
    const { step, cell } = stage;
    const hit = shown && at === stages.length - 1 && cell && stage.risk > 0 && stage.board.includes("*");
    field.marks = shown
      ? hit
        ? { bad: [cell] }
        : null
      : step
        ? { numbers: step.numbers, safe: step.safe, mines: step.mines }
        : { hint: cell ? [cell] : [] };
    const [title, ...lines] = stage.lines;
    if (shown && stage.ending) lines.push(stage.ending);
    this.title.textContent = title;
    this.words.replaceChildren(...lines.map((text) => el("p", { text })));
    if (aloud) say(`${title}. ${stage.reasons.join(" ")}`);
  }
}
