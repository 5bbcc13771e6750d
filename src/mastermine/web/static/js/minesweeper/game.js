// A game on the server: its last known state, and a queue of moves.

import { ApiError, get, post } from "../api.js";
import { begun } from "../setup/ready.js";
import { spot } from "./field.js";
import { blank, numbered } from "./rows.js";

/**
 * Returns the board of a state; in a match, the board in play.
 * @param {MinesweeperState} state
 * @returns {FieldView}
 */
export const boardOf = (state) => (state.players ? (state.board ?? closed(state)) : state);

/**
 * Returns the board of a match while nobody plays: closed, or at the end that of the last round.
 * @param {Race} given
 * @returns {FieldView}
 */
function closed({ rules, width, height, mines, results, over }) {
  const layout = over ? results.at(-1)?.layout : null;
  const board = layout ? numbered(layout.replaceAll("/", "\n")) : blank(width, height, "#");
  return {
    rules,
    width,
    height,
    mines,
    board,
    flags: [],
    mines_left: mines,
    outcome: null,
    secret: null,
    fatal: null,
    seconds: 0,
    can_undo: false,
    can_redo: false,
    idle: true,
  };
}

/** @typedef {{move: string, stale: () => boolean, resolve: (made: boolean) => void}} Job */

export class Game extends EventTarget {
  /** @type {Job[]} */
  #jobs = [];
  /** @type {Job | null} */
  #busy = null;
  /** @type {Promise<unknown> | null} */
  #helping = null;
  /** @type {Promise<void> | null} */
  #beginning = null;

  /**
   * `state` is that of the server, or of a game that is only ready. Events: "begun", "state", "stale",
   * "refused" {error, dropped}, "idle".
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

  /** The visible board. */
  get board() {
    return boardOf(this.state);
  }

  get waiting() {
    return this.#busy !== null || this.#jobs.length > 0;
  }

  /** The moves in flight and in the queue. */
  get moves() {
    return [this.#busy, ...this.#jobs].flatMap((job) => job?.move ?? []);
  }

  /**
   * Queues a move. `stale` is called before it is sent, and returns true to drop it.
   * @param {string} move
   * @param {() => boolean} stale
   */
  move(move, stale = () => false) {
    return new Promise((resolve) => {
      this.#jobs.push({ move, stale, resolve });
      this.#pump();
    });
  }

  /** Resolves when the queue is empty. */
  async idle() {
    while (this.waiting) await new Promise((done) => this.addEventListener("idle", done, { once: true }));
  }

  /**
   * Requests help. It is counted, so later moves wait for it.
   * @param {string} what
   * @param {string} query
   */
  help(what, query = "") {
    const request = this.#request(what, query);
    this.#helping = Promise.allSettled([this.#helping, request]);
    return request;
  }

  /**
   * @param {string} what
   * @param {string} query
   */
  async #request(what, query) {
    await this.begin();
    const { help, game } = await post(`${this.path}/help/${what}${query}`);
    if (game) this.take(game, { quiet: true });
    return help;
  }

  /** @param {string} what */
  look(what) {
    return get(`${this.path}/${what}`);
  }

  /** Creates a game that is only ready. */
  begin() {
    if (!this.state.request) return null;
    this.#beginning ??= begun(this.state)
      .then((state) => {
        this.take(state, { quiet: true });
        this.#emit("begun");
      })
      .catch((error) => {
        if (!error.game) throw error;
        this.take(error.game);
        this.#emit("begun");
        throw error;
      })
      .finally(() => (this.#beginning = null));
    return this.#beginning;
  }

  /** Stops the clock until `refresh` or a move. */
  pause() {
    if (this.state.request) return;
    navigator.sendBeacon(`${this.path}/pause`);
  }

  /** Fetches the present state, which restarts the clock. */
  async refresh() {
    if (this.state.request) return;
    const state = await get(this.path);
    if (this.waiting || state.version < this.state.version) return;
    if (state.version > this.state.version) this.take(state);
    else if (!this.board.outcome && !state.players) this.take(state, { quiet: true });
  }

  /**
   * Replaces the state.
   * @param {MinesweeperState} state
   * @param {{quiet?: boolean}} given
   */
  take(state, { quiet = false } = {}) {
    this.state = state;
    this.seen = performance.now();
    this.#emit("state", { quiet });
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #emit(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  async #pump() {
    if (this.#busy) return;
    while (this.#jobs.length) {
      const [job] = this.#jobs.splice(0, 1);
      this.#busy = job;
      if (this.#helping) await this.#helping;
      if (job.stale()) {
        this.#busy = null;
        this.#emit("stale");
        job.resolve(false);
        continue;
      }
      try {
        await this.begin();
        const state = await post(`${this.path}/moves`, { move: job.move, version: this.state.version });
        this.#busy = null;
        this.take(state);
        job.resolve(true);
      } catch (error) {
        this.#busy = null;
        const dropped = this.#jobs.splice(0);
        if (!(error instanceof ApiError)) console.error(error);
        if (error.game) this.take(error.game);
        else this.#emit("state", { quiet: true });
        this.#emit("refused", { error, dropped: dropped.length });
        for (const each of [job, ...dropped]) each.resolve(false);
      }
    }
    this.#emit("idle");
  }
}

/**
 * Returns the flags of a game that is over: the right ones; after a win, those on all mines.
 * @param {FieldView} state
 */
export function shownFlags({ outcome, secret, flags, wrong_flags: wrong = [] }) {
  if (outcome !== "won" || !secret) return flags.filter((cell) => !wrong.includes(cell));
  return secret.split("/").flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "*" ? [`${x},${y}`] : [])));
}

/**
 * Returns the rows of signs of a state; at a loss with all mines, the hit mine and wrong flags.
 * @param {FieldView} state
 */
export function signs(state) {
  const rows = state.board.split("\n").map((row) => [...row]);
  const flags = new Set(state.flags);
  if (state.outcome && state.secret) {
    state.secret.split("/").forEach((row, y) => {
      [...row].forEach((sign, x) => {
        if (sign === "*" && state.outcome !== "won" && !flags.has(`${x},${y}`)) rows[y][x] = "*";
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
