// The answers of help, with their marks on the board. The server computes and counts them.

import { button, el } from "../element.js";
import { say, tell } from "../page.js";
import { _ } from "../text.js";
import { exact } from "./chance.js";
import { named } from "./field.js";
import { closing, conclusion, efficient, legend, Walk } from "./steps.js";

export class Answers {
  /** @type {Walk | null} */
  #walk = null;
  #serial = 0;
  /** @type {Set<string>} Kinds of help that were requested and are not there yet. */
  #asked = new Set();
  chancesShown = false;
  picking = false;

  /**
   * Creates the answers that `help` shows.
   * @param {import("./help.js").Help} help
   */
  constructor(help) {
    this.help = help;
    this.play = help.play;
  }

  /** Discards the help for the previous position, and updates the chances. */
  changed() {
    this.#serial++;
    this.#asked.clear();
    this.#walk = null;
    this.play.field.marks = null;
    if (this.chancesShown) this.#load();
    else this.help.welcome();
  }

  /** Resets the answer for another game or the end. */
  reset() {
    this.#serial++;
    this.pick(false);
    this.#leave();
  }

  /** Shows where to look; again in the same position the cell, and then why. */
  async hint() {
    const found = await this.#request("tip");
    if (!found) return;
    const { field } = this.play;
    const { cell, steps, look, lines, more, depth } = found;
    field.marks = { numbers: look, ...conclusion(steps), hint: cell ? [cell] : [] };
    if (cell) field.visit(field.index(cell), false);
    this.#show(
      { cells: [...look, ...(steps.at(-1)?.numbers ?? []), ...(cell ? [cell] : [])] },
      lines.map((text) => el("p", { text })),
      more.map((text) => el("p", { class: "muted small", text })),
      cell ? this.#button(_("Open {cell}", { cell }), [], "click", cell) : null,
    );
    this.help.next(depth);
    say([...lines, ...more].join(" "));
  }

  /** Shows the next of few clicks, with the flags to set before it; the hint if no cell is certainly safe. */
  async efficient() {
    const found = await this.#request("efficient");
    if (!found) return;
    if (!found.plan) return this.hint();
    const { cell, chord, flags, opens, lines } = found.plan;
    const { field } = this.play;
    field.marks = efficient(found.plan);
    field.visit(field.index(cell), false);
    this.#show(
      { aloud: true, cells: [...flags, ...opens, cell] },
      lines.map((text) => el("p", { text })),
      this.#button(_("Do this step"), flags, chord ? "chord" : "click", cell),
    );
  }

  /**
   * Creates the button that makes the move of a hint.
   * @param {string} label
   * @param {Cell[]} flags
   * @param {string} verb
   * @param {Cell} cell
   */
  #button(label, flags, verb, cell) {
    const make = () => {
      this.play.field.focus();
      this.#make(flags, verb, [cell]);
    };
    return button("hint-do", label, make, "primary");
  }

  /**
   * Sets flags, removes those on `cells`, and makes a move on `cells`, if there are any. Resolves to false if it is refused.
   * @param {Cell[]} flags
   * @param {string} verb
   * @param {Cell[]} cells
   */
  async #make(flags, verb, cells) {
    const { play } = this;
    const flagged = (/** @type {Cell} */ cell) => play.field.flags.includes(cell);
    const turned = [...flags.filter((cell) => !flagged(cell)), ...cells.filter(flagged)];
    if (turned.length && !(await play.act("flag", turned))) return false;
    return !cells.length || play.act(verb, cells);
  }

  async steps() {
    const found = await this.#request("steps");
    if (!found) return;
    const { field } = this.play;
    if (!found.steps.length) return this.#show({ aloud: true }, el("p", { text: found.nothing }));
    const walk = new Walk(field, found.steps, {
      act: (step) => this.#do(step),
      leave: () => this.#close(),
    });
    this.help.next(0);
    this.help.fill(walk.element);
    this.#walk = walk;
    this.#back();
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
    if (!(await this.#make(flags, "click", safe)) || play.game.board.outcome) return;
    await this.steps();
    /** @type {HTMLElement | null} */ (this.help.answer.querySelector("#step-do"))?.focus();
    // The deduction ignores flags; steps whose mines are flagged are skipped.
    const flagged = new Set(play.field.flags);
    const walk = /** @type {Walk | null} */ (this.#walk);
    const next = walk?.steps.findIndex(
      ({ safe, mines }) => safe.length || !mines.every((cell) => flagged.has(named(cell))),
    );
    if (next && next > 0) walk?.go(next);
  }

  async chances() {
    this.chancesShown = !this.chancesShown;
    if (this.chancesShown) return this.#load(true);
    this.#close();
  }

  async #load(aloud = false) {
    const { field } = this.play;
    const found = await this.#request("probabilities");
    if (!found) field.chances = null;
    if (!found || !this.chancesShown) return;
    field.marks = null;
    field.chances = found.chances;
    const { sea } = field;
    const certain = found.chances.flat().some((chance) => chance === 0 || chance === 1);
    this.#show(
      { title: _("Chances of a mine, in percent"), aloud, quiet: !aloud },
      found.sentences.map((text) => el("p", { text })),
      el(
        "ul",
        { class: "legend" },
        sea === null || sea === 0 || sea === 1
          ? null
          : el("li", { dataset: { kind: "sea" } }, _("away from the numbers: {chance} %", { chance: exact(sea) })),
        certain ? el("li", { dataset: { kind: "sure-safe" } }, _("certainly safe")) : null,
        certain ? el("li", { dataset: { kind: "sure-mine" } }, _("certainly a mine")) : null,
      ),
      el(
        "div",
        { class: "scale", "aria-hidden": "true" },
        el("span", { text: "0" }),
        el("span", { class: "ramp" }),
        el("span", { text: "100" }),
      ),
    );
    const first = /** @type {HTMLElement | null} */ (this.help.answer.querySelector("[data-kind=sea]"));
    first?.style.setProperty("--chance", `${100 * (sea ?? 0)}%`);
  }

  async guess() {
    const found = await this.#request("guess");
    if (found) this.#show({ aloud: true }, el("p", { text: found.sentence }));
  }

  /** Explains the cell with the focus; without one, the next cell clicked. */
  why() {
    const { field } = this.play;
    if (field.contains(document.activeElement)) return this.explain(field.cell(field.active));
    return this.pickWhy();
  }

  /** Explains the next cell that is clicked. */
  pickWhy() {
    this.pick(!this.picking);
    if (!this.picking) return this.#close();
    const { messages } = this.play.game.board;
    this.#show({ title: _("Why?"), aloud: true }, el("p", { text: messages?.pick }));
  }

  /** @param {boolean} on */
  pick(on) {
    this.picking = on;
    this.play.field.paint = on;
  }

  /** @param {Cell} cell */
  async explain(cell) {
    this.pick(false);
    const found = await this.#request("why", `?cell=${cell}`);
    if (!found) return;
    this.play.field.marks = { ...conclusion(found.steps), hint: [cell] };
    this.#show(
      { title: _("About {cell}", { cell }), aloud: true, cells: [...(found.steps.at(-1)?.numbers ?? []), cell] },
      found.sentences.map((text) => el("p", { text })),
    );
  }

  async check() {
    if (await this.#tooEarly()) return;
    const found = await this.#request("check");
    if (!found) return;
    const wrong = found.wrong.map(named);
    this.play.field.marks = { bad: wrong };
    this.#show(
      { aloud: true, cells: wrong.slice(0, 1) },
      found.sentences.map((text) => el("p", { text })),
    );
  }

  async mines() {
    if (await this.#tooEarly()) return;
    this.#back();
    await this.play.send("flag mines");
  }

  /** Shows the review so far. */
  async review() {
    if (this.play.game.board.outcome || (await this.#tooEarly())) return;
    const { review } = await import("./review.js");
    const place = el("div", {});
    this.#show({}, place);
    if (!(await review(this.play, place))) this.#close();
    else say(place.textContent);
  }

  /** Resolves to true, and shows a message, if nothing is open after the queued moves. */
  async #tooEarly() {
    const { game } = this.play;
    await game.idle();
    if (/[0-8]/.test(game.board.board)) return false;
    this.#show({ aloud: true }, el("p", { text: game.board.messages?.untouched }));
    return true;
  }

  /**
   * Requests help; resolves to null on an error or if the position has changed.
   * @template {keyof HelpAnswers} W
   * @param {W} what
   * @returns {Promise<HelpAnswers[W] | null>}
   */
  async #request(what, query = "") {
    const { game } = this.play;
    if (this.#asked.has(what)) return null;
    this.#asked.add(what);
    await game.idle();
    if (game.board.outcome) {
      this.#asked.delete(what);
      return null;
    }
    const serial = this.#serial;
    this.help.answer.setAttribute("aria-busy", "true");
    try {
      const found = await game.help(what, query);
      return serial === this.#serial ? found : null;
    } catch (error) {
      if (error.game) game.take(error.game);
      tell(error.message, "bad");
      return null;
    } finally {
      if (serial === this.#serial) this.#asked.delete(what);
      this.help.answer.removeAttribute("aria-busy");
    }
  }

  /**
   * Shows an answer with the legend of its marks and a button that closes it, and scrolls to the lowest of its `cells`.
   * @param {{title?: string, aloud?: boolean, quiet?: boolean, cells?: Cell[]}} how
   * @param {Child[]} children
   */
  #show({ title = "", aloud = false, quiet = false, cells = [] }, ...children) {
    const { field } = this.play;
    this.#walk = null;
    this.help.next(0);
    if (!this.chancesShown) field.chances = null;
    this.help.fill(
      el(
        "div",
        { class: "found" },
        closing("answer-close", () => this.#close()),
        title ? el("h3", { text: title }) : null,
        ...children,
        Object.keys(field.marks ?? {}).length ? legend(field) : null,
      ),
    );
    if (!quiet) this.#back();
    const lowest = Math.max(-1, ...cells.map((cell) => field.index(cell)));
    if (lowest >= 0) field.show(field.cell(lowest));
    const text = [...this.help.answer.querySelectorAll("p")].map((part) => part.textContent).join(" ");
    if (aloud) say([title, text].filter(Boolean).join(". "));
  }

  /** Gives the focus back to the board, so that its keys work. */
  #back() {
    const { activeElement } = document;
    if (
      activeElement === document.body ||
      this.help.buttons.contains(activeElement) ||
      this.help.answer.contains(activeElement)
    )
      this.play.field.visit(this.play.field.active);
  }

  #leave() {
    this.#walk = null;
    this.chancesShown = false;
    this.play.field.marks = null;
    this.play.field.chances = null;
    this.help.welcome();
  }

  #close() {
    this.pick(false);
    this.#leave();
    this.play.field.visit(this.play.field.active);
  }
}
