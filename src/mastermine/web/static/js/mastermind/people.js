/* A match at one browser: the screen between two players, the table, and the rounds. */

import { button, el, find } from "../element.js";
import { standings } from "../match.js";
import { say } from "../page.js";
import { _ } from "../text.js";
import { code } from "./code.js";
import { turnOf } from "./turn.js";

/**
 * Shows the screen between two boards of a match, or its end.
 * @param {MastermindPlay} play
 * @param {Stage} stage
 */
export function showBetween(play, stage) {
  const { between, game, ended } = play;
  const key = stage + turnOf(game);
  if (between.dataset.key === key && between.firstChild) return;
  between.dataset.key = key;
  between.replaceChildren(stage === "final" ? final(play) : cover(play));
  const heading = find(between, "h2");
  heading.focus({ preventScroll: true });
  say([ended, heading.textContent].filter(Boolean).join(" "));
}

/**
 * Shows the table beside a board of a match.
 * @param {HTMLElement} place
 * @param {Contest} game
 */
export function showMatch(place, game) {
  if (place.dataset.key === turnOf(game)) return;
  place.dataset.key = turnOf(game);
  place.replaceChildren(
    game.results.length ? standings(game.messages) : "",
    el("a", { class: "button", href: `/api/games/${game.id}/save`, download: "" }, _("Save as a file")),
  );
}

/**
 * Creates the screen that covers the codes and calls the next player.
 * @param {MastermindPlay} play
 */
function cover(play) {
  const { contest: game, ended } = play;
  if (!game) return "";
  return el(
    "section",
    { class: "cover", id: "cover", "aria-labelledby": "cover-title" },
    ended ? el("p", { class: "ended" }, ended) : "",
    game.to_do === "break" ? el("p", { class: "round" }, game.messages.status[0]) : "",
    el("h2", { id: "cover-title", tabindex: "-1" }, game.messages.next),
    el(
      "button",
      { type: "button", class: "button primary large", id: "ready", on: { click: () => play.ready() } },
      _("I am {name}", { name: game.player }),
    ),
    game.results.length ? standings(game.messages) : "",
    rounds(game),
  );
}

/**
 * Creates the screen at the end of a match.
 * @param {MastermindPlay} given
 */
function final({ contest: game, moves, leave }) {
  if (!game) return "";
  return el(
    "section",
    { class: "cover", id: "final", "aria-labelledby": "final-title" },
    el("h2", { id: "final-title", tabindex: "-1" }, game.messages.next),
    standings(game.messages),
    rounds(game),
    el(
      "div",
      { class: "acts" },
      button("again", _("Play again"), () => moves.again(), "primary"),
      button("other", _("Another game"), () => leave()),
    ),
  );
}

/**
 * Creates the list of the finished rounds.
 * @param {Contest} game
 */
function rounds(game) {
  return el(
    "ol",
    { class: "rounds", hidden: game.results.length === 0 },
    ...game.results.map((round, i) =>
      el(
        "li",
        {},
        el("span", {}, game.messages.rounds[i][0], " ", code(round.code, game.shape)),
        ...game.messages.rounds[i].slice(1).map((text) => el("span", { class: "result" }, text)),
      ),
    ),
  );
}
