// The levels, and their names.

import { _ } from "../text.js";

/** Name, width, height and mines of each. */
export const LEVELS = [
  ["beginner", 9, 9, 10],
  ["intermediate", 16, 16, 40],
  ["expert", 30, 16, 99],
];

/** The names for people. */
export const levels = () => ({
  beginner: _("Beginner"),
  intermediate: _("Intermediate"),
  expert: _("Expert"),
  own: _("Own field"),
});

/** What a field of these rules is called, whatever the first click does. */
export function called(rules) {
  const [level = "own"] = LEVELS.find(([, ...shape]) => rules.match(/\d+x\d+x\d+/)[0] === shape.join("x")) ?? [];
  return levels()[level];
}
