// A puzzle of Mastermind: its rows, a code to enter, and the explanation step by step.

import { puzzleQuery } from "../addresses.js";
import { get } from "../api.js";
import { button, el, fill } from "../element.js";
import { codeWords, join, readAnswer, split } from "../mastermind/codes.js";
import { read, save, say, tell } from "../page.js";
import { answerMarks } from "../pegs.js";
import { _ } from "../text.js";
import { exercise } from "./exercise.js";
import { row, shown } from "./pegs.js";

/**
 * Creates the parts of a puzzle. `done()` is called when it is solved.
 * @param {CodePuzzle} puzzle
 * @param {() => void} done
 */
export function player(puzzle, done) {
  const { shape, turns, steps } = puzzle;
  const rows = turns.map((turn, i) => rowOf(turn, i, puzzle));
  const list = el("ol", { class: "rows puzzle-rows", "aria-label": _("Rows") }, rows);
  /**
   * Marks rows, counted from 1.
   * @param {number[]} numbers
   * @param {"now" | "wrong"} kind
   */
  const mark = (numbers, kind = "now") => {
    for (const [i, each] of rows.entries()) {
      const here = numbers.includes(i + 1);
      each.classList.toggle("now", here && kind === "now");
      each.classList.toggle("wrong", here && kind === "wrong");
    }
  };

  const told = el("input", {
    type: "checkbox",
    id: "as-sentences",
    checked: read("answers-as-sentences", false),
    on: {
      change: () => {
        save("answers-as-sentences", told.checked);
        list.classList.toggle("told", told.checked);
      },
    },
  });
  list.classList.toggle("told", told.checked);

  const entry = row(Array(shape.places).fill(""), shape, {
    label: _("The code"),
    changed: () => mark([]),
    once: !shape.repeats,
    tray: true,
  });
  const known = el("div", { class: "code-line", hidden: true });
  const seen = el("ol", { class: "reasons", "aria-label": puzzle.how });
  const end = el("p", { text: puzzle.end, hidden: true });

  const check = async () => {
    const code = entry.code();
    if (code.includes("")) return task.judge(null, _("Fill all places first."));
    try {
      const query = `${puzzleQuery(puzzle)}&code=${encodeURIComponent(join(code, shape))}`;
      const { right, row: wrong, sentence } = await get(`/api/puzzles/check?${query}`);
      mark(wrong === null ? [] : [wrong], "wrong");
      task.judge(right, sentence);
      if (right) done();
    } catch (error) {
      tell(error.message, "bad");
    }
    return null;
  };
  const reveal = () => {
    const step = steps[seen.children.length];
    task.clear();
    seen.append(stepOf(step, mark));
    mark(step.rows);
    known.hidden = false;
    const places = step.known.map((digit) => digit ?? "");
    fill(known, el("span", { class: "label", text: _("Known so far") }), shown(places, shape, _("Known so far")));
    const last = seen.children.length === steps.length;
    end.hidden = !last;
    say(`${step.name}. ${step.sentence}`);
    if (!last) return;
    const focused = document.activeElement === next;
    next.disabled = true;
    if (focused) checking.focus();
  };
  const solve = () => {
    while (!next.disabled) reveal();
    entry.set(split(puzzle.code, shape));
    mark([]);
    end.hidden = true;
    task.judge(null, _("The code: {code}", { code: codeWords(puzzle.code, shape) }));
  };

  const checking = button("check", _("Check"), check, "primary");
  const next = button("next-step", _("Next step"), reveal);
  const task = exercise(
    puzzle.question,
    entry.element,
    el("div", { class: "row" }, checking, next, button("solution", _("Show the solution"), solve)),
    seen,
    known,
    end,
  );
  return [
    el(
      "section",
      { class: "card trial", "aria-label": _("The puzzle") },
      list,
      el("p", { class: "small muted", text: puzzle.legend }),
      el("label", { class: "choice" }, told, el("span", { text: _("Answers as sentences") })),
    ),
    task.element,
  ];
}

/**
 * @param {Turn} turn
 * @param {number} i
 * @param {CodePuzzle} puzzle
 */
function rowOf([text, answer], i, { shape, answers, sentences }) {
  const [short, words] = answers[answer];
  return el(
    "li",
    { dataset: { row: i + 1 } },
    el("span", { class: "muted number", "aria-hidden": "true", text: i + 1 }),
    shown(split(text, shape), shape, _("row {row}", { row: i + 1 })),
    el(
      "span",
      { class: "answer", role: "img", "aria-label": words },
      answerMarks(readAnswer(answer), shape.places),
      el("span", { class: "number", text: short }),
    ),
    el("span", { class: "sentence", text: sentences[i] }),
  );
}

/**
 * Creates a step of the explanation; it marks its rows when it is pointed at.
 * @param {CodeStep} step
 * @param {(rows: number[]) => void} mark
 */
function stepOf({ name, rows, sentence }, mark) {
  return el(
    "li",
    { on: { pointerenter: () => mark(rows) } },
    el("button", {
      type: "button",
      class: "rule-name",
      text: name,
      on: { click: () => mark(rows), focus: () => mark(rows) },
    }),
    el("span", { text: sentence }),
  );
}
