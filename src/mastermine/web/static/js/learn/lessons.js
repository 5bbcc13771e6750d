// The lessons in order. Their modules are loaded on demand.

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
