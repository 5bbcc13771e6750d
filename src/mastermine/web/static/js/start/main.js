// The start page: open games, a new game, daily puzzles, statistics, saved games and links.

import { get } from "../api.js";
import { el, fill, find, woven } from "../element.js";
import { page, tell } from "../page.js";
import { daily } from "../setup/daily.js";
import { openGames } from "../setup/open.js";
import { _ } from "../text.js";
import { chooser } from "./choose.js";
import { elsewhere } from "./elsewhere.js";
import { statistics } from "./score.js";

page({ title: _("Mastermine – Mastermind and Minesweeper"), current: "start" });

const main = find(document, "#main");
// A page from the back-forward cache shows outdated games.
addEventListener("pageshow", ({ persisted }) => persisted && show());
await show();

async function show() {
  try {
    // The games first: this response sets the cookie that identifies the player.
    const games = await get("/api/games");
    const [about, puzzles, results] = await Promise.all([get("/api/about"), get("/api/daily"), get("/api/statistics")]);
    const presets = [...about.games.mastermind.presets, ...about.games.minesweeper.presets];
    fill(
      main,
      el("h1", { text: _("What would you like to play?") }),
      el("p", { class: "lead", text: _("Break a code or clear a minefield, with every step explained.") }),
      openGames(games, presets),
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
      el("h1", { text: _("The server cannot be reached") }),
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
    el("h2", { id: "more", text: _("More") }),
    el(
      "p",
      {},
      woven(_("{learn}: the rules, how strategies work, and the patterns of Minesweeper."), {
        learn: el("a", { href: "/learn", text: _("Learn") }),
      }),
    ),
    el(
      "p",
      {},
      woven(_("{laboratory}: compare strategies and see the results."), {
        laboratory: el("a", { href: "/laboratory", text: _("Laboratory") }),
      }),
    ),
  );
}
