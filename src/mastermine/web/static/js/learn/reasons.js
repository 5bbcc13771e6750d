// The lessons on the reasons for a code of Mastermind, and puzzles without end.

import { PUZZLE, addressedLesson, addressedPuzzle, puzzleAddress, puzzleQuery } from "../addresses.js";
import { get } from "../api.js";
import { copy } from "../copy.js";
import { button, el, fill } from "../element.js";
import { read, save, say, tell } from "../page.js";
import { _, sentence } from "../text.js";
import { material } from "./pegs.js";
import { player } from "./puzzle.js";

/**
 * Creates the lesson of an example.
 * @param {string} name
 * @param {() => void} done
 */
export async function reason(name, done) {
  const { puzzles } = await material();
  const example = puzzles.filter(({ lesson }) => lesson === name)[0];
  const puzzle = await get(`/api/puzzles/rows?${puzzleQuery(example)}`);
  return [el("p", { text: example.idea }), ...player(puzzle, done)];
}

/**
 * Creates the lesson with puzzles without end: the one in the address, or a new one.
 * @param {() => void} done
 */
export async function more(done) {
  const { game: last, grade: before } = read("puzzle", { game: "3x10-distinct", grade: "" });
  const game = choice("puzzle-game", _("Game"), games(), last);
  const { grades } = await material();
  const grade = choice("puzzle-grade", _("Grade"), [["", _("any grade")], ...Object.entries(grades)], before);
  const wrong = el("p", { class: "error", role: "alert", hidden: true });
  const place = el("div", { id: "puzzle" });

  /**
   * Chooses the game of a puzzle, which may be one that the list lacks.
   * @param {CodePuzzle} puzzle
   */
  const choose = ({ rules, colours, described }) => {
    const { choice: list } = game;
    const name = colours?.join(",") ?? rules.replace(/^mastermind:/, "");
    if ([...list.options].some(({ value }) => value === name)) list.value = name;
    else list.append(el("option", { value: rules, text: described, selected: true }));
  };
  /** @param {CodePuzzle} puzzle */
  const show = (puzzle) => {
    choose(puzzle);
    const link = new URL(puzzleAddress(puzzle), location.href).href;
    fill(
      place,
      el("p", { class: "muted", text: `${puzzle.graded} · ${puzzle.described}` }),
      ...player(puzzle, done),
      button("copy-link", _("Copy the link"), async () => (await copy(link)) && tell(_("Copied."), "good")),
    );
  };
  /** @param {boolean} daily */
  const draw = async (daily) => {
    const [rules, level] = [game, grade].map((each) => each.choice.value);
    save("puzzle", { game: rules, grade: level });
    const chosen = { rules, ...(level && { grade: level }), ...(daily && { daily: "true" }) };
    return get(`/api/puzzles?${new URLSearchParams(chosen)}`);
  };
  const begin = async (daily = false) => {
    wrong.hidden = true;
    try {
      const puzzle = await draw(daily);
      if (addressedLesson() !== PUZZLE) return;
      history.pushState(null, "", puzzleAddress(puzzle));
      show(puzzle);
      say(`${puzzle.graded}. ${puzzle.question}`);
    } catch (error) {
      wrong.hidden = false;
      wrong.textContent = sentence(error.message);
    }
  };

  const given = addressedPuzzle();
  try {
    const puzzle = given ? await get(`/api/puzzles/rows?${given}`) : await draw(false);
    if (!given && addressedLesson() === PUZZLE) history.replaceState(null, "", puzzleAddress(puzzle));
    show(puzzle);
  } catch (error) {
    wrong.hidden = false;
    wrong.textContent = sentence(error.message);
  }
  return [
    el("p", {
      text: _(
        "Each puzzle has one solution and no row to spare. Its grade is that of the hardest reason that you need. The address of this page is the puzzle, so you can share it.",
      ),
    }),
    el(
      "div",
      { class: "row puzzle-choice" },
      game.field,
      grade.field,
      button("new-puzzle", _("New puzzle"), () => begin()),
      button("daily-puzzle", _("Puzzle of the day"), () => begin(true)),
    ),
    wrong,
    place,
  ];
}

/**
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} chosen
 */
function choice(id, label, options, chosen) {
  const select = el(
    "select",
    { id },
    options.map(([value, text]) => el("option", { value, text, selected: value === chosen })),
  );
  return { choice: select, field: el("label", { class: "field" }, el("span", { text: label }), select) };
}

/** @returns {[string, string][]} */
const games = () => [
  ["3x10-distinct", _("3 different digits")],
  ["4x10-distinct", _("4 different digits")],
  ["4x6", _("4 pegs in 6 colours")],
  ["4x6-distinct", _("4 different colours of 6")],
  ["skocko", _("4 of 6 symbols")],
  ["5x8", _("5 pegs in 8 colours")],
];
