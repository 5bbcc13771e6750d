/* The Mastermind page: a link starts a game, an id opens one, an empty address the last one; #new opens the set-up. */

import { ApiError, get, post } from "../api.js";
import { find } from "../element.js";
import { page, tell, unusable } from "../page.js";
import { linked } from "../setup/choices.js";
import { address, addressedGame, gameOf } from "../addresses.js";
import { otherGame, readyAgain } from "../setup/ready.js";
import { noteName } from "../setup/title.js";
import { _ } from "../text.js";
import { constant } from "../version.js";

const SETUP = "#new";
const SLOW = 500; // Milliseconds after which a waiting message is shown.
const view = find(document, "#view");

/** @type {NamedPreset[]} */
let presets;
/** @type {import("./play.js").MastermindPlay | null} */
let play = null;
let requests = 0; // Number of requests: older responses may arrive later.

/**
 * Returns the request for the game of a link, or null if the setup must ask for more.
 * @param {URLSearchParams} params
 */
function requestOf(params) {
  const { mode, players, daily } = linked(params);
  if (mode === "daily") return daily ? { daily } : null;
  if (mode === "people" && !players) return null;
  const link = new URLSearchParams(params);
  if (players) {
    link.delete("players");
    link.delete("mode");
    link.delete("player");
    for (const name of players) link.append("player", name.trim());
  }
  if (!daily && !link.has("rules")) link.set("rules", "classic");
  return { link: `/mastermind?${link}` };
}

/**
 * Opens the set-up over the board.
 * @param {GameRequest} values
 * @param {string} problem
 */
async function setUp(values = {}, problem = "") {
  const { openSetup } = await import("../setup/sheet.js");
  const state = await openSetup({ game: "mastermind", values, problem });
  if (state) started(state, { replace: true });
}

/**
 * Shows a new game under its own address.
 * @param {CodeState} game
 * @param {{replace?: boolean}} how
 */
function started(game, { replace = false } = {}) {
  requests += 1;
  if (gameOf(game) === "minesweeper") {
    location.replace(address(game));
    return;
  }
  history[replace ? "replaceState" : "pushState"](null, "", address(game));
  show(game).catch(failed);
}

/** @param {CodeState} game */
async function show(game) {
  const { MastermindPlay } = await import("./play.js");
  play ??= new MastermindPlay(presets, { leave, started, begun });
  if (!view.contains(play)) {
    view.replaceChildren(play);
    scrollTo(0, 0);
  }
  await play.show(game);
}

/** The game that was only ready has begun. @param {CodeState} game */
function begun(game) {
  history.replaceState(null, "", address(game));
}

function leave() {
  setUp().catch(failed);
}

/** @param {Error} error */
function failed(error) {
  tell(error.message, "bad");
}

/**
 * @param {string} id
 * @param {string | null} rules
 */
async function openGame(id, rules = null) {
  if (play?.game?.id === id && view.contains(play)) return;
  const mine = requests;
  try {
    const game = await get(`/api/games/${encodeURIComponent(id)}`);
    if (mine !== requests) return;
    if (gameOf(game) === "minesweeper") {
      location.replace(address(game));
      return;
    }
    await show(game);
  } catch (error) {
    if (mine !== requests) return;
    history.replaceState(null, "", "/mastermind");
    const state = await otherGame("mastermind", rules, error);
    if (mine !== requests) return;
    await (state ? show(state) : openLast());
  }
}

/** Opens the latest open game, or a board that is ready for one. */
async function openLast() {
  const mine = requests;
  const last = (await get("/api/games")).find((game) => gameOf(game) === "mastermind");
  if (mine !== requests) return;
  if (location.hash !== SETUP) history.replaceState(null, "", last ? address(last) : "/mastermind");
  if (last) {
    await openGame(last.id);
    return;
  }
  const state = await readyAgain("mastermind");
  if (mine === requests) await show(state);
}

/** Opens what the address requests. */
async function route() {
  requests += 1;
  const named = addressedGame();
  const params = new URLSearchParams(location.search);
  if (named || params.size === 0) {
    const asked = location.hash === SETUP;
    await (named ? openGame(named.id, named.rules) : openLast());
    if (asked) leave();
    return;
  }
  const values = linked(params);
  const request = requestOf(params);
  if (!request) {
    await openLast();
    setUp(values);
    return;
  }
  const mine = requests;
  const waiting = setTimeout(() => view.replaceChildren(_("Loading the game …")), SLOW);
  try {
    const game = await post("/api/games", request, { again: true });
    clearTimeout(waiting); // Its text would replace the game.
    if (mine !== requests) return;
    noteName(game, String(values.rules ?? "classic").toLowerCase());
    history.replaceState(null, "", address(game));
    await show(game);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mine !== requests) return;
    await openLast();
    setUp({ ...values, daily: undefined }, _("This link does not work: {error}", { error: error.message }));
  } finally {
    clearTimeout(waiting);
  }
}

page({ title: _("Mastermind"), current: "mastermind" });
try {
  ({ mastermind: presets } = await get(constant("/api/presets")));
  addEventListener("popstate", () => route().catch(failed));
  await route();
} catch (error) {
  unusable(error);
}
