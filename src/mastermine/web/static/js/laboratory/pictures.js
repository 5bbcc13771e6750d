// Charts of a run in tabs, drawn by the server, with their figures as tables.

import { get } from "../api.js";
import { define, el, fill, find, findAll } from "../element.js";
import { _ } from "../text.js";
import { table } from "./table.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");
const PAUSE = 8000; // Milliseconds before the chart of a running match is renewed, or longer if drawing takes longer.

export class Pictures extends HTMLElement {
  /** @type {RunView} */
  #run;
  #events = new AbortController();
  #due = 0; // Time in ms when the chart may be drawn again.
  #drawings = 0; // Only the last one is shown.

  connectedCallback() {
    this.#events = new AbortController();
    const redraw = () => this.#redraw();
    addEventListener("mastermine:theme", redraw, { signal: this.#events.signal });
    DARK.addEventListener("change", redraw, { signal: this.#events.signal });
  }

  disconnectedCallback() {
    this.#events.abort();
  }

  /**
   * Shows the charts of a run of these kinds, or renews the one that is shown.
   * @param {RunView} run
   * @param {string[]} kinds
   */
  show(run, kinds) {
    const shown = findAll(this, "[role=tab]").map((tab) => tab.dataset.kind);
    const same = shown.length > 0 && this.#run.id === run.id && String(shown) === String(kinds);
    this.#run = run;
    if (same) {
      const panel = find(this, "#picture");
      // Somebody who reads its figures is not disturbed.
      const read = panel.contains(document.activeElement) && document.activeElement !== panel;
      if (!read && Date.now() >= this.#due) this.#draw(panel.dataset.kind ?? "");
      return;
    }
    const names = titles();
    const parts = [
      el("h3", { id: "pictures-head", text: _("Pictures") }),
      run.undrawn && el("p", { class: "muted", id: "undrawn", text: run.undrawn }),
      el(
        "div",
        {
          class: "tabs",
          role: "tablist",
          "aria-labelledby": "pictures-head",
          on: { keydown: (event) => this.#move(event) },
        },
        kinds.map((kind) =>
          el("button", {
            type: "button",
            role: "tab",
            class: "button small",
            id: `tab-${kind}`,
            "aria-controls": "picture",
            dataset: { kind },
            text: names[kind] ?? kind,
            on: { click: () => this.#choose(kind) },
          }),
        ),
      ),
      el("div", { id: "picture", role: "tabpanel", tabindex: "0" }),
    ];
    fill(this, parts);
    this.#choose(kinds[0]);
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const tabs = findAll(this, "[role=tab]");
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? tabs.indexOf(focused) : -1;
    /** @type {Record<string, number>} */
    const targets = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    if (!(event.key in targets) || at < 0) return;
    const to = targets[event.key];
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab.focus();
    this.#choose(tab.dataset.kind ?? "");
  }

  /** @param {string} kind */
  async #choose(kind) {
    for (const tab of findAll(this, "[role=tab]")) {
      const here = tab.dataset.kind === kind;
      tab.setAttribute("aria-selected", String(here));
      tab.tabIndex = here ? 0 : -1;
    }
    const panel = find(this, "#picture");
    panel.setAttribute("aria-labelledby", `tab-${kind}`);
    panel.dataset.kind = kind;
    panel.replaceChildren(el("p", { class: "muted", text: _("Drawing …") }));
    await this.#draw(kind);
  }

  /** @param {string} kind */
  async #draw(kind) {
    const started = Date.now();
    this.#due = Number.POSITIVE_INFINITY;
    try {
      await this.#show(kind);
    } finally {
      const ended = Date.now();
      this.#due = ended + Math.max(PAUSE, ended - started);
    }
  }

  /** @param {string} kind */
  async #show(kind) {
    const drawing = ++this.#drawings;
    const panel = find(this, "#picture");
    const { id, undrawn } = this.#run;
    let data;
    try {
      data = await get(`/api/runs/${id}/plots/${kind}.json`);
    } catch (error) {
      const renewed = panel.querySelector("figure");
      if (drawing === this.#drawings && !renewed) fill(panel, el("p", { class: "error", text: error.message }));
      return;
    }
    const drawn = theme();
    const image = undrawn ? null : el("img", { dataset: { kind }, src: this.#source(kind) });
    const complete = (await image?.decode().catch(() => false)) !== false;
    if (drawing !== this.#drawings) return; // A newer drawing has started.
    if (!complete && panel.querySelector("figure")) return; // The last one stays.
    if (image && theme() !== drawn) image.src = this.#source(kind);
    if (image) image.alt = data.summary;
    const heads = data.heads.map((text, index) => ({ text, number: index > 0 }));
    const rows = data.rows.map((cells) => ({ cells }));
    const open = panel.querySelector("details")?.open ?? Boolean(undrawn);
    const restore = place(panel);
    fill(
      panel,
      el(
        "figure",
        {},
        image && scrolling(image, data.title),
        el("figcaption", { class: "muted small" }, el("strong", { text: data.title }), `. ${data.caption}`),
      ),
      el("details", { open }, el("summary", { text: data.data_title }), table(data.title, heads, rows)),
      image &&
        el(
          "p",
          {},
          el("a", {
            class: "button small",
            href: `/api/runs/${id}/plots/${kind}.svg`,
            download: `run-${id}-${kind}.svg`,
            text: _("Download the picture"),
          }),
        ),
    );
    restore();
  }

  /** @param {string} kind */
  #source(kind) {
    const { id, played } = this.#run;
    return `/api/runs/${id}/plots/${kind}.svg?theme=${theme()}&played=${played}`;
  }

  #redraw() {
    const picture = this.querySelector("img");
    if (picture) picture.src = this.#source(picture.dataset.kind ?? "");
  }
}
define("lab-pictures", Pictures);

/**
 * Wraps a chart in a scrolling box, so that it stays legible on a small screen.
 * @param {HTMLImageElement} image
 * @param {string} title
 */
function scrolling(image, title) {
  return el("div", { class: "scroll", role: "group", "aria-label": title, tabindex: "0" }, image);
}

/**
 * Returns a function that restores the focus and what is scrolled, once the same parts are made again.
 * @param {HTMLElement} panel
 */
function place(panel) {
  const parts = () => findAll(panel, "[tabindex], summary, a");
  const at = parts().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const before = parts().map(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));
  return () => {
    const after = parts();
    for (const [index, { scrollLeft, scrollTop }] of before.entries()) after[index]?.scrollTo(scrollLeft, scrollTop);
    after[at]?.focus({ preventScroll: true });
  };
}

function theme() {
  const { theme: chosen } = document.documentElement.dataset;
  if (chosen === "light") return "light";
  if (chosen === "dark" || chosen === "contrast") return "dark";
  return DARK.matches ? "dark" : "light";
}

/** @returns {Record<string, string>} */
function titles() {
  return {
    guesses: _("Guesses"),
    left: _("Codes left"),
    start: _("First cells"),
    rates: _("Games won"),
    cost: _("Time per game"),
  };
}
