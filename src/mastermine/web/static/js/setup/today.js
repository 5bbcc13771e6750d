// Words about the puzzles of the day.

import { _, locale, ngettext } from "../text.js";

/**
 * Describes a puzzle: if it was solved, the days in a row, the longest run.
 * @param {Puzzle} puzzle
 */
export function puzzleState(puzzle) {
  const { streak, longest } = puzzle;
  const best = longest > streak && _("longest {n}", { n: longest });
  return [doneWords(puzzle), streakWords(streak), best].filter(Boolean).join(" · ");
}

/** @param {Puzzle} puzzle */
export function doneWords({ done, outcome }) {
  if (!done) return null;
  return outcome === "won" ? _("Solved today") : _("Played today");
}

/** @param {number} days */
export function streakWords(days) {
  return days > 0 ? ngettext("{n} day in a row", "{n} days in a row", days) : null;
}

/**
 * Returns the day of a puzzle, such as "27 November".
 * @param {Puzzle} puzzle
 */
export function dayOf({ day }) {
  return new Date(`${day}T12:00:00`).toLocaleDateString(locale(), { weekday: "short", day: "numeric", month: "long" });
}
