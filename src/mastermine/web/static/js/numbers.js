// Numbers, shares and times, as people of the page's language write them.

import { _, locale } from "./text.js";

const LONG = 1e12; // An estimate from this on is told by its size.
const READABLE = 21; // Digits; of a longer number only its size is told.

/**
 * A whole number, with its thousands told apart.
 * @param {number | bigint} n
 */
export function whole(n) {
  return n.toLocaleString(locale());
}

/**
 * A number with so many digits behind the point; a dash for none.
 * @param {number | null | undefined} n
 */
export function decimal(n, digits = 3) {
  if (n === null || n === undefined) return "–";
  return n.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * A whole number given by its digits, or its size where there are too many to read.
 * @param {string} digits
 */
export function huge(digits) {
  if (digits.length <= READABLE) return whole(BigInt(digits));
  const first = Number(`${digits[0]}.${digits.slice(1, 4)}`);
  return _("about {number} · 10^{power}", { number: decimal(first, 2), power: digits.length - 1 });
}

/**
 * A number that was estimated: two of its digits count, and of a long one only its size is told.
 * @param {number} n
 */
export function rough(n) {
  const rounded = Number(n.toPrecision(2));
  if (rounded < LONG) return _("about {n}", { n: whole(rounded) });
  const power = Math.floor(Math.log10(rounded));
  return _("about {n}", { n: `${decimal(rounded / 10 ** power, 1)} × 10^${power}` });
}

/**
 * A small number of which things have the same form as of a whole number given by its digits.
 * @param {string} digits
 */
export function formOf(digits) {
  return digits.length > 6 ? 1e6 + Number(digits.slice(-6)) : Number(digits);
}

/**
 * So many games won, and which share of all they are.
 * @param {number} won
 * @param {number} games
 */
export function wins(won, games) {
  return _("{won} ({percent} %)", { won: whole(won), percent: whole(Math.round((100 * won) / games)) });
}

/**
 * Seconds as 1:05.
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
