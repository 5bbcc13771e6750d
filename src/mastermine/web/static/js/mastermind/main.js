/* The page of Mastermind: a link begins a game, #game=… goes on with one, #new sets one up, nothing opens the last one. */

import { ApiError, get, post } from "../api.js";
import { find } from "../element.js";
import { page, tell } from "../page.js";
import { address, gameOf } from "../setup/levels.js";
import { noteName } from "../setup/title.js";
import { style } from "../style.js";
import { _ } from "../text.js";

const SETUP = "/mastermind#new";
const SLOW = 500; // Milliseconds after which the person is told that the game is on its way.
const view = find(document, "#view");
const heading = find(document, "#heading");

/** @type {About} */
let about;
/** @type {import("./play.js").MastermindPlay | null} */
let play = null;
let asked = 0; // How often something was asked for: an older answer may come later.

/**
 * What the parameters of a link say, for the form.
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
    daily: given("daily") ?? (mode === "daily" ? given("rules") : undefined),
  };
}

/**
 * The body that begins what a link asks for, or null where the setup must ask for more.
 * @param {URLSearchParams} params
 */
function wantedBy(params) {
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
  const setup = new MastermindSetup(about, begun);
  document.title = `${_("Mastermind")} – Mastermine`;
  heading.hidden = false;
  view.replaceChildren(setup);
  setup.fill(values);
  if (problem) setup.complain(problem);
  if (document.activeElement !== document.body) heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * Show a game that was just begun, under an address of its own.
 * @param {CodeState} game
 */
function begun(game) {
  asked += 1;
  history.pushState(null, "", `/mastermind#game=${game.id}`);
  show(game).catch(failed);
}

/** @param {CodeState} game */
async function show(game) {
  const { MastermindPlay } = await import("./play.js");
  heading.hidden = true;
  play ??= new MastermindPlay(about, { leave, begun });
  if (!view.contains(play)) {
    view.replaceChildren(play);
    scrollTo(0, 0);
  }
  await play.show(game);
}

/** To the setup; back leads to the game again. */
function leave() {
  asked += 1;
  history.pushState(null, "", SETUP);
  setUp().catch(failed);
}

/** @param {Error} error */
function failed(error) {
  tell(error.message, "bad");
}

/** @param {string} id */
async function goOn(id) {
  if (play?.game?.id === id && view.contains(play)) return;
  const mine = asked;
  try {
    const game = await get(`/api/games/${encodeURIComponent(id)}`);
    if (mine !== asked) return;
    if (gameOf(game) === "minesweeper") {
      location.replace(address(game));
      return;
    }
    await show(game);
  } catch (error) {
    if (mine !== asked) return;
    history.replaceState(null, "", SETUP);
    await setUp(
      {},
      error.status === 404
        ? _("There is no game under this address: it may belong to another browser, or was thrown away.")
        : error.message,
    );
  }
}

/** The game that was played last and is open, if there is one and #new does not ask for another; else the setup. */
async function goOnWithLast() {
  const mine = asked;
  const open = location.hash === "#new" ? [] : await get("/api/games");
  if (mine !== asked) return;
  const last = open.find((game) => gameOf(game) === "mastermind");
  history.replaceState(null, "", last ? `/mastermind#game=${last.id}` : SETUP);
  await (last ? goOn(last.id) : setUp());
}

/** What the address asks for. */
async function route() {
  asked += 1;
  const id = new URLSearchParams(location.hash.slice(1)).get("game");
  if (id) {
    await goOn(id);
    return;
  }
  const params = new URLSearchParams(location.search);
  if (params.size === 0) {
    await goOnWithLast();
    return;
  }
  const values = linked(params);
  const wanted = wantedBy(params);
  if (!wanted) {
    await setUp(values);
    return;
  }
  const mine = asked;
  const waiting = setTimeout(() => view.replaceChildren(_("The game is on its way …")), SLOW);
  try {
    const game = await post("/api/games", wanted, { again: true });
    clearTimeout(waiting); // Or its words would take the place of the game.
    if (mine !== asked) return;
    noteName(game, values.rules?.toLowerCase() ?? "classic");
    history.replaceState(null, "", `/mastermind#game=${game.id}`);
    await show(game);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (mine !== asked) return;
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
