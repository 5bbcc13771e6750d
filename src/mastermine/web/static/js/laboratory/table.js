// Tables in scrolling boxes, and the tables of a run.

import { el } from "../element.js";
import { decimal, whole } from "../numbers.js";
import { _, ngettext } from "../text.js";
import { estimated } from "./numbers.js";

const MOST = 16;

/**
 * Creates a table in a scrolling box. `heads` are texts or {text, number}; `rows` have texts and elements.
 * @param {string} caption
 * @param {Head[]} heads
 * @param {TableRow[]} rows
 * @param {Props} props
 */
export function table(caption, heads, rows, props = {}) {
  const columns = heads.map((head) => (typeof head === "string" ? { text: head } : head));
  /** @param {number} index */
  const kind = (index) => (columns[index].number ? "number" : null);
  return el(
    "div",
    { class: "scroll", role: "group", "aria-label": caption, tabindex: "0" },
    el(
      "table",
      props,
      el("caption", { class: "visually-hidden", text: caption }),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          columns.map(({ text }, index) => el("th", { scope: "col", class: kind(index), text })),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map(({ cells, head = 0, ...more }) =>
          el(
            "tr",
            more,
            cells.map((cell, index) =>
              el(index === head ? "th" : "td", { class: kind(index), scope: index === head ? "row" : null }, cell),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Creates the standings of a run, the best strategy first.
 * @param {RunView} run
 */
export function standings(run) {
  /** @param {string} text */
  const number = (text) => ({ text, number: true });
  const heads = [number(_("rank")), _("strategy"), number(_("wins")), number(_("losses"))];
  if (run.perilous) heads.push(number(_("win rate, %")), number(_("guesses a game")));
  else heads.push(number(_("average")), number(_("worst")), _("guesses: wins"));
  heads.push(number(_("ms a game")));
  const rows = run.standings.map((score) => ({
    cells: [
      String(score.rank),
      score.strategy,
      whole(score.wins),
      whole(score.losses),
      ...(run.perilous ? rates(score) : averages(score)),
      decimal(score.milliseconds, 3),
    ],
    head: 1,
    dataset: { strategy: score.strategy },
  }));
  return table(_("Standings"), heads, rows, { id: "standings" });
}

/**
 * Creates a paragraph for each strategy that lost games by its own errors.
 * @param {RunView} run
 */
export function failures(run) {
  return run.standings
    .filter((score) => score.failures)
    .map((score) => {
      const { round, reason } = score.reasons[0];
      const text = ngettext(
        "{name} failed in {n} game; round {round}: {reason}",
        "{name} failed in {n} games, first in round {round}: {reason}",
        score.failures ?? 0,
        { name: score.strategy, n: whole(score.failures ?? 0), round: whole(round), reason },
      );
      return el("p", { class: "failure", text });
    });
}

/** @param {Score} score */
function rates(score) {
  const error = score.win_rate_error;
  return [
    estimated(
      score.win_rate === null ? null : 100 * score.win_rate,
      error === null ? null : 100 * error,
      score.exact,
      2,
    ),
    decimal(score.guesses, 3),
  ];
}

/** @param {Score} score */
function averages(score) {
  const counts = Object.entries(score.histogram).map(([guesses, n]) => `${guesses}:${n}`);
  const folded = counts.slice(0, MOST).join(" ") + (counts.length > MOST ? " …" : "");
  return [
    estimated(score.average, score.standard_error, score.exact),
    score.worst === null ? "–" : String(score.worst),
    folded,
  ];
}
