// The lesson of a pattern: an explained example and an exercise.

import { el } from "../element.js";
import { _, ngettext } from "../text.js";
import { exercise } from "./exercise.js";
import { marking, picture } from "./field.js";
import { material } from "./pegs.js";

/**
 * Creates the lesson of a pattern.
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
    practice(given, done),
  ];
}

/**
 * @param {LessonPosition} given
 * @param {() => void} done
 */
function practice(given, done) {
  const field = marking(given.board, _("The exercise"));
  const check = () => {
    const wrong = fault(given, field.safe(), field.mined());
    if (wrong) return task.judge(false, wrong);
    const missing = given.safe.length + given.mined.length - field.safe().length - field.mined().length;
    if (missing > 0) {
      const some = field.safe().length + field.mined().length > 0;
      const text = ngettext("{n} more cell can be marked.", "{n} more cells can be marked.", missing);
      return task.judge(null, some ? `${_("All marks are right.")} ${text}` : text);
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
    _("Mark all cells that are certainly safe and all cells that are certainly mines."),
    mines(given.mines),
    field.kinds,
    field.field,
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", class: "button primary", id: "check", text: _("Check"), on: { click: check } }),
      el("button", {
        type: "button",
        class: "button",
        id: "solution",
        text: _("Show the solution"),
        on: { click: solve },
      }),
    ),
  );
  return task.element;
}

/**
 * Describes the first wrong mark; null if there is none.
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
  return unsure ? _("{cell} is not certain: with these numbers it may or may not be a mine.", { cell: unsure }) : null;
}

/** @param {number | null} n */
function mines(n) {
  return n === null
    ? null
    : el("p", { class: "small muted", text: ngettext("{n} mine in total.", "{n} mines in total.", n) });
}

/** @param {Step} step */
function legend(step) {
  return el(
    "ul",
    { class: "legend small" },
    step.numbers.length > 0 && el("li", { class: "number", text: _("relevant numbers") }),
    step.safe.length > 0 && el("li", { class: "safe", text: _("safe") }),
    step.mines.length > 0 && el("li", { class: "mine", text: _("mine") }),
  );
}
