// Titles and descriptions of rules.

import { read, save } from "../page.js";
import { _, ngettext } from "../text.js";

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
 * @param {{rules: string, level: string | null, daily?: string | null}} given
 * @param {Preset[]} presets
 */
export function titleOf({ daily, level, rules }, presets) {
  const name = daily ? level : read(REQUESTED)?.[rules];
  return presets.find((each) => each.name === name && each.rules === rules)?.title || describe(rules);
}

/**
 * Describes a spec such as "mastermind:4x6,limit=10".
 * @param {string} spec
 */
export function describe(spec) {
  const [, game, first, second, third] = spec.match(/^(\w+):(\d+)x(\d+)(?:x(\d+))?/) ?? [];
  if (game === "minesweeper") {
    return [
      _("{width} × {height} cells", { width: first, height: second }),
      _("mines: {n}", { n: third }),
      spec.includes("-open") && _("the first click opens an area"),
      spec.includes("-any") && _("the first click may hit a mine"),
      spec.includes("-noguess") && _("no guessing"),
    ]
      .filter(Boolean)
      .join(" · ");
  }
  if (game !== "mastermind") return spec;
  const limit = spec.match(/limit=(\d+)/)?.[1];
  return [
    ngettext("{n} place", "{n} places", Number(first)),
    spec.includes("-distinct")
      ? _("{n} colours, no repeats", { n: second })
      : ngettext("{n} colour", "{n} colours", Number(second)),
    spec.includes("+blank") && _("blanks"),
    limit && ngettext("{n} guess", "{n} guesses", Number(limit)),
  ]
    .filter(Boolean)
    .join(" · ");
}
