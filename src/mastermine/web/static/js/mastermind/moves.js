/* Sends moves to the server, and shows and announces the results. */

import { post } from "../api.js";
import { find, findAll } from "../element.js";
import { say, sure, tell } from "../page.js";
import { _ } from "../text.js";
import { codeWords, split } from "./codes.js";
import { turnOf } from "./turn.js";

export class Moves {
  /**
   * Creates the moves of a game view.
   * @param {MastermindPlay} play
   */
  constructor(play) {
    this.play = play;
  }

  /**
   * Makes a move, unless another one is in flight. Resolves to true if it was made.
   * @param {string} text
   */
  async make(text) {
    const { play } = this;
    if (play.busy) return false;
    const before = play.game;
    const code = play.draft?.text;
    play.busy = true;
    play.note("");
    play.draw();
    try {
      const game = await send(text, await play.begin());
      await play.prepare(game);
      play.busy = false;
      // Another game is shown now.
      if (game.id !== play.game.id) play.draw();
      else this.#made(text, before, game, code);
      return true;
    } catch (error) {
      play.busy = false;
      await this.#refused(error);
      return false;
    }
  }

  confirm() {
    const { stage, draft, busy } = this.play;
    if (busy) return null;
    if (draft.full) return this.make(`${stage} ${draft.text}`);
    const free = draft.pegs.filter((peg) => peg === null).length;
    this.play.note(this.play.filling.words.empty[free], true);
    return null;
  }

  undo() {
    if (this.play.inner?.can_undo && !this.play.contest) this.make("undo");
  }

  redo() {
    if (this.play.inner?.can_redo && !this.play.contest) this.make("redo");
  }

  async giveUp() {
    const body = _("The code is shown, and the game counts as a loss.");
    if (await sure({ title: _("Give up?"), body, keep: _("Keep playing"), go: _("Give up") }))
      await this.make("give up");
  }

  /** Starts another game with the same setup. */
  async again() {
    if (this.starting) return;
    const { game, contest } = this.play;
    const request = { rules: game.rules, ...game.options };
    if (contest) {
      const { players, rounds, score, draw } = contest;
      Object.assign(request, { players, rounds, score, draw });
    } else Object.assign(request, { mode: game.mode, strategy: game.strategy });
    this.starting = true;
    try {
      this.play.started(await post("/api/games", request));
    } catch (error) {
      tell(error.message, "bad");
    }
    this.starting = false;
  }

  /**
   * @param {string} text
   * @param {CodeState} before
   * @param {CodeState} game
   * @param {string | undefined} code
   */
  #made(text, before, game, code) {
    const { play } = this;
    const [verb] = text.split(" ");
    if (verb === "guess" && play.draft.text === code) play.draft.next();
    if (verb === "hide") play.draft.clear();
    if (verb === "tell") play.revealing = false;
    play.correcting = null;
    play.peeking = false;
    if (game.game === "contest" && before.game === "contest" && turnOf(game) !== turnOf(before) && verb !== "hide") {
      play.ended = game.messages.news.join(" · ");
    }
    const [was, is] = [turnsOf(before), turnsOf(game)];
    const taken = verb === "undo" && is.length < was.length ? was[was.length - 1][0] : null;
    play.take(game);
    // An undone guess fills the current row, so that it can be changed.
    if (taken && play.draft?.empty && play.stage === "guess") play.draft.fill(split(taken, play.board));
    if (play.stage !== "cover" && play.stage !== "final") {
      const words = this.#words(verb, before, game);
      if (words.length) say(words.join(" "));
    }
    this.#refocus(verb);
  }

  /**
   * Returns the sentences to announce after a move.
   * @param {string} verb
   * @param {CodeState} before
   * @param {CodeState} game
   * @returns {string[]}
   */
  #words(verb, before, game) {
    const { inner, board } = this.play;
    const words = [];
    if (verb === "guess" && inner?.turns.length) {
      const [, answer] = inner.turns[inner.turns.length - 1];
      words.push(_("Row {row}: {answer}.", { row: inner.turns.length, answer: inner.messages.answers[answer]?.[1] }));
    }
    if (inner?.contradiction) words.push(...inner.messages.contradiction);
    else if (inner?.proposal && before.game === "mastermind" && inner.proposal !== before.proposal) {
      words.push(_("The computer guesses {code}.", { code: codeWords(inner.proposal, board) }));
    }
    if (inner?.outcome && !(before.game === "mastermind" && before.outcome)) {
      words.push(...inner.messages.ending);
      if (inner.secret) words.push(inner.messages.code, codeWords(inner.secret, board));
    } else if (verb === "tell" && inner) words.push(...(inner.messages.checked ?? []));
    words.push(game.messages.moves[verb] ?? "");
    return words.filter(Boolean);
  }

  /**
   * Moves the focus if it was lost or the game is over.
   * @param {string} verb
   */
  #refocus(verb) {
    const { play } = this;
    if (play.stage === "over" && play.inner?.outcome && verb !== "tell") {
      find(play.result, "h2").focus({ preventScroll: true });
      play.result.scrollIntoView({ block: "nearest" });
      return;
    }
    const { activeElement } = document;
    const gone =
      !activeElement || activeElement === document.body || activeElement.matches(":disabled, [hidden], [hidden] *");
    if (verb === "guess" && (gone || activeElement.id === "confirm" || play.boardView.at)) {
      const { free } = play.draft;
      play.boardView.focusHole(Math.max(0, free));
      if (play.draft.chosen !== null) play.draft.choose(free < 0 ? null : free);
    } else if (gone && play.stage === "answer") findAll(play.answers, "button.step:enabled, .place")[0]?.focus();
    else if (gone) find(play.heading, "#title").focus({ preventScroll: true });
  }

  /** @param {import("../api.js").ApiError} error */
  async #refused(error) {
    if (error.status === 409 && error.game) {
      await this.play.show(error.game);
      tell(error.message);
      return;
    }
    this.play.draw();
    tell(error.message, "bad");
  }
}

/** @param {CodeState} game */
function turnsOf(game) {
  return game.game === "mastermind" ? game.turns : [];
}

/**
 * Sends a move. If only help was counted meanwhile, which makes a new version, sends it again.
 * @param {string} text
 * @param {CodeState} given
 */
async function send(text, { id, version, moves, done }) {
  const path = `/api/games/${id}/moves`;
  try {
    return await post(path, { move: text, version });
  } catch (error) {
    const now = error.status === 409 ? error.game : null;
    if (!now || now.moves !== moves || now.done !== done) throw error;
    return await post(path, { move: text, version: now.version });
  }
}
