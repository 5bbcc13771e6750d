// Statistics of the finished games by level.

import { get } from "../api.js";
import { el } from "../element.js";
import { chosenGames, time, wins } from "../numbers.js";
import { ask, tell } from "../page.js";
import { gameOf } from "../setup/levels.js";
import { _ } from "../text.js";
import { boardName } from "./levels.js";

export async function show() {
  let found;
  try {
    found = await get("/api/statistics");
  } catch (error) {
    tell(error.message, "bad");
    return;
  }
  const rows = found.filter((each) => gameOf(each) === "minesweeper");
  const note = chosenGames(rows);
  /** @param {string | number | null} text */
  const cell = (text) => el("td", { class: "number", text: text ?? "–" });
  const heads = [_("Board"), _("Games"), _("Won"), _("Best time"), _("Mean time"), _("Streak"), _("Longest")];
  await ask({
    title: _("Statistics"),
    body: rows.length
      ? el(
          "div",
          {},
          el(
            "div",
            { class: "scroll", tabindex: "0", role: "region", "aria-label": _("Statistics") },
            el(
              "table",
              { id: "statistics-table" },
              el(
                "thead",
                {},
                el(
                  "tr",
                  {},
                  heads.map((text, i) => el("th", { scope: "col", class: i ? "number" : "", text })),
                ),
              ),
              el(
                "tbody",
                {},
                rows.map((each) =>
                  el(
                    "tr",
                    {},
                    el(
                      "th",
                      { scope: "row" },
                      [boardName(each), each.mode !== "computer" && each.mode_label].filter(Boolean).join(" · "),
                      el("span", { class: "muted small", text: each.description }),
                    ),
                    cell(each.games),
                    cell(wins(each.won, each.games)),
                    cell(each.best_seconds === null ? null : time(each.best_seconds)),
                    cell(each.seconds === null ? null : time(each.seconds)),
                    cell(each.streak),
                    cell(each.longest_streak),
                  ),
                ),
              ),
            ),
          ),
          note && el("p", { class: "muted small", text: note }),
        )
      : el("p", { text: _("Finished games are counted here.") }),
    actions: [{ label: _("Close"), value: true, kind: "primary" }],
  });
}
