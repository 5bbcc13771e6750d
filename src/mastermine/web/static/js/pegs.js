// Draws pegs.

import { el } from "./element.js";

/** @type {Record<string, string>} */
const SIGNS = { right: "✓", wrong: "✗" };

/**
 * Returns true if black has more contrast than white on a colour "#rrggbb" (relative luminance of WCAG 2.1).
 * @param {string} rgb
 */
export function light(rgb) {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => parseInt(rgb.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

/**
 * Draws an answer: black and white pegs, or ticks and crosses if it has `right`.
 * @param {Answer} answer
 * @param {number} places
 */
export function answerMarks({ black = 0, white, right }, places) {
  const marks = right
    ? right.map((yes) => (yes ? "right" : "wrong"))
    : Array.from({ length: places }, (_none, i) => (i < black ? "black" : i < black + (white ?? 0) ? "white" : "none"));
  const lines = right ? 1 : marks.length > 8 ? 3 : 2;
  return el(
    "span",
    {
      class: ["marks", right && "places"],
      "aria-hidden": "true",
      style: { "--across": Math.ceil(marks.length / lines) },
    },
    marks.map((kind) => el("span", { class: ["mark", kind], text: SIGNS[kind] ?? "" })),
  );
}
