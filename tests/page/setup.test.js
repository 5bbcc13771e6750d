import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

const { chosen, linked, remember, requestOf, rulesFor } = await import(
  "../../src/mastermine/web/static/js/setup/choices.js"
);

const number = (name) => ({ name, kind: "number", options: [], always: false, way: null });
const classic = { places: 4, colours: 6, repeats: true, blank: false, answer: "pegs", limit: 10 };
const CODES = {
  levels: ["classic", "super"],
  presets: [
    { name: "classic", values: classic },
    { name: "super", values: { ...classic, places: 5, colours: 8, limit: 12 } },
  ],
  strategies: [{ name: "knuth" }],
  form: {
    ways: ["computer", "person", "people", "adversary"].map((value) => ({ value })),
    fields: Object.keys(classic).map(number),
    choices: [
      { name: "keep", way: "adversary", options: [{ value: "largest" }, { value: "hardest" }] },
      { name: "score", way: "people", options: [{ value: "rounds" }, { value: "points" }] },
    ],
  },
};
const beginner = { width: 9, height: 9, mines: 10, first: "safe", noguess: false };
const MINES = {
  levels: ["beginner"],
  presets: [{ name: "beginner", values: beginner }],
  strategies: [],
  form: {
    ways: ["computer", "people"].map((value) => ({ value })),
    fields: Object.keys(beginner).map((name) => ({ ...number(name), always: ["first", "noguess"].includes(name) })),
    choices: [],
  },
};

const codes = (rules) => chosen("mastermind", CODES, { rules });
const mines = (rules) => chosen("minesweeper", MINES, { rules });

test("specs of both games are read", () => {
  assert.deepEqual(codes("mastermind:4x6,limit=10").fields, classic);
  const black = { ...classic, places: 5, limit: null, repeats: false, blank: true, answer: "black" };
  assert.deepEqual(codes(" 5X6+blank-distinct-black").fields, black);
  assert.equal(codes("3x3-places").fields.answer, "places");
  assert.deepEqual(mines("minesweeper:9x9x10").fields, beginner);
  const many = { ...beginner, mines: 1000, first: "open", noguess: true };
  assert.deepEqual(mines("9x9x1000-open-noguess").fields, many);
  // The usual rules are shown instead of what cannot be read.
  for (const text of ["9x9x", "nonsense"]) assert.equal(mines(text).level, "beginner");
});

test("rules of a link choose a level, or make custom ones", () => {
  assert.equal(codes("mastermind:5x8,limit=12").level, "super");
  const custom = codes("5x9");
  assert.deepEqual([custom.level, custom.fields.places, custom.fields.colours], ["own", 5, 9]);
  const [open, safe] = [mines("beginner-open"), mines("beginner")];
  assert.deepEqual([open.level, open.fields.first, safe.fields.first], ["beginner", "open", "safe"]);
  assert.deepEqual(mines({ level: "beginner", mines: 12 }).level, "own");
});

test("only the page lets the first click open an area by default", () => {
  const usual = chosen("minesweeper", MINES);
  assert.deepEqual(requestOf(MINES, usual), {
    rules: { level: "beginner", first: "open", noguess: false },
    mode: "computer",
  });
  assert.equal(rulesFor(MINES, "beginner", beginner), "beginner");
  const linkedOne = chosen("minesweeper", MINES, { rules: "beginner", seed: "a" });
  assert.deepEqual(requestOf(MINES, linkedOne), { rules: "beginner", seed: "a", mode: "computer" });
  // Without guesses the first click opens an area anyway.
  const sure = { ...usual, fields: { ...usual.fields, noguess: true } };
  assert.deepEqual(requestOf(MINES, sure).rules, { level: "beginner", noguess: true });
});

test("a request has what belongs to the way to play", () => {
  const usual = chosen("mastermind", CODES, { rules: "classic", seed: "12", strategy: "knuth" });
  assert.deepEqual(requestOf(CODES, usual), { rules: "classic", seed: 12, strategy: "knuth", mode: "computer" });
  assert.equal(requestOf(CODES, { ...usual, mode: "person" }).seed, undefined);
  assert.equal(requestOf(CODES, { ...usual, mode: "adversary" }).keep, "largest");
  const people = { ...usual, mode: "people", seed: "", players: [" Ann", "Ben"], colours: "sun, moon" };
  assert.deepEqual(requestOf(CODES, people), {
    rules: "classic",
    colours: ["sun", "moon"],
    score: "rounds",
    players: ["Ann", "Ben"],
    rounds: 2,
  });
  assert.deepEqual(requestOf(CODES, { ...usual, mode: "daily", daily: "super" }), { daily: "super" });
});

test("the values of a link are those of the form", () => {
  const link = new URLSearchParams("rules=5x9&mode=nobody&players=Ann,Ben&score=points&rounds=4&strategy=none");
  const values = chosen("mastermind", CODES, linked(link));
  assert.deepEqual([values.mode, values.players, values.rounds], ["people", ["Ann", "Ben"], "4"]);
  assert.deepEqual([values.extra.score, values.strategy], ["points", ""]);
});

test("choices are kept for the next time, but not the seed", () => {
  remember("mastermind", { ...chosen("mastermind", CODES), level: "super", mode: "adversary", seed: "once" });
  const next = chosen("mastermind", CODES);
  assert.deepEqual([next.level, next.mode, next.seed], ["super", "adversary", ""]);
});
