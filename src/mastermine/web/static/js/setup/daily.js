// Today's puzzles with their streaks.

import { post } from "../api.js";
import { el } from "../element.js";
import { tell } from "../page.js";
import { _, locale, ngettext } from "../text.js";
import { address, levelName } from "./levels.js";

/**
 * Creates the list of the daily puzzles.
 * @param {Puzzle[]} puzzles
 */
export function daily(puzzles) {
  const day = puzzles[0]?.day;
  const date = day && new Date(`${day}T12:00:00`).toLocaleDateString(locale(), { day: "numeric", month: "long" });
  return el(
    "section",
    { class: "card daily", id: "daily", "aria-labelledby": "daily-title" },
    el("h2", { id: "daily-title", text: date ? _("Daily puzzles for {date}", { date }) : _("Daily puzzles") }),
    el("p", { class: "muted small", text: _("The same for everybody, with new ones every day.") }),
    el("ul", { class: "puzzles" }, puzzles.map(puzzle)),
  );
}

/** @param {Puzzle} today */
function puzzle(today) {
  const { level, description, done, outcome, streak, longest } = today;
  const state = done ? (outcome === "won" ? _("Solved today") : _("Played today")) : description;
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
      text: done ? _("View") : today.id ? _("Resume") : _("Play"),
      "aria-label": _("Daily puzzle, {level}", { level: levelName(level) }),
      on: { click: ({ currentTarget }) => start(today, currentTarget) },
    }),
  );
}

/**
 * @param {Puzzle} given
 * @param {HTMLButtonElement} button
 */
async function start({ level, rules, id }, button) {
  button.disabled = true;
  // A page from the back-forward cache enables it again.
  addEventListener("pageshow", () => (button.disabled = false), { once: true });
  try {
    location.assign(address(id ? { rules, id } : await post("/api/games", { daily: level })));
  } catch (error) {
    button.disabled = false;
    tell(error.message, "bad");
  }
}
