// Formats numbers and times in the page's language.

import { _, locale } from "./text.js";

const LONG = 1e12; // Larger estimates are written with a power of ten.
const READABLE = 21; // Digits; longer numbers are written with a power of ten.

/**
 * Formats a whole number with thousands separators.
 * @param {number | bigint} n
 */
export function whole(n) {
  return n.toLocaleString(locale());
}

/**
 * Formats a number with a fixed number of decimals; null is a dash.
 * @param {number | null | undefined} n
 */
export function decimal(n, digits = 3) {
  if (n === null || n === undefined) return "–";
  return n.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Formats a whole number given by its digits; a very long one with a power of ten.
 * @param {string} digits
 */
export function huge(digits) {
  if (digits.length <= READABLE) return whole(BigInt(digits));
  const first = Number(`${digits[0]}.${digits.slice(1, 4)}`);
  return _("about {number} · 10^{power}", { number: decimal(first, 2), power: digits.length - 1 });
}

/**
 * Formats an estimate with two significant digits; a very large one with a power of ten.
 * @param {number} n
 */
export function rough(n) {
  const rounded = Number(n.toPrecision(2));
  if (rounded < LONG) return _("about {n}", { n: whole(rounded) });
  const power = Math.floor(Math.log10(rounded));
  return _("about {n}", { n: `${decimal(rounded / 10 ** power, 1)} × 10^${power}` });
}

/**
 * Returns a small number with the same plural form as a whole number given by its digits.
 * @param {string} digits
 */
export function formOf(digits) {
  return digits.length > 6 ? 1e6 + Number(digits.slice(-6)) : Number(digits);
}

/**
 * Formats a fraction of 0 to 1 in percent.
 * @param {number} share
 */
export function percent(share, digits = 1) {
  return _("{percent} %", { percent: decimal(100 * share, digits) });
}

/**
 * Formats a number of wins and its share of the games.
 * @param {number} won
 * @param {number} games
 */
export function wins(won, games) {
  return `${whole(won)} (${percent(won / games, 0)})`;
}

/**
 * Formats seconds as 1:05.
 * @param {number} seconds
 */
export function time(seconds) {
  const all = Math.floor(seconds);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

/**
 * Formats seconds as 1:05.27.
 * @param {number} seconds
 */
export function hundredths(seconds) {
  const all = Math.round(100 * seconds);
  const rest = (all % 100) / 100;
  return `${time(Math.floor(all / 100))}${decimal(rest, 2).slice(1)}`;
}

/**
 * Says which games do not count for best results and streaks; empty for none.
 * @param {Statistics[]} results
 */
export function chosenGames(results) {
  const several = results.length > 1;
  const notes = results.filter((each) => each.note);
  return notes.map((each) => (several ? `${each.description}: ${each.note}` : each.note)).join(" ");
}
