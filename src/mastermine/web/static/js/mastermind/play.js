/* A game on the screen: what the server knows of it, the row that is being filled, and the desk. */

import { post } from "../api.js";
import { define, el } from "../element.js";
import { ask, read, save, say, tell } from "../page.js";
import { _, ngettext } from "../text.js";
import "./board.js";
import "./desk.js";
import { answerWords, codeWords, readAnswer, split } from "./codes.js";
import { Draft } from "./draft.js";
import { Filling } from "./filling.js";
import { listen } from "./keys.js";
import { part } from "./panel.js";
import { roundWords, titleOf, turnOf, wayWords } from "./words.js";

// What not every game needs is loaded when it is needed.
const load = {
  answer: () => import("./answer.js"),
  ending: () => import("./ending.js"),
  keylist: () => import("./keylist.js"),
  coach: () => import("./coach.js"),
  people: () => import("./people.js"),
  share: () => import("./share.js"),
  statistics: () => import("./statistics.js"),
};

export class MastermindPlay extends HTMLElement {
  /** `about` is what the server offers; `leave()` goes to the setup, `begun(game)` to a new game. */
  constructor(about, { leave, begun }) {
    super();
    this.about = about;
    this.leave = leave;
    this.begun = begun;
    this.direction = read("mastermind.direction", "down");
    this.live = read("mastermind.coach", false);
  }

  connectedCallback() {
    if (this.boardView) return;
    this.heading = el("header", { class: "heading" });
    this.tools = el("mastermind-tools", {});
    this.tools.act = (name) => this.#tool(name);
    this.help = el("mastermind-help", {});
    this.boardView = el("mastermind-board", {});
    this.desk = el("mastermind-desk", { class: "desk" });
    this.answers = el("mastermind-answer", { class: "desk" });
    this.result = el("section", { class: "desk result", id: "result", hidden: true });
    this.between = el("div", { class: "between" });
    this.table = el("div", { class: "table" }, this.boardView, this.desk, this.answers, this.result);
    this.more = el("div", { class: "more-parts" }, ...this.#parts());
    this.match = el("section", { class: "match card", "aria-label": _("The match"), hidden: true });
    this.append(
      this.heading,
      this.between,
      this.tools,
      this.help,
      this.table,
      this.match,
      this.more,
    );
    this.filling = new Filling(this);
    this.filling.wire();
    listen(this);
  }

  /** Show a game: another one, or the same as it stands now. */
  async show(game) {
    if (game.game === "contest") this.people ??= await load.people();
    else if (game.outcome) this.ending ??= await load.ending();
    this.#show(game);
  }

  #show(game) {
    const other = game.id !== this.game?.id;
    if (other) {
      this.handed = null;
      this.ended = "";
      this.correcting = null;
      this.holding = false;
      this.help.clear();
      this.coach.forget?.();
      for (const details of this.more.querySelectorAll("details")) details.open = false;
    }
    const before = this.inner;
    this.game = game;
    this.inner = game.game === "contest" ? game.board : game;
    this.board = this.inner?.board ?? game.shape;
    if (before && this.inner && before.turns.length !== this.inner.turns.length) this.help.clear();
    this.#newDraft();
    this.draw();
    if (this.live || (this.inner?.outcome && this.coachPart.open)) this.#review();
  }

  // What is going on.

  /** What the person is to do: cover, hide, guess, answer, correct, trouble, tell, over or final. */
  get stage() {
    const { game, inner } = this;
    if (game.game === "contest") {
      if (game.over) return "final";
      if (this.handed !== turnOf(game)) return "cover";
      if (game.to_do === "hide") return "hide";
      return "guess";
    }
    if (this.telling) return "tell";
    if (inner.outcome) return "over";
    if (inner.mode !== "person") return "guess";
    if (this.correcting) return "correct";
    return inner.contradiction ? "trouble" : "answer";
  }

  /** Whether pegs can be placed. */
  get active() {
    return ["guess", "hide", "tell"].includes(this.stage) && !this.busy;
  }

  get #contest() {
    return this.game.game === "contest";
  }

  // Drawing.

  draw() {
    const { stage } = this;
    this.dataset.stage = stage;
    this.style.setProperty("--places", this.board.places);
    const covered = stage === "cover" || stage === "final";
    this.between.hidden = !covered;
    this.table.hidden = this.more.hidden = this.tools.hidden = this.help.hidden = covered;
    this.match.hidden = covered || !this.#contest;
    if (!this.match.hidden && this.match.dataset.key !== turnOf(this.game)) {
      this.match.dataset.key = turnOf(this.game);
      this.match.replaceChildren(
        this.people.standings(this.game),
        el("a", { class: "button", href: `/api/games/${this.game.id}/save`, download: "" }, _("Save as a file")),
      );
    }
    this.#heading();
    if (covered) {
      this.#between(stage);
      return;
    }
    this.between.replaceChildren();
    this.#tools();
    this.#board();
    this.#desk();
    this.#reveal();
  }

  /** After every row the one in play is in sight, above the desk. */
  #reveal() {
    const key = `${this.game.id} ${this.inner?.turns.length} ${this.stage}`;
    if (key === this.revealed) return;
    this.revealed = key;
    const desk = [this.desk, this.answers, this.result].find((each) => !each.hidden);
    this.style.setProperty("--desk", `${desk?.offsetHeight ?? 0}px`);
    if (this.inner?.turns.length) this.boardView.reveal();
  }

  #heading() {
    const { game, inner } = this;
    const title = titleOf(game, this.about);
    const words = [];
    if (this.#contest) words.push(roundWords(game));
    if (this.#contest && game.player) words.push(game.player);
    if (!this.#contest) words.push(wayWords(game));
    if (inner && !inner.outcome) {
      const row = inner.turns.length + 1;
      const { limit } = inner.board;
      words.push(limit ? _("row {row} of {limit}", { row, limit }) : _("row {row}", { row }));
    }
    if (game.daily) words.push(_("puzzle of {day}", { day: game.daily }));
    if (game.seed_chosen && game.seed !== null) words.push(_("seed {seed}", { seed: game.seed }));
    const status = words.join(" · ");
    if (this.heading.dataset.key === title + status) return;
    this.heading.dataset.key = title + status;
    this.heading.replaceChildren(
      el("h1", { id: "title", tabindex: "-1" }, title),
      el("p", { id: "status", class: "status" }, status),
      el(
        "button",
        { type: "button", id: "new-game", class: "button", on: { click: () => this.leave() } },
        _("New game"),
      ),
    );
  }

  #tools() {
    const { inner } = this;
    const playing = Boolean(inner) && !inner.outcome && !this.busy;
    const person = inner?.mode === "person";
    const alone = !this.#contest;
    this.tools.update(
      {
        undo: inner?.can_undo && !this.busy,
        redo: inner?.can_redo && !this.busy,
        hint: playing,
        why: !this.busy && Boolean(inner),
        candidates: !this.busy && Boolean(inner),
        "give-up": playing,
      },
      {
        undo: alone,
        redo: alone,
        hint: alone && !person,
        why: alone,
        candidates: alone,
        "give-up": Boolean(inner) && !person,
      },
    );
    this.more.hidden = this.#contest;
  }

  #board() {
    const { inner, stage, board } = this;
    const turns = inner?.turns ?? [];
    this.boardView.hidden = false;
    this.boardView.update({
      id: `${this.game.id} ${stage === "hide"} ${this.game.round ?? ""} ${this.game.player ?? ""}`,
      board: stage === "hide" ? { ...board, limit: 1 } : board,
      turns: stage === "hide" ? [] : turns,
      current: this.#current(),
      direction: this.direction,
      correct: inner?.mode === "person" && (!inner.outcome || inner.outcome === "lost"),
      notes: this.#notes(),
      secret: inner?.secret ?? null,
      hidden: Boolean(inner) && inner.mode !== "person" && !inner.outcome,
      lone: stage === "hide",
    });
  }

  #current() {
    const { stage, inner, draft, busy } = this;
    if (stage === "guess" || stage === "hide") {
      const { pegs, held, chosen } = draft;
      return { pegs, held, chosen, busy, covered: stage === "hide" && !this.peeking };
    }
    if (stage === "answer" || (stage === "correct" && inner.proposal)) {
      const pegs = split(inner.proposal, this.board);
      return { pegs, given: true, busy, preview: stage === "answer" ? this.preview : null };
    }
    return null;
  }

  /** What is wrong with which row. */
  #notes() {
    const { inner } = this;
    const notes = {};
    if (inner?.contradiction) {
      const row = inner.contradiction;
      notes[row] = ngettext(
        "No code fits this answer. Correct it.",
        "No code fits the answers of rows 1 to {row}. One of them is wrong: correct it.",
        row,
        { row },
      );
    }
    for (const [row, answer] of inner?.told ?? []) {
      notes[row] = _("For your code the answer is {answer}.", { answer: answerWords(answer) });
    }
    return notes;
  }

  #desk() {
    const { stage } = this;
    const filling = ["guess", "hide", "tell"].includes(stage);
    const answering = stage === "answer" || stage === "correct";
    this.desk.hidden = !filling;
    this.answers.hidden = !answering;
    this.result.hidden = filling || answering;
    if (filling) {
      const labels = { guess: _("Confirm"), hide: _("Hide this code"), tell: _("Check my answers") };
      this.desk.update({
        board: this.board,
        draft: this.draft,
        busy: this.busy,
        holding: this.holding,
        hiding: stage !== "guess",
        peeking: this.peeking || stage === "tell",
        label: this.busy ? _("Wait …") : labels[stage],
        text: this.notice || this.#asked(stage),
      });
      this.desk.peek.hidden = stage !== "hide";
    } else if (answering) this.#askAnswer();
    else this.#result(stage);
    this.ending?.tellRow(this, stage === "tell");
  }

  /** What is asked of the person while the row is empty. */
  #asked(stage) {
    if (!this.draft.empty) return "";
    if (stage === "hide") {
      return _("{name}, put in your code: the pegs lie covered.", { name: this.game.player });
    }
    return stage === "tell" ? _("Put in the code that you had in mind.") : "";
  }

  #askAnswer() {
    if (!this.answers.ask) {
      load.answer().then(() => this.draw(), lost);
      return;
    }
    const { inner, stage, correcting } = this;
    const row = correcting ?? inner.turns.length + 1;
    const code = correcting ? inner.turns[row - 1][0] : inner.proposal;
    this.answers.ask({
      key: [this.game.id, stage, row, code, inner.done, inner.turns.length].join(),
      board: this.board,
      code,
      row,
      was: correcting ? readAnswer(inner.turns[row - 1][1]) : null,
      done: (text) =>
        correcting ? this.move(`correct ${row} ${text}`) : this.move(`answer ${text}`),
      cancel: correcting ? () => this.correct(null) : null,
      changed: (text) => {
        this.preview = text;
        if (this.boardView.grid && this.stage === "answer") this.#board();
      },
    });
    this.answers.busy = Boolean(this.busy);
  }

  #result(stage) {
    if (!this.ending) {
      load.ending().then((ending) => {
        this.ending = ending;
        this.draw();
      }, lost);
      return;
    }
    const { inner, result } = this;
    const { id } = this.game;
    const key = [id, stage, inner.outcome, inner.contradiction, inner.told?.length, inner.secret].join();
    if (result.dataset.key === key) return;
    result.dataset.key = key;
    this.ending.showEnd(this, stage);
  }

  #between(stage) {
    const { game } = this;
    const key = stage + turnOf(game);
    if (this.between.dataset.key === key && this.between.firstChild) return;
    this.between.dataset.key = key;
    if (stage === "final") {
      const button = (id, label, act, kind) =>
        el("button", { type: "button", id, class: `button ${kind}`, on: { click: act } }, label);
      this.between.replaceChildren(
        this.people.final(game, [
          button("again", _("Play again"), () => this.again(), "primary"),
          button("other", _("Another game"), () => this.leave(), ""),
        ]),
      );
    } else {
      this.between.replaceChildren(this.people.cover(game, this.ended, () => this.#ready()));
    }
    const heading = this.between.querySelector("h2");
    heading.focus({ preventScroll: true });
    say([this.ended, heading.textContent].filter(Boolean).join(" "));
  }

  #ready() {
    this.handed = turnOf(this.game);
    this.ended = "";
    this.#newDraft();
    this.draw();
    this.boardView.focusHole(0);
  }

  // The panel.

  #parts() {
    this.coach = el("mastermind-coach", {});
    const live = el("input", {
      type: "checkbox",
      id: "coach-live",
      on: {
        change: () => {
          this.live = live.checked;
          save("mastermind.coach", this.live);
          if (this.live) this.#review();
        },
      },
    });
    live.checked = Boolean(this.live);
    this.coachPart = part(
      "coach",
      _("Coach"),
      el(
        "div",
        {},
        el("label", { class: "choice" }, live, el("span", {}, _("After every guess (counts as help)"))),
        this.coach,
      ),
      () => {
        if (this.live || this.inner?.outcome) this.#review();
        else if (!this.coach.firstChild) {
          this.coach.replaceChildren(
            el(
              "button",
              { type: "button", class: "button", id: "review", on: { click: () => this.#review() } },
              _("Look at the guesses so far"),
            ),
          );
        }
      },
    );
    this.sharing = el("div", { class: "buttons" });
    this.figures = el("div", {});
    this.keys = el("div", {});
    const select = el(
      "select",
      { id: "direction", on: { change: () => this.#turn(select.value) } },
      el("option", { value: "down" }, _("from the top down")),
      el("option", { value: "up" }, _("from the bottom up, as in the box")),
    );
    select.value = this.direction;
    return [
      this.coachPart,
      part("share", _("Share and save"), this.sharing, () => this.#shareParts()),
      part("statistics", _("Statistics"), this.figures, () => this.#figures()),
      part("settings", _("Board and keys"), el(
        "div",
        {},
        el("label", { class: "field" }, el("span", {}, _("Rows go")), select),
        this.keys,
      ), () => this.#keysTold()),
    ];
  }

  #turn(direction) {
    this.direction = direction;
    save("mastermind.direction", direction);
    this.draw();
  }

  /** Open the coach's review. */
  openCoach() {
    this.coachPart.open = true;
    this.#review();
    this.coachPart.scrollIntoView({ block: "start" });
    this.coachPart.querySelector("summary").focus({ preventScroll: true });
  }

  async #review() {
    if (this.#contest || !this.inner) return;
    this.coachPart.open = true;
    try {
      await load.coach();
      await this.coach.show(this.game.id, this.inner);
    } catch (error) {
      lost(error);
    }
  }

  async #shareParts() {
    if (this.sharing.dataset.id === this.game.id) return;
    try {
      const { shareButtons } = await load.share();
      this.sharing.dataset.id = this.game.id;
      this.sharing.replaceChildren(...shareButtons(this.game.id));
    } catch (error) {
      lost(error);
    }
  }

  async #keysTold() {
    try {
      const { keyList } = await load.keylist();
      this.keys.replaceChildren(keyList());
    } catch (error) {
      lost(error);
    }
  }

  async #figures() {
    try {
      const { showStatistics } = await load.statistics();
      await showStatistics(this.figures, this.game);
    } catch (error) {
      lost(error);
    }
  }

  // Moves.

  /** Make a move that the server is told; a second one in flight is not. */
  async move(text) {
    if (this.busy) return false;
    const before = this.game;
    const code = this.draft?.text;
    this.busy = true;
    this.note("");
    this.draw();
    try {
      const game = await this.#send(text, before);
      if (game.outcome || game.contradiction) this.ending ??= await load.ending();
      this.busy = false;
      this.#moved(text, before, game, code);
      return true;
    } catch (error) {
      this.busy = false;
      this.#refused(error);
      return false;
    }
  }

  /** The game after a move. Help that was counted meanwhile makes a new version, and no new position. */
  async #send(text, { id, version, moves, done }) {
    const path = `/api/games/${id}/moves`;
    try {
      return await post(path, { move: text, version });
    } catch (error) {
      const now = error.status === 409 ? error.game : null;
      if (!now || now.moves !== moves || now.done !== done) throw error;
      return await post(path, { move: text, version: now.version });
    }
  }

  #moved(text, before, game, code) {
    const [verb] = text.split(" ");
    if (verb === "guess" && this.draft.text === code) this.draft.next();
    if (verb === "hide") this.draft.clear();
    if (verb === "tell") this.telling = false;
    this.correcting = null;
    this.peeking = false;
    if (game.game === "contest" && turnOf(game) !== turnOf(before) && verb !== "hide") {
      this.ended = this.people.endedWords(before, game, text);
    }
    const taken =
      verb === "undo" && game.turns?.length < before.turns?.length ? before.turns.at(-1)[0] : null;
    this.#show(game);
    // The guess that was taken back lies on the row again, so that it can be changed.
    if (taken && this.draft?.empty && this.stage === "guess") {
      this.draft.fill(split(taken, this.board));
    }
    this.#sayMove(verb, before, game);
    this.#refocus(verb);
  }

  #sayMove(verb, before, game) {
    const { inner } = this;
    if (this.stage === "cover" || this.stage === "final") return;
    const words = [];
    if (verb === "guess" && inner.turns.length) {
      const [, answer] = inner.turns.at(-1);
      words.push(_("Row {row}: {answer}.", { row: inner.turns.length, answer: answerWords(answer) }));
    }
    if (inner?.contradiction) words.push(this.#notes()[inner.contradiction]);
    else if (inner?.proposal && inner.proposal !== before.proposal) {
      words.push(_("The computer guesses {code}.", { code: codeWords(inner.proposal, this.board) }));
    }
    if (inner?.outcome && !before.outcome) {
      const { title, text } = this.ending.endWords(inner);
      words.push(title, text);
    }
    if (verb === "undo") words.push(_("Taken back."));
    if (verb === "redo") words.push(_("Made again."));
    if (verb === "hide") words.push(_("The code is hidden."));
    if (verb === "tell" && game.told) {
      words.push(
        game.told.length ? Object.values(this.#notes()).join(" ") : _("All your answers were right."),
      );
    }
    if (words.length) say(words.join(" "));
  }

  /** Where the focus goes, if it was lost or the game is over. */
  #refocus(verb) {
    if (this.stage === "over" && this.inner.outcome && verb !== "tell") {
      this.result.querySelector("h2").focus({ preventScroll: true });
      this.result.scrollIntoView({ block: "nearest" });
      return;
    }
    const { activeElement } = document;
    const gone = activeElement === document.body || activeElement?.disabled || activeElement?.closest("[hidden]");
    if (verb === "guess" && (gone || activeElement.id === "confirm" || this.boardView.at)) {
      const { free } = this.draft;
      this.boardView.focusHole(Math.max(0, free));
      if (this.draft.chosen !== null) this.draft.choose(free < 0 ? null : free);
    } else if (gone && this.stage === "answer") this.answers.querySelector("button.step:enabled, .place")?.focus();
    else if (gone) this.heading.querySelector("h1").focus({ preventScroll: true });
  }

  #refused(error) {
    if (error.status === 409 && error.game) {
      this.#show(error.game);
      tell(
        _("This game had moved on, perhaps in another window: here it is as it stands. Your row is kept."),
      );
      return;
    }
    this.draw();
    if (error.status === 404) {
      tell(_("The server does not know this game any more."), "bad");
      return;
    }
    tell(error.message, "bad");
  }

  confirm() {
    const { stage, draft } = this;
    if (!draft.full || this.busy) return this.#missing();
    const verbs = { guess: "guess", hide: "hide", tell: "tell" };
    return this.move(`${verbs[stage]} ${draft.text}`);
  }

  #missing() {
    const free = this.draft.pegs.filter((peg) => peg === null).length;
    if (free && !this.busy) {
      this.note(ngettext("{n} hole is still empty.", "{n} holes are still empty.", free, { n: free }), true);
    }
  }

  undo() {
    if (this.inner?.can_undo && !this.#contest) this.move("undo");
  }

  redo() {
    if (this.inner?.can_redo && !this.#contest) this.move("redo");
  }

  async giveUp() {
    const sure = await ask({
      title: _("Give up?"),
      body: _("You see the code, and the game counts as lost."),
      actions: [
        { label: _("Play on"), value: false },
        { label: _("Give up"), value: true, kind: "danger" },
      ],
    });
    if (sure) await this.move("give up");
  }

  /** The same rules again, with another code. */
  async again() {
    const { game } = this;
    const wanted = { rules: game.rules };
    if (game.options?.colours) wanted.colours = game.options.colours;
    if (this.#contest) {
      Object.assign(wanted, { players: game.players, rounds: game.rounds, score: game.score });
    } else Object.assign(wanted, { mode: game.mode, strategy: game.strategy });
    try {
      this.begun(await post("/api/games", wanted));
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  correct(row) {
    this.correcting = row;
    this.draw();
    if (row) this.answers.querySelector("button:enabled")?.focus();
  }

  tellCode() {
    this.telling = true;
    this.#newDraft();
    this.draw();
    this.desk.tray.querySelector("button")?.focus();
  }

  // Help.

  hint() {
    if (this.active && this.stage === "guess" && !this.#contest) this.#tool("hint");
  }

  async #tool(name) {
    if (name === "undo") return this.undo();
    if (name === "redo") return this.redo();
    if (name === "give-up") return this.giveUp();
    if (this.asking) return null;
    this.asking = true;
    const button = this.tools.buttons[name];
    button.setAttribute("aria-busy", "true");
    const { id } = this.game;
    const waiting = setTimeout(() => this.help.wait(), 500);
    try {
      const { help, game } = await post(`/api/games/${id}/help/${name}`);
      if (id !== this.game.id || game.version < this.game.version) return this.help.clear();
      const { board } = this;
      this.#show(game);
      const take = this.stage === "guess" ? (code) => this.take(code) : null;
      say(await this.help.show(name, help, board, take));
      this.help.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.help.clear();
      tell(error.message, error.kind === "TooLarge" ? "info" : "bad");
    } finally {
      clearTimeout(waiting);
      this.asking = false;
      button.removeAttribute("aria-busy");
    }
    return null;
  }

  /** Put a whole code into the row in play. */
  take(code) {
    if (!this.active) return;
    this.draft.fill(split(code, this.board));
    say(_("In the row: {code}.", { code: codeWords(code, this.board) }));
    this.desk.confirm.focus();
  }

  // The row in play.

  #newDraft() {
    const { game, board } = this;
    if (!board) return;
    const { stage } = this;
    const who = this.#contest ? turnOf(game) : stage === "tell" ? `${game.id}/tell` : game.id;
    if (this.draft && this.draftKey === who) return;
    this.draftKey = who;
    // A code that is to be hidden is kept nowhere.
    const key = stage === "hide" ? null : `mastermine.row.${who}`;
    this.draft = new Draft(key, board, () => {
      this.notice = "";
      this.draw();
    });
    this.notice = "";
  }

  /** Say on the desk what is the matter; aloud, too, where the person did something. */
  note(text, aloud = false) {
    this.notice = text;
    if (text) this.#desk();
    if (aloud) say(text);
  }
}

/** A part of the page that could not be loaded. */
function lost(error) {
  tell(_("This part of the page could not be loaded: {error}", { error: error.message }), "bad");
}

define("mastermind-play", MastermindPlay);
