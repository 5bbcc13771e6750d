/* The Mastermind page: a link starts a game, #game=… opens one, #new opens the setup, an empty address the last game. */

import { ApiError, get, post } from "../api.js";
import { find } from "../element.js";
import { page, tell } from "../page.js";
import { address, gameOf } from "../setup/levels.js";
import { noteName } from "../setup/title.js";
import { style } from "../style.js";
import { _ } from "../text.js";

const SETUP = "/mastermind#new";
const SLOW = 500; // Milliseconds after which a waiting message is shown.
const view = find(document, "#view");
const heading = find(document, "#heading");

/** @type {About} */
let about;
/** @type {import("./play.js").MastermindPlay | null} */
let play = null;
let requests = 0; // Number of requests: older responses may arrive later.

/**
 * Returns the parameters of a link as values for the form.
 * @param {URLSearchParams} params
 */
function linked(params) {
  /** @param {string} name */
  const given = (name) => params.get(name)?.trim() || undefined;
  const players = params.getAll("player").concat(given("players")?.split(",") ?? []);
  const mode = given("mode");
  return {
    rules: given("rules"),
    mode,
    keep: given("keep"),
    seed: given("seed") ?? given("word"),
    strategy: given("strategy"),
    colours: given("colours")?.split(","),
    players: players.length ? players : undefined,
    rounds: given("rounds"),
    score: given("score"),
    draw: given("draw"),
    daily: given("daily") ?? (mode === "daily" ? given("rules") : undefined),
  };
}

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

async function setUp(values = {}, problem = "") {
  const [{ MastermindSetup }] = await Promise.all([import("./setup.js"), style("setup"), style("mastermind-setup")]);
  const setup = new MastermindSetup(about, started);
  document.title = `${_("Mastermind")} – Mastermine`;
  heading.hidden = false;
  view.replaceChildren(setup);
  setup.fill(values);
  if (problem) setup.complain(problem);
  if (document.activeElement !== document.body) heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * Shows a new game under its own address.
 * @param {CodeState} game
 */
function started(game) {
  requests += 1;
  history.pushState(null, "", `/mastermind#game=${game.id}`);
  show(game).catch(failed);
}

/** @param {CodeState} game */
async function show(game) {
  const { MastermindPlay } = await import("./play.js");
  heading.hidden = true;
  play ??= new MastermindPlay(about, { leave, started });
  if (!view.contains(play)) {
    view.replaceChildren(play);
    scrollTo(0, 0);
  }
  await play.show(game);
}

/** Opens the setup; the browser's Back returns to the game. */
function leave() {
  requests += 1;
  history.pushState(null, "", SETUP);
  setUp().catch(failed);
}

/** @param {Error} error */
function failed(error) {
  tell(error.message, "bad");
}

/** @param {string} id */
async function openGame(id) {
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
    history.replaceState(null, "", SETUP);
    await setUp({}, error.message);
  }
}

/** Opens the latest open game, if there is one and the address is not #new; else the setup. */
async function openLast() {
  const mine = requests;
  const open = location.hash === "#new" ? [] : await get("/api/games");
  if (mine !== requests) return;
  const last = open.find((game) => gameOf(game) === "mastermind");
  history.replaceState(null, "", last ? `/mastermind#game=${last.id}` : SETUP);
  await (last ? openGame(last.id) : setUp());
}

/** Opens what the address requests. */
async function route() {
  requests += 1;
  const id = new URLSearchParams(location.hash.slice(1)).get("game");
  if (id) {
    await openGame(id);
    return;
  }
  const params = new URLSearchParams(location.search);
  if (params.size === 0) {
    await openLast();
    return;
  }
  const values = linked(params);
  const request = requestOf(params);
  if (!request) {
    await setUp(values);
    return;
  }
  const mine = requests;
  const waiting = setTimeout(() => view.replaceChildren(_("Loading the game …")), SLOW);
  try {
    const game = await post("/api/games", request, { again: true });
    clearTimeout(waiting); // Its text would replace the game.
    if (mine !== requests) return;
    noteName(game, values.rules?.toLowerCase() ?? "classic");
    history.replaceState(null, "", `/mastermind#game=${game.id}`);
    await show(game);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mine !== requests) return;
    await setUp(values, _("This link does not work: {error}", { error: error.message }));
  } finally {
    clearTimeout(waiting);
  }
}

page({ title: _("Mastermind"), current: "mastermind" });
heading.textContent = _("Mastermind");
try {
  about = await get("/api/about?game=mastermind");
  await route();
  addEventListener("popstate", () => route().catch(failed));
} catch (error) {
  view.replaceChildren(error.message);
  tell(error.message, "bad");
}
