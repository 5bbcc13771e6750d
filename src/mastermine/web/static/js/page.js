// Shared parts of all pages: header, footer, announcements, toasts, dialogs, stored settings.

import { define, el, svg, find } from "./element.js";
import { _, sentence } from "./text.js";
import { constant, fileAddress } from "./version.js";

const PREFIX = "mastermine.";
const STAYS = 7000;

/**
 * Stores a setting in this browser.
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // No storage: the setting lasts as long as the page.
  }
}

/**
 * Returns a stored setting, or `otherwise`.
 * @param {string} name
 * @param {any} otherwise
 * @returns {any}
 */
export function read(name, otherwise = null) {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
    // A value of another kind, such as of another version, is ignored.
    const same =
      otherwise === null || (typeof found === typeof otherwise && Array.isArray(found) === Array.isArray(otherwise));
    return found === null || !same ? otherwise : found;
  } catch {
    return otherwise;
  }
}

/**
 * Announces a text to screen readers, in the one polite live region.
 * @param {string | null} text
 */
export function say(text) {
  const region = said();
  // A changed text is announced even if the words are the same.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Shows and announces a message; "bad" ones stay until they are closed.
 * @param {string} text
 * @param {"info" | "good" | "bad"} kind
 */
export function tell(text, kind = "info") {
  const words = sentence(text);
  const close = () => {
    const inside = toast.contains(document.activeElement);
    toast.remove();
    if (inside) document.getElementById("main")?.focus({ preventScroll: true });
  };
  const toast = el(
    "div",
    { class: `toast ${kind}`, dataset: { kind } },
    el("p", { text: words }),
    el(
      "button",
      { type: "button", class: "icon-button", "aria-label": _("Close the message"), on: { click: close } },
      icon("close"),
    ),
  );
  for (const old of toasts().querySelectorAll(".toast")) if (old.firstChild?.textContent === words) old.remove();
  toasts().append(toast);
  say(words);
  if (kind !== "bad") {
    const timer = setTimeout(close, STAYS);
    toast.addEventListener("pointerenter", () => clearTimeout(timer));
    toast.addEventListener("focusin", () => clearTimeout(timer));
  }
  return toast;
}

/**
 * Shows a dialog. `body` is text or an element, `actions` a list of {label, value, kind} with kind "primary",
 * "danger" or nothing. Resolves to the value of the chosen action, or null if the dialog was closed.
 * @param {{title: string, body?: string | Node | null, actions?: {label: string, value: unknown, kind?: string}[]}} question
 */
export function ask({ title, body = null, actions = [{ label: _("OK"), value: true, kind: "primary" }] }) {
  return new Promise((answer) => {
    /** @type {unknown} */
    let chosen = null;
    const name = `ask-${Math.random().toString(36).slice(2)}`;
    /** @param {unknown} value */
    const choose = (value) => {
      chosen = value;
      dialog.close();
    };
    const close = () => {
      dialog.remove();
      answer(chosen);
    };
    const dialog = el(
      "dialog",
      { class: "ask", "aria-labelledby": name, on: { close } },
      el("h2", { id: name, text: title }),
      typeof body === "string" ? el("p", { text: body }) : body,
      el(
        "div",
        { class: "actions" },
        actions.map(({ label, value, kind }) =>
          el("button", { type: "button", class: ["button", kind], text: label, on: { click: () => choose(value) } }),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
    dialog.scrollTop = 0; // It may have scrolled to its first control.
  });
}

/**
 * Asks for confirmation; resolves to true for `go`, false for `keep` or if the dialog was closed.
 * @param {{title: string, body: string, keep: string, go: string}} question
 */
export async function sure({ title, body, keep, go }) {
  const actions = [
    { label: keep, value: false },
    { label: go, value: true, kind: "danger" },
  ];
  return (await ask({ title, body, actions })) === true;
}

/**
 * Sets up the page: title, footer, and header with `current` ("start", "mastermind", …) marked.
 * @param {{title: string, current: string | null}} about
 */
export function page({ title, current }) {
  // Uncaught errors, such as a module that could not be loaded, are shown, too.
  addEventListener("unhandledrejection", ({ reason }) => {
    if (reason?.name !== "AbortError")
      tell(_("Something went wrong on this page: {error}", { error: reason?.message ?? reason }), "bad");
  });
  // A file may be dropped anywhere, unless a part of the page takes it.
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", async (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    (await import("./setup/file.js")).dropped(files);
  });
  keep();
  document.title = current === "start" ? title : `${title} – Mastermine`;
  const header = document.querySelector("mm-header") ?? el("mm-header");
  if (!header.isConnected) document.body.prepend(header);
  header.show(current);
  said();
  toasts();
  if (!document.querySelector(".page-footer")) document.body.append(footer());
}

/**
 * Shows why a page cannot be used, with a way to try again.
 * @param {Error} error
 */
export function unusable(error) {
  find(document, "#main").replaceChildren(
    el("h1", { text: _("Something went wrong on this page: {error}", { error: error.message }) }),
    el("p", {}, el("a", { class: "button", href: location.href, text: _("Try again") })),
  );
}

/** Starts the service worker, which keeps the pages, and lets it keep the lessons. */
async function keep() {
  const workers = navigator.serviceWorker; // Not on an insecure origin.
  try {
    await workers?.register("/worker.js");
    if (workers?.controller) await fetch(constant("/api/lessons"));
  } catch {
    // Then pages need the server each time.
  }
}

const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  mastermind:
    "M7 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM7 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  minesweeper:
    "M12 7.5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 3.5v4M12 17.5v4M3 12.5h4M17 12.5h4M5.7 6.2l2.8 2.8M15.5 16l2.8 2.8M18.3 6.2l-2.8 2.8M8.5 16l-2.8 2.8",
  analyse: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3l5.2 5.2M7.5 10.5h6M10.5 7.5v6",
  laboratory: "M9 3.5h6M10 3.5v6L4.8 18.3a1.5 1.5 0 0 0 1.3 2.2h11.8a1.5 1.5 0 0 0 1.3-2.2L14 9.5v-6M7.5 14.5h9",
  learn: "M12 6.5c-2-1.5-5-2-8-1.5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13",
  theme: "M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17",
};

/**
 * Returns a decorative icon; the text beside it must name it.
 * @param {string} name
 */
export function icon(name) {
  return drawing(PATHS[/** @type {keyof typeof PATHS} */ (name)], name === "theme" ? "half" : null);
}

/**
 * Returns an icon from an SVG path of 24 by 24 units.
 * @param {string} path
 * @param {string | null} kind
 */
export function drawing(path, kind = null) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: path, class: kind }),
  );
}

export class Header extends HTMLElement {
  /** @param {string | null} current */
  show(current) {
    const places = [
      ["mastermind", "/mastermind", _("Mastermind")],
      ["minesweeper", "/minesweeper", _("Minesweeper")],
      ["analyse", "/analyse", _("Analyse")],
      ["laboratory", "/laboratory", _("Laboratory")],
      ["learn", "/learn", _("Learn")],
    ];
    /** @param {string} name */
    const here = (name) => (name === current ? "page" : null);
    const language = document.documentElement.lang.slice(0, 2).toUpperCase();
    this.replaceChildren(
      el("a", { class: "skip", href: "#main", text: _("Skip to the content"), on: { click: skip } }),
      el(
        "header",
        { class: "page-header" },
        el(
          "a",
          { class: "brand", href: "/", "aria-current": here("start"), "aria-label": _("Mastermine, start page") },
          el("img", { src: fileAddress("icon.svg"), alt: "", width: 32, height: 32 }),
          el("span", { text: "Mastermine" }),
        ),
        el(
          "nav",
          { "aria-label": _("Pages") },
          places.map(([name, href, label]) =>
            el(
              "a",
              { href, "aria-current": here(name), dataset: { page: name } },
              icon(name),
              el("span", { text: label }),
            ),
          ),
        ),
        el(
          "button",
          {
            type: "button",
            class: "icon-button theme-button",
            id: "theme-button",
            popovertarget: "themes",
            dataset: { language },
          },
          icon("theme"),
          // The name of the button contains the letters that its style shows.
          el("span", { class: "visually-hidden", text: _("Language and appearance") }),
        ),
        settings(),
      ),
    );
  }
}
define("mm-header", Header);

/**
 * Moves the focus without changing the address, in which pages store their state.
 * @param {Event} event
 */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function settings() {
  const place = el("div", { popover: "auto", id: "themes", class: "themes" });
  place.addEventListener("beforetoggle", async () => {
    if (!place.firstChild) place.replaceChildren(...(await import("./settings.js")).settings());
  });
  return place;
}

function footer() {
  return el(
    "footer",
    { class: "page-footer" },
    el("p", {
      text: _(
        "Your games stay on this server, under an identifier that only this browser has. Nothing is loaded from other sites.",
      ),
    }),
    el("p", {}, el("a", { href: "/docs", text: _("API") })),
  );
}

function said() {
  return (
    document.getElementById("said") ??
    added(el("div", { id: "said", class: "visually-hidden", role: "status", "aria-live": "polite" }))
  );
}

function toasts() {
  return document.getElementById("toasts") ?? added(el("section", { id: "toasts", "aria-label": _("Messages") }));
}

/** @param {HTMLElement} element */
function added(element) {
  document.body.append(element);
  return element;
}
