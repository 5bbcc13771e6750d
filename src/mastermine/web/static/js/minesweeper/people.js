// A match: the next player, the button that starts a turn, the table, and the rounds.

import { el, woven } from "../element.js";
import { time } from "../numbers.js";
import { _ } from "../text.js";
import { blank, numbered } from "./rows.js";

/**
 * Creates the panel of a match beside the board; `begin` starts the turn of the next player.
 * @param {Race} state
 * @param {() => void} begin
 */
export function race(state, begin) {
  const { to_do: todo, player, round, rounds } = state;
  const again = state.sides?.[0]?.player === player;
  const words =
    todo === "begin"
      ? again
        ? _("{player} starts: the first click places the mines for all players.", { player })
        : _("Hand over to {player}. The time starts with “Ready”.", { player })
      : todo === "open"
        ? _("{player} is playing.", { player })
        : "";
  const winners = state.standings
    .filter((each) => each.leads)
    .map((each) => each.player)
    .join(", ");
  return el(
    "section",
    { class: "card race", id: "race", "aria-labelledby": "race-title" },
    el("h2", {
      id: "race-title",
      text:
        todo === null
          ? _("Match won by {winners}", { winners })
          : _("Round {round} of {rounds}: {player}", { round, rounds, player }),
    }),
    words ? el("p", { text: words }) : null,
    todo === "begin"
      ? el("button", {
          type: "button",
          class: "button primary large",
          id: "race-begin",
          text: _("Ready"),
          on: { click: begin },
        })
      : null,
    state.sides?.length
      ? el(
          "ul",
          { class: "sides", "aria-label": _("This round") },
          state.sides.map((side) =>
            el("li", {}, woven(doing(side, state), { player: el("b", { text: side.player }) })),
          ),
        )
      : null,
    el(
      "div",
      { class: "scroll", tabIndex: 0, role: "group", "aria-label": _("Table") },
      el(
        "table",
        {},
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            [_("Player"), _("Rounds"), _("Cleared"), _("Time")].map((text, i) =>
              el("th", { scope: "col", class: i ? "number" : "", text }),
            ),
          ),
        ),
        el(
          "tbody",
          {},
          state.standings.map((each) =>
            el(
              "tr",
              { class: each.leads && each.score ? "leads" : "" },
              el("th", { scope: "row", text: each.player }),
              el("td", { class: "number", text: each.score }),
              el("td", { class: "number", text: each.cleared }),
              el("td", { class: "number", text: each.cleared ? time(each.seconds) : "–" }),
            ),
          ),
        ),
      ),
    ),
    state.results.length
      ? el(
          "details",
          { open: todo !== "open" },
          el("summary", { text: _("Rounds so far") }),
          state.results.map((each, i) =>
            el(
              "p",
              {},
              el("b", { text: `${i + 1}. ` }),
              each.openers
                .map((one) =>
                  one.outcome === "won"
                    ? _("{player}: cleared in {time}", { player: one.player, time: time(one.seconds) })
                    : _("{player}: {opened} cells open", { player: one.player, opened: one.opened }),
                )
                .join("; "),
            ),
          ),
        )
      : null,
  );
}

/**
 * Returns the state of a player in this round, with a placeholder for the name.
 * @param {Side} given
 * @param {Race} state
 */
function doing({ player, outcome, seconds }, state) {
  if (outcome === "won") return _("{player} cleared it in {time}", { time: time(seconds ?? 0) });
  if (outcome === "lost") return _("{player} is out after {time}", { time: time(seconds ?? 0) });
  if (player !== state.player) return _("{player} is waiting");
  return state.to_do === "open" ? _("{player} is playing") : _("{player} is next");
}

/**
 * Returns the board of a match while nobody plays: closed, or at the end that of the last round.
 * @param {Race} given
 * @returns {FieldView}
 */
export function closed({ rules, width, height, mines, results, over }) {
  const layout = over ? results.at(-1)?.layout : null;
  const board = layout ? numbered(layout.replaceAll("/", "\n")) : blank(width, height, "#");
  return {
    rules,
    width,
    height,
    mines,
    board,
    flags: [],
    mines_left: mines,
    outcome: null,
    secret: null,
    fatal: null,
    seconds: 0,
    can_undo: false,
    can_redo: false,
    idle: true,
  };
}
