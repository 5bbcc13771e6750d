/* The games of one kind that were finished here. */

import { get } from "../api.js";
import { el } from "../element.js";
import { decimal, wins } from "../numbers.js";
import { _ } from "../text.js";

/**
 * Draw the statistics for a game's rules and mode into a place.
 * @param {HTMLElement} place
 * @param {CodeState} game
 */
export async function showStatistics(place, game) {
  try {
    const all = await get("/api/statistics");
    const mine = all.find((each) => each.rules === game.rules && each.mode === game.mode);
    place.replaceChildren(mine ? table(mine) : quiet(_("No game of this kind is finished yet.")));
  } catch (error) {
    place.replaceChildren(quiet(error.message));
  }
}

/** @param {string} text */
function quiet(text) {
  return el("p", { class: "quiet" }, text);
}

/** @param {Statistics} mine */
function table(mine) {
  const rows = [
    [_("Games"), mine.games],
    [_("Won"), wins(mine.won, mine.games)],
    [_("Guesses on average"), decimal(mine.turns, 2)],
    [_("Fewest guesses"), mine.best_turns ?? "–"],
    [_("Wins in a row"), mine.streak],
    [_("Longest row of wins"), mine.longest_streak],
  ];
  return el(
    "dl",
    { class: "figures" },
    ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))),
  );
}
