/* Draws pegs with a colour, a symbol and a digit. */

import { el } from "../element.js";
import { answerMarks, light } from "../pegs.js";
import { _ } from "../text.js";
import { colourOf, readAnswer } from "./codes.js";

/** Paints that are brighter on the dark board than in texts. @type {Record<string, string>} */
const BRIGHT = { "#c9a800": "#ffd21f", "#7a7d1e": "#8b8a3d" };
const TEXT = "\uFE0E"; // Shows symbols as text, not as emoji.

/**
 * Draws a code peg; `covered` hides its colour.
 * @param {string | null} digit
 * @param {Palette} board
 * @param {{covered?: boolean}} given
 */
export function peg(digit, board, { covered = false } = {}) {
  const colour = colourOf(digit, board);
  if (covered) return el("span", { class: "peg covered", "aria-hidden": "true" }, "?");
  if (!colour || digit === null) return el("span", { class: "peg unknown", "aria-hidden": "true" }, digit);
  const blank = digit === "_";
  const node = el(
    "span",
    {
      class: [blank ? "peg blank" : "peg", board.vocabulary === "colours" && !blank && "plain"],
      "aria-hidden": "true",
      dataset: { digit },
    },
    el("span", { class: "symbol" }, colour.symbol + TEXT),
    blank || colour.label === colour.symbol ? "" : el("span", { class: "digit" }, colour.label),
  );
  if (!blank && colour.rgb) {
    const paint = BRIGHT[colour.rgb] ?? colour.rgb;
    node.style.setProperty("--peg", paint);
    node.classList.add(light(paint) ? "light" : "dark");
  }
  return node;
}

/**
 * Draws the pegs of an answer.
 * @param {string} text
 * @param {CodeBoard} board
 */
export function answerPegs(text, board) {
  return answerMarks(readAnswer(text), board.places);
}

/**
 * Draws an answer as pegs and text.
 * @param {string} text
 * @param {CodeBoard} board
 * @param {[string, string]} said
 */
export function answer(text, board, [short, long]) {
  return el(
    "span",
    { class: "said", title: _("Answer: {answer}", { answer: long }) },
    answerPegs(text, board),
    el("span", { class: "long" }, long),
    el("span", { class: "short", "aria-hidden": "true" }, board.answer === "places" ? "" : short),
  );
}
