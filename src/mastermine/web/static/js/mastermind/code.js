/* A code or a guess in a line of text: small pegs, and its words for those who listen. */

import { el } from "../element.js";
import { codeWords, split } from "./codes.js";
import { peg } from "./peg.js";

/**
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
 * Sentences as a list.
 * @param {string[]} sentences
 */
export function list(sentences) {
  return el("ul", { class: "sentences" }, ...sentences.map((text) => el("li", {}, text)));
}
