/* Replay of a game on its board. */

import { get } from "../api.js";
import { findAll } from "../element.js";
import { tell } from "../page.js";
import { Player } from "../replay.js";

/**
 * Starts the replay from the first move; `play.draw()` ends it.
 * @param {MastermindPlay} play
 */
export async function replay(play) {
  const { id } = play.game;
  let frames;
  try {
    ({ frames } = await get(`/api/games/${id}/replay`));
  } catch (error) {
    tell(error.message, "bad");
    return;
  }
  if (id !== play.game.id) return;
  play.draw();
  const player = new Player({
    show: (at) => {
      play.drawBoard(frames[at]);
      play.boardView.reveal();
    },
    closed: () => {
      play.draw();
      findAll(play.result, "#show-replay")[0]?.focus();
    },
  });
  player.length = frames.length - 1;
  play.replaying = player;
  play.boardView.after(player.element);
  play.keepClear(player.element);
  player.start();
  player.toggle.focus({ preventScroll: true });
}
