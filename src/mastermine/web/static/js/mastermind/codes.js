/* Parses and formats codes and answers. `board` is the board of a game. */

import { _ } from "../text.js";

/** Text of an answer that is not known. */
export const UNKNOWN = "?";

/**
 * Returns the digits of a code, one for each place.
 * @param {string} text
 * @param {CodeBoard} board
 */
export function split(text, board) {
  return board.separator ? text.split(board.separator) : [...text];
}

/**
 * Formats digits as a code.
 * @param {(string | null)[]} digits
 * @param {CodeBoard} board
 */
export function join(digits, board) {
  return digits.join(board.separator);
}

/**
 * Returns the colour of a digit.
 * @param {string | null} digit
 * @param {Palette} board
 */
export function colourOf(digit, board) {
  return board.colours.find((colour) => colour.digit === digit);
}

/**
 * Returns the translated name of a digit's colour.
 * @param {string | null} digit
 * @param {Palette} board
 */
export function nameOf(digit, board) {
  return colourOf(digit, board)?.name ?? _("empty");
}

/**
 * Returns a code as colour names.
 * @param {string} text
 * @param {CodeBoard} board
 */
export function codeWords(text, board) {
  return split(text, board)
    .map((digit) => nameOf(digit, board))
    .join(", ");
}

/**
 * Parses an answer as `{black, white}` (white is null if only black is given) or `{right: [..]}`.
 * @param {string} text
 * @returns {Answer}
 */
export function readAnswer(text) {
  if (/^[+-]+$/.test(text)) return { right: [...text].map((mark) => mark === "+") };
  const [, black, white] = /^(\d+)B(?: (\d+)W)?$/.exec(text) ?? [null, "0", undefined];
  return { black: Number(black), white: white === undefined ? null : Number(white) };
}

/**
 * Formats an answer; the inverse of `readAnswer`.
 * @param {Answer} answer
 */
export function writeAnswer(answer) {
  if (answer.right) return answer.right.map((right) => (right ? "+" : "-")).join("");
  return answer.white === null ? `${answer.black}B` : `${answer.black}B ${answer.white}W`;
}

/**
 * Returns the initial answer, in which nothing is right.
 * @param {CodeBoard} board
 * @returns {Answer}
 */
export function emptyAnswer(board) {
  if (board.answer === "places") return { right: Array(board.places).fill(false) };
  return { black: 0, white: board.answer === "pegs" ? 0 : null };
}

/**
 * Formats an answer with black and white pegs in words, such as "1 black, 2 white".
 * @param {Answer} answer
 * @param {CodeBoard} board
 */
export function answerWords({ black, white }, { answers: { counts } }) {
  const sides = [black, white].flatMap((n, side) => (n === undefined || n === null ? [] : [counts[side][n]]));
  return sides.join(", ");
}

/**
 * Returns the marks of an answer and their meanings: `[kind, words]` for each.
 * @param {CodeBoard} board
 * @returns {[string, string][]}
 */
export function markWords({ answer, answers: { meanings } }) {
  const kinds = answer === "places" ? ["right", "wrong"] : ["black", "white"];
  return meanings.map((words, i) => [kinds[i], words]);
}
