// Counts games in the bars of a histogram.

import { time } from "../numbers.js";

const MANY = 20; // More guesses share a bar.
const BARS = 8; // Most bars of times.
const STEPS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 1800, 3600]; // Seconds in a bar of times.

/**
 * A bar: the games from `from` to below `to`.
 * @typedef {{name: string, from: number, to: number, count: number}} Bar
 */

/**
 * @param {Record<string, number>} counts
 * @param {number} from
 * @param {number} to
 */
const between = (counts, from, to) =>
  Object.entries(counts).reduce((sum, [n, count]) => sum + (Number(n) >= from && Number(n) < to ? count : 0), 0);

/**
 * @param {Record<string, number>} counts
 * @returns {Bar[]}
 */
export function byGuesses(counts) {
  const last = Math.max(...Object.keys(counts).map(Number), 6);
  return Array.from({ length: Math.min(last, MANY) }, (_each, at) => {
    const from = at + 1;
    const more = from === MANY && last > MANY;
    const to = more ? Number.POSITIVE_INFINITY : from + 1;
    return { name: more ? `${from}+` : String(from), from, to, count: between(counts, from, to) };
  });
}

/**
 * @param {Record<string, number>} counts
 * @returns {Bar[]}
 */
export function byTime(counts) {
  const all = Object.keys(counts).map(Number);
  if (!all.length) return [];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const fits = (/** @type {number} */ step) => Math.floor(most / step) - Math.floor(least / step) < BARS;
  const step = STEPS.find(fits) ?? Math.ceil((most + 1) / BARS);
  const first = Math.floor(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_each, at) => {
    const from = (first + at) * step;
    return { name: time(from), from, to: from + step, count: between(counts, from, from + step) };
  });
}
