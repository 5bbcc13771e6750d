// Watching a run: a board for each strategy, on which a round is played move by move.

import { get } from "../api.js";
import { button, define, el } from "../element.js";
import { whole } from "../numbers.js";
import { say, tell } from "../page.js";
import { Player } from "../replay.js";
import { style } from "../style.js";
import { _, ngettext } from "../text.js";

const NEXT = 1500; // Time in ms from the end of a round to the latest one of a run that is playing.

export class Watch extends HTMLElement {
  /** @type {RunView | null} */
  #run = null;
  /** @type {Player | null} */
  #player = null;
  /** @type {Shown[]} */
  #boards = [];
  #shown = 0; // The round on the boards.
  #asked = 0; // Number of the last request: older answers may arrive later.
  #waits = false; // True after the last round that there is, while the run is playing.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;
  #round = el("input", {
    id: "watch-round",
    type: "number",
    inputMode: "numeric",
    min: 1,
    on: { change: () => this.#chosen() },
  });
  #place = el("div", {});

  // A run that is drawn again keeps its boards.
  disconnectedCallback() {
    queueMicrotask(() => this.isConnected || this.#close());
  }

  /** The run whose rounds are watched; it may be playing. */
  set run(/** @type {RunView} */ run) {
    const other = this.#run?.id !== run.id;
    this.#run = run;
    this.hidden = !run.played; // There is no round yet.
    this.#round.max = String(run.played);
    if (other || !this.firstChild) this.#offer();
    else if (this.#waits) this.#follow();
  }

  get #latest() {
    return this.#run?.played ?? 1;
  }

  #offer() {
    this.#close();
    this.replaceChildren(
      button("watch", _("Watch the games"), async () => {
        await this.#open(this.#latest);
        this.scrollIntoView({ block: "start" });
        this.#player?.toggle.focus({ preventScroll: true });
      }),
    );
  }

  #close() {
    clearTimeout(this.#next);
    this.#asked++;
    this.#waits = false;
    this.#player?.pause();
    this.#player = null;
  }

  /**
   * Loads a round and plays it.
   * @param {number} round
   */
  async #open(round) {
    const run = this.#run;
    if (!run) return;
    clearTimeout(this.#next);
    this.#waits = false;
    const request = ++this.#asked;
    try {
      /** @type {RoundView} */
      const found = await get(`/api/runs/${run.id}/rounds/${round}`);
      const boards = await Promise.all(found.boards.map(run.game === "mastermind" ? codes : mines));
      if (request !== this.#asked) return;
      this.#boards = boards;
    } catch (error) {
      if (request === this.#asked) tell(error.message, "bad");
      return;
    }
    this.#shown = round;
    if (document.activeElement !== this.#round) this.#round.value = String(round);
    const player = this.#player ?? this.#controls(run.game);
    player.pause();
    player.length = Math.max(...this.#boards.map(({ moves }) => moves));
    this.#place.replaceChildren(...this.#boards.map(({ element }) => element));
    player.go(0);
    player.run();
  }

  /** @param {GameName} game */
  #controls(game) {
    const player = new Player({
      show: (at) => this.#show(at),
      closed: () => {
        this.#offer();
        this.querySelector("button")?.focus();
      },
      ended: () => this.#ended(),
    });
    this.#player = player;
    this.#place.className = `watched ${game}`;
    this.replaceChildren(
      el("h3", { text: _("The games of a round") }),
      el(
        "div",
        { class: "row" },
        el("label", { htmlFor: "watch-round", text: _("Round:") }),
        this.#round,
        button("watch-latest", _("Latest"), () => this.#open(this.#latest), "small"),
      ),
      player.element,
      this.#place,
    );
    return player;
  }

  #chosen() {
    const round = this.#round.valueAsNumber;
    if (Number.isInteger(round) && round >= 1 && round <= this.#latest) this.#open(round);
    else {
      tell(_("The round must be 1 to {last}.", { last: whole(this.#latest) }), "bad");
      this.#round.focus();
    }
  }

  /** @param {number} at */
  #show(at) {
    for (const { show, moves } of this.#boards) show(Math.min(at, moves));
  }

  #ended() {
    say(this.#boards.map(({ element }) => element.querySelector("figcaption")?.textContent).join("; "));
    this.#waits = this.#run?.state === "playing";
    if (this.#waits) this.#follow();
  }

  /** Plays the latest round after a pause, once there is another one. */
  #follow() {
    const ended = this.#player && this.#player.at === this.#player.moves;
    if (!ended || this.#shown >= this.#latest) return;
    this.#waits = false;
    this.#next = setTimeout(() => this.#open(this.#latest), NEXT);
  }
}
define("lab-watch", Watch);

/**
 * A board that is watched; `show` shows the game after some of its `moves`.
 * @typedef {{element: HTMLElement, moves: number, show: (at: number) => void}} Shown
 */

/**
 * @param {WatchedGame} game
 * @param {HTMLElement} board
 * @param {(frame: any) => void} draw
 * @returns {Shown}
 */
function watched({ strategy, outcome, first, frames }, board, draw) {
  const told = el("span", { class: "muted" });
  const moves = frames.length - 1;
  return {
    element: el("figure", {}, el("figcaption", {}, el("strong", { text: strategy }), " ", told), board),
    moves,
    show: (at) => {
      const n = first + at;
      const count = ngettext("{n} move", "{n} moves", n, { n: whole(n) });
      told.textContent = at === moves ? `${count}, ${outcomes()[outcome]}` : count;
      draw(frames[at]);
    },
  };
}

/** @returns {Record<string, string>} */
const outcomes = () => ({ won: _("won"), lost: _("lost"), failed: _("failed") });

/**
 * @param {WatchedGame} game
 * @returns {Promise<Shown>}
 */
async function codes(game) {
  await Promise.all([import("../mastermind/board.js"), style("peg"), style("pegs"), style("mastermind")]);
  const board = el("mastermind-board", {});
  return watched(game, board, (frame) => {
    board.update({
      id: game.strategy,
      board: frame.board,
      turns: frame.turns,
      current: null,
      direction: "down",
      correct: false,
      copy: false,
      answers: {},
      notes: {},
      secret: frame.secret,
      hidden: !frame.outcome,
    });
  });
}

/**
 * @param {WatchedGame} game
 * @returns {Promise<Shown>}
 */
async function mines(game) {
  const [{ signs }] = await Promise.all([
    import("../minesweeper/game.js"),
    import("../minesweeper/field.js"),
    style("field"),
  ]);
  const field = el("mm-field", {});
  field.label = game.strategy;
  field.readonly = true;
  return watched(game, field, (frame) => {
    field.board = signs(frame);
    field.flags = frame.flags;
  });
}
