// A match: the next player, the button that starts a turn, the table, and the rounds.

import { el } from "../element.js";
import { standings } from "../match.js";
import { _ } from "../text.js";

/**
 * Creates the panel of a match beside the board; `begin` starts the turn of the next player.
 * @param {Race} state
 * @param {() => void} begin
 */
export function race({ to_do: todo, messages }, begin) {
  const { status, next, sides, rounds } = messages;
  return el(
    "section",
    { class: "card race", id: "race", "aria-labelledby": "race-title" },
    el("h2", { id: "race-title", text: todo === null ? next : status.join(" · ") }),
    todo === "begin"
      ? el("button", {
          type: "button",
          class: "button primary large",
          id: "race-begin",
          text: _("Ready"),
          on: { click: begin },
        })
      : null,
    sides.length
      ? el(
          "ul",
          { class: "sides", "aria-label": _("This round") },
          sides.map((text) => el("li", { text })),
        )
      : null,
    rounds.length ? standings(messages) : null,
    rounds.length
      ? el(
          "details",
          { open: todo !== "open" },
          el("summary", { text: _("Rounds so far") }),
          el(
            "ol",
            { class: "rounds" },
            rounds.map((lines) => el("li", { text: lines.join("; ") })),
          ),
        )
      : null,
  );
}
