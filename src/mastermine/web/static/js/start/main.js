// The start page: what was left open, what to play, today's puzzles, how it went so far, and games from elsewhere.

import { get } from "../api.js";
import { el, fill, find, woven } from "../element.js";
import { page, tell } from "../page.js";
import { daily } from "../setup/daily.js";
import { goOn } from "../setup/open.js";
import { _ } from "../text.js";
import { chooser } from "./choose.js";
import { elsewhere } from "./elsewhere.js";
import { statistics } from "./score.js";

page({ title: _("Mastermine – Mastermind and Minesweeper"), current: "start" });

const main = find(document, "#main");
// Who comes back from a game finds the page as it was: what is open has changed since.
addEventListener("pageshow", ({ persisted }) => persisted && show());
await show();

async function show() {
  try {
    // The games first: who is known by a cookie afterwards asks for the rest under the same name.
    const games = await get("/api/games");
    const [about, puzzles, results] = await Promise.all([get("/api/about"), get("/api/daily"), get("/api/statistics")]);
    const presets = [...about.games.mastermind.presets, ...about.games.minesweeper.presets];
    fill(
      main,
      el("h1", { text: _("What shall we play?") }),
      el("p", { class: "lead", text: _("Break a code or clear a minefield – and have every step explained.") }),
      goOn(games, presets),
      el(
        "div",
        { class: "start" },
        chooser(about),
        el("div", { class: "aside" }, daily(puzzles), statistics(results, presets), elsewhere(), learn()),
      ),
    );
  } catch (error) {
    fill(
      main,
      el("h1", { text: _("The games cannot be reached") }),
      el("p", { text: error.message }),
      el("p", {}, el("a", { class: "button", href: "/", text: _("Try again") })),
    );
    tell(error.message, "bad");
  }
}

function learn() {
  return el(
    "section",
    { class: "card more", "aria-labelledby": "more" },
    el("h2", { id: "more", text: _("More than playing") }),
    el(
      "p",
      {},
      woven(_("{learn} – the rules, how machines think, and every pattern of Minesweeper."), {
        learn: el("a", { href: "/learn", text: _("Learn") }),
      }),
    ),
    el(
      "p",
      {},
      woven(_("{laboratory} – let strategies play against each other and look at the figures."), {
        laboratory: el("a", { href: "/laboratory", text: _("Laboratory") }),
      }),
    ),
  );
}
