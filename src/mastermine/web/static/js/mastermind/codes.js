/* Parses and formats codes and answers. `board` is the board of a game. */

import { _, ngettext } from "../text.js";

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
 * Formats an answer in words, such as "1 black, 2 white".
 * @param {string} text
 */
export function answerWords(text) {
  const answer = readAnswer(text);
  if (answer.right) {
    const places = answer.right.flatMap((right, place) => (right ? [place + 1] : []));
    if (places.length === 0) return _("no place is right");
    if (places.length === answer.right.length) return _("all places are right");
    return ngettext("place {places} is right", "places {places} are right", places.length, {
      places: places.join(", "),
    });
  }
  const black = ngettext("{n} black", "{n} black", answer.black ?? 0);
  if (answer.white === null) return black;
  const white = ngettext("{n} white", "{n} white", answer.white ?? 0);
  return `${black}, ${white}`;
}

/**
 * Returns the meanings of the marks of an answer: `[kind, words]` for each.
 * @param {CodeBoard} board
 * @returns {[string, string][]}
 */
export function markWords(board) {
  if (board.answer === "places")
    return [
      ["right", _("right: this place is right")],
      ["wrong", _("wrong: another colour is here")],
    ];
  /** @type {[string, string]} */
  const black = ["black", _("black: right colour, right place")];
  return board.answer === "black" ? [black] : [black, ["white", _("white: right colour, another place")]];
}

/**
 * Returns the reason why an answer is impossible, or an empty text.
 * @param {Answer} answer
 * @param {CodeBoard} board
 */
export function impossible(answer, board) {
  if (answer.right) return "";
  const { black = 0, white } = answer;
  if (black + (white ?? 0) > board.places) {
    return _("There cannot be more pegs than the {places} places.", { places: board.places });
  }
  if (white === 1 && black === board.places - 1) {
    return _("{black} black and 1 white are impossible: no other place is left for the last peg.", {
      black,
    });
  }
  return "";
}

/**
 * Parses a spec; returns null if it is invalid.
 * @param {string} text
 * @returns {CodeRules | null}
 */
export function readSpec(text) {
  const match =
    /^(?:mastermind:)?(\d{1,9})x(\d{1,9})((?:[+-](?:blank|distinct|black|places))*)(?:,limit=(\d{1,9}))?$/.exec(
      text.trim().toLowerCase(),
    );
  if (!match) return null;
  const [, places, colours, options, limit] = match;
  return {
    places: Number(places),
    colours: Number(colours),
    limit: limit ? Number(limit) : null,
    repeats: !options.includes("-distinct"),
    blank: options.includes("+blank"),
    answer: options.includes("-black") ? "black" : options.includes("-places") ? "places" : "pegs",
  };
}
