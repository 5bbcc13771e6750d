import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

const { byGuesses, byTime } = await import("../../src/mastermine/web/static/js/ending/bars.js");

test("games by guesses: at least six bars, the last of many has all others", () => {
  assert.deepEqual(
    byGuesses({ 3: 1, 5: 2 }).map(({ name, count }) => [name, count]),
    [
      ["1", 0],
      ["2", 0],
      ["3", 1],
      ["4", 0],
      ["5", 2],
      ["6", 0],
    ],
  );
  const many = byGuesses({ 19: 1, 20: 2, 31: 3 });
  assert.equal(many.length, 20);
  assert.deepEqual([many.at(-1)?.name, many.at(-1)?.count], ["20+", 5]);
});

test("games by time: few bars of equal width, and each game in one of them", () => {
  for (const counts of [{ 0: 1 }, { 3: 2, 9: 1, 14: 4 }, { 7: 1, 4000: 2 }, { 59: 1, 60: 1, 61: 1 }]) {
    const bars = byTime(counts);
    assert.ok(bars.length <= 8);
    assert.equal(
      bars.reduce((sum, { count }) => sum + count, 0),
      Object.values(counts).reduce((a, b) => a + b),
    );
    assert.ok(bars[0].count && bars.at(-1)?.count);
    assert.equal(new Set(bars.map(({ from, to }) => to - from)).size, 1);
  }
  assert.deepEqual(byTime({}), []);
});
