/* Pegs: each is told by colour, by shape (a symbol) and by digit. */

import { el } from "../element.js";
import { _ } from "../text.js";
import { answerWords, colourOf, readAnswer } from "./codes.js";

const TEXT = "\uFE0E"; // Symbols as text, never as emoji.

/** A code peg; `covered` shows that there is one, and not which. */
export function peg(digit, board, { covered = false } = {}) {
  const colour = colourOf(digit, board);
  if (covered) return el("span", { class: "peg covered", "aria-hidden": "true" }, "?");
  if (!colour) return el("span", { class: "peg unknown", "aria-hidden": "true" }, digit);
  const blank = digit === "_";
  const node = el(
    "span",
    { class: blank ? "peg blank" : "peg", "aria-hidden": "true", dataset: { digit } },
    el("span", { class: "symbol" }, colour.symbol + TEXT),
    blank ? "" : el("span", { class: "digit" }, digit),
  );
  if (!blank) {
    node.style.setProperty("--peg", colour.rgb);
    node.classList.add(light(colour.rgb) ? "light" : "dark");
  }
  return node;
}

/** Whether black reads better than white on a colour (relative luminance as in WCAG 2.1). */
function light(rgb) {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(rgb.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/** The pegs of an answer, drawn: black is a full disc, white a ring; places are ticks and crosses. */
export function answerPegs(text, board) {
  const { black, white, right } = readAnswer(text);
  const marks = right
    ? right.map((yes) => (yes ? "right" : "wrong"))
    : [...Array(black).fill("black"), ...Array(white ?? 0).fill("white")];
  while (!right && marks.length < board.places) marks.push("none");
  const node = el(
    "span",
    { class: right ? "marks places" : "marks", "aria-hidden": "true" },
    ...marks.map((mark) => el("span", { class: `mark ${mark}` }, SIGNS[mark] ?? "")),
  );
  const lines = right ? 1 : marks.length > 8 ? 3 : 2;
  node.style.setProperty("--across", Math.ceil(marks.length / lines));
  return node;
}

const SIGNS = { right: "✓", wrong: "✗" };

/** An answer as pegs and as text. */
export function answer(text, board) {
  return el(
    "span",
    { class: "said", title: _("Answer: {answer}", { answer: answerWords(text) }) },
    answerPegs(text, board),
    el("span", { class: "long" }, answerWords(text)),
    el("span", { class: "short", "aria-hidden": "true" }, /B/.test(text) ? text : ""),
  );
}
