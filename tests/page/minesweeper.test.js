import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  firstClick,
  blank,
  count,
  link,
  numbered,
  resized,
} from "../../src/mastermine/web/static/js/minesweeper/rows.js";
import { marks } from "../../src/mastermine/web/static/js/minesweeper/steps.js";

const LAYOUT = "*..\n...\n..*";

test("a layout has its numbers", () => {
  assert.equal(numbered(LAYOUT), "*10\n121\n01*");
  assert.equal(count(LAYOUT, "*"), 2);
});

test("rows are cut and filled up to another size", () => {
  assert.equal(resized(LAYOUT, 2, 4, "."), "*.\n..\n..\n..");
  assert.equal(blank(2, 2, "#"), "##\n##");
});

test("a link holds every mine", () => {
  assert.equal(link(LAYOUT), "/minesweeper?b=33&m=g2");
});

test("the computer begins where no mine is near", () => {
  assert.equal(firstClick("*....\n.....\n....."), "2,1");
});

test("a step marks what it looks at, and what followed before it", () => {
  const steps = [
    { safe: ["0,0"], mines: [], numbers: ["1,1"] },
    { safe: [], mines: ["2,2"], numbers: ["1,2"] },
  ];
  assert.deepEqual(marks(steps, 1), { wasSafe: ["0,0"], wasMines: [], numbers: ["1,2"], safe: [], mines: ["2,2"] });
});
