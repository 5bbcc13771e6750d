// The Minesweeper page: what is asked for in its address, the game that is open, or the choice of a new one.

import { ApiError, get, post } from "../api.js";
import { button, el, find } from "../element.js";
import { page, tell } from "../page.js";
import { address, gameOf } from "../setup/levels.js";
import { describe } from "../setup/title.js";
import { style } from "../style.js";
import { _ } from "../text.js";
import { bind } from "./keys.js";
import { called } from "./levels.js";

const main = find(document, "#main");

export class App {
  /** @type {Play | null} */
  play = null;
  /** @type {import("./editor.js").Editor | null} */
  #editor = null;
  starting = false;
  #asked = 0; // How often something was asked for: an older answer may come later.

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

  /** What the address asks for. */
  async open() {
    const mine = ++this.#asked;
    const asked = new URLSearchParams(location.search);
    try {
      if (location.hash.startsWith("#analyse")) return await this.analyse(asked.get("board"));
      if (location.hash === "#new") return await this.setup();
      const game = asked.get("game");
      if (game) return await this.#go(game, mine);
      if ([...asked.keys()].length) return await this.start(requested(asked));
      const open = (await get("/api/games")).filter((each) => gameOf(each) === "minesweeper");
      if (open.length) return await this.#go(open[0].id, mine);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tell(error.message, "bad");
    }
    return mine === this.#asked ? this.setup() : null;
  }

  /**
   * @param {string} id
   * @param {number} mine
   */
  async #go(id, mine) {
    const state = await get(`/api/games/${encodeURIComponent(id)}`);
    if (mine === this.#asked) await this.show(state);
  }

  /**
   * Begin a game, one at a time. Raises ApiError.
   * @param {GameRequest} request
   */
  async start(request) {
    if (this.starting) return;
    this.starting = true;
    const mine = this.#asked;
    try {
      const state = await post("/api/games", request);
      if (mine === this.#asked) await this.show(state);
    } finally {
      this.starting = false;
    }
  }

  /**
   * Show a game on the server.
   * @param {MinesweeperState} state
   */
  async show(state) {
    if (gameOf(state) !== "minesweeper") {
      location.href = address(state);
      return;
    }
    const mine = ++this.#asked;
    const [{ Game }, { Play }] = await Promise.all([import("./game.js"), import("./play.js")]);
    if (mine !== this.#asked) return;
    this.#clear();
    const chosen = this.view.querySelector("form") !== null;
    history.replaceState(null, "", `/minesweeper?game=${encodeURIComponent(state.id)}`);
    this.level.textContent = heading(state);
    const play = new Play(new Game(state), this);
    this.play = play;
    this.view.replaceChildren(play.element);
    play.fit();
    // The button that began it stands at the end of a long form.
    if (chosen) scrollTo(0, 0);
    if (!matchMedia("(pointer: coarse)").matches) play.focus();
  }

  /** The same again, with other mines. */
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
    const mine = ++this.#asked;
    try {
      const [{ Setup }, about] = await Promise.all([
        import("./setup.js"),
        get("/api/about?game=minesweeper"),
        style("setup"),
      ]);
      if (mine !== this.#asked) return;
      this.#clear();
      this.level.textContent = _("Choose a field");
      history.replaceState(null, "", "/minesweeper#new");
      const setup = new Setup(this, about.games.minesweeper);
      this.view.replaceChildren(setup.element);
      await setup.load();
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  /**
   * The editor, with the board of a text, of the game being played, or as it was left.
   * @param {string | null} text
   */
  async analyse(text = null) {
    const mine = ++this.#asked;
    const { Editor } = await import("./editor.js");
    if (mine !== this.#asked) return;
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
    this.#asked += 1;
    this.play?.leave();
    this.play = null;
    this.#editor?.leave();
    this.#editor = null;
  }
}

/**
 * What is above a game.
 * @param {MinesweeperState} state
 */
function heading(state) {
  const { rules } = state;
  const parts = [describe(rules)];
  if (state.mode === "adversary") parts.push(_("against the adversary"));
  if (state.daily) parts.push(_("puzzle of {day}", { day: state.daily }));
  return [called(state), ...parts].join(" · ");
}

/**
 * What is asked for by the address of a link: expert where it does not say.
 * @param {URLSearchParams} asked
 */
function requested(asked) {
  if (!["rules", "daily", "m"].some((name) => asked.has(name))) asked.set("rules", "expert");
  if (asked.has("players")) {
    return {
      rules: asked.get("rules"),
      players: asked.get("players")?.split(","),
      ...(asked.has("seed") && { seed: asked.get("seed") }),
    };
  }
  return { link: `/minesweeper?${asked}` };
}

page({ title: _("Minesweeper"), current: "minesweeper" });
const app = new App();
await app.open();
document.documentElement.dataset.ready = "true";
