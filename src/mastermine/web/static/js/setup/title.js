// What rules are called, and rules in words.

import { read, save } from "../page.js";
import { _, ngettext } from "../text.js";

const ASKED = "rules.asked";

/**
 * Note the words by which the rules of a game were asked for: several presets may have them, and none be meant.
 * @param {{rules: string}} game
 * @param {string} words
 */
export function noteName(game, words) {
  save(ASKED, { ...read(ASKED), [game.rules]: words });
}

/**
 * The title of the preset, one of these, by whose name the rules of a game were asked for; else what they mean.
 * @param {{rules: string, level: string | null, daily?: string | null}} given
 * @param {Preset[]} presets
 */
export function titleOf({ daily, level, rules }, presets) {
  const name = daily ? level : read(ASKED)?.[rules];
  return presets.find((each) => each.name === name && each.rules === rules)?.title || describe(rules);
}

/**
 * What a spec such as "mastermind:4x6,limit=10" means, in a few words.
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
      ? _("{n} colours, none twice", { n: second })
      : ngettext("{n} colour", "{n} colours", Number(second)),
    spec.includes("+blank") && _("blanks"),
    limit && ngettext("{n} try", "{n} tries", Number(limit)),
  ]
    .filter(Boolean)
    .join(" · ");
}
