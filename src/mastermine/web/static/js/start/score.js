// Today's puzzles with their streaks, and how the games went so far.

import { post } from "../api.js";
import { el } from "../element.js";
import { tell } from "../page.js";
import { _, locale, ngettext } from "../text.js";
import { address, describe, levelName } from "./levels.js";

/** The puzzles of the day. */
export function daily(puzzles) {
  const day = puzzles[0]?.day;
  const date = day && new Date(`${day}T12:00:00`).toLocaleDateString(locale(), { day: "numeric", month: "long" });
  return el(
    "section",
    { class: "card daily", id: "daily", "aria-labelledby": "daily-title" },
    el("h2", { id: "daily-title", text: date ? _("Puzzles of {date}", { date }) : _("Puzzles of the day") }),
    el("p", { class: "muted small", text: _("The same for everybody, new every day.") }),
    el("ul", { class: "puzzles" }, puzzles.map(puzzle)),
  );
}

function puzzle(today) {
  const { level, rules, done, outcome, streak, longest } = today;
  const state = done ? (outcome === "won" ? _("Solved today") : _("Done today")) : describe(rules);
  const run = streak > 0 ? ngettext("{n} day in a row", "{n} days in a row", streak) : null;
  const best = longest > streak ? _("longest {n}", { n: longest }) : null;
  return el(
    "li",
    { dataset: { level } },
    el(
      "span",
      { class: "words" },
      el("strong", { text: `${levelName(level)}${done && outcome === "won" ? " ✓" : ""}` }),
      el("span", { class: "note", text: [state, run, best].filter(Boolean).join(" · ") }),
    ),
    el("button", {
      type: "button",
      class: "button",
      text: done ? _("Look") : today.id ? _("Go on") : _("Play"),
      "aria-label": _("Puzzle of the day, {level}", { level: levelName(level) }),
      on: { click: ({ currentTarget }) => start(today, currentTarget) },
    }),
  );
}

async function start({ level, rules, id }, button) {
  button.disabled = true;
  try {
    location.assign(address(id ? { rules, id } : await post("/api/games", { daily: level })));
  } catch (error) {
    tell(error.message, "bad");
  }
  button.disabled = false;
}

/** A summary of the finished games: a line for each level. */
export function statistics(results) {
  const section = (...content) =>
    el("section", { class: "card", id: "statistics", "aria-labelledby": "statistics-title" }, el("h2", { id: "statistics-title", text: _("Your games") }), content);
  if (results.length === 0) return section(el("p", { class: "muted", text: _("Finished games are counted here.") }));
  return section(
    el(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-labelledby": "statistics-title" },
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
            [_("Won"), _("Best"), _("In a row (most)")].map((text) => el("th", { scope: "col", class: "number", text })),
          ),
        ),
        el("tbody", {}, results.map(line)),
      ),
    ),
  );
}

function line(result) {
  const name = result.level ? levelName(result.level) : describe(result.rules);
  const modes = { adversary: _("decided late"), person: _("the computer guessed"), people: _("people in turn") };
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, name, modes[result.mode] && el("span", { class: "note", text: modes[result.mode] })),
    el("td", { class: "number", text: `${result.won} / ${result.games}` }),
    el("td", { class: "number", text: best(result) }),
    el("td", { class: "number", text: result.longest_streak ? `${result.streak} (${result.longest_streak})` : "–" }),
  );
}

function best({ game, best_turns: turns, best_seconds: seconds }) {
  if (game === "minesweeper") return seconds === null ? "–" : _("{n} s", { n: seconds });
  return turns === null ? "–" : ngettext("{n} guess", "{n} guesses", turns);
}
