// The view of a game: bar, board, buttons, and help or the outcome beside it.

import { el } from "../element.js";
import { read, save, say, sure, tell } from "../page.js";
import { _, filled, ngettext } from "../text.js";
import { Clock } from "./clock.js";
import "./face.js";
import { spot } from "./field.js";
import { signs } from "./game.js";
import { Help } from "./help.js";
import { race } from "./people.js";
import { Zoom } from "./zoom.js";

export class Play {
  #before = "";
  /** @type {import("./end.js").End | null} */
  #end = null;
  /** @type {import("./replay.js").Replay | null} */
  #replay = null;
  #over = false;
  #refreshing = false;
  events = new AbortController();
  /** @type {string | null} */
  player = null;

  /**
   * `app` starts other games: again(), setup().
   * @param {Game} game
   * @param {App} app
   */
  constructor(game, app) {
    this.game = game;
    this.app = app;
    this.mines = el("mm-counter", { id: "mines" });
    this.time = el("mm-counter", { id: "time" });
    this.face = el("mm-face", { id: "face", on: { click: () => app.again() } });
    this.field = el("mm-field", { id: "field" });
    this.field.rulers = true;
    this.bar = el("div", { class: "bar" }, this.mines, this.face, this.time);
    this.clock = new Clock(this.time);
    this.zoom = new Zoom(this.field, () => this.table.parentElement?.clientWidth ?? innerWidth);
    /**
     * @param {string} id
     * @param {string} text
     * @param {() => unknown} action
     * @param {Props} props
     */
    const button = (id, text, action, props = {}) =>
      el("button", { type: "button", class: "button", id, text, on: { click: action }, ...props });
    this.undo = button("undo", _("Undo"), () => this.send("undo"), { "aria-keyshortcuts": "U" });
    this.redo = button("redo", _("Redo"), () => this.send("redo"), { "aria-keyshortcuts": "R" });
    this.dig = button("dig", _("Open"), () => this.use("dig"));
    this.flag = button("flag", _("Flag"), () => this.use("flag"));
    this.give = button("give-up", _("Give up"), () => this.giveUp());
    /** @type {HTMLElement} */
    this.people = el("div", { hidden: true });
    this.under = el(
      "div",
      { class: "controls" },
      el(
        "div",
        { class: "under" },
        el(
          "div",
          { class: "switch", role: "group", "aria-label": _("Effect of a tap or left click") },
          this.dig,
          this.flag,
        ),
        el("div", { class: "row" }, this.undo, this.redo),
      ),
      el("div", { class: "row extra" }, this.zoom.element, this.give),
    );
    this.beyond = el(
      "div",
      { class: "beyond", hidden: true },
      el("p", { class: "muted small", text: _("The board is wider than the window. Swipe it or press Fit.") }),
      el("button", { type: "button", class: "button", text: _("Fit"), on: { click: () => this.zoom.toggle() } }),
    );
    this.table = el("div", { class: "table" }, this.bar, this.beyond, this.field, this.under);
    this.help = new Help(this);
    this.side = el("aside", { class: "side", "aria-label": _("Help and results") }, this.help.element);
    this.element = el("div", { class: "play" }, el("div", { class: "board" }, this.table), this.side);
    this.side.prepend(this.people);
    this.use("dig");
    this.#listen();
    this.#draw({ first: true });
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
    const moved = game.move(`${verb} ${cells.join(" ")}`, () => this.#stale(verb, cells));
    this.#flags();
    return moved;
  }

  /** Fits the cells into the window; if the board does not fit, shows a hint once. */
  fit() {
    this.zoom.fit();
    if (!this.zoom.coarse.matches || !this.zoom.shrinks || read("minesweeper.beyond")) return;
    this.beyond.hidden = false;
    save("minesweeper.beyond", true);
  }

  /** Moves the focus to the next control. */
  focus() {
    const begin = this.people.querySelector("#race-begin");
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
    this.clock.set(0, false);
    this.#replay?.stop();
    this.zoom.stop();
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
    const { field, game } = this;
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(), { signal: this.events.signal });
    // The game may have changed in another window.
    addEventListener("focus", () => this.#visibilityChanged(), { signal: this.events.signal });
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
      if (this.help.picking) this.help.explain(cell);
    });
    game.on("state", (detail) => this.#draw(detail));
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
    this.mines.show(String(board.mines - flags.size), _("mines left"));
  }

  #draw({ quiet = false, first = false } = {}) {
    if (this.#replay && quiet) return;
    this.#leaveReplay();
    const { game, field } = this;
    const state = game.board;
    this.#people();
    const over = state.outcome !== null;
    const shown = signs(state);
    const changed = shown !== this.#before;
    const words = changed && !first ? this.#news(shown) : "";
    if (changed) {
      this.#before = shown;
      field.board = shown;
    }
    for (const cell of field.querySelectorAll(".waiting")) cell.classList.remove("waiting");
    for (const move of game.moves) {
      const [verb, ...cells] = move.split(" ");
      if (verb === "click") for (const cell of cells) field.wait(cell);
    }
    this.#flags();
    if (over) field.flags = state.flags.filter((cell) => !state.wrong_flags?.includes(cell));
    field.readonly = over || Boolean(state.idle);
    this.face.look = state.outcome ?? "playing";
    const started = /[0-8]/.test(state.board);
    this.clock.set(state.seconds, started && !over && !state.idle, game.seen);
    this.undo.disabled = !state.can_undo;
    this.redo.disabled = !state.can_redo;
    this.give.disabled = over || Boolean(state.idle);
    if (changed && !quiet && !this.game.state.players) this.help.changed();
    if (over !== this.#over || (first && over)) this.#turn(over, first);
    if (words && !over && !state.idle) say(words);
  }

  /**
   * Describes the changes for screen readers.
   * @param {string} shown
   */
  #news(shown) {
    const before = this.#before.replaceAll("\n", "");
    const now = shown.replaceAll("\n", "");
    if (before.length !== now.length) return "";
    const opened = [...now].filter((sign, i) => sign !== before[i] && /[0-8]/.test(sign)).length;
    if (!opened) return _("undone");
    const at = this.field.active;
    const cell = _("{cell} is {sign}", { cell: this.field.cell(at), sign: now[at] });
    return `${ngettext("opened {n} cell", "opened {n} cells", opened)}; ${cell}`;
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
      this.help.element.hidden = Boolean(this.game.state.players);
      this.help.reset();
      this.field.focus();
      return;
    }
    this.help.reset();
    this.help.element.hidden = true;
    const { End } = await import("./end.js");
    if (!this.#over || this.#end) return;
    const end = new End(this);
    this.#end = end;
    this.side.prepend(end.element);
    if (!first) say(end.words);
  }

  #leaveReplay() {
    if (!this.#replay) return;
    this.#replay.stop();
    this.#replay = null;
    this.#before = "";
    this.field.marks = null;
  }

  /**
   * Starts the replay, from the first move or at a moment.
   * @param {Moment} at
   */
  async replay(at = 0) {
    if (!this.#replay) {
      const { Replay } = await import("./replay.js");
      const replay = new Replay(this, () => {
        this.#replay = null;
        this.#before = "";
        this.#draw({ quiet: true });
      });
      this.#replay = replay;
      await replay.open();
    }
    this.#replay?.go(at);
  }

  #people() {
    const { state } = this.game;
    if (!state.players) return;
    if (this.player && state.to_do !== "open") say(state.messages.news.join(" "));
    this.player = state.to_do === "open" ? state.player : null;
    const before = this.people;
    this.people = race(state, async () => {
      await this.send("begin");
      this.field.focus();
    });
    before.replaceWith(this.people);
    this.help.element.hidden = true;
  }
}
