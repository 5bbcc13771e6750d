// The levels that are offered by a card, and rules in words.

import { _, ngettext } from "../text.js";

/** The presets that are shown first; all others can be had from a list. */
export const FIRST = {
  mastermind: ["classic", "kids", "mini", "eight-colours", "super", "bulls-and-cows"],
  minesweeper: ["beginner", "intermediate", "expert"],
};

/** The short name of a preset; of one that has none its title among `presets`, or what it means. */
export function levelName(name, presets = []) {
  const names = {
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
  const preset = presets.find((each) => each.name === name);
  return names[name] ?? (preset ? preset.title || describe(preset.spec) : name);
}

/** What a spec such as "mastermind:4x6,limit=10" means, in a few words. */
export function describe(spec) {
  const [, game, first, second, third] = spec.match(/^(\w+):(\d+)x(\d+)(?:x(\d+))?/) ?? [];
  if (game === "minesweeper") {
    return [
      _("{width} × {height} cells", { width: first, height: second }),
      ngettext("{n} mine", "{n} mines", Number(third)),
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
    spec.includes("-distinct") ? _("{n} colours, none twice", { n: second }) : ngettext("{n} colour", "{n} colours", Number(second)),
    spec.includes("+blank") && _("blanks"),
    limit && ngettext("{n} try", "{n} tries", Number(limit)),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Where a game is played. */
export function address({ rules, id }) {
  return rules.startsWith("minesweeper") ? `/minesweeper?game=${encodeURIComponent(id)}` : `/mastermind#game=${encodeURIComponent(id)}`;
}
