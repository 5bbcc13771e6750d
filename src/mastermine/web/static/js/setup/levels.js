// The levels that are offered by a card, and what they are called.

import { _ } from "../text.js";
import { titleOf } from "./title.js";

/** The presets that are shown first; all others can be had from a list. */
export const FIRST = {
  mastermind: ["classic", "kids", "mini", "eight-colours", "super", "bulls-and-cows"],
  minesweeper: ["beginner", "intermediate", "expert"],
};

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
 * The short name of a level.
 * @param {string} name
 */
export function levelName(name) {
  return names()[name] ?? name;
}

/**
 * What the rules of a game are called in a list: a short name where the level has one.
 * @param {{rules: string, level: string | null, daily?: string | null}} game
 * @param {Preset[]} presets
 */
export function nameOf(game, presets) {
  return names()[game.level ?? ""] ?? titleOf(game, presets);
}

/**
 * Which of the two games this is: the word with which its rules begin.
 * @param {{rules: string}} given
 */
export const gameOf = ({ rules }) => rules.split(":")[0];

/**
 * Where a game is played.
 * @param {{rules: string, id: string}} game
 */
export function address(game) {
  const id = encodeURIComponent(game.id);
  return gameOf(game) === "minesweeper" ? `/minesweeper?game=${id}` : `/mastermind#game=${id}`;
}
