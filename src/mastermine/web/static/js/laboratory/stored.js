// The list of stored runs, including those of the command line.

import { get } from "../api.js";
import { define, el, find } from "../element.js";
import { whole } from "../numbers.js";
import { _, locale } from "../text.js";
import { table } from "./table.js";

const FIRST = 12;

export class StoredRuns extends HTMLElement {
  /** @type {RunSummary[]} */
  #runs = [];
  #all = false;
  /** @type {number | null} */
  #open = null;

  /** Reloads the list; `open` is the number of the open run. */
  async refresh(open = this.#open) {
    this.#open = open;
    this.#runs = await get("/api/runs");
    this.#draw();
    return this.#runs;
  }

  #draw() {
    const visible = this.#all ? this.#runs : this.#runs.slice(0, FIRST);
    const heads = [
      { text: _("run"), number: true },
      _("rules"),
      _("strategies"),
      { text: _("rounds"), number: true },
      _("state"),
      _("started"),
      _("actions"),
    ];
    const more = this.#runs.length - visible.length;
    const again = this.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    this.replaceChildren(
      el(
        "section",
        { class: "card", "aria-labelledby": "stored-runs-head" },
        el("h2", { id: "stored-runs-head", text: _("Stored runs") }),
        this.#runs.length
          ? table(
              _("Stored runs"),
              heads,
              visible.map((run) => this.#row(run)),
              { id: "stored-runs" },
            )
          : el("p", {
              class: "muted",
              text: _(
                "No runs are stored yet. Runs that you start here or on the command line are stored while they are played.",
              ),
            }),
        more > 0 &&
          el("button", {
            type: "button",
            class: "button",
            id: "all-runs",
            text: _("Show {n} more", { n: whole(more) }),
            on: { click: () => this.#showAll() },
          }),
      ),
    );
    // Restores the focus to the same button.
    const same = again && this.querySelector(`[aria-label="${CSS.escape(again)}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }

  #showAll() {
    this.#all = true;
    this.#draw();
    find(this, ".scroll").focus();
  }

  /** @param {RunSummary} run */
  #row(run) {
    /** @param {string} name */
    const send = (name) => this.dispatchEvent(new CustomEvent(name, { detail: run, bubbles: true }));
    const played = run.played < run.rounds ? `${whole(run.played)} / ${whole(run.rounds)}` : whole(run.rounds);
    const day = new Date(run.created).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
    const names = run.strategies.length > 4 ? [...run.strategies.slice(0, 3), "…"] : run.strategies;
    return {
      cells: [
        String(run.id),
        el("span", { class: "mono", text: run.rules.replace(/^(mastermind|minesweeper):/, "") }),
        names.join(", "),
        played,
        states()[run.state],
        el("time", { dateTime: run.created, text: day }),
        el(
          "div",
          { class: "row together" },
          el("button", {
            type: "button",
            class: "button small",
            "aria-label": _("Show run {n}", { n: run.id }),
            text: _("Show"),
            on: { click: () => send("open-run") },
          }),
          run.yours &&
            el("button", {
              type: "button",
              class: "button small danger",
              "aria-label": _("Delete run {n}", { n: run.id }),
              text: _("Delete"),
              on: { click: () => send("delete-run") },
            }),
        ),
      ],
      dataset: { run: String(run.id) },
      "aria-current": run.id === this.#open ? "true" : null,
    };
  }
}
define("lab-stored-runs", StoredRuns);

/** Returns the names of the states of a run. */
export function states() {
  return { playing: _("running"), done: _("finished"), stopped: _("stopped"), failed: _("failed") };
}
