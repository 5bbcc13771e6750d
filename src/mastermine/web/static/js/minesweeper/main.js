// The Minesweeper page: what the address requests, the open game, or a board that is ready for one.

import { ApiError, get, post } from "../api.js";
import { el, find } from "../element.js";
import { page, tell, unusable } from "../page.js";
import { linked } from "../setup/choices.js";
import { address, addressedGame, addressedMoment, boardAddress, gameOf, reviewAddress } from "../addresses.js";
import { otherGame, ready, readyAgain } from "../setup/ready.js";
import { _ } from "../text.js";
import { bind } from "./keys.js";

const main = find(document, "#main");

export class App {
  /** @type {Play | null} */
  play = null;
  starting = false;
  #requests = 0; // Number of requests: older responses may arrive later.

  constructor() {
    this.view = el("div", { class: "view", id: "view" });
    main.append(this.view);
    bind(this);
    addEventListener("popstate", () => this.open());
  }

  /** Opens what the address requests. */
  async open() {
    const mine = ++this.#requests;
    const params = new URLSearchParams(location.search);
    const game = addressedGame();
    try {
      if (location.hash.startsWith("#analyse")) return location.replace(`/analyse${location.search}`);
      if (game && game.id === this.play?.game.id) await this.play.review(addressedMoment());
      else if (game) await this.#openGame(game.id, mine);
      else if (params.size) await this.#begin(requestOf(params));
      else await this.#openLast(mine);
      if (location.hash === "#new") this.setup();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine !== this.#requests) return;
      history.replaceState(null, "", "/minesweeper");
      if (game) return this.#offer(game.rules, error, mine);
      await this.#openLast(mine);
      this.setup(
        { ...linked(params), daily: undefined },
        _("This link does not work: {error}", { error: error.message }),
      );
    }
  }

  /**
   * Shows a board that is ready for a game with the rules of one that this browser may not see.
   * @param {string | null} rules
   * @param {ApiError} error
   * @param {number} mine
   */
  async #offer(rules, error, mine) {
    const state = await otherGame("minesweeper", rules, error);
    if (mine === this.#requests) await (state ? this.show(state) : this.#openLast(mine));
  }

  /**
   * Opens the last game, or a board that is ready for one.
   * @param {number} mine
   */
  async #openLast(mine) {
    const open = (await get("/api/games")).find((each) => gameOf(each) === "minesweeper");
    if (open) return this.#openGame(open.id, mine);
    const state = await readyAgain("minesweeper");
    if (mine === this.#requests) await this.show(state);
  }

  /**
   * @param {string} id
   * @param {number} mine
   */
  async #openGame(id, mine) {
    const state = await get(`/api/games/${encodeURIComponent(id)}`);
    if (mine === this.#requests) await this.show(state);
  }

  /**
   * Shows a board that is ready for a game, one at a time; a match begins at once, and a puzzle of the day that you have
   * begun is opened. Throws ApiError.
   * @param {GameRequest} request
   */
  async #begin(request) {
    if (this.starting) return;
    this.starting = true;
    const mine = this.#requests;
    try {
      const level = request.daily ?? new URLSearchParams(request.link?.split("?")[1]).get("daily");
      const puzzle = level ? (await get("/api/daily")).find((each) => each.level === level) : null;
      if (puzzle?.id) return await this.#openGame(puzzle.id, mine);
      const state = await (request.players ? post("/api/games", request) : ready(request));
      if (mine === this.#requests) await this.show(state);
    } finally {
      this.starting = false;
    }
  }

  /**
   * Shows a game.
   * @param {MinesweeperState} state
   */
  async show(state) {
    if (gameOf(state) !== "minesweeper") {
      location.href = address(state);
      return;
    }
    const mine = ++this.#requests;
    const [{ Game }, { Play }, people] = await Promise.all([
      import("./game.js"),
      import("./play.js"),
      state.players ? import("./people.js") : null,
    ]);
    if (mine !== this.#requests) return;
    this.#clear();
    const moment = addressedGame()?.id === state.id ? addressedMoment() : null;
    if (!state.request && moment === null)
      history.replaceState(null, "", address(state) + (location.hash === "#new" ? "#new" : ""));
    const play = new Play(new Game(state), this, people);
    this.play = play;
    this.view.replaceChildren(play.element);
    play.fit();
    await play.review(moment);
    if (!matchMedia("(pointer: coarse)").matches) play.focus();
  }

  /** Gives a game that was only ready its address. */
  begun() {
    const { play } = this;
    if (play) history.replaceState(null, "", address(play.game.state));
  }

  /**
   * Gives a moment of the replay its address; null is the game itself.
   * @param {number | null} moment
   */
  reviewed(moment) {
    const state = this.play?.game.state;
    const before = addressedMoment();
    if (!state || moment === before) return;
    const path = moment === null ? address(state) : reviewAddress(state, moment);
    // The steps of one replay are one view.
    if (moment === null || before === null) history.pushState(null, "", path);
    else history.replaceState(null, "", path);
  }

  /** Starts another game with the same setup. */
  async again() {
    const state = this.play?.game.state;
    if (!state || state.request) return;
    const { rules, mode, strategy } = state;
    const request = state.players ? { rules, players: state.players, rounds: state.rounds } : { rules, mode, strategy };
    try {
      const before = this.play;
      await this.#begin(request);
      if (this.play !== before && this.play?.game.state.request) history.pushState(null, "", "/minesweeper");
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  /**
   * Opens the set-up over the board.
   * @param {GameRequest} values
   * @param {string} problem
   */
  async setup(values = {}, problem = "") {
    const { openSetup } = await import("../setup/sheet.js");
    const state = await openSetup({ game: "minesweeper", values, problem });
    if (!state) return;
    if (gameOf(state) !== "minesweeper") {
      location.replace(address(state));
      return;
    }
    history.replaceState(null, "", address(state));
    await this.show(state);
  }

  /** Opens the board of the current game on the analysis board. */
  analyse() {
    const board = this.play?.game.board;
    location.href = board && !board.outcome && /[0-8]/.test(board.board) ? boardAddress(board) : "/analyse";
  }

  #clear() {
    this.#requests += 1;
    this.play?.leave();
    this.play = null;
  }
}

/**
 * Returns the request for the game of a link; the default level is expert.
 * @param {URLSearchParams} params
 */
function requestOf(params) {
  if (!["rules", "daily", "m"].some((name) => params.has(name))) params.set("rules", "expert");
  if (params.has("players")) {
    return {
      rules: params.get("rules"),
      players: params.get("players")?.split(","),
      ...(params.has("seed") && { seed: params.get("seed") }),
    };
  }
  return { link: `/minesweeper?${params}` };
}

page({ title: _("Minesweeper"), current: "minesweeper" });
const app = new App();
await app.open().catch(unusable);
document.documentElement.dataset.ready = "true";
