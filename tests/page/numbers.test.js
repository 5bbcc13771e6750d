import "./browser.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { exact, percent } from "../../src/mastermine/web/static/js/minesweeper/chance.js";
import {
  chosenGames,
  decimal,
  formOf,
  huge,
  rough,
  time,
  whole,
  wins,
} from "../../src/mastermine/web/static/js/numbers.js";
import { light } from "../../src/mastermine/web/static/js/pegs.js";

test("numbers are written as people read them", () => {
  assert.equal(whole(1296), "1,296");
  assert.equal(decimal(4.4761), "4.476");
  assert.equal(decimal(null), "–");
  assert.equal(wins(1, 3), "1 (33 %)");
});

test("of a number that is too long only its size is told", () => {
  assert.equal(huge("1296"), "1,296");
  assert.equal(huge(`1234${"0".repeat(30)}`), "about 1.23 · 10^33");
  assert.equal(rough(1234), "about 1,200");
  assert.equal(rough(2.56e20), "about 2.6 × 10^20");
});

test("the form of a long number is that of its last digits", () => {
  assert.equal(formOf("21"), 21);
  assert.equal(formOf("123456789000021"), 1000021);
});

test("games with a chosen seed or secret are counted", () => {
  assert.equal(chosenGames([{ description: "Classic", note: "" }]), "");
  assert.equal(chosenGames([{ description: "Classic", note: "One." }]), "One.");
  const two = [
    { description: "Classic", note: "One." },
    { description: "Expert", note: "" },
  ];
  assert.equal(chosenGames(two), "Classic: One.");
});

test("seconds are minutes and hours", () => {
  assert.equal(time(65.9), "1:05");
  assert.equal(time(3661), "1:01:01");
});

test("a chance is never 0 or 100 unless it is certain", () => {
  assert.deepEqual([0, 0.001, 0.5, 0.999, 1].map(percent), ["0", "<1", "50", ">99", "100"]);
  assert.deepEqual([0, 0.00001, 0.125, 0.99999, 1].map(exact), ["0", "0.1", "12.5", "99.9", "100"]);
});

test("black is read better on light colours", () => {
  assert.equal(light("#f2c230"), true);
  assert.equal(light("#2458c5"), false);
});
