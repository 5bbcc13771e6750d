// Formats figures for the tables.

import { decimal, whole } from "../numbers.js";
import { _, ngettext } from "../text.js";

/**
 * Formats an average, such as "4.476 exact" or "4.622 ± 0.024".
 * @param {number | null | undefined} value
 * @param {number | null | undefined} error
 * @param {boolean} exact
 * @param {number} digits
 */
export function estimated(value, error, exact, digits = 3) {
  const figure = decimal(value, digits);
  if (value === null || value === undefined) return figure;
  if (exact) return _("{figure} exact", { figure });
  return error === null || error === undefined ? figure : `${figure} ± ${decimal(error, digits)}`;
}

/**
 * Formats a number of rounds.
 * @param {number} n
 */
export function rounds(n) {
  return ngettext("{n} round", "{n} rounds", n, { n: whole(n) });
}

/**
 * Formats a duration in its two largest units.
 * @param {number} seconds
 */
export function time(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return _("{s} s", { s });
  const m = Math.floor(s / 60);
  if (m < 60) return _("{m} min {s} s", { m, s: s % 60 });
  return _("{h} h {m} min", { h: Math.floor(m / 60), m: m % 60 });
}
