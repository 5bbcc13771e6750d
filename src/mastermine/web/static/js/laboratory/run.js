// The open run: its progress, and its results afterwards.

import { get, post, stream } from "../api.js";
import { button, define, el, fill, find, woven } from "../element.js";
import { decimal, percent, whole } from "../numbers.js";
import { say, tell } from "../page.js";
import { _ } from "../text.js";
import { states } from "./stored.js";
import { rounds, time } from "./numbers.js";
import "./pictures.js";
import { failures, standings, table } from "./table.js";

const QUIET = 15_000;

export class Run extends HTMLElement {
  /** @type {RunView | null} */
  #current = null;
  /** @type {ReturnType<typeof stream> | null} */
  #stream = null;
  #announced = 0; // Time of the last announcement in ms.
  /** @type {number | null} */
  #requested = null; // The run requested last: older responses may arrive later.

  /** The number of the open run, or null. */
  get number() {
    return this.#current?.id ?? null;
  }

  /** The open run; only used while there is one. */
  get #run() {
    return /** @type {RunView} */ (this.#current);
  }

  disconnectedCallback() {
    this.#listen(null);
  }

  /**
   * Opens a run and follows its progress.
   * @param {number} number
   */
  async open(number) {
    this.#listen(null);
    this.#requested = number;
    const run = await get(`/api/runs/${number}`);
    if (this.#requested !== number) return;
    this.#show(run);
    if (run.state === "playing") this.#listen(number);
    else if (run.standings.length) say(this.#sentence());
  }

  /** Closes the run. */
  close() {
    this.#listen(null);
    this.#requested = null;
    this.#current = null;
    this.replaceChildren();
  }

  /** @param {number | null} number */
  #listen(number) {
    this.#stream?.close();
    this.#stream = null;
    if (number === null) return;
    this.#announced = Date.now();
    /** @param {RunView} run */
    const over = (run) => this.#over(run);
    this.#stream = stream(`/api/runs/${number}/events`, {
      standings: (run) => this.#update(run),
      done: over,
      failed: over,
      closed: (error) => tell(error.message, "bad"),
    });
  }

  /** @param {{id: number}} event */
  async #over({ id }) {
    this.#listen(null);
    if (this.number !== id) return;
    try {
      const run = await get(`/api/runs/${id}`);
      if (this.#requested !== id) return;
      this.#show(run);
    } catch (error) {
      tell(error.message, "bad");
      this.close();
    }
    if (this.#current?.standings.length) say(this.#sentence());
    this.dispatchEvent(new CustomEvent("run-over", { detail: id, bubbles: true }));
  }

  /**
   * Redraws only what changes during a run, so that the focus stays.
   * @param {RunView} run
   */
  #update(run) {
    if (this.number !== run.id) return;
    this.#current = { ...this.#run, ...run };
    this.#live();
    this.#pictures([run.perilous ? "rates" : "guesses"]);
    if (Date.now() - this.#announced > QUIET) {
      this.#announced = Date.now();
      say(this.#sentence());
    }
  }

  #sentence() {
    const run = this.#run;
    const first = run.standings[0];
    const figure = run.perilous ? percent(first.win_rate ?? 0) : decimal(first.average);
    const values = {
      state: states()[run.state],
      played: whole(run.played),
      rounds: whole(run.rounds),
      name: first.strategy,
      figure,
    };
    return _("Run {n} is {state}: {played} of {rounds} rounds. First is {name} with {figure}.", {
      n: run.id,
      ...values,
    });
  }

  /** @param {RunView} run */
  #show(run) {
    const focused = this.contains(document.activeElement) ? document.activeElement?.id || "run-head" : null;
    /** @returns {HTMLInputElement | null} */
    const longer = () => this.querySelector("#longer");
    const typed = this.number === run.id ? longer()?.value : undefined;
    const watch = (this.number === run.id && this.querySelector("lab-watch")) || el("lab-watch", {});
    this.#current = run;
    this.replaceChildren(
      el(
        "section",
        { class: "card stack", id: "run", "aria-labelledby": "run-head", dataset: { run: String(run.id) } },
        el("h2", {
          id: "run-head",
          tabindex: "-1",
          text: _("Run {n}: {names}", { n: run.id, names: run.strategies.join(", ") }),
        }),
        el(
          "p",
          { class: "muted", id: "run-rules" },
          el("code", { text: run.rules }),
          ` – ${run.rules_in_words}. ${secrets(run)}`,
        ),
        el("div", { id: "progress" }),
        el("div", { class: "row", id: "run-actions" }),
        el("div", { id: "live" }),
        watch,
        el("div", { id: "more", class: "stack" }),
      ),
    );
    this.#live();
    this.#more();
    const field = longer();
    if (field && typed !== undefined) field.value = typed;
    // Restores the focus.
    if (focused) this.#at(this.querySelector(`#${focused}`) ? focused : "run-head").focus({ preventScroll: true });
  }

  /** @param {string} id */
  #at(id) {
    return find(this, `#${id}`);
  }

  #live() {
    const run = this.#run;
    const section = this.#at("run");
    const changed = section.dataset.state !== run.state;
    section.dataset.state = run.state;
    this.#progress();
    if (changed) this.#actions();
    const box = this.#at("live");
    const scrolled = box.querySelector(".scroll")?.scrollLeft ?? 0;
    const focused = box.contains(document.activeElement);
    const made = standings(run);
    fill(box, made, failures(run));
    made.scrollLeft = scrolled;
    this.#watch();
    if (focused) made.focus({ preventScroll: true });
  }

  async #watch() {
    if (!this.#run.played || !["mastermind", "minesweeper"].includes(this.#run.game)) return;
    const { Watch } = await import("./watch.js");
    const place = this.querySelector("lab-watch");
    if (place instanceof Watch) place.run = this.#run;
  }

  #progress() {
    const run = this.#run;
    const facts = [_("{played} of {rounds}", { played: rounds(run.played), rounds: whole(run.rounds) })];
    if (run.note) facts.push(run.note);
    if (run.rate) facts.push(_("{n} rounds/s", { n: decimal(run.rate, run.rate < 10 ? 1 : 0) }));
    if (run.seconds_left !== undefined && run.state === "playing")
      facts.push(_("{time} left", { time: time(run.seconds_left) }));
    const place = this.#at("progress");
    if (!place.firstChild) {
      place.append(
        el("p", {}, el("strong", { id: "run-state" }), " ", el("span", { id: "run-facts", class: "number" })),
        el("progress", { id: "run-progress", "aria-label": _("Rounds played") }),
        el("p", { id: "run-error", class: "error", role: "alert", hidden: true }),
      );
    }
    this.#at("run-state").textContent = `${states()[run.state]}:`;
    this.#at("run-facts").textContent = facts.join(" · ");
    const bar = find(this, "#run-progress", HTMLProgressElement);
    bar.max = run.rounds;
    bar.value = run.played;
    const error = this.#at("run-error");
    const message = run.error?.message ?? "";
    if (error.textContent !== message) error.textContent = message;
    error.hidden = !message;
  }

  #actions() {
    const run = this.#run;
    /** @type {HTMLElement[]} */
    const made = [];
    if (!run.yours)
      made.push(
        el("p", { class: "muted", text: _("Somebody else started this run. You can watch it and start one like it.") }),
      );
    else if (run.state === "playing") made.push(button("stop", _("Stop"), () => this.#stop()));
    else if (run.why_not) made.push(el("p", { class: "muted", text: run.why_not }));
    else if (run.played < run.rounds) made.push(button("resume", _("Resume"), () => this.#resume(null), "primary"));
    else if (run.field === "sample") made.push(this.#longer());
    const again = () => this.dispatchEvent(new CustomEvent("use-run", { detail: run, bubbles: true }));
    made.push(button("again", _("Copy to a new match"), again));
    const place = this.#at("run-actions");
    const focused = place.contains(document.activeElement);
    place.replaceChildren(...made);
    if (focused) (place.querySelector("button") ?? this.#at("run-head")).focus();
  }

  // A run with random secrets can be extended; finished rounds are not played again.
  #longer() {
    const field = el("input", {
      id: "longer",
      type: "number",
      inputMode: "numeric",
      min: this.#run.rounds + 1,
      max: 100000,
      value: Math.min(100000, 2 * this.#run.rounds),
    });
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      const n = field.valueAsNumber;
      if (Number.isInteger(n) && n > this.#run.rounds && n <= 100000) this.#resume(n);
      else {
        tell(
          _("The number of rounds must be {least} to {most}.", {
            least: whole(this.#run.rounds + 1),
            most: whole(100000),
          }),
          "bad",
        );
        field.focus();
      }
    };
    return el(
      "form",
      { class: "row", noValidate: true, on: { submit } },
      el("label", { htmlFor: "longer", text: _("Total number of rounds:") }),
      field,
      el("button", { type: "submit", id: "go-longer", class: "button", text: _("Continue") }),
    );
  }

  async #stop() {
    await this.#do("stop", () => post(`/api/runs/${this.number}/stop`, {}, { again: true }));
  }

  /** @param {number | null} rounds */
  async #resume(rounds) {
    const done = await this.#do(rounds === null ? "resume" : "go-longer", () =>
      post(`/api/runs/${this.number}/resume`, rounds === null ? {} : { rounds }, { again: true }),
    );
    if (!done) return;
    await this.open(this.#run.id);
    this.#at("run-head").focus();
    this.dispatchEvent(new CustomEvent("run-started", { detail: this.number, bubbles: true }));
  }

  /**
   * @param {string} id
   * @param {() => Promise<RunView>} act
   */
  async #do(id, act) {
    const pressed = find(this, `#${id}`);
    if (pressed.ariaDisabled === "true") return null;
    pressed.ariaDisabled = "true"; // It keeps the focus.
    try {
      return await act();
    } catch (error) {
      tell(error.message, "bad");
      return null;
    } finally {
      pressed.ariaDisabled = "false";
    }
  }

  /**
   * Draws charts of these kinds, or renews them.
   * @param {string[]} kinds
   */
  #pictures(kinds) {
    const run = this.#run;
    if (!run.played || !kinds.length || (run.state === "playing" && run.undrawn)) return;
    this.querySelector("lab-pictures")?.show(run, kinds);
  }

  // The results that are only computed for a run that is not running.
  #more() {
    const run = this.#run;
    const place = this.#at("more");
    if (run.state === "playing") {
      place.replaceChildren(el("lab-pictures"));
      return;
    }
    if (!run.played) {
      place.replaceChildren();
      return;
    }
    /**
     * @param {string} ending
     * @param {string} text
     */
    const link = (ending, text) =>
      el("a", {
        class: "button small",
        id: `games-${ending}`,
        href: `/api/runs/${run.id}/games.${ending}`,
        download: "",
        text,
      });
    const parts = [
      run.pairs.length > 0 && differences(run),
      run.ranking.length > 0 && ranking(run),
      run.plots.length > 0 && el("lab-pictures"),
      el(
        "section",
        {},
        el("h3", { text: _("Downloads") }),
        el(
          "div",
          { class: "row" },
          link("csv", _("Games as CSV")),
          link("jsonl", _("Games as JSON lines")),
          !run.undrawn &&
            el("a", {
              class: "button small",
              id: "report",
              href: `/api/runs/${run.id}/report`,
              text: _("Report as a page"),
            }),
        ),
        run.command &&
          el(
            "p",
            { class: "small" },
            woven(_("In a terminal: {command}"), { command: el("code", { class: "command", text: run.command }) }),
          ),
      ),
    ];
    fill(place, parts);
    this.#pictures(run.plots);
  }
}
define("lab-run", Run);

/** @param {RunView} run */
function secrets(run) {
  if (run.field === "every") return _("Every secret once.");
  if (run.field === "listed") return _("Secrets from a list.");
  return _("Seed {seed}.", { seed: run.seed });
}

/** @param {RunView} run */
function differences(run) {
  /** @param {string} text */
  const number = (text) => ({ text, number: true });
  const title = run.pairs_title;
  const heads = [_("strategies"), number(_("better")), number(_("equal")), number(_("worse")), number(_("p-value"))];
  /** @param {number | null} p */
  const chance = (p) => (p === null ? _("exact") : p < 0.001 ? _("below {n}", { n: decimal(0.001) }) : decimal(p));
  const rows = run.pairs.map((pair) => ({
    cells: [
      _("{first} and {second}", { first: pair.first, second: pair.second }),
      whole(pair.better),
      whole(pair.equal),
      whole(pair.worse),
      chance(pair.p_value),
    ],
  }));
  return el(
    "section",
    { id: "pairs" },
    el("h3", { text: title }),
    el(
      "ul",
      {},
      run.pairs.map((pair) => el("li", { text: `${pair.sentence}.` })),
    ),
    el("details", {}, el("summary", { text: _("Round by round") }), table(title, heads, rows)),
  );
}

/** @param {RunView} run */
function ranking(run) {
  /** @param {string} text */
  const number = (text) => ({ text, number: true });
  const heads = [
    _("strategy"),
    number(_("rating")),
    number(_("better")),
    number(_("equal")),
    number(_("worse")),
    _("beats"),
  ];
  /** @param {number} n */
  const signed = (n) => `${n < 0 ? "−" : "+"}${whole(Math.abs(Math.round(n)))}`;
  const rows = run.ranking.map((each) => ({
    cells: [
      each.strategy,
      `${signed(each.rating)} ± ${whole(Math.round(each.error))}`,
      whole(each.wins),
      whole(each.draws),
      whole(each.losses),
      each.beats.join(", ") || _("none of them"),
    ],
  }));
  return el("section", { id: "ranking" }, el("h3", { text: _("Ranking") }), table(_("Ranking"), heads, rows));
}
