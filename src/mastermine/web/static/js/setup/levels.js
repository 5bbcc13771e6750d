// Names of levels and games.

import { _ } from "../text.js";
import { titleOf } from "./title.js";

/** @returns {Record<string, string>} */
function names() {
  return {
    classic: _("Classic"),
    kids: _("Small"),
    mini: _("Six rows"),
    "no-repeats": _("No repeats"),
    "eight-colours": _("Eight colours"),
    super: _("Super"),
    "bulls-and-cows": _("Bulls and Cows"),
    digits: _("Digits"),
    word: _("Word"),
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
 * @param {NamedPreset[]} presets
 */
export function nameOf(game, presets) {
  return names()[bare(game.level ?? "")] ?? titleOf(game, presets);
}
