// The lessons in order. Their modules are loaded on demand.

import { PUZZLE } from "../addresses.js";
import { _ } from "../text.js";

/** Names of the patterns with a lesson, as in the deduction, the simplest first. */
const PATTERNS = [
  "single number",
  "1-1",
  "1-1+",
  "hole",
  "1-2",
  "1-4",
  "1-2C",
  "1-2C+",
  "1-2-1",
  "1-2-2-1",
  "1-2-1R",
  "corner 1-3-1",
  "corner 2-2-2",
  "0112 square",
  "smallest set",
  "mine count",
  "joint mine count",
];

/** Names of the lessons on reasons for a code, with the number of puzzles of each. @type {[string, number][]} */
const REASONS = [
  ["one-row", 2],
  ["places-of-a-colour", 2],
  ["misplaced-pegs", 2],
  ["all-colours", 1],
  ["two-rows", 2],
  ["what-if", 2],
  ["several-rows", 2],
  ["chain", 1],
  ["list-of-codes", 1],
];

/** Returns groups of {title, lessons: [{id, title, content: done => promise of elements}]}. */
export function groups() {
  /** @param {"rules" | "bulls" | "thinking"} name */
  const codes = (name) => async (/** @type {() => void} */ done) => (await import("./codes.js"))[name](done);
  /** @param {"rules" | "guessing"} name */
  const mines = (name) => async (/** @type {() => void} */ done) => (await import("./mines.js"))[name](done);
  return [
    {
      title: _("Mastermind"),
      lessons: [
        { id: "rules", title: _("Black and white pegs"), content: codes("rules") },
        { id: "bulls-and-cows", title: _("Bulls and Cows"), content: codes("bulls") },
        { id: "thinking", title: _("Consistent guesses"), content: codes("thinking") },
        {
          id: "knuth",
          title: _("Knuth’s algorithm"),
          content: async (/** @type {() => void} */ done) => (await import("./machine.js")).machine(done),
        },
      ],
    },
    {
      title: _("Puzzles of Mastermind"),
      lessons: [
        ...REASONS.flatMap(([name, number]) =>
          Array.from({ length: number }, (_none, i) => reason(i ? `${name}-${i + 1}` : name, reasonTitle(name, i))),
        ),
        {
          id: PUZZLE,
          title: _("More puzzles"),
          content: async (/** @type {() => void} */ done) => (await import("./reasons.js")).more(done),
        },
      ],
    },
    {
      title: _("Minesweeper"),
      lessons: [{ id: "mines", title: _("Numbers, flags, chords"), content: mines("rules") }],
    },
    {
      title: _("Patterns"),
      lessons: PATTERNS.map((name) => ({
        id: name.replaceAll(" ", "-").replaceAll("+", "-and-more"),
        title: titled(name),
        content: async (/** @type {() => void} */ done) => (await import("./patterns.js")).pattern(name, done),
      })),
    },
    {
      title: _("More"),
      lessons: [
        { id: "guessing", title: _("When you must guess"), content: mines("guessing") },
        { id: "history", title: _("History"), content: async () => (await import("./history.js")).history() },
      ],
    },
  ];
}

/**
 * @param {string} id
 * @param {string} title
 */
function reason(id, title) {
  return {
    id,
    title,
    content: async (/** @type {() => void} */ done) => (await import("./reasons.js")).reason(id, done),
  };
}

/**
 * @param {string} name
 * @param {number} i
 */
function reasonTitle(name, i) {
  /** @type {Record<string, string>} */
  const names = {
    "one-row": _("One row"),
    "places-of-a-colour": _("Places of a colour"),
    "misplaced-pegs": _("Misplaced pegs"),
    "all-colours": _("All colours together"),
    "two-rows": _("Two rows"),
    "what-if": _("What if"),
    "several-rows": _("Several rows"),
    chain: _("Chain"),
    "list-of-codes": _("List of codes"),
  };
  // Translators: {title} is the title of the lesson before, such as "One row".
  return i ? _("{title}, again", { title: names[name] }) : names[name];
}

/** @param {string} name */
function titled(name) {
  /** @type {Record<string, string>} */
  const names = {
    "single number": _("One number"),
    hole: _("The hole"),
    "1-2-1R": _("1-2-1 with known mines"),
    "corner 1-3-1": _("Corner 1-3-1"),
    "corner 2-2-2": _("Corner 2-2-2"),
    "0112 square": _("The 0112 square"),
    "smallest set": _("The smallest set of numbers"),
    "mine count": _("Counting mines"),
    "joint mine count": _("Counting with several fronts"),
  };
  return names[name] ?? name;
}
