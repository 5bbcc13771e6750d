// The table of a match.

import { el } from "./element.js";

/**
 * Creates the table of the players, the best first.
 * @param {MatchMessages} given
 */
export function standings({ table: { title, headings, rows, leads } }) {
  return el(
    "div",
    { class: "scroll", tabIndex: 0, role: "group", "aria-label": title },
    el(
      "table",
      { class: "standings", id: "standings" },
      el("caption", {}, title),
      el(
        "thead",
        {},
        el("tr", {}, ...headings.map((text, i) => el("th", { scope: "col", class: i ? "number" : null }, text))),
      ),
      el(
        "tbody",
        {},
        ...rows.map(([player, ...figures], i) =>
          el(
            "tr",
            { class: leads[i] ? "leads" : "" },
            el("th", { scope: "row" }, player),
            ...figures.map((text) => el("td", { class: "number" }, text)),
          ),
        ),
      ),
    ),
  );
}
