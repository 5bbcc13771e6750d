/* Codes and lists in texts. */

import { el } from "../element.js";
import { codeWords, colourOf, split } from "./codes.js";
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
 * Returns a sentence with these codes drawn, if they are colours.
 * @param {string} text
 * @param {(string | null | undefined)[]} codes
 * @param {CodeBoard} board
 * @returns {(string | HTMLElement)[]}
 */
export function drawn(text, codes, board) {
  // A shorter one may be a number.
  if (board.places < 4 || (board.vocabulary && board.vocabulary !== "colours")) return [text];
  /** @type {Map<string, string>} */
  const written = new Map();
  for (const each of codes) {
    if (each) {
      const labels = split(each, board).map((digit) => colourOf(digit, board)?.label ?? digit);
      written.set(labels.join(board.separator), each);
    }
  }
  if (!written.size) return [text];
  const parts = [...written.keys()].map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const known = new RegExp(`(?<![\\p{L}\\p{N}.,])(${parts.join("|")})(?![\\p{L}\\p{N}]|[.,]\\p{N})`, "u");
  return text.split(known).map((part) => (written.has(part) ? code(written.get(part) ?? "", board) : part));
}

/**
 * Creates a list of sentences with these codes drawn.
 * @param {string[]} sentences
 * @param {(string | null | undefined)[]} codes
 * @param {CodeBoard} board
 */
export function list(sentences, codes, board) {
  return el("ul", { class: "sentences" }, ...sentences.map((text) => el("li", {}, ...drawn(text, codes, board))));
}
