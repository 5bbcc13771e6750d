// Titles of rules.

import { read, save } from "../page.js";

const REQUESTED = "rules.asked";

/**
 * Stores the name under which the rules of a game were requested, since several presets may have the same rules.
 * @param {{rules: string}} game
 * @param {string} words
 */
export function noteName(game, words) {
  save(REQUESTED, { ...read(REQUESTED), [game.rules]: words });
}

/**
 * Returns the title of the preset under whose name the rules were requested; else a description of the rules.
 * @param {{rules: string, level: string | null, daily?: string | null, description: string}} given
 * @param {NamedPreset[]} presets
 */
export function titleOf({ daily, level, rules, description }, presets) {
  const name = daily ? level : read(REQUESTED)?.[rules];
  return presets.find((each) => each.name === name && each.rules === rules)?.title || description;
}
