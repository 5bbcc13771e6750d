/* Turns of a match. */

/**
 * Returns a key that changes with each turn of a player.
 * @param {CodeState} game
 */
export function turnOf(game) {
  return (game.game === "contest" ? [game.id, game.round, game.to_do, game.player] : [game.id, "", "", ""]).join("/");
}
