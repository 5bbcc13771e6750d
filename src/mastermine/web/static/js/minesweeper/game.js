// A game on the server: its state as last told, and moves that are sent one after the other.

import { ApiError, get, post } from "../api.js";
import { spot } from "./field.js";
import { closed } from "./people.js";

/**
 * The field of a state: its own, or that of the board in play where several people play.
 * @param {MinesweeperState} state
 * @returns {FieldView}
 */
export const boardOf = (state) => (state.players ? (state.board ?? closed(state)) : state);

/** @typedef {{move: string, stale: () => string | null, resolve: (made: boolean) => void}} Job */

export class Game extends EventTarget {
  /** @type {Job[]} */
  #jobs = [];
  /** @type {Job | null} */
  #busy = null;
  /** @type {Promise<unknown> | null} */
  #helping = null;

  /**
   * `state` as the server told it. Events: "state", "stale" {reason}, "refused" {error, dropped}, "idle".
   * @param {MinesweeperState} state
   */
  constructor(state) {
    super();
    this.state = state;
    this.seen = performance.now();
  }

  /**
   * Listens to an event of this game.
   * @template {keyof GameEvents} T
   * @param {T} type
   * @param {(detail: GameEvents[T]) => void} handle
   */
  on(type, handle) {
    this.addEventListener(type, (event) => handle(/** @type {CustomEvent} */ (event).detail));
  }

  get id() {
    return this.state.id;
  }

  get path() {
    return `/api/games/${encodeURIComponent(this.id)}`;
  }

  /** What can be seen: the field in play. */
  get board() {
    return boardOf(this.state);
  }

  get waiting() {
    return this.#busy !== null || this.#jobs.length > 0;
  }

  /** The moves on their way and those that wait. */
  get moves() {
    return [this.#busy, ...this.#jobs].flatMap((job) => job?.move ?? []);
  }

  /**
   * Make a move when those before it are made. `stale` says then, by the state, why it is not to be sent any more, or
   * gives nothing.
   * @param {string} move
   * @param {() => string | null} stale
   */
  move(move, stale = () => null) {
    return new Promise((resolve) => {
      this.#jobs.push({ move, stale, resolve });
      this.#pump();
    });
  }

  /** Once no move waits any more. */
  async idle() {
    while (this.waiting) await new Promise((done) => this.addEventListener("idle", done, { once: true }));
  }

  /**
   * Help of a kind: what the server found. It counts, so moves made meanwhile wait for it.
   * @param {string} what
   * @param {string} query
   */
  help(what, query = "") {
    const asked = this.#ask(what, query);
    this.#helping = Promise.allSettled([this.#helping, asked]);
    return asked;
  }

  /**
   * @param {string} what
   * @param {string} query
   */
  async #ask(what, query) {
    const { help, game } = await post(`${this.path}/help/${what}${query}`);
    if (game) this.take(game, { quiet: true });
    return help;
  }

  /** @param {string} what */
  look(what) {
    return get(`${this.path}/${what}`);
  }

  /** The clock stands still until `refresh`, or a move. */
  pause() {
    navigator.sendBeacon(`${this.path}/pause`);
  }

  /** The game as it is now, and as it goes on: its clock runs. */
  async refresh() {
    const state = await get(this.path);
    if (this.waiting || state.version < this.state.version) return;
    if (state.version > this.state.version) this.take(state);
    else if (!this.board.outcome && !state.players) this.take(state, { quiet: true });
  }

  /**
   * Go on with this state.
   * @param {MinesweeperState} state
   * @param {{quiet?: boolean}} given
   */
  take(state, { quiet = false } = {}) {
    this.state = state;
    this.seen = performance.now();
    this.#tell("state", { quiet });
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #pump() {
    if (this.#busy) return;
    while (this.#jobs.length) {
      const [job] = this.#jobs.splice(0, 1);
      this.#busy = job;
      if (this.#helping) await this.#helping;
      const reason = job.stale();
      if (reason) {
        this.#busy = null;
        this.#tell("stale", { reason });
        job.resolve(false);
        continue;
      }
      try {
        const state = await post(`${this.path}/moves`, { move: job.move, version: this.state.version });
        this.#busy = null;
        this.take(state);
        job.resolve(true);
      } catch (error) {
        this.#busy = null;
        const dropped = this.#jobs.splice(0);
        if (!(error instanceof ApiError)) console.error(error);
        if (error.game) this.take(error.game);
        else this.#tell("state", { quiet: true });
        this.#tell("refused", { error, dropped: dropped.length });
        for (const each of [job, ...dropped]) each.resolve(false);
      }
    }
    this.#tell("idle");
  }
}

/**
 * The rows of signs that a state shows: at the end with all mines, the one that was hit, and wrong flags.
 * @param {FieldView} state
 */
export function signs(state) {
  const rows = state.board.split("\n").map((row) => [...row]);
  const flags = new Set(state.flags);
  if (state.outcome && state.secret) {
    state.secret.split("/").forEach((row, y) => {
      [...row].forEach((sign, x) => {
        if (sign === "*" && !flags.has(`${x},${y}`)) rows[y][x] = "*";
      });
    });
    for (const cell of state.wrong_flags ?? []) {
      const [x, y] = spot(cell);
      rows[y][x] = "!";
    }
  }
  if (state.fatal) {
    const [x, y] = spot(state.fatal);
    rows[y][x] = "X";
  }
  return rows.map((row) => row.join("")).join("\n");
}
