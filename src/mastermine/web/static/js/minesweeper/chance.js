// Formats mine probabilities in percent; only certain ones are 0 or 100.

import { decimal } from "../numbers.js";

/**
 * Formats a probability for a cell: "<1" to ">99".
 * @param {number} chance
 */
export function percent(chance) {
  if (chance === 0) return "0";
  if (chance === 1) return "100";
  if (chance < 0.005) return "<1";
  if (chance > 0.995) return ">99";
  return String(Math.round(100 * chance));
}

/**
 * Formats a probability with a decimal, for a sentence.
 * @param {number} chance
 */
export function exact(chance) {
  if (chance === 0 || chance === 1) return String(100 * chance);
  const tenths = Math.min(999, Math.max(1, Math.round(1000 * chance)));
  return decimal(tenths / 10, 1);
}
