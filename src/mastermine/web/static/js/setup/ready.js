// Games that are ready: they are shown before they exist, and the first move creates them.

import { ApiError, post } from "../api.js";
import { read, save, tell } from "../page.js";
import { _ } from "../text.js";

const LEVEL = "level";
/** @type {Promise<any>} The game that is being created. */
let creating = Promise.resolve();
/** The page's own first game; elsewhere the first click of Minesweeper is only safe. @type {Record<GameName, GameRequest>} */
const FIRST = {
  mastermind: { rules: "classic" },
  minesweeper: { rules: { level: "beginner", first: "open" } },
};

/**
 * Returns the state of the game that a request would start. Nothing is stored for it.
 * @template {GameState} [S=GameState]
 * @param {GameRequest} request
 * @returns {Promise<S>}
 */
export async function ready(request) {
  const state = await post("/api/games/preview", request, { again: true });
  return { ...state, request };
}

/**
 * Returns the state of a game of the level that was last played alone.
 * @param {GameName} game
 * @returns {Promise<any>}
 */
export async function readyAgain(game) {
  const rules = read(LEVEL, {})[game];
  try {
    return await ready(rules ? { rules } : FIRST[game]);
  } catch (error) {
    if (!rules || !(error instanceof ApiError)) throw error;
    return ready(FIRST[game]);
  }
}

/**
 * Stores the rules that are played alone, for `readyAgain`.
 * @param {GameName} game
 * @param {GameRequest["rules"]} rules
 */
export function rememberLevel(game, rules) {
  save(LEVEL, { ...read(LEVEL, {}), [game]: rules });
}

/**
 * Creates the game of a state that is only ready; returns the state of any other game unchanged. Throws ApiError with the
 * new game if the puzzle of another day was shown.
 * @template {GameState} S
 * @param {S} state
 * @returns {Promise<S>}
 */
export async function begun(state) {
  if (!state.request) return state;
  // One after the other, since the first one of a browser gets its cookie. After a lost connection, a second game without
  // a move may be left; the move that waits is made in any case.
  creating = creating.catch(() => {}).then(() => post("/api/games", state.request, { again: true }));
  const game = await creating;
  if (state.daily === game.daily) return game;
  throw new ApiError(_("The day has ended. This is the puzzle of today."), { status: 409, kind: "NewDay", game });
}

/**
 * Returns a ready game with the rules of one that this browser may not see, and says so; null if there are none.
 * @param {GameName} game
 * @param {string | null} rules
 * @param {ApiError} error
 * @returns {Promise<any>}
 */
export async function otherGame(game, rules, error) {
  if (error.status !== 404 || !rules) {
    tell(error.message, "bad");
    return null;
  }
  try {
    const state = await ready({ rules: `${game}:${rules}` });
    tell(_("That game is in another browser, or no longer exists. Here is a new one with the same rules."));
    return state;
  } catch {
    tell(error.message, "bad");
    return null;
  }
}
