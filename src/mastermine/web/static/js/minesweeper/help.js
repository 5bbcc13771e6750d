// The help panel: hint, explanations, chances, flags. The server computes and counts it.

import { button, el, find } from "../element.js";
import { say, tell } from "../page.js";
import { _ } from "../text.js";
import { named } from "./field.js";
import { legend, marks, Walk } from "./steps.js";

const KEYS = { hint: "H", steps: "S", chances: "C", guess: "G", why: "W", check: "K", mines: "M", review: "V" };

export class Help {
  #chances = false;
  /** @type {Walk | null} */
  #walk = null;
  #serial = 0;
  picking = false;

  /**
   * Creates the panel for a game view.
   * @param {Play} play
   */
  constructor(play) {
    this.play = play;
    /**
     * @param {Tool} name
     * @param {string} text
     * @param {Props} props
     */
    const button = (name, text, props = {}) =>
      el(
        "button",
        {
          type: "button",
          class: "button",
          id: `help-${name}`,
          "aria-keyshortcuts": KEYS[name],
          on: { click: () => this[name]() },
          ...props,
        },
        el("span", { text }),
        el("kbd", { text: KEYS[name], "aria-hidden": "true" }),
      );
    this.answer = el("div", { class: "answer", id: "answer" });
    this.buttons = el(
      "div",
      { class: "help-buttons" },
      button("hint", _("Hint")),
      button("steps", _("Step by step")),
      button("chances", _("Chances"), { "aria-pressed": "false" }),
      button("guess", _("Must I guess?")),
      button("why", _("Why this cell?"), { "aria-pressed": "false" }),
      button("check", _("Check flags")),
      button("mines", _("Flag certain mines")),
      button("review", _("Review so far")),
    );
    this.element = el(
      "section",
      { class: "card help", "aria-labelledby": "help-title" },
      el("h2", { id: "help-title", text: _("Help") }),
      this.buttons,
      this.answer,
    );
    this.welcome();
  }

  /** Shows the initial text. */
  welcome() {
    this.#show(
      "",
      el("p", {
        class: "muted small",
        text: _("Help is counted. It uses only what the board shows, except for the check of the flags."),
      }),
      this.play.game.board.messages?.help.map((text) => el("p", { class: "small", text })),
    );
  }

  /** Discards the help for the previous position, and updates the chances. */
  changed() {
    this.#serial++;
    this.#walk = null;
    this.play.field.marks = null;
    if (this.#chances) this.#load();
    else this.welcome();
  }

  /** Resets the panel for another game or the end. */
  reset() {
    this.#serial++;
    this.#walk = null;
    this.#chances = false;
    this.#press("chances", false);
    this.pick(false);
    this.play.field.marks = null;
    this.play.field.chances = null;
    this.welcome();
  }

  /** Shows where to look; again in the same position the cell, and then why. */
  async hint() {
    const found = await this.#request("tip");
    if (!found) return;
    const { field } = this.play;
    const { cell, steps, look, lines, more } = found;
    const last = steps.length - 1;
    field.marks = { numbers: look, ...(last >= 0 && marks(steps, last)), hint: cell ? [cell] : [] };
    if (cell) field.visit(field.index(cell), false);
    this.#show(
      "",
      lines.map((text) => el("p", { text })),
      more.map((text) => el("p", { class: "muted small", text })),
      last >= 0 ? legend() : null,
      el(
        "div",
        { class: "row" },
        cell
          ? button(
              "hint-do",
              _("Open {cell}", { cell }),
              () => {
                field.focus();
                this.play.act("click", [cell]);
              },
              "primary",
            )
          : null,
        more.length ? button("hint-more", _("More"), () => this.hint()) : null,
      ),
    );
    this.#closable([...look, ...(steps[last]?.numbers ?? []), ...(cell ? [cell] : [])]);
    say([...lines, ...more].join(" "));
  }

  async steps() {
    const found = await this.#request("steps");
    if (!found) return;
    const { field } = this.play;
    if (!found.steps.length) return this.#show("", el("p", { text: found.nothing }), true);
    const walk = new Walk(field, found.steps, {
      act: (step) => this.#do(step),
      leave: () => this.#close(),
    });
    this.#walk = walk;
    this.answer.replaceChildren(walk.element);
    say(walk.step.lines.slice(0, 2).join(". "));
  }

  /**
   * Moves the walk by a number of steps; returns false if there is none.
   * @param {number} by
   */
  go(by) {
    this.#walk?.go(this.#walk.at + by);
    return this.#walk !== null;
  }

  /** @param {Step} step */
  async #do(step) {
    const { play } = this;
    const flags = step.mines.map(named).filter((cell) => !play.field.flags.includes(cell));
    const safe = step.safe.map(named);
    if (!flags.length && !safe.length) return this.go(1);
    let done = true;
    if (flags.length) done = await play.act("flag", flags);
    if (safe.length && done) {
      const lift = safe.filter((cell) => play.field.flags.includes(cell));
      if (lift.length) await play.act("flag", lift);
      done = await play.act("click", safe);
    }
    if (!done || play.game.board.outcome) return;
    await this.steps();
    /** @type {HTMLElement | null} */ (this.answer.querySelector("#step-do"))?.focus();
    // The deduction ignores flags; steps whose mines are flagged are skipped.
    const flagged = new Set(play.field.flags);
    const walk = /** @type {Walk | null} */ (this.#walk);
    const next = walk?.steps.findIndex(
      ({ safe, mines }) => safe.length || !mines.every((cell) => flagged.has(named(cell))),
    );
    if (next && next > 0) walk?.go(next);
  }

  async chances() {
    this.#chances = !this.#chances;
    this.#press("chances", this.#chances);
    if (this.#chances) return this.#load(true);
    this.play.field.chances = null;
    this.welcome();
  }

  async #load(aloud = false) {
    const { field } = this.play;
    const found = await this.#request("probabilities");
    if (!found || !this.#chances) return;
    field.marks = null;
    field.chances = found.chances;
    const words = found.sentences.join(" ");
    this.#show(
      _("Chances of a mine, in percent"),
      el("p", { text: words }),
      el(
        "div",
        { class: "scale", "aria-hidden": "true" },
        el("span", { class: "sure safe", text: "0" }),
        el("span", { class: "ramp" }),
        el("span", { class: "sure mine", text: "100" }),
      ),
      this.#untouched ? null : el("p", { class: "muted small", text: _("Filled cells are certain.") }),
    );
    if (aloud) {
      say(words);
      field.show();
    }
  }

  async guess() {
    const found = await this.#request("guess");
    if (!found) return;
    this.#show("", el("p", { text: found.sentence }), true);
    this.#closable([]);
  }

  /** Explains the cell with the focus; without one, the next cell clicked. */
  why() {
    if (this.play.field.contains(document.activeElement))
      return this.explain(this.play.field.cell(this.play.field.active));
    this.pick(!this.picking);
    if (this.picking) this.#show(_("Why?"), el("p", { text: this.play.game.board.messages?.pick }), true);
    else this.welcome();
  }

  /** @param {boolean} on */
  pick(on) {
    this.picking = on;
    this.play.field.paint = on;
    this.#press("why", on);
  }

  /** @param {Cell} cell */
  async explain(cell) {
    this.pick(false);
    const found = await this.#request("why", `?cell=${cell}`);
    if (!found) return;
    const last = found.steps.length - 1;
    this.play.field.marks = { ...(last >= 0 && marks(found.steps, last)), hint: [cell] };
    this.#show(
      _("About {cell}", { cell }),
      found.sentences.map((text) => el("p", { text })),
      last >= 0 ? legend() : null,
      true,
    );
    this.#closable([...(found.steps[last]?.numbers ?? []), cell]);
  }

  async check() {
    if (await this.#tooEarly()) return;
    const found = await this.#request("check");
    if (!found) return;
    const wrong = found.wrong.map(named);
    this.play.field.marks = { bad: wrong };
    this.#show(
      "",
      found.sentences.map((text) => el("p", { text })),
      true,
    );
    this.#closable(wrong.slice(0, 1));
  }

  async mines() {
    if (!(await this.#tooEarly())) await this.play.send("flag mines");
  }

  /** Shows the review so far. */
  async review() {
    if (this.play.game.board.outcome) return;
    if (await this.#tooEarly()) return;
    const { review } = await import("./review.js");
    this.#walk = null;
    const place = el("div", {});
    this.answer.replaceChildren(place);
    if (!(await review(this.play, place))) this.welcome();
    else say(place.textContent);
  }

  get #untouched() {
    return !/[0-8]/.test(this.play.game.board.board);
  }

  /** Resolves to true, and shows a message, if nothing is open after the queued moves. */
  async #tooEarly() {
    await this.play.game.idle();
    if (!this.#untouched) return false;
    this.#show("", el("p", { text: this.play.game.board.messages?.untouched }), true);
    return true;
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  #press(name, on) {
    this.buttons.querySelector(`#help-${name}`)?.setAttribute("aria-pressed", String(on));
  }

  /**
   * Requests help; resolves to null on an error or if the position has changed.
   * @template {keyof HelpAnswers} W
   * @param {W} what
   * @returns {Promise<HelpAnswers[W] | null>}
   */
  async #request(what, query = "") {
    const { game } = this.play;
    await game.idle();
    if (game.board.outcome) return null;
    const serial = this.#serial;
    this.answer.setAttribute("aria-busy", "true");
    try {
      const found = await game.help(what, query);
      return serial === this.#serial ? found : null;
    } catch (error) {
      if (error.game) game.take(error.game);
      tell(error.message, "bad");
      return null;
    } finally {
      this.answer.removeAttribute("aria-busy");
    }
  }

  /**
   * Adds a Close button to an answer and scrolls to the lowest of its cells, or to the board. The style sheet lays the
   * answer over the page if it would be far from the board.
   * @param {Cell[]} cells
   */
  #closable(cells) {
    const answer = find(this.answer, ":scope > *");
    answer.classList.add("walk");
    const row = answer.querySelector(".row") ?? el("div", { class: "row" });
    answer.append(row);
    row.append(
      el("button", {
        type: "button",
        class: "button",
        id: "answer-close",
        text: _("Close"),
        on: { click: () => this.#close() },
      }),
    );
    const { field } = this.play;
    // The keys go to the board again, not to the button that was pressed.
    if (this.buttons.contains(document.activeElement)) field.visit(field.active);
    const lowest = Math.max(-1, ...cells.map((cell) => field.index(cell)));
    field.show(lowest >= 0 ? field.cell(lowest) : null);
  }

  #close() {
    this.#walk = null;
    this.play.field.marks = null;
    this.welcome();
    this.play.field.focus();
  }

  /**
   * @param {string} title
   * @param {Child[]} children
   */
  #show(title, ...children) {
    const aloud = children.at(-1) === true && children.pop();
    this.#walk = null;
    this.answer.replaceChildren(el("div", {}, title ? el("h3", { text: title }) : null, ...children));
    const text = [...this.answer.querySelectorAll("p")].map((part) => part.textContent).join(" ");
    if (aloud) say([title, text].filter(Boolean).join(". "));
  }
}
