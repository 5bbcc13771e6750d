import "./browser.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { puzzleAddress, rowsAddress } from "../../src/mastermine/web/static/js/addresses.js";
import { codes, respond, written } from "../../src/mastermine/web/static/js/learn/pegs.js";
import {
  answerWords,
  codeWords,
  join,
  markWords,
  readAnswer,
  split,
  writeAnswer,
} from "../../src/mastermine/web/static/js/mastermind/codes.js";
import { Draft } from "../../src/mastermine/web/static/js/mastermind/draft.js";

const colours = ["red", "blue", "green"].map((name, at) => ({ digit: String(at + 1), name }));
const counted = (word) => [0, 1, 2, 3].map((n) => `${n} ${word}`);
const answers = { initials: ["B", "W"], counts: [counted("black"), counted("white")], meanings: ["one", "other"] };
const BOARD = { places: 3, colours, separator: "", answer: "pegs", repeats: true, limit: 10, answers };

beforeEach(() => sessionStorage.clear());

test("codes are split into digits and joined again", () => {
  assert.deepEqual(split("121", BOARD), ["1", "2", "1"]);
  const wide = { ...BOARD, separator: " " };
  assert.equal(join(split("12 3 40", wide), wide), "12 3 40");
  assert.equal(codeWords("13", BOARD), "red, green");
  assert.equal(codeWords("_", BOARD), "empty");
});

test("addresses name rows, and the pegs of a puzzle", () => {
  /** @type {[string, string][]} */
  const turns = [
    ["014", "2B 0W"],
    ["732", "+-+"],
    ["125", "?"],
  ];
  const rows = "rules=3x10-distinct&turns=014:2B0W;732:%2B-%2B;125";
  const rules = "mastermind:3x10-distinct";
  assert.equal(rowsAddress({ rules, turns }), `/analyse?${rows}`);
  assert.equal(puzzleAddress({ rules, turns, colours: null }), `/learn/puzzle?${rows}`);
  assert.equal(puzzleAddress({ rules, turns, colours: ["red", "blue"] }), `/learn/puzzle?${rows}&colours=red%2Cblue`);
});

test("answers are read, written and put into words", () => {
  for (const text of ["2B 1W", "3B", "+-+"]) assert.equal(writeAnswer(readAnswer(text)), text);
  assert.equal(answerWords(readAnswer("1B 2W"), BOARD), "1 black, 2 white");
  assert.equal(answerWords(readAnswer("3B"), BOARD), "3 black");
  assert.deepEqual(markWords({ ...BOARD, answer: "places" }), [
    ["right", "one"],
    ["wrong", "other"],
  ]);
});

test("the lessons answer a guess as the game does", () => {
  assert.deepEqual(respond([..."1123"], [..."2111"]), { black: 1, white: 2 });
  assert.equal(written(respond([..."1122"], [..."2211"])), "0B 4W");
  assert.equal(codes([..."123456"], 4).length, 1296);
});

test("a row is filled, held for the next one, and there again after a reload", () => {
  const draft = new Draft("row", BOARD, () => {});
  draft.put(0, "1");
  draft.put(2, "3");
  assert.equal(draft.hold(2), true);
  const again = new Draft("row", BOARD, () => {});
  assert.deepEqual(again.pegs, ["1", null, "3"]);
  again.put(1, "2");
  assert.equal(again.text, "123");
  again.next();
  assert.deepEqual(again.pegs, [null, null, "3"]);
});

test("where no colour stands twice a peg leaves its hole", () => {
  const draft = new Draft("row", { ...BOARD, repeats: false }, () => {});
  draft.put(0, "1");
  draft.put(1, "1");
  assert.deepEqual(draft.pegs, [null, "1", null]);
});

test("a code that is hidden is kept nowhere", () => {
  const draft = new Draft(null, BOARD, () => {});
  draft.put(0, "1");
  assert.equal(sessionStorage.size, 0);
  assert.equal(new Draft(null, BOARD, () => {}).empty, true);
});
