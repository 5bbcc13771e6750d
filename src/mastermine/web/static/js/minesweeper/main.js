// The Minesweeper page: what the address requests, the open game, or the setup.

import { ApiError, get, post } from "../api.js";
import { button, el, find } from "../element.js";
import { page, tell } from "../page.js";
import { address, gameOf } from "../setup/levels.js";
import { style } from "../style.js";
import { _ } from "../text.js";
import { bind } from "./keys.js";
import { boardName } from "./levels.js";

const main = find(document, "#main");

export class App {
  /** @type {Play | null} */
  play = null;
  /** @type {import("./editor.js").Editor | null} */
  #editor = null;
  starting = false;
  #requests = 0; // Number of requests: older responses may arrive later.

  constructor() {
    this.level = el("p", { class: "level", id: "level" });
    /**
     * @param {string} id
     * @param {string} text
     * @param {() => unknown} action
     */
    const tool = (id, text, action) => button(id, text, action, "small");
    this.tools = el(
      "div",
      { class: "tools row" },
      tool("new", _("New …"), () => this.setup()),
      tool("analyse", _("Analyse"), () => this.analyse()),
      tool("statistics", _("Statistics"), async () => (await import("./statistics.js")).show()),
      tool("keys", _("Keys"), async () => (await import("./keyhelp.js")).show()),
    );
    this.top = el("div", { class: "top" }, el("div", {}, el("h1", { text: _("Minesweeper") }), this.level), this.tools);
    this.view = el("div", { class: "view", id: "view" });
    main.append(this.top, this.view);
    bind(this);
    addEventListener("popstate", () => this.open());
  }

  /** Opens what the address requests. */
  async open() {
    const mine = ++this.#requests;
    const params = new URLSearchParams(location.search);
    try {
      if (location.hash.startsWith("#analyse")) return await this.analyse(params.get("board"));
      if (location.hash === "#new") return await this.setup();
      const game = params.get("game");
      if (game) return await this.#openGame(game, mine);
      if ([...params.keys()].length) return await this.start(requestOf(params));
      const open = (await get("/api/games")).filter((each) => gameOf(each) === "minesweeper");
      if (open.length) return await this.#openGame(open[0].id, mine);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tell(error.message, "bad");
    }
    return mine === this.#requests ? this.setup() : null;
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
   * Starts a game, one at a time. Throws ApiError.
   * @param {GameRequest} request
   */
  async start(request) {
    if (this.starting) return;
    this.starting = true;
    const mine = this.#requests;
    try {
      const state = await post("/api/games", request);
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
    const [{ Game }, { Play }] = await Promise.all([import("./game.js"), import("./play.js")]);
    if (mine !== this.#requests) return;
    this.#clear();
    const chosen = this.view.querySelector("form") !== null;
    history.replaceState(null, "", `/minesweeper?game=${encodeURIComponent(state.id)}`);
    this.level.textContent = [boardName(state), state.description, ...state.messages.status].join(" · ");
    const play = new Play(new Game(state), this);
    this.play = play;
    this.view.replaceChildren(play.element);
    play.fit();
    // The start button is at the end of a long form.
    if (chosen) scrollTo(0, 0);
    if (!matchMedia("(pointer: coarse)").matches) play.focus();
  }

  /** Starts another game with the same setup. */
  async again() {
    const state = this.play?.game.state;
    if (!state) return this.setup();
    const { rules, mode, strategy } = state;
    const request = state.players ? { rules, players: state.players, rounds: state.rounds } : { rules, mode, strategy };
    try {
      await this.start(request);
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  async setup() {
    const mine = ++this.#requests;
    try {
      const [{ Setup }, about] = await Promise.all([
        import("./setup.js"),
        get("/api/about?game=minesweeper"),
        style("setup"),
      ]);
      if (mine !== this.#requests) return;
      this.#clear();
      this.level.textContent = _("Choose a board");
      history.replaceState(null, "", "/minesweeper#new");
      const setup = new Setup(this, about.games.minesweeper);
      this.view.replaceChildren(setup.element);
      await setup.load();
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  /**
   * Opens the editor with the board of a text, of the current game, or its last board.
   * @param {string | null} text
   */
  async analyse(text = null) {
    const mine = ++this.#requests;
    const { Editor } = await import("./editor.js");
    if (mine !== this.#requests) return;
    const board = this.play?.game.board;
    const given = text ?? (board && !board.outcome && /[0-8]/.test(board.board) ? board : null);
    this.#clear();
    this.level.textContent = _("Analyse any position");
    history.replaceState(null, "", "/minesweeper#analyse");
    const editor = new Editor(this, given);
    this.#editor = editor;
    this.view.replaceChildren(editor.element);
    editor.fit();
  }

  #clear() {
    this.#requests += 1;
    this.play?.leave();
    this.play = null;
    this.#editor?.leave();
    this.#editor = null;
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
await app.open();
document.documentElement.dataset.ready = "true";
