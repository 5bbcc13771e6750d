/* Texts about a game: mode, round, status. */

import { _ } from "../text.js";

/**
 * Describes the mode.
 * @param {CodeState} game
 */
function wayWords(game) {
  if (game.mode === "person") return _("you hide, the computer guesses");
  return game.mode === "adversary" ? _("adversary") : _("the computer hides, you guess");
}

/**
 * Returns a key that changes with each turn of a player.
 * @param {CodeState} game
 */
export function turnOf(game) {
  return (game.game === "contest" ? [game.id, game.round, game.to_do, game.player] : [game.id, "", "", ""]).join("/");
}

/**
 * Formats the round of a match.
 * @param {Contest} game
 */
export function roundWords(game) {
  return _("Round {round} of {rounds}", { round: game.round, rounds: game.rounds });
}

/**
 * Returns the status of a game; `inner` is the board in play, if there is one.
 * @param {CodeState} game
 * @param {CodeGame | null} inner
 */
export function statusWords(game, inner) {
  const words = [];
  if (game.game === "contest") {
    words.push(roundWords(game));
    if (game.player) words.push(game.player);
  } else words.push(wayWords(game));
  if (inner && !inner.outcome) {
    const row = inner.turns.length + 1;
    const { limit } = inner.board;
    words.push(limit ? _("row {row} of {limit}", { row, limit }) : _("row {row}", { row }));
  }
  if (game.daily) words.push(_("daily puzzle of {day}", { day: game.daily }));
  if (game.seed_chosen && game.seed !== null) words.push(_("seed {seed}", { seed: game.seed }));
  return words.join(" · ");
}
