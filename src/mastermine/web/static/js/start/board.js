// A live board on the start page: the views of the games, embedded.

import { style } from "../style.js";

/**
 * What happens outside of a board; `begun` gets the state of a game that now exists, `over` is called at its end.
 * @typedef {{begun: (state: any) => void, over: () => void, setup: () => void, again: () => void,
 *   started: (state: any) => void}} Does
 */

/**
 * Shows a game, or one that is only ready, inside a place. Resolves to a function that cleans up when it is replaced.
 * @param {HTMLElement} place
 * @param {any} state
 * @param {NamedPreset[]} presets
 * @param {Does} does
 */
export async function board(place, state, presets, does) {
  return state.game === "mastermind" ? codes(place, state, presets, does) : mines(place, state, does);
}

/**
 * @param {HTMLElement} place
 * @param {CodeState} state
 * @param {NamedPreset[]} presets
 * @param {Does} does
 */
async function codes(place, state, presets, { over, setup, started, begun }) {
  const [{ MastermindPlay }] = await Promise.all([
    import("../mastermind/play.js"),
    style("peg"),
    style("pegs"),
    style("play"),
    style("mastermind"),
  ]);
  const play = new MastermindPlay(presets, { leave: setup, started, begun, embedded: true });
  place.replaceChildren(play);
  await play.show(state);
  let before = play.dataset.stage;
  new MutationObserver(() => {
    if (play.dataset.stage === "over" && before !== "over") over();
    before = play.dataset.stage;
  }).observe(play, { attributeFilter: ["data-stage"] });
  return () => play.remove();
}

/**
 * @param {HTMLElement} place
 * @param {MinesweeperState} state
 * @param {Does} does
 */
async function mines(place, state, { over, setup, again, begun }) {
  const [{ Game }, { Play }] = await Promise.all([
    import("../minesweeper/game.js"),
    import("../minesweeper/play.js"),
    style("field"),
    style("play"),
    style("minesweeper"),
  ]);
  const game = new Game(state);
  const play = new Play(game, { embedded: true, setup, again, begun: () => begun(game.state) });
  const mark = () => {
    const before = place.dataset.outcome;
    place.dataset.outcome = game.board.outcome ?? "";
    if (game.board.outcome && before === "") over();
  };
  mark();
  game.on("state", mark);
  place.replaceChildren(play.element);
  play.fit();
  return () => play.leave();
}
