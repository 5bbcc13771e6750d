/* A match at one browser: the screen between two players, the table, and the rounds. */

import { button, el, find, woven } from "../element.js";
import { say } from "../page.js";
import { _, ngettext } from "../text.js";
import { code } from "./code.js";
import { roundWords, turnOf } from "./words.js";

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
    standings(game),
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
  const name = game.player;
  const hiding = game.to_do === "hide";
  return el(
    "section",
    { class: "cover", id: "cover", "aria-labelledby": "cover-title" },
    ended ? el("p", { class: "ended" }, ended) : "",
    el("p", { class: "round" }, roundWords(game)),
    el("h2", { id: "cover-title", tabindex: "-1" }, _("Hand over to {name}", { name })),
    el(
      "p",
      {},
      hiding
        ? _("{name} hides a code. The others must not look at the screen.", { name })
        : _("{player} guesses the code of {maker}.", { player: name, maker: game.maker }),
    ),
    el(
      "button",
      { type: "button", class: "button primary large", id: "ready", on: { click: () => play.ready() } },
      _("I am {name}", { name }),
    ),
    game.results.length ? standings(game) : "",
    rounds(game),
  );
}

/**
 * Creates the screen at the end of a match.
 * @param {MastermindPlay} given
 */
function final({ contest: game, moves, leave }) {
  if (!game) return "";
  const best = game.standings.filter((row) => row.leads).map((row) => row.player);
  return el(
    "section",
    { class: "cover", id: "final", "aria-labelledby": "final-title" },
    el("h2", { id: "final-title", tabindex: "-1" }, winnerWords(best)),
    standings(game),
    rounds(game),
    el(
      "div",
      { class: "acts" },
      button("again", _("Play again"), () => moves.again(), "primary"),
      button("other", _("Another game"), () => leave()),
    ),
  );
}

/** @param {string[]} best */
function winnerWords(best) {
  return best.length === 1
    ? _("{name} wins the match.", { name: best[0] })
    : _("The match is a draw between {names}.", { names: best.join(", ") });
}

/**
 * Returns the result of a board that was finished by the move `before` → `after`.
 * @param {Contest} before
 * @param {Contest} after
 * @param {string} move
 */
export function endedWords(before, after, move) {
  const player = before.player ?? "";
  if (after.results.length > before.results.length) {
    const round = after.results[after.results.length - 1];
    const [own] = round.breakers.filter((each) => each.player === player);
    return resultWords(own);
  }
  if (move === "give up") return _("{player} gave up.", { player });
  const used = (before.board?.turns.length ?? 0) + 1;
  return used < (before.shape.limit ?? Number.POSITIVE_INFINITY)
    ? resultWords({ player, outcome: "won", guesses: used })
    : _("{player} has used all guesses. The result is shown after the round.", { player });
}

/**
 * Formats the result of a board.
 * @param {Breaker} given
 */
function resultWords({ player, outcome, guesses, given_up: gaveUp }) {
  if (outcome === "won") {
    return ngettext("{player} found the code in {n} guess.", "{player} found the code in {n} guesses.", guesses, {
      player,
      n: guesses,
    });
  }
  return gaveUp ? _("{player} gave up.", { player }) : _("{player} did not find the code.", { player });
}

/**
 * Creates the table of a match.
 * @param {Contest} game
 */
function standings(game) {
  const scored = game.score !== "fewest";
  const score = game.score === "points" ? _("Points") : _("Rounds won");
  const head = [_("Player"), ...(scored ? [score] : []), _("Codes broken"), _("Guesses")];
  const caption = game.over ? _("Final table") : _("Table");
  return el(
    "div",
    { class: "scroll", tabIndex: 0, role: "group", "aria-label": caption },
    el(
      "table",
      { class: "standings", id: "standings" },
      el("caption", {}, caption),
      el(
        "thead",
        {},
        el("tr", {}, ...head.map((name, index) => el("th", { scope: "col", class: index ? "number" : null }, name))),
      ),
      el(
        "tbody",
        {},
        ...game.standings.map((row) =>
          el(
            "tr",
            { class: row.leads && game.results.length ? "leads" : "" },
            el("th", { scope: "row" }, row.player),
            ...[...(scored ? [row.score] : []), row.broken, row.guesses].map((value) =>
              el("td", { class: "number" }, String(value)),
            ),
          ),
        ),
      ),
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
    ...game.results.map((round) =>
      el(
        "li",
        {},
        el("span", {}, woven(_("{maker} hid {code}", { maker: round.maker }), { code: code(round.code, game.shape) })),
        ...round.breakers.map((each) => el("span", { class: "result" }, resultWords(each))),
      ),
    ),
  );
}
