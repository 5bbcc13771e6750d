// The levels, and what a field is called.

import { levelName } from "../setup/levels.js";
import { _ } from "../text.js";

/** Name, width, height and mines of each. */
export const LEVELS = /** @type {[string, number, number, number][]} */ ([
  ["beginner", 9, 9, 10],
  ["intermediate", 16, 16, 40],
  ["expert", 30, 16, 99],
]);

/**
 * What a field of these rules is called, whatever the first click does.
 * @param {string} rules
 */
export function called(rules) {
  const [level] = LEVELS.find(([, ...shape]) => rules.match(/\d+x\d+x\d+/)?.[0] === shape.join("x")) ?? [];
  return level ? levelName(level) : _("Own field");
}
