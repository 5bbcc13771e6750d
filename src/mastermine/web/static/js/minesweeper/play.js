// The view of a game: the bar, the board, the tools, and help or the outcome beside or below it.

import { get } from "../api.js";
import { bar } from "../bar.js";
import { button, el } from "../element.js";
import { item } from "../menu.js";
import { ask, drawing, read, save, say, sure, tell } from "../page.js";
import { sound } from "../sound.js";
import { _, filled, ngettext } from "../text.js";
import { Clock } from "./clock.js";
import "./face.js";
import { spot } from "./field.js";
import { shownFlags, signs } from "./game.js";
import { Help } from "./help.js";
import { boardName } from "./levels.js";
import { numbered } from "./rows.js";
import { Zoom } from "./zoom.js";

const UNDO = "M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 12h-3";
const REDO = "M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 12h3";
const LIVE = "live-figures";
const ASKED = "questions";

export class Play {
  #before = "";
  /** @type {import("./end.js").End | null} */
  #end = null;
  /** @type {import("./replay.js").Replay | null} */
  #replay = null;
  #opening = false; // True while the replay is loaded.
  #over = false;
  #refreshing = false;
  events = new AbortController();
  /** @type {string | null} */
  player = null;

  /**
   * `app` has what happens outside the game; an `embedded` game is part of another page, without a bar for a page. A
   * match needs `people`.
   * @param {Game} game
   * @param {PlayHost} app
   * @param {typeof import("./people.js") | null} people
   */
  constructor(game, app, people = null) {
    this.people = people;
    this.game = game;
    this.app = app;
    this.mines = el("mm-counter", { id: "mines" });
    this.time = el("mm-counter", { id: "time" });
    this.face = el("mm-face", { id: "face", on: { click: () => app.again() } });
    this.field = el("mm-field", { id: "field" });
    this.figures = el("p", { class: "figures number", id: "figures" });
    this.clock = new Clock(this.time, () => this.#figures());
    this.undo = this.#sign("undo", UNDO, _("Undo"), () => this.send("undo"), "U");
    this.redo = this.#sign("redo", REDO, _("Redo"), () => this.send("redo"), "R");
    this.dig = button("dig", _("Open"), () => this.use("dig"));
    this.flag = button("flag", _("Flag"), () => this.use("flag"));
    /** @type {HTMLElement} */
    this.race = el("div", { hidden: true });
    this.help = new Help(this);
    this.tools = el(
      "div",
      { class: "tools" },
      el(
        "div",
        { class: "switch", role: "group", "aria-label": _("Effect of a tap or left click") },
        this.dig,
        this.flag,
      ),
      el("div", { class: "undoing" }, this.undo, this.redo),
      this.help.buttons,
    );
    this.board = el("div", { class: "board" }, this.field);
    this.side = el(
      "aside",
      { class: "side", "aria-label": _("Help and results") },
      this.race,
      this.figures,
      this.help.answer,
    );
    this.element = el(
      "div",
      { class: ["play", app.embedded && "embedded"] },
      this.#bar(),
      this.board,
      this.tools,
      this.side,
    );
    this.zoom = new Zoom(this.field, () => this.#room());
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.element);
    this.#listen();
    this.#settings();
    this.use(read("flag-first", false) ? "flag" : "dig");
    this.#draw({ first: true });
    this.#best();
  }

  #bar() {
    const counters = el("div", { class: "counters" }, this.mines, this.face, this.time);
    if (this.app.embedded) return el("div", { class: "bar" }, counters);
    const { state } = this.game;
    const about = [state.description, ...state.messages.status].join(" · ");
    const titles = el(
      "div",
      { class: "titles", title: about },
      el("h1", { text: boardName(state) }),
      el("p", { class: "muted small", id: "level", text: about }),
    );
    return el("div", { class: "bar" }, ...bar(titles, counters, () => this.#menu()));
  }

  #menu() {
    const { app } = this;
    const board = this.game.board;
    const over = board.outcome !== null || Boolean(board.idle);
    return [
      item("new", _("New game"), () => app.again(), { key: "F2" }),
      item("choose", _("Choose a game …"), () => app.setup()),
      el("hr", {}),
      item("analyse", _("Analyse"), () => app.analyse?.()),
      item("statistics", _("Statistics"), () => this.#statistics()),
      item("keys", _("Keys"), async () => (await import("./keyhelp.js")).show(), { key: "?" }),
      item("settings", _("Settings"), () => document.getElementById("themes")?.showPopover()),
      el("hr", {}),
      el("div", { class: "stays" }, el("span", { text: _("Cells") }), this.zoom.buttons),
      item("live", _("3BV/s while you play"), () => this.#live(), { "aria-pressed": String(read(LIVE, false)) }),
      el("hr", {}),
      item("menu-undo", _("Undo"), () => this.send("undo"), { key: "U", disabled: !board.can_undo }),
      item("menu-redo", _("Redo"), () => this.send("redo"), { key: "R", disabled: !board.can_redo }),
      item("give-up", _("Give up"), () => this.giveUp(), { disabled: over }),
    ];
  }

  /**
   * Creates a button with an icon.
   * @param {string} id
   * @param {string} path
   * @param {string} label
   * @param {() => unknown} action
   * @param {string} key
   */
  #sign(id, path, label, action, key) {
    return el(
      "button",
      {
        type: "button",
        class: "button",
        id,
        "aria-label": label,
        title: label,
        "aria-keyshortcuts": key,
        on: { click: action },
      },
      drawing(path),
    );
  }

  /** Room for the board, and the largest size of a cell that fits a screen by itself. */
  #room() {
    const { board, app } = this;
    if (app.embedded) {
      const place = this.element.parentElement;
      return {
        width: place ? this.element.clientWidth : 0,
        height: 0.62 * innerHeight,
        most: Math.max(40, innerHeight / 24),
      };
    }
    const most = Math.max(48, Math.min(innerWidth, innerHeight) / 20);
    return { width: board.clientWidth, height: board.clientHeight, most };
  }

  /** Fits the cells into the room of the board. */
  fit() {
    const before = this.field.style.getPropertyValue("--cell");
    this.zoom.fit();
    if (before) return;
    const { field } = this;
    field.scrollTo((field.scrollWidth - field.clientWidth) / 2, (field.scrollHeight - field.clientHeight) / 2);
  }

  #settings() {
    const { field, game } = this;
    field.rulers = read("rulers", false);
    field.long = Number(read("long-press", 380));
    field.dataset.cells = read("cells", "raised");
    const { id, cells = [] } = read(ASKED, {});
    field.questions = read("question-marks", false) ? (id && id === game.id ? cells : (field.questions ?? [])) : null;
  }

  async #statistics() {
    try {
      const { results } = await import("../ending/results.js");
      const body = el(
        "div",
        {},
        await results(this.game.state),
        el("a", { href: "/#your-games", text: _("All your games") }),
      );
      await ask({ title: _("Statistics"), body, actions: [{ label: _("Close"), value: true, kind: "primary" }] });
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  /** Shows the best time under these rules, once the server says it. */
  async #best() {
    const { state } = this.game;
    if (state.players || state.request) return;
    const [{ resultOf }, found] = await Promise.all([
      import("../ending/results.js"),
      get("/api/statistics", { signal: this.events.signal }).catch(() => []),
    ]);
    this.clock.best = resultOf(state, found)?.best_seconds ?? null;
  }

  #live() {
    save(LIVE, !read(LIVE, false));
    this.#figures();
  }

  /** Shows the figures at the end, and during the game if they are wanted. */
  async #figures() {
    const { board, state } = this.game;
    let text = "";
    if (!state.players && (board.outcome || read(LIVE, false))) {
      const { figures } = await import("./figures.js");
      const rows = board.outcome === "won" && board.secret ? numbered(board.secret.replaceAll("/", "\n")) : board.board;
      text = figures({ board: rows, clicks: state.done, seconds: this.clock.seconds });
    }
    if (this.figures.textContent !== text) this.figures.textContent = text;
  }

  /**
   * Sets the effect of a tap or a left click: "dig" or "flag".
   * @param {"dig" | "flag"} mode
   */
  use(mode) {
    this.field.mode = mode;
    this.dig.setAttribute("aria-pressed", String(mode === "dig"));
    this.flag.setAttribute("aria-pressed", String(mode === "flag"));
  }

  /**
   * Makes a move on cells.
   * @param {string} verb
   * @param {Cell[]} cells
   */
  act(verb, cells) {
    const { field, game } = this;
    if (verb === "click") for (const cell of cells) field.wait(cell);
    sound(verb === "flag" ? "flag" : "open");
    const moved = game.move(`${verb} ${cells.join(" ")}`, () => this.#stale(verb, cells));
    this.#flags();
    if (verb === "flag" && cells.length === 1) say(field.words(cells[0]));
    return moved;
  }

  /** Moves the focus to the next control. */
  focus() {
    const begin = this.race.querySelector("#race-begin");
    (begin instanceof HTMLElement ? begin : this.field).focus();
  }

  /**
   * Makes a move without cells.
   * @param {string} move
   */
  send(move) {
    return this.game.move(move);
  }

  async giveUp() {
    const body = this.game.state.players
      ? _("Your board counts as not cleared.")
      : _("The mines are shown, and the game counts as a loss.");
    if (await sure({ title: _("Give up?"), body, keep: _("Keep playing"), go: _("Give up") }))
      await this.send("give up");
  }

  /** Cleans up when the game is removed from the page. */
  leave() {
    this.events.abort();
    if (this.#alone) this.game.pause();
    this.clock.set(0);
    this.#replay?.stop();
    this.zoom.stop();
    this.sizes.disconnect();
  }

  /** True for an unfinished game without other players, whose clock runs only while the page is visible. */
  get #alone() {
    return !this.#over && !this.game.state.players;
  }

  async #visibilityChanged() {
    if (document.hidden) return this.#alone && this.game.pause();
    if (this.#refreshing) return;
    this.#refreshing = true;
    try {
      await this.game.refresh();
    } catch (error) {
      tell(error.message, "bad");
    } finally {
      this.#refreshing = false;
    }
  }

  #listen() {
    const { field, game, app } = this;
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(), { signal: this.events.signal });
    // The game may have changed in another window.
    addEventListener("focus", () => this.#visibilityChanged(), { signal: this.events.signal });
    addEventListener("mastermine:settings", () => this.#settings(), { signal: this.events.signal });
    field.addEventListener("question", ({ detail: { cell } }) => {
      say(field.words(cell));
      this.#keepQuestions();
    });
    field.addEventListener("act", ({ detail: { verb, cell } }) => this.act(verb, [cell]));
    field.addEventListener("press", ({ detail }) => {
      if (!this.game.board.outcome) this.face.look = detail.down ? "pressed" : "playing";
    });
    field.addEventListener("refuse", ({ detail: { cell, reason } }) => {
      const { refusals } = game.board.messages ?? {};
      if (!refusals) return;
      const text = reason === "chord" ? refusals.chord[field.flagsAround(cell)] : refusals[reason];
      say(filled(text, { cell, number: field.sign(field.index(cell)) }));
    });
    field.addEventListener("paint", ({ detail: { cell } }) => {
      if (this.help.picking) this.help.use("explain", cell);
    });
    game.on("state", (detail) => this.#draw(detail));
    game.on("begun", () => {
      app.begun?.();
      this.#best();
    });
    game.on("stale", () => this.#draw({ quiet: true }));
    game.on("refused", ({ error, dropped }) => {
      const words = [error.message];
      if (dropped) words.push(ngettext("{n} more click was not made.", "{n} more clicks were not made.", dropped));
      tell(words.join(". "), error.status === 409 || error.kind === "IllegalMove" ? "info" : "bad");
    });
  }

  /**
   * Returns true for a queued move that an earlier one made unnecessary.
   * @param {string} verb
   * @param {Cell[]} cells
   */
  #stale(verb, cells) {
    const { board } = this.game;
    if (board.outcome) return true;
    const rows = board.board.split("\n");
    /** @param {Cell} cell */
    const closed = (cell) => {
      const [x, y] = spot(cell);
      return rows[y]?.[x] === "#";
    };
    const flagged = (/** @type {Cell} */ cell) => board.flags.includes(cell);
    if (verb === "click") return !cells.some(closed) || cells.some(flagged);
    if (verb === "flag") return !cells.every(closed);
    const [cell] = cells;
    const around = this.field.neighbours(this.field.index(cell)).map((i) => this.field.cell(i));
    const [x, y] = spot(cell);
    const flags = around.filter((each) => closed(each) && flagged(each)).length;
    return flags === around.filter(closed).length || flags !== Number(rows[y][x]);
  }

  /** Shows the flags as they will be after the queued moves. */
  #flags() {
    const { board } = this.game;
    const flags = new Set(board.flags);
    for (const move of this.game.moves) {
      const [verb, ...cells] = move.split(" ");
      if (verb !== "flag" || cells[0] === "mines") continue;
      for (const cell of cells) if (!flags.delete(cell)) flags.add(cell);
    }
    if (!board.outcome) this.field.flags = [...flags];
    const left = board.outcome === "won" ? 0 : board.mines - flags.size;
    this.mines.show(String(left), _("mines left"));
  }

  /** Stores the question marks of this game, which the server does not know. */
  #keepQuestions() {
    const { field, game } = this;
    if (game.id && field.questions) save(ASKED, { id: game.id, cells: field.questions });
  }

  #draw({ quiet = false, first = false } = {}) {
    if (this.#replay && quiet) return;
    this.#leaveReplay();
    const { game, field } = this;
    const state = game.board;
    this.#people();
    const over = state.outcome !== null;
    const before = this.#before;
    const shown = signs(state);
    const changed = shown !== before;
    if (changed) {
      this.#before = shown;
      field.board = shown;
    }
    const words = changed && !first ? this.#news(before, shown) : "";
    for (const cell of field.querySelectorAll(".waiting")) cell.classList.remove("waiting");
    for (const move of game.moves) {
      const [verb, ...cells] = move.split(" ");
      if (verb === "click") for (const cell of cells) field.wait(cell);
    }
    this.#flags();
    this.#keepQuestions();
    if (over) field.flags = shownFlags(state);
    field.readonly = over || Boolean(state.idle);
    this.face.look = state.outcome ?? "playing";
    // A puzzle of the day that is only ready shows its opening, but nobody plays it.
    const started = /[0-8]/.test(state.board) && !game.state.request;
    this.clock.set(state.seconds, { running: started && !over && !state.idle, over, since: game.seen });
    this.undo.disabled = !state.can_undo;
    this.redo.disabled = !state.can_redo;
    this.element.dataset.over = String(over);
    this.element.classList.toggle("match", Boolean(game.state.players));
    if (changed && !quiet && !this.game.state.players) this.help.changed();
    if (over !== this.#over || (first && over)) this.#turn(over, first);
    if (words && !over && !state.idle) say(words);
  }

  /**
   * Describes the changes for screen readers.
   * @param {string} before
   * @param {string} shown
   */
  #news(before, shown) {
    if (before.length !== shown.length) return "";
    const opened = [...shown].filter((sign, i) => sign !== before[i] && /[0-8]/.test(sign)).length;
    if (!opened) return _("undone");
    const { field } = this;
    return `${ngettext("opened {n} cell", "opened {n} cells", opened)}; ${field.words(field.cell(field.active))}`;
  }

  /**
   * Switches between play and outcome.
   * @param {boolean} over
   * @param {boolean} first
   */
  async #turn(over, first) {
    this.#over = over;
    if (!over) {
      this.#end?.element.remove();
      this.#end = null;
      this.help.reset();
      this.field.focus();
      return;
    }
    this.help.reset();
    const { End } = await import("./end.js");
    if (!this.#over || this.#end) return;
    const end = new End(this);
    this.#end = end;
    this.side.prepend(end.element);
    if (first) return;
    say(end.words);
    sound(this.game.board.outcome === "won" ? "won" : "lost");
    if (this.game.board.outcome !== "won") return;
    (await import("../ending/joy.js")).celebrate();
    this.#best();
  }

  #leaveReplay() {
    if (!this.#replay) return;
    this.#replay.stop();
    this.#replay = null;
    this.#before = "";
    this.field.marks = null;
    this.app.reviewed?.(null);
  }

  /**
   * Starts the replay, from the first move or at a moment.
   * @param {Moment} at
   */
  async replay(at = 0) {
    if (!this.#replay) {
      if (this.#opening) return;
      this.#opening = true;
      const { Replay } = await import("./replay.js").finally(() => (this.#opening = false));
      const replay = new Replay(this, () => {
        this.#replay = null;
        this.#before = "";
        this.#draw({ quiet: true });
      });
      this.#replay = replay;
      await replay.open();
      if (at === 0) return this.#replay?.player.start();
    }
    this.#replay?.go(at);
  }

  /**
   * Shows a moment of the replay, or the game itself.
   * @param {number | null} moment
   */
  async review(moment) {
    if (moment !== null) await this.replay(moment);
    else if (this.#replay) this.#draw();
  }

  #people() {
    const { state } = this.game;
    if (!state.players || !this.people) return;
    if (this.player && state.to_do !== "open") say(state.messages.news.join(" "));
    this.player = state.to_do === "open" ? state.player : null;
    const before = this.race;
    this.race = this.people.race(state, async () => {
      await this.send("begin");
      this.field.focus();
    });
    before.replaceWith(this.race);
  }
}
