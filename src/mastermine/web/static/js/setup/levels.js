// Names of levels and games, and addresses of games.

import { _ } from "../text.js";
import { titleOf } from "./title.js";

/** @returns {Record<string, string>} */
function names() {
  return {
    classic: _("Classic"),
    kids: _("Small"),
    mini: _("Six rows"),
    "eight-colours": _("Eight colours"),
    super: _("Super"),
    "bulls-and-cows": _("Bulls and Cows"),
    beginner: _("Beginner"),
    intermediate: _("Intermediate"),
    expert: _("Expert"),
  };
}

/**
 * Returns the short name of a level; without one, the title of its preset or its name.
 * @param {string} name
 * @param {string} [title]
 */
export function levelName(name, title) {
  return names()[name] ?? (title || name);
}

/**
 * Removes the options from the name of a level.
 * @param {string} level
 */
export function bare(level) {
  return level.replace(/(-(open|any|noguess))+$/, "");
}

/**
 * Returns the name of a game's rules: the short name of its level, if there is one.
 * @param {{rules: string, level: string | null, daily?: string | null, description: string}} game
 * @param {Preset[]} presets
 */
export function nameOf(game, presets) {
  return names()[bare(game.level ?? "")] ?? titleOf(game, presets);
}

/**
 * Returns the name of the game, which is the first word of its rules.
 * @param {{rules: string}} given
 */
export const gameOf = ({ rules }) => rules.split(":")[0];

/**
 * Returns the address of a game.
 * @param {{rules: string, id: string}} game
 */
export function address(game) {
  const id = encodeURIComponent(game.id);
  return gameOf(game) === "minesweeper" ? `/minesweeper?game=${id}` : `/mastermind#game=${id}`;
}
