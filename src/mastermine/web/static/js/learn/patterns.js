// A pattern: a position with its reason, and an exercise.

import { el } from "../element.js";
import { _, ngettext } from "../text.js";
import { exercise } from "./exercise.js";
import { marking, picture } from "./field.js";
import { material } from "./pegs.js";

/**
 * The lesson of one pattern.
 * @param {string} name
 * @param {() => void} done
 */
export async function pattern(name, done) {
  const { patterns } = await material();
  const { idea, example, exercise: given } = patterns.filter((each) => each.pattern === name)[0];
  const [step] = example.steps;
  return [
    el("p", { text: idea }),
    el(
      "section",
      { class: "card trial", "aria-label": _("An example") },
      mines(example.mines),
      picture(example.board, { safe: step.safe, mines: step.mines, numbers: step.numbers }, _("An example")),
      legend(step),
      el("p", { class: "reason", text: step.sentence }),
    ),
    todo(given, done),
  ];
}

/**
 * @param {LessonPosition} given
 * @param {() => void} done
 */
function todo(given, done) {
  const field = marking(given.board, _("The exercise"));
  const check = () => {
    const wrong = fault(given, field.safe(), field.mined());
    if (wrong) return task.judge(false, wrong);
    const missing = given.safe.length + given.mined.length - field.safe().length - field.mined().length;
    if (missing > 0) {
      const some = field.safe().length + field.mined().length > 0;
      const text = ngettext("{n} cell follows that is not marked.", "{n} cells follow that are not marked.", missing);
      return task.judge(null, some ? `${_("All that is marked is right.")} ${text}` : text);
    }
    task.judge(true, given.steps.map(({ sentence }) => sentence).join(" "));
    done();
    return null;
  };
  const solve = () => {
    task.judge(null, given.steps.map(({ sentence }) => sentence).join(" "));
    field.field.marks = {
      safe: given.safe,
      mines: given.mined,
      numbers: given.steps.flatMap(({ numbers }) => numbers),
    };
  };
  const task = exercise(
    _("Mark every cell that is certainly safe, and every cell that is certainly a mine."),
    mines(given.mines),
    field.kinds,
    field.field,
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", class: "button primary", id: "check", text: _("Check"), on: { click: check } }),
      el("button", { type: "button", class: "button", id: "solution", text: _("Show me"), on: { click: solve } }),
    ),
  );
  return task.element;
}

/**
 * What is wrong with the marks, in words; null if nothing is.
 * @param {LessonPosition} given
 * @param {Cell[]} markedSafe
 * @param {Cell[]} markedMined
 */
function fault({ safe, mined, steps }, markedSafe, markedMined) {
  /** @param {Cell} cell */
  const because = (cell) => steps.find((step) => step.safe.includes(cell) || step.mines.includes(cell))?.sentence;
  for (const cell of markedSafe)
    if (mined.includes(cell)) return _("{cell} is a mine. {reason}", { cell, reason: because(cell) });
  for (const cell of markedMined)
    if (safe.includes(cell)) return _("{cell} is safe. {reason}", { cell, reason: because(cell) });
  const unsure = [...markedSafe, ...markedMined].find((cell) => !safe.includes(cell) && !mined.includes(cell));
  return unsure
    ? _("Nothing is certain about {cell}: with these numbers it can be a mine or not.", { cell: unsure })
    : null;
}

/** @param {number | null} n */
function mines(n) {
  return n === null
    ? null
    : el("p", { class: "small muted", text: ngettext("{n} mine in all.", "{n} mines in all.", n) });
}

/** @param {Step} step */
function legend(step) {
  return el(
    "ul",
    { class: "legend small" },
    step.numbers.length > 0 && el("li", { class: "number", text: _("the numbers to look at") }),
    step.safe.length > 0 && el("li", { class: "safe", text: _("safe") }),
    step.mines.length > 0 && el("li", { class: "mine", text: _("mine") }),
  );
}
