// Statistics of the finished games.

import { el } from "../element.js";
import { chosenGames, hundredths } from "../numbers.js";
import { nameOf } from "../setup/levels.js";
import { _, ngettext, pgettext } from "../text.js";

/**
 * Creates the summary, a line for each level; `presets` name the levels.
 * @param {Statistics[]} results
 * @param {NamedPreset[]} presets
 */
export function statistics(results, presets) {
  const note = chosenGames(results);
  return el(
    "div",
    { class: "card", id: "your-games" },
    el("h2", { id: "your-games-title", text: _("Your games") }),
    el(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-labelledby": "your-games-title" },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col", text: _("Level") }),
            [_("Won"), pgettext("a result", "Best"), _("Streak (longest)")].map((text) =>
              el("th", { scope: "col", class: "number", text }),
            ),
          ),
        ),
        el(
          "tbody",
          {},
          results.map((result) => line(result, presets)),
        ),
      ),
    ),
    note && el("p", { class: "muted small", text: note }),
  );
}

/**
 * @param {Statistics} result
 * @param {NamedPreset[]} presets
 */
function line(result, presets) {
  const name = nameOf(result, presets);
  const mode = result.mode !== "computer" && el("span", { class: "note", text: result.mode_label });
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, name, mode),
    el("td", { class: "number", text: `${result.won} / ${result.games}` }),
    el("td", { class: "number", text: best(result) }),
    el("td", { class: "number", text: result.longest_streak ? `${result.streak} (${result.longest_streak})` : "–" }),
  );
}

/** @param {Statistics} given */
function best({ game, best_turns: turns, best_seconds: seconds }) {
  if (game === "minesweeper") return seconds === null ? "–" : hundredths(seconds);
  return turns === null ? "–" : ngettext("{n} guess", "{n} guesses", turns);
}
