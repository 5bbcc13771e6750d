/* Statistics of the finished games with the same rules and mode. */

import { get } from "../api.js";
import { el } from "../element.js";
import { chosenGames, decimal, wins } from "../numbers.js";
import { _ } from "../text.js";

/**
 * Shows the statistics for a game's rules and mode.
 * @param {HTMLElement} place
 * @param {CodeState} game
 */
export async function showStatistics(place, game) {
  try {
    const all = await get("/api/statistics");
    const mine = all.find((each) => each.rules === game.rules && each.mode === game.mode);
    if (!mine) {
      place.replaceChildren(quiet(_("Finished games are counted here.")));
      return;
    }
    const note = chosenGames([mine]);
    place.replaceChildren(table(mine), ...(note ? [quiet(note)] : []));
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
    [_("Streak"), mine.streak],
    [_("Longest streak"), mine.longest_streak],
  ];
  return el(
    "dl",
    { class: "figures" },
    ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))),
  );
}
