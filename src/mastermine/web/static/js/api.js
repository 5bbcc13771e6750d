// JSON requests to the server. After a lost connection, a banner is shown and idempotent requests are retried.

import { _ } from "./text.js";
import { el } from "./element.js";
import { fileAddress } from "./version.js";

const KEPT = {};
const QUIET = 3; // Checks without a request after which nothing waits.
const WAITS = [500, 1000, 2000, 4000];
const BUSY_TRIES = 10; // A server that is busy for so long says why.
const ASKING = /^\/api\/(hint|analyse|read|evaluate|solve)$|^\/api\/games\/[^/]+\/help\//;

/** A refused or failed request; `message` is for the player. */
export class ApiError extends Error {
  /**
   * `status` is that of HTTP (0: no response), `kind` the kind of error, `game` the present state of the game;
   * `cells`, `rows` or the `field` of a form are those that caused the error, if known; `repairs` are sentences on
   * answers that may be wrong; `own` is the player's running game that a position belongs to.
   * @param {string} message
   * @param {{status?: number, kind?: string, game?: any, cells?: Cell[] | null, rows?: number[] | null,
   *   repairs?: string[], field?: string | null, own?: string | null}} details
   */
  constructor(
    message,
    { status = 0, kind = "Error", game = null, cells = null, rows = null, repairs = [], field = null, own = null } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.kind = kind;
    this.game = game;
    this.cells = cells;
    this.rows = rows;
    this.repairs = repairs;
    this.field = field;
    this.own = own;
  }
}

/**
 * Returns the response to GET. `signal` aborts it with an AbortError.
 * @template {string} P
 * @param {P} path
 * @param {{signal?: AbortSignal}} how
 * @returns {Promise<AnswerAt<P>>}
 */
export function get(path, { signal } = {}) {
  return request("GET", path, undefined, { signal, again: true });
}

/**
 * Returns the response to POST. After a lost connection, only idempotent requests are retried: moves with a `version`,
 * queries, and those with `again`. A text or Blob as body is sent unchanged (it is JSON already).
 * @template {string} P
 * @param {P} path
 * @param {any} body
 * @param {{signal?: AbortSignal, again?: boolean}} how
 * @returns {Promise<PostedAt<P>>}
 */
export function post(path, body = {}, { signal, again } = {}) {
  return request("POST", path, body, {
    signal,
    again: again ?? (ASKING.test(path.split("?")[0]) || body?.version !== undefined),
  });
}

/**
 * Returns the response to DELETE, usually null.
 * @param {string} path
 * @param {{signal?: AbortSignal}} how
 */
export function del(path, { signal } = {}) {
  return request("DELETE", path, undefined, { signal, again: true });
}

/**
 * Listens to server-sent events. `handlers` are {event name: (data, event) => …}, and `lost`, `open` and `closed`
 * (with an ApiError: the server ended the stream). The browser reconnects and resumes automatically.
 * Returns an object with `close()`.
 * @param {string} path
 * @param {Record<string, (data?: any, event?: Event) => void>} handlers
 */
export function stream(path, handlers) {
  const source = new EventSource(path);
  let away = false;
  const back = () => {
    if (away) banner.leave(source);
    away = false;
  };
  for (const [name, handle] of Object.entries(handlers)) {
    if (["open", "lost", "closed"].includes(name)) continue;
    source.addEventListener(name, (event) => handle(event.data ? JSON.parse(event.data) : null, event));
  }
  source.addEventListener("open", () => {
    back();
    handlers.open?.();
  });
  source.addEventListener("error", (event) => {
    if ("data" in event) return; // An event of the server that is named "error".
    if (source.readyState === EventSource.CLOSED) {
      back();
      handlers.closed?.(new ApiError(_("The server closed this stream of updates.")));
    } else if (!away) {
      away = true;
      banner.enter(source);
      handlers.lost?.();
    }
  });
  return {
    close() {
      back();
      source.close();
    },
  };
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} body
 * @param {{signal?: AbortSignal, again: boolean}} how
 * @returns {Promise<any>}
 */
async function request(method, path, body, { signal, again }) {
  const key = {};
  const raw = typeof body === "string" || body instanceof Blob;
  /** @type {RequestInit & {headers: Record<string, string>}} */
  const options = { method, signal, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.body = raw ? body : JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  active += 1;
  try {
    for (let tries = 0; ; tries += 1) {
      let answer;
      let text;
      try {
        // While the connection is lost, requests that cannot be retried wait.
        if (!again && banner.shown()) await reached(signal);
        answer = await fetch(path, options);
        text = await answer.text();
      } catch (error) {
        if (error.name === "AbortError") throw error;
        banner.enter(key);
        if (!again) {
          await reached(signal);
          throw new ApiError(
            _("The connection was lost during the request. It is back; check whether it worked, or try again."),
            { kind: "Lost" },
          );
        }
        await pause(tries, signal);
        continue;
      }
      if (again && answer.status === 503 && tries < BUSY_TRIES) {
        banner.enter(key);
        await pause(tries, signal);
        continue;
      }
      banner.leave(key);
      if (answer.headers.has("X-Kept")) outdated();
      return read(answer, text, tries > 0 ? body?.version : undefined);
    }
  } finally {
    active -= 1;
    banner.leave(key);
  }
}

/**
 * `sent` is the version of a move that was retried: the server may have made it the first time.
 * @param {Response} answer
 * @param {string} text
 * @param {number | undefined} sent
 */
function read(answer, text, sent) {
  if (answer.status === 204) return null;
  const found = answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  if (answer.ok) return found;
  const { kind, message, cells, rows, repairs, field, game: own } = found?.error ?? {};
  const game = found?.game ?? null;
  if (answer.status === 409 && sent !== undefined && game?.version === sent + 1) return game;
  throw new ApiError(message ?? words(answer.status), {
    status: answer.status,
    kind,
    game,
    cells,
    rows,
    repairs,
    field,
    own,
  });
}

let waiting = false;
let active = 0; // Requests in progress.

/** The service worker has answered without the server: says so, and loads the page anew when the server responds. */
async function outdated() {
  if (waiting) return;
  waiting = true;
  banner.enter(KEPT);
  await reached(undefined);
  // Moves that have waited are sent first, one after the other.
  for (let quiet = 0; quiet < QUIET; quiet = active ? 0 : quiet + 1)
    await new Promise((done) => setTimeout(done, WAITS[0]));
  location.reload();
}

/** @param {number} status */
function words(status) {
  if (status === 404) return _("The server did not find this.");
  if (status === 413) return _("The request is too large.");
  if (status === 429) return _("Too many requests. Wait a moment and try again.");
  if (status >= 500) return _("The server had an error. Nothing is lost; try again.");
  return _("The server did not understand the request.");
}

/**
 * Resolves as soon as the server responds.
 * @param {AbortSignal | undefined} signal
 */
async function reached(signal) {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch(fileAddress("icon.svg"), { method: "HEAD", cache: "no-store", signal });
      return;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      await pause(tries, signal);
    }
  }
}

/**
 * Waits for the next retry: for a while, until the browser is online, or until Try now is pressed.
 * @param {number} tries
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<void>}
 */
function pause(tries, signal) {
  return new Promise((go, stop) => {
    const events = new AbortController();
    /** @param {() => void} settle */
    const end = (settle) => () => {
      clearTimeout(timer);
      events.abort();
      settle();
    };
    const timer = setTimeout(end(go), WAITS[Math.min(tries, WAITS.length - 1)]);
    addEventListener("online", end(go), { signal: events.signal });
    addEventListener("mastermine:try", end(go), { signal: events.signal });
    signal?.addEventListener(
      "abort",
      end(() => stop(signal?.reason)),
      { signal: events.signal },
    );
  });
}

// The banner is shown as long as a request or stream waits for the server.
const banner = {
  waiting: new Set(),
  /** @type {HTMLElement | null} */
  element: null,
  shown() {
    return this.waiting.size > 0;
  },
  /** @param {object} key */
  enter(key) {
    this.waiting.add(key);
    if (this.element) return;
    const element = el(
      "div",
      { class: "lost", role: "alert", id: "lost" },
      el("span", { text: _("Connection lost, trying again …") }),
      el("button", {
        type: "button",
        class: "button small",
        text: _("Try now"),
        on: { click: () => dispatchEvent(new Event("mastermine:try")) },
      }),
    );
    this.element = element;
    document.body.append(element);
  },
  /** @param {object} key */
  leave(key) {
    this.waiting.delete(key);
    if (this.waiting.size > 0 || !this.element) return;
    this.element.remove();
    this.element = null;
  },
};
