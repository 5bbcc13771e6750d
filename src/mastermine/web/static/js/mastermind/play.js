/* The view of a game: its state, the stage of play, and the parts that show them. */

import { bar } from "../bar.js";
import { define, el, find } from "../element.js";
import { item } from "../menu.js";
import { read, save, say, tell } from "../page.js";
import { begun } from "../setup/ready.js";
import { nameOf } from "../setup/levels.js";
import { sound } from "../sound.js";
import { style } from "../style.js";
import { _ } from "../text.js";
import { LONG } from "./board.js";
import "./card.js";
import "./desk.js";
import "./legend.js";
import { codeWords, split } from "./codes.js";
import { fills, showDesk } from "./desks.js";
import { Draft } from "./draft.js";
import { Filling } from "./filling.js";
import { listen } from "./keys.js";
import { Moves } from "./moves.js";
import { MastermindParts } from "./parts.js";
import { MastermindTools } from "./tools.js";
import { turnOf } from "./turn.js";

export class MastermindPlay extends HTMLElement {
  /** @type {CodeState} */
  game;
  /** @type {Promise<CodeState> | null} */
  #beginning = null;
  /** @type {CodeGame | null} */
  inner = null; // The board in play, null between the boards of a match.
  /** @type {CodeBoard} */
  board;
  /** @type {Draft} */
  draft;
  /** @type {Filling} */
  filling;
  /** @type {MastermindTools} */
  tools;
  /** @type {MastermindParts} */
  parts;
  /** @type {typeof import("./people.js") | undefined} */
  people;
  /** @type {typeof import("./ending.js") | undefined} */
  ending;
  /** @type {import("../replay.js").Player | null} */
  replaying = null;
  /** @type {string | null} */
  handed = null;
  ended = "";
  /** @type {number | null} */
  correcting = null;
  holding = false;
  peeking = false;
  revealing = false; // True while the player enters the code to check the answers.
  busy = false;
  notice = "";
  /** @type {string | null} */
  preview = null;
  revealed = "";
  draftKey = "";
  /** @type {HTMLElement} */
  heading;
  /** @type {HTMLElement} */
  meter;
  /** @type {HTMLElementTagNameMap["mastermind-help"]} */
  help;
  /** @type {HTMLElementTagNameMap["mastermind-board"]} */
  boardView;
  /** @type {HTMLElementTagNameMap["mastermind-legend"]} */
  legend;
  /** @type {HTMLElementTagNameMap["mastermind-desk"]} */
  desk;
  /** @type {HTMLElementTagNameMap["mastermind-answer"]} */
  answers;
  /** @type {HTMLElement} */
  result;
  /** @type {HTMLElement} */
  between;
  /** @type {HTMLElement} */
  table;
  /** @type {HTMLElement} */
  match;

  /**
   * `leave()` opens the setup, `started(game)` a new game; `begun(game)` is called when a game that was only ready exists.
   * An `embedded` game is part of another page.
   * @param {NamedPreset[]} presets
   * @param {{leave: () => void, started: (game: CodeState) => void, begun?: (game: CodeState) => void,
   *   embedded?: boolean}} given
   */
  constructor(presets, { leave, started, begun, embedded = false }) {
    super();
    this.presets = presets;
    this.leave = leave;
    this.started = started;
    this.begun = begun;
    this.embedded = embedded;
    this.direction = read("mastermind.direction", "down");
    this.moves = new Moves(this);
  }

  connectedCallback() {
    if (this.boardView) return;
    this.heading = el("header", { class: "bar" });
    this.meter = el("output", { class: "number", id: "meter" });
    this.tools = new MastermindTools(this);
    this.help = el("mastermind-help", {});
    this.boardView = el("mastermind-board", {});
    this.legend = el("mastermind-legend", {});
    this.desk = el("mastermind-desk", { class: "desk" });
    this.answers = el("mastermind-answer", { class: "desk" });
    this.result = el("section", { class: "desk result", id: "result", hidden: true });
    this.between = el("div", {});
    this.table = el("div", { class: "table" }, this.legend, this.boardView, this.desk, this.answers, this.result);
    this.parts = new MastermindParts(this);
    this.match = el("section", { class: "match card", "aria-label": _("The match"), hidden: true });
    this.append(this.heading, this.between, this.tools, this.help, this.table, this.match, this.parts);
    this.filling = new Filling(this);
    this.filling.wire();
    listen(this);
  }

  /**
   * Loads the modules and style sheets for a game.
   * @param {CodeState} game
   */
  async prepare(game) {
    if (game.game === "contest") {
      if (!this.people) [this.people] = await Promise.all([import("./people.js"), style("match")]);
    } else if (!this.ending && (game.outcome || game.contradiction)) {
      [this.ending] = await Promise.all([import("./ending.js"), style("mastermind-ending")]);
    }
    if (boardOf(game).places > LONG) await style("mastermind-long");
    if (game.mode === "person") await Promise.all([import("./answer.js"), style("mastermind-answer")]);
  }

  /**
   * Shows a game, or the new state of the same game.
   * @param {CodeState} game
   */
  async show(game) {
    await this.prepare(game);
    this.take(game);
  }

  /**
   * Shows a game for which `prepare` was called.
   * @param {CodeState} game
   */
  take(game) {
    if (game.id !== this.game?.id) {
      if (game.note) tell(game.note);
      this.handed = null;
      this.ended = "";
      this.correcting = null;
      this.holding = this.peeking = this.revealing = false;
      this.help.clear();
      this.parts.clear(game.mode !== "person");
    }
    const before = this.inner;
    this.game = game;
    this.inner = game.game === "contest" ? game.board : game;
    this.board = boardOf(game);
    const { inner } = this;
    if (before?.turns.length !== inner?.turns.length || before?.outcome !== inner?.outcome) this.help.clear();
    this.#sounds(before);
    this.#newDraft();
    this.draw();
    this.parts.update();
  }

  /** Creates the game if it is only ready, with the row that is filled in. Resolves to its state. */
  async begin() {
    const { game } = this;
    if (!game.request) return game;
    this.#beginning ??= this.#created(game).finally(() => (this.#beginning = null));
    return this.#beginning;
  }

  /** @param {CodeState} ready */
  async #created(ready) {
    const game = await begun(ready);
    if (this.game !== ready) return game; // Another game is shown now.
    this.game = game;
    if (game.game === "mastermind") this.inner = game;
    this.draftKey = game.id;
    this.draft.key = `mastermine.row.${game.id}`;
    this.begun?.(game);
    return game;
  }

  /**
   * Plays the sound of a new answer or of the end; a won game is celebrated.
   * @param {CodeGame | null} before
   */
  async #sounds(before) {
    const { inner } = this;
    if (!before || !inner || before.id !== inner.id || inner.turns.length <= before.turns.length) return;
    if (!inner.outcome) sound("answer");
    else if (inner.mode !== "person") {
      sound(inner.outcome === "won" ? "won" : "lost");
      if (inner.outcome === "won") (await import("../ending/joy.js")).celebrate();
    }
  }

  // State.

  /**
   * The stage of play: cover, hide, guess, answer, correct, trouble, tell, over or final.
   * @returns {Stage}
   */
  get stage() {
    const { contest, inner } = this;
    if (contest) {
      if (contest.over) return "final";
      if (this.handed !== turnOf(contest)) return "cover";
      return contest.to_do === "hide" ? "hide" : "guess";
    }
    if (this.revealing) return "tell";
    if (!inner || inner.outcome) return "over";
    if (inner.mode !== "person") return "guess";
    if (this.correcting) return "correct";
    return inner.contradiction ? "trouble" : "answer";
  }

  /** True if pegs can be placed. */
  get active() {
    return fills(this.stage) && !this.busy;
  }

  /** True for a game that is only ready. */
  get fresh() {
    return Boolean(this.game.request);
  }

  /** The match between players, or null. */
  get contest() {
    return this.game.game === "contest" ? this.game : null;
  }

  // Drawing.

  draw() {
    const { stage } = this;
    this.replaying?.stop();
    this.replaying = null;
    this.dataset.stage = stage;
    this.style.setProperty("--places", String(this.board.places));
    const covered = stage === "cover" || stage === "final";
    this.between.hidden = !covered;
    this.table.hidden = this.tools.hidden = this.tools.quick.hidden = this.help.hidden = covered;
    this.match.hidden = covered || !this.contest;
    this.parts.hidden = Boolean(this.contest);
    this.#heading();
    if (covered) {
      this.people?.showBetween(this, stage);
      return;
    }
    this.between.replaceChildren();
    if (this.contest) this.people?.showMatch(this.match, this.contest);
    this.tools.update();
    // Players who answer see it on the desk.
    this.legend.hidden = stage === "hide" || this.inner?.mode === "person";
    this.legend.show(this.board);
    this.drawBoard();
    showDesk(this);
    this.#reveal();
  }

  /** After each move, scrolls to the current row, above the desk. */
  #reveal() {
    const key = `${this.game.id} ${this.inner?.turns.length} ${this.stage}`;
    if (key === this.revealed) return;
    const first = !this.revealed;
    this.revealed = key;
    if (first && this.embedded) return;
    if (this.stage === "over") {
      this.keepClear(undefined);
      this.result.querySelector("h2")?.scrollIntoView({ block: "nearest" });
      return;
    }
    this.keepClear([this.desk, this.answers, this.result].find((each) => !each.hidden));
    if (this.inner?.turns.length) this.boardView.reveal();
  }

  /**
   * Makes scrolling leave room for this part, which sticks to the bottom.
   * @param {HTMLElement | undefined} part
   */
  keepClear(part) {
    this.style.setProperty("--desk", `${part?.offsetHeight ?? 0}px`);
  }

  #heading() {
    const title = nameOf(this.game, this.presets);
    const status = this.game.messages.status.join(" · ");
    if (this.heading.dataset.key === title + status) return;
    this.heading.dataset.key = title + status;
    const titles = el(
      "div",
      { class: "titles", title: `${title} · ${status}` },
      el(this.embedded ? "p" : "h1", { id: "title", tabindex: "-1" }, title),
      el("p", { id: "status", class: "muted" }, status),
    );
    this.heading.replaceChildren(...bar(titles, this.tools.quick, () => this.#menu(), [this.meter]));
  }

  #menu() {
    return [
      item("new-game", _("Choose a game …"), () => this.leave()),
      this.contest || this.game.daily
        ? null
        : item("again-menu", _("New game"), () => this.moves.again(), { key: "F2", disabled: this.fresh }),
      el("hr", {}),
      ...this.tools.items(),
      el("hr", {}),
      item("show-statistics", _("Statistics"), () => this.parts.open("statistics")),
      item("show-keys", _("Board and keys"), () => this.parts.open("settings")),
      item("show-share", _("Share and save"), () => this.share(), { disabled: Boolean(this.contest) }),
      item("appearance", _("Settings"), () => document.getElementById("themes")?.showPopover()),
    ];
  }

  /** Shows the dialog for sharing the game. */
  async share() {
    const { id } = await this.begin();
    await (await import("../share.js")).share(id);
  }

  /** Draws the present board, or a `frame` of its replay. */
  drawBoard(frame = null) {
    const { stage, board } = this;
    const inner = frame ?? this.inner;
    this.boardView.update({
      id: `${this.game.id} ${stage === "hide"} ${this.contest?.round ?? ""} ${this.contest?.player ?? ""}`,
      board: stage === "hide" ? { ...board, limit: 1 } : board,
      turns: stage === "hide" ? [] : (inner?.turns ?? []),
      current: frame ? null : this.#current(),
      direction: this.direction,
      correct: !frame && inner?.mode === "person" && (!inner.outcome || inner.outcome === "lost"),
      copy: !frame && stage === "guess",
      answers: this.inner?.messages.answers ?? {},
      notes: frame ? {} : (inner?.messages.notes ?? {}),
      secret: inner?.secret ?? null,
      hidden: inner !== null && inner.mode !== "person" && !inner.outcome,
    });
  }

  /** @returns {CurrentRow | null} */
  #current() {
    const { stage, inner, draft, busy } = this;
    if (stage === "guess" || stage === "hide") {
      const { pegs, held, chosen } = draft;
      return { pegs, held, chosen, busy, covered: stage === "hide" && !this.peeking };
    }
    if ((stage === "answer" || stage === "correct") && inner?.proposal) {
      const pegs = split(inner.proposal, this.board);
      return { pegs, given: true, busy, preview: stage === "answer" ? this.preview : null };
    }
    return null;
  }

  // Actions other than moves.

  /** Starts the turn of the next player. */
  ready() {
    this.handed = turnOf(this.game);
    this.ended = "";
    this.#newDraft();
    this.draw();
    this.boardView.focusHole(0);
  }

  /**
   * Sets the direction of the rows: "down" or "up".
   * @param {string} direction
   */
  turn(direction) {
    this.direction = direction;
    save("mastermind.direction", direction);
    this.draw();
  }

  /**
   * Starts the correction of an answer; null cancels it.
   * @param {number | null} row
   */
  correct(row) {
    this.revealing = false;
    this.correcting = row;
    this.draw();
    if (row && this.answers.querySelector("button:enabled")) find(this.answers, "button:enabled").focus();
  }

  revealCode() {
    this.revealing = true;
    this.#newDraft();
    this.draw();
    this.desk.tray.querySelector("button")?.focus();
  }

  /**
   * Fills the current row with a code.
   * @param {string} code
   */
  fill(code) {
    if (!this.active) return;
    this.draft.fill(split(code, this.board));
    say(_("Current row: {code}.", { code: codeWords(code, this.board) }));
    this.desk.confirm.focus();
  }

  #newDraft() {
    const { game, board, stage } = this;
    const turn = this.contest ? turnOf(game) : stage === "tell" ? `${game.id}/tell` : game.id;
    if (this.draft && this.draftKey === turn) return;
    this.draftKey = turn;
    // A code to hide is not stored, and nothing of a game that does not exist.
    const key = this.contest?.to_do === "hide" || game.request ? null : `mastermine.row.${turn}`;
    this.draft = new Draft(key, board, () => {
      this.notice = "";
      this.draw();
    });
    this.notice = "";
  }

  /**
   * Shows a note on the desk; `aloud` also announces it.
   * @param {string} text
   * @param {boolean} aloud
   */
  note(text, aloud = false) {
    this.notice = text;
    if (text) showDesk(this);
    if (aloud) say(text);
  }
}

/**
 * Returns the board of a game, also between the boards of a match.
 * @param {CodeState} game
 */
function boardOf(game) {
  return game.game === "contest" ? game.shape : game.board;
}

define("mastermind-play", MastermindPlay);
