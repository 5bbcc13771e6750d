/* Codes and lists in texts. */

import { el } from "../element.js";
import { codeWords, split } from "./codes.js";
import { peg } from "./peg.js";

/**
 * Draws a code in a line of text, with a label for screen readers.
 * @param {string} text
 * @param {CodeBoard} board
 */
export function code(text, board) {
  return el(
    "span",
    { class: "code", role: "img", "aria-label": codeWords(text, board) },
    ...split(text, board).map((digit) => peg(digit, board)),
  );
}

/**
 * Creates a list of sentences.
 * @param {string[]} sentences
 */
export function list(sentences) {
  return el("ul", { class: "sentences" }, ...sentences.map((text) => el("li", {}, text)));
}
