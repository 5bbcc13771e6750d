// Your results with the same rules, level and mode: figures, and how many games needed how many guesses or how long.

import { gameOf } from "../addresses.js";
import { get } from "../api.js";
import { el } from "../element.js";
import { chosenGames, decimal, hundredths, wins } from "../numbers.js";
import { _ } from "../text.js";
import { byGuesses, byTime } from "./bars.js";

/**
 * Returns the statistics of a game's rules, level and mode.
 * @param {{rules: string, level: string | null, mode?: string}} state
 * @param {Statistics[]} all
 */
export const resultOf = (state, all) =>
  all.find((each) => each.rules === state.rules && each.mode === state.mode && each.level === state.level);

/**
 * Creates the results for a game; `marked` is its number of guesses, or its seconds, if it was won.
 * @param {{rules: string, level: string | null, mode?: string}} state
 * @param {number | null} marked
 */
export async function results(state, marked = null) {
  const mine = resultOf(state, await get("/api/statistics"));
  if (!mine) return el("p", { class: "muted", text: _("Finished games are counted here.") });
  const guesses = gameOf(state) === "mastermind";
  const note = chosenGames([mine]);
  return el(
    "div",
    { class: "results" },
    figures(mine, guesses),
    guesses
      ? bars(_("Games by number of guesses"), byGuesses(mine.by_turns), marked)
      : bars(_("Games won by time"), byTime(mine.by_seconds), marked),
    note && el("p", { class: "muted small", text: note }),
  );
}

/**
 * @param {Statistics} mine
 * @param {boolean} guesses
 */
function figures(mine, guesses) {
  const seconds = (/** @type {number | null} */ n) => (n === null ? "–" : hundredths(n));
  const rows = [
    [_("Games"), mine.games],
    [_("Won"), wins(mine.won, mine.games)],
    ...(guesses
      ? [
          [_("Guesses on average"), decimal(mine.turns, 2)],
          [_("Fewest guesses"), mine.best_turns ?? "–"],
        ]
      : [
          [_("Best time"), seconds(mine.best_seconds)],
          [_("Mean time"), seconds(mine.seconds)],
        ]),
    [_("Streak"), mine.streak],
    [_("Longest streak"), mine.longest_streak],
  ];
  return el(
    "dl",
    {},
    rows.map(([name, value]) => el("div", {}, el("dt", { text: String(name) }), el("dd", { text: String(value) }))),
  );
}

/**
 * @param {string} label
 * @param {import("./bars.js").Bar[]} shown
 * @param {number | null} marked
 */
function bars(label, shown, marked) {
  const most = Math.max(...shown.map(({ count }) => count), 1);
  return el(
    "ol",
    { class: "distribution", "aria-label": label },
    shown.map(({ name, from, to, count }) => {
      const bar = el("span", { class: "amount", style: { "--part": count / most }, text: String(count) });
      const here = marked !== null && marked >= from && marked < to;
      return el("li", { "aria-current": here ? "true" : null }, el("span", { text: name }), bar);
    }),
  );
}
