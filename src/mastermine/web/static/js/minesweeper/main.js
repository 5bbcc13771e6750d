// The Minesweeper page: what is asked for in its address, the game that is open, or the choice of a new one.

import { ApiError, get, post } from "../api.js";
import { el } from "../element.js";
import { page, tell } from "../page.js";
import { _ } from "../text.js";
import { Game } from "./game.js";
import { bind } from "./keys.js";
import { called } from "./levels.js";
import { Play } from "./play.js";
import { size } from "./time.js";

const main = document.getElementById("main");

class App {
  play = null;

  constructor() {
    this.level = el("p", { class: "level", id: "level" });
    const tool = (id, text, action) =>
      el("button", { type: "button", class: "button small", id, text, on: { click: action } });
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
    const asked = new URLSearchParams(location.search);
    try {
      if (location.hash.startsWith("#analyse")) return await this.analyse(asked.get("board"));
      if (location.hash === "#new") return await this.setup();
      if (asked.get("game")) return this.show(await get(`/api/games/${encodeURIComponent(asked.get("game"))}`));
      if ([...asked.keys()].length) return await this.start(requested(asked));
      const open = (await get("/api/games")).filter((each) => each.rules.startsWith("minesweeper"));
      if (open.length) return this.show(await get(`/api/games/${open[0].id}`));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tell(error.message, "bad");
    }
    return this.setup();
  }

  /** Begin a game. Raises ApiError. */
  async start(request) {
    this.show(await post("/api/games", request));
  }

  /** Show a game on the server. */
  show(state) {
    this.#clear();
    if (!state.rules.startsWith("minesweeper")) {
      location.href = `/mastermind#game=${state.id}`;
      return;
    }
    history.replaceState(null, "", `/minesweeper?game=${state.id}`);
    this.level.textContent = heading(state);
    this.play = new Play(new Game(state), this);
    this.view.replaceChildren(this.play.element);
    this.play.zoom.fit();
    if (!matchMedia("(pointer: coarse)").matches) this.play.focus();
  }

  /** The same again, with other mines. */
  async again() {
    const state = this.play?.game.state;
    if (!state) return this.setup();
    const { rules, mode, players, rounds } = state;
    const request = players ? { rules, players, rounds } : { rules, mode };
    try {
      await this.start(request);
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  async setup() {
    const { Setup } = await import("./setup.js");
    this.#clear();
    this.level.textContent = _("Choose a field");
    history.replaceState(null, "", "/minesweeper#new");
    const setup = new Setup(this);
    this.view.replaceChildren(setup.element);
    await setup.load();
  }

  /** The editor, with the board of a text, of the game being played, or as it was left. */
  async analyse(text = null) {
    const { Editor } = await import("./editor.js");
    const board = this.play?.game.board;
    const given = text ?? (board && !board.outcome && /[0-8]/.test(board.board) ? board : null);
    this.#clear();
    this.level.textContent = _("Analyse any position");
    history.replaceState(null, "", "/minesweeper#analyse");
    const editor = new Editor(this, given);
    this.view.replaceChildren(editor.element);
    editor.fit();
  }

  #clear() {
    this.play?.leave();
    this.play = null;
  }
}

/** What is above a game. */
function heading(state) {
  const { rules } = state;
  const parts = [size(rules)];
  if (state.mode === "adversary") parts.push(_("against the adversary"));
  if (state.daily) parts.push(_("puzzle of {day}", { day: state.daily }));
  return [called(rules), ...parts].join(" · ");
}

/** What is asked for by the address of a link: expert where it does not say. */
function requested(asked) {
  if (!["rules", "daily", "m"].some((name) => asked.has(name))) asked.set("rules", "expert");
  if (asked.has("players")) {
    return {
      rules: asked.get("rules"),
      players: asked.get("players").split(","),
      ...(asked.has("seed") && { seed: asked.get("seed") }),
    };
  }
  return { link: `/minesweeper?${asked}` };
}

await page({ title: _("Minesweeper"), current: "minesweeper" });
const app = new App();
await app.open();
document.documentElement.dataset.ready = "true";
