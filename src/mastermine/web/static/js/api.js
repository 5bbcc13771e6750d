// Talks to the server in JSON. A lost connection is waited out, in sight; nothing is sent twice that must not be.

import { _ } from "./text.js";
import { el } from "./element.js";

const WAITS = [500, 1000, 2000, 4000];
const ASKING = /^\/api\/(hint|analyse|evaluate|solve)$|^\/api\/games\/[^/]+\/help\//;

/** What the server (or the line to it) had against a request, in words: `message`. */
export class ApiError extends Error {
  /**
   * `status` of HTTP (0: no answer), `kind` of error, the `game` as it is and the `cells` it is about, if told.
   * @param {string} message
   * @param {{status?: number, kind?: string, game?: any, cells?: Cell[] | null}} told
   */
  constructor(message, { status = 0, kind = "Error", game = null, cells = null } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.kind = kind;
    this.game = game;
    this.cells = cells;
  }
}

/**
 * The answer to GET. `signal` ends the wait: an AbortError is thrown.
 * @template {string} P
 * @param {P} path
 * @param {{signal?: AbortSignal}} how
 * @returns {Promise<AnswerAt<P>>}
 */
export function get(path, { signal } = {}) {
  return request("GET", path, undefined, { signal, again: true });
}

/**
 * The answer to POST. After a lost connection it is sent again by itself only if that cannot do it twice: a move with
 * its `version`, a mere question, or `again`. A body that is text or a Blob (JSON already) is sent as it is.
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
 * The answer to DELETE, null as a rule.
 * @param {string} path
 * @param {{signal?: AbortSignal}} how
 */
export function del(path, { signal } = {}) {
  return request("DELETE", path, undefined, { signal, again: true });
}

/**
 * Listens to the server's events. `handlers`: {event name: (data, event) => …}, and `lost`, `open`, `closed`
 * (an ApiError: the server will send no more). The browser connects again by itself and goes on where it was.
 * `close()` of what is returned ends it.
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
    if ("data" in event) return; // an event that the server calls "error"
    if (source.readyState === EventSource.CLOSED) {
      back();
      handlers.closed?.(new ApiError(_("The server sends no more of this.")));
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
  try {
    for (let tries = 0; ; tries += 1) {
      let answer;
      let text;
      try {
        // While the line is known to be down nothing is sent that could arrive unseen.
        if (!again && banner.shown()) await reached(signal);
        answer = await fetch(path, options);
        text = await answer.text();
      } catch (error) {
        if (error.name === "AbortError") throw error;
        banner.enter(key);
        if (!again) {
          await reached(signal);
          throw new ApiError(
            _("The connection was lost on the way. It is back now: look whether it was done, and try again if not."),
            { kind: "Lost" },
          );
        }
        await pause(tries, signal);
        continue;
      }
      if (again && answer.status === 503) {
        banner.enter(key);
        await pause(tries, signal);
        continue;
      }
      banner.leave(key);
      return read(answer, text, tries > 0 ? body?.version : undefined);
    }
  } finally {
    banner.leave(key);
  }
}

/**
 * `sent` is the version with which a move was sent more than once: the server may have made it the first time.
 * @param {Response} answer
 * @param {string} text
 * @param {number | undefined} sent
 */
function read(answer, text, sent) {
  if (answer.status === 204) return null;
  const found = answer.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : text;
  if (answer.ok) return found;
  const { kind, message, cells } = found?.error ?? {};
  const game = found?.game ?? null;
  if (answer.status === 409 && sent !== undefined && game?.version === sent + 1) return game;
  throw new ApiError(message ?? words(answer.status), { status: answer.status, kind, game, cells });
}

/** @param {number} status */
function words(status) {
  if (status === 404) return _("The server knows nothing by this name.");
  if (status === 413) return _("That is too much to send at once.");
  if (status === 429) return _("Too many requests: wait a moment, then try again.");
  if (status >= 500) return _("The server made a mistake. Nothing is lost: try again.");
  return _("The server did not understand the request.");
}

/**
 * Settled as soon as the server answers at all.
 * @param {AbortSignal | undefined} signal
 */
async function reached(signal) {
  for (let tries = 0; ; tries += 1) {
    try {
      await fetch("/static/icon.svg", { method: "HEAD", cache: "no-store", signal });
      return;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      await pause(tries, signal);
    }
  }
}

/**
 * Waits a while, or until the browser is online again, the person asks to try now, or the signal aborts.
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

// The banner stands as long as somebody waits for the server.
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
