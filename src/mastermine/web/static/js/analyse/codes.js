// Rows of a game of Mastermind, such as those of a board on the table, analysed as they are filled in.

import { html, nothing, render } from "../../vendor/lit-html.js";
import { get, post } from "../api.js";
import { rowsAddress } from "../addresses.js";
import { el, find } from "../element.js";
import { keyOf } from "../keyboard.js";
import { code, drawn } from "../mastermind/code.js";
import { join, markWords, nameOf, readAnswer, split, UNKNOWN, writeAnswer } from "../mastermind/codes.js";
import { peg } from "../mastermind/peg.js";
import { whole } from "../numbers.js";
import { levelName } from "../setup/levels.js";
import { _, sentence } from "../text.js";
import { Desk } from "./desk.js";
import { constant } from "../version.js";

/** @type {CodePosition} */
const EXAMPLE = {
  rules: "mastermind:4x6",
  rows: [
    { pegs: [..."1122"], answer: "1B 1W" },
    { pegs: [..."1134"], answer: "0B 2W" },
  ],
};

/** @extends {Desk<CodePosition>} */
export class Codes extends Desk {
  #at = { row: 0, place: 0 };
  /** @type {Map<string, CodeBoard>} */
  #shapes = new Map(); // By rules.
  /** @type {CodeAnalysis | null} */
  #found = null;
  /** @type {number[]} */
  #wrong = []; // Indices of rows that contradict each other.
  /** @type {number[]} */
  #used = []; // Indices of rows of the step that is pointed at.

  /**
   * Creates the board with the rows that were read, the stored ones, or an example.
   * @param {Reading | null} reading
   * @param {CodePosition | null} stored
   */
  static async create(reading, stored) {
    const position = stored?.rows ? stored : EXAMPLE;
    const [about, read] = await Promise.all([
      get(constant("/api/about?game=mastermind")),
      reading ?? post("/api/read", { text: "", name: "mastermind", rules: position.rules }),
    ]);
    const { presets, levels } = about.games.mastermind;
    const offered = presets.filter(({ name }) => levels.includes(name));
    return new Codes(reading ? positionOf(read) : position, read, offered);
  }

  /**
   * @param {CodePosition} position
   * @param {Reading} reading
   * @param {Preset[]} presets
   */
  constructor(position, reading, presets) {
    const list = el("ol", { class: "code-rows", "aria-label": _("Rows") });
    const tray = el("div", { class: "tray", role: "toolbar", "aria-label": _("Pegs") });
    /** @type {HTMLSelectElement} */
    const game = el(
      "select",
      { id: "rules" },
      presets.map(({ name, spec, title }) => el("option", { value: spec, text: levelName(name, title) })),
      el("option", { value: "", text: _("Other rules") }),
    );
    /** @type {HTMLInputElement} */
    const spec = el("input", { type: "text", id: "spec", spellcheck: false, autocomplete: "off" });
    super("mastermind", "codes", position, {
      board: [list, tray],
      settings: [
        el(
          "div",
          { class: "row sizes" },
          el("label", { class: "field" }, el("span", { text: _("Game") }), game),
          el("label", { class: "field" }, el("span", { text: _("Rules, such as 5x8-distinct") }), spec),
        ),
      ],
      label: _("Rows: a guess and its answer in each line"),
      help: _("Such as 1122 1,1 or red red blue blue 1B 1W. Write ? for an answer that you do not know."),
    });
    this.list = list;
    this.tray = tray;
    this.choice = game;
    this.spec = spec;
    this.#shapes.set(position.rules, reading.shape);
    this.#at = { row: position.rows.length, place: 0 };
    game.addEventListener("change", () => (game.value ? this.#use(game.value) : spec.focus()));
    spec.addEventListener("change", () => this.#use(spec.value));
    list.addEventListener("keydown", (event) => this.#key(event));
  }

  get shape() {
    return /** @type {CodeBoard} */ (this.#shapes.get(this.position.rules));
  }

  get rules() {
    return this.position.rules;
  }

  /** The rows, and an empty one after them. */
  get #rows() {
    return [...this.position.rows, { pegs: Array(this.shape.places).fill(null), answer: UNKNOWN }];
  }

  /** The rows without an empty hole, with their indices. */
  get #full() {
    return [...this.position.rows.entries()].filter(([, { pegs }]) => pegs.every((digit) => digit !== null));
  }

  // Changes.

  /**
   * Changes the rules; rows that fit them stay.
   * @param {string} rules
   */
  async #use(rules) {
    try {
      const reading = await post("/api/read", { text: "", name: "mastermind", rules });
      const { shape } = reading;
      this.#shapes.set(reading.rules, shape);
      const digits = new Set(shape.colours.map(({ digit }) => digit));
      const same = shape.places === this.shape.places && shape.answer === this.shape.answer;
      const rows = same
        ? this.position.rows.filter(({ pegs }) => pegs.every((digit) => digit === null || digits.has(digit)))
        : [];
      this.#at = { row: rows.length, place: 0 };
      this.set({ rules: reading.rules, rows }, { push: true });
    } catch (error) {
      this.complain(sentence(error.message));
    }
  }

  /**
   * Changes a row, which may be the empty one at the end.
   * @param {number} row
   * @param {Partial<CodeRow>} change
   */
  #edit(row, change) {
    const rows = this.#rows.map((each, at) => (at === row ? { ...each, ...change } : each));
    if (row < this.position.rows.length) rows.pop();
    this.set({ ...this.position, rows });
  }

  /**
   * Puts a peg into the chosen hole, or removes it.
   * @param {string | null} digit
   */
  #put(digit) {
    const { row, place } = this.#at;
    const pegs = this.#rows[row].pegs.map((now, at) => {
      if (at === place) return digit;
      return !this.shape.repeats && digit !== null && now === digit ? null : now;
    });
    if (digit !== null) {
      const free = [...pegs.keys()].map((step) => (place + 1 + step) % pegs.length).find((at) => pegs[at] === null);
      this.#at = { row, place: free ?? place };
    }
    this.#edit(row, { pegs });
  }

  /** @param {number} row */
  #remove(row) {
    const rows = this.position.rows.filter((_each, at) => at !== row);
    this.#at = { row: Math.min(this.#at.row, rows.length), place: 0 };
    this.set({ ...this.position, rows });
  }

  /**
   * @param {number} row
   * @param {"black" | "white"} kind
   * @param {string} text
   */
  #answer(row, kind, text) {
    const { answer } = this.#rows[row];
    if (text === UNKNOWN) return this.#edit(row, { answer: UNKNOWN });
    const n = Number(text);
    const before =
      answer === UNKNOWN ? { black: 0, white: this.shape.answer === "black" ? null : 0 } : readAnswer(answer);
    const other = kind === "black" ? "white" : "black";
    const most = this.shape.places - n;
    const rest = before[other] ?? null;
    this.#edit(row, { answer: writeAnswer({ [kind]: n, [other]: rest === null ? null : Math.min(rest, most) }) });
  }

  clear() {
    this.#at = { row: 0, place: 0 };
    this.set({ ...this.position, rows: [] });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!(event.target instanceof Element) || !event.target.closest(".hole")) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { row, place } = this.#at;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [row, place - 1],
      ArrowRight: [row, place + 1],
      ArrowUp: [row - 1, place],
      ArrowDown: [row + 1, place],
      Home: [row, 0],
      End: [row, this.shape.places - 1],
    };
    const to = moves[event.key];
    // A letter of the language, or the key at its place of another alphabet.
    const keys = [event.key, keyOf(event)].map((key) => key.toLowerCase());
    const colour = this.shape.colours.find(({ label, letter }) =>
      [label, letter].some((each) => each && keys.includes(each.toLowerCase())),
    );
    if (to) {
      this.#at = {
        row: Math.max(0, Math.min(to[0], this.position.rows.length)),
        place: Math.max(0, Math.min(to[1], this.shape.places - 1)),
      };
      this.draw();
    } else if (event.key === "Backspace" || event.key === "Delete") this.#put(null);
    else if (colour) this.#put(colour.digit);
    else return;
    event.preventDefault();
    find(this.list, '.hole[tabindex="0"]').focus();
  }

  // Drawing.

  draw() {
    const { shape } = this;
    this.#at.row = Math.min(this.#at.row, this.position.rows.length);
    const options = [...this.choice.options];
    this.choice.value = options.find(({ value }) => endless(value) === endless(this.position.rules))?.value ?? "";
    this.spec.value = this.position.rules.replace(/^mastermind:/, "");
    this.list.style.setProperty("--places", String(shape.places));
    const places = this.#full.map(([row]) => row);
    render(
      this.#rows.map((row, at) => this.#row(row, at, this.#found?.rows[places.indexOf(at)])),
      this.list,
    );
    render(
      shape.colours.map(
        (colour) => html`<button type="button" class="source" aria-label=${colour.name} title=${colour.name}
          @click=${() => this.#put(colour.digit)}>${peg(colour.digit, shape)}</button>`,
      ),
      this.tray,
    );
  }

  /**
   * @param {CodeRow} row
   * @param {number} at
   * @param {RatedRow | undefined} rated
   */
  #row({ pegs, answer }, at, rated) {
    const { shape } = this;
    // The server counts the rows without empty holes.
    const n = this.#full.filter(([row]) => row < at).length + 1;
    const empty = at === this.position.rows.length;
    const wrong = this.#wrong.includes(at);
    const used = this.#used.includes(at);
    const remove = _("Remove row {row}", { row: n });
    const label = _("row {row}", { row: n });
    const holes = pegs.map((digit, place) => {
      const here = this.#at.row === at && this.#at.place === place;
      const name = _("row {row}, place {place}: {peg}", { row: n, place: place + 1, peg: nameOf(digit, shape) });
      return html`<button type="button" class="hole" aria-label=${name} aria-pressed=${here} tabindex=${here ? 0 : -1}
        @click=${() => this.#choose(at, place)}>${digit === null ? nothing : peg(digit, shape)}</button>`;
    });
    return html`<li class="code-row" data-row=${at + 1} ?data-empty=${empty} ?data-wrong=${wrong} ?data-used=${used}>
      <span class="number">${n}</span>
      <span class="holes" role="group" aria-label=${label}>${holes}</span>
      ${
        empty
          ? nothing
          : html`<span class="given">${this.#answerOf(answer, at)}</span>
      <button type="button" class="icon-button remove" aria-label=${remove} title=${remove} @click=${() => this.#remove(at)}>×</button>`
      }
      ${rated?.told ? html`<details class="rating small"><summary>${rated.told} ${rated.word ? html`<b>${rated.word}</b>` : nothing}</summary>${rated.sentence}</details>` : nothing}
    </li>`;
  }

  /**
   * @param {string} answer
   * @param {number} at
   */
  #answerOf(answer, at) {
    const { shape } = this;
    const unknown = answer === UNKNOWN;
    const now = unknown ? {} : readAnswer(answer);
    if (shape.answer === "places") {
      const right = now.right ?? Array(shape.places).fill(false);
      const words = {
        unknown: _("unknown"),
        right: (/** @type {number} */ place) => _("place {place} is right", { place }),
      };
      /** @param {number} place */
      const flip = (place) =>
        this.#edit(at, { answer: writeAnswer({ right: right.map((yes, i) => (i === place ? !yes : yes)) }) });
      return html`${right.map(
        (yes, place) => html`<button type="button" class="button mark-button" aria-pressed=${!unknown && yes}
          aria-label=${words.right(place + 1)} @click=${() => flip(place)}>${unknown ? "?" : yes ? "✓" : "✗"}</button>`,
      )}<button type="button" class="button mark-button" aria-pressed=${unknown} @click=${() => this.#edit(at, { answer: UNKNOWN })}>${words.unknown}</button>`;
    }
    return markWords(shape).map(([name, words]) => {
      const kind = name === "white" ? "white" : "black";
      const label = _("row {row}, {what}", { row: at + 1, what: words });
      const counts = Array.from({ length: shape.places + 1 }, (_none, n) => String(n));
      return html`<label class="count"><span class="marks" aria-hidden="true"><span class="mark ${kind}"></span></span>
        <select data-kind=${kind} aria-label=${label} @change=${(/** @type {{target: HTMLSelectElement}} */ { target }) => this.#answer(at, kind, target.value)}>
        ${[UNKNOWN, ...counts].map((text) => html`<option value=${text} .selected=${text === (unknown ? UNKNOWN : String(now[kind]))}>${text}</option>`)}
        </select></label>`;
    });
  }

  /**
   * @param {number} row
   * @param {number} place
   */
  #choose(row, place) {
    this.#at = { row, place };
    this.draw();
  }

  // The position as text.

  get written() {
    return this.#full.map(([, { pegs, answer }]) => `${join(pegs, this.shape)} ${answer}`).join("\n");
  }

  get address() {
    return rowsAddress(this.body);
  }

  get body() {
    const turns = this.#full.map(([, { pegs, answer }]) => /** @type {Turn} */ ([join(pegs, this.shape), answer]));
    return { rules: this.position.rules, turns };
  }

  /** @param {Reading} reading */
  read(reading) {
    if (reading.game !== "mastermind") return null;
    this.#shapes.set(reading.rules, reading.shape);
    const position = positionOf(reading);
    this.#at = { row: position.rows.length, place: 0 };
    return position;
  }

  // The analysis.

  /** @param {CodeAnalysis} found */
  found(found) {
    this.#found = found;
    this.#wrong = [];
    this.#used = [];
    this.draw();
    this.play.disabled = !found.hint;
    const { shape } = this;
    const { hint, sentences, facts, how, steps, first, listed, count } = found;
    const words = {
      best: _("Best guess"),
      over: _("The code is found."),
      use: _("Use this guess"),
      codes: listed && count <= first.length ? _("The codes") : _("Some of the codes"),
      left: _("Codes left: {n}", { n: found.told }),
    };
    this.tell(html`
      ${
        hint
          ? html`<p class="kicker">${words.best}</p>
            <div class="row best-guess">${code(hint.guess, shape)}
              <button type="button" class="button" id="use-guess" @click=${() => this.#useGuess(hint.guess)}>${words.use}</button></div>
            <ul class="reasons">${hint.sentences.map((text) => html`<li>${drawn(text, [hint.guess], shape)}</li>`)}</ul>`
          : html`<h2>${words.over}</h2>`
      }
      <h2>${words.left}</h2>
      ${[...sentences.slice(1), ...facts].map((text) => html`<p>${text}</p>`)}
      <details ?open=${count <= 12}><summary>${words.codes} (${whole(Math.min(count, first.length))})</summary>
        <div class="code-list">${first.map((text) => code(text, shape))}</div></details>
      ${
        steps.length
          ? html`<details class="code-steps" open><summary>${how} (${whole(steps.length)})</summary>
            <ol>${steps.map((step) => this.#step(step))}</ol></details>`
          : nothing
      }
    `);
    this.announce(`${words.left}. ${hint ? hint.sentences[0] : words.over}`);
  }

  /**
   * Draws a step; its rows are marked while it is pointed at or has the focus.
   * @param {CodeStep} step
   */
  #step({ name, rows, sentence }) {
    const full = this.#full.map(([row]) => row);
    /** @param {boolean} on */
    const mark = (on) => {
      this.#used = on ? rows.map((row) => full[row - 1]) : [];
      this.draw();
    };
    return html`<li @pointerenter=${() => mark(true)} @pointerleave=${() => mark(false)}>
      <button type="button" class="rule-name" @focus=${() => mark(true)} @blur=${() => mark(false)}>${name}</button> ${sentence}</li>`;
  }

  /** @param {import("../api.js").ApiError} error */
  failed(error) {
    this.#found = null;
    this.#used = [];
    const full = this.#full.map(([row]) => row);
    this.#wrong = (error.rows ?? []).map((row) => full[row - 1]);
    this.draw();
    this.play.disabled = true;
    const [title, text] = [_("This position is impossible"), sentence(error.message)];
    this.tell(html`<h2>${title}</h2><p class="error" role="alert">${text}</p>
      ${error.repairs.map((sentence) => html`<p>${sentence}</p>`)}`);
  }

  /** @param {string} guess */
  #useGuess(guess) {
    const rows = [...this.position.rows, { pegs: split(guess, this.shape), answer: UNKNOWN }];
    this.#at = { row: rows.length, place: 0 };
    this.set({ ...this.position, rows });
    find(this.list, `[data-row="${rows.length}"] .given :is(select, button)`).focus();
  }
}

/**
 * Returns rules without their limit of guesses.
 * @param {string} rules
 */
const endless = (rules) => rules.replace(/,limit=\d+$/, "");

/**
 * @param {Reading} reading
 * @returns {CodePosition}
 */
function positionOf({ rules, turns, shape }) {
  return { rules, rows: turns.map(([text, answer]) => ({ pegs: split(text, shape), answer })) };
}
