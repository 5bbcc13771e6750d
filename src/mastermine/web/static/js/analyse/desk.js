// The base of the analysis boards: history, address, live evaluation, texts, files and play from here.

import { render } from "../../vendor/lit-html.js";
import { ApiError, get, post } from "../api.js";
import { copy } from "../copy.js";
import { button, el } from "../element.js";
import { save, say, sure, tell } from "../page.js";
import { address } from "../addresses.js";
import { _, sentence } from "../text.js";

const BETWEEN = 120; // Minimum time between two requests in ms.
const LATER = 3000; // Time in ms until the next request after too many of them.
const WRITING = 250; // Time in ms without a change after which the address is replaced.
const MOST_UNDONE = 200;

/**
 * A board with a position of type `P`. A subclass draws it and says what to request.
 * @template {object} P
 */
export class Desk {
  /** @type {P[]} */
  #past = [];
  /** @type {P[]} */
  #future = [];
  /** @type {AbortController | null} */
  #request = null;
  /** @type {AbortController | null} */
  #reading = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #writing;
  #asked = -BETWEEN;
  #said = "";
  agreed = false; // The player knows that it counts as a hint in a running game.

  /**
   * `board` and `settings` are the elements of the subclass.
   * @param {GameName} game
   * @param {string} name
   * @param {P} position
   * @param {{board: Child[], settings: Child[], label: string, help: string}} parts
   */
  constructor(game, name, position, { board, settings, label, help }) {
    this.game = game;
    this.name = name;
    this.position = position;
    this.answer = el("section", { class: "card answer", id: "answer", "aria-label": _("Evaluation") });
    this.error = el("p", { class: "error", id: "position-error", role: "alert", hidden: true });
    /** @type {HTMLTextAreaElement} */
    this.text = el("textarea", {
      id: "position",
      spellcheck: false,
      rows: 5,
      "aria-describedby": "position-help position-error",
      on: { input: () => this.take({ text: this.text.value }, { typed: true }) },
    });
    /** @type {HTMLInputElement} */
    const file = el("input", {
      type: "file",
      id: "position-file",
      class: "visually-hidden",
      on: {
        change: () => {
          if (file.files?.[0]) this.open(file.files[0]);
          file.value = "";
        },
      },
    });
    this.back = button("undo", _("Undo"), () => this.undo());
    this.forward = button("redo", _("Redo"), () => this.redo());
    this.play = button("play-on", _("Play from here"), () => this.#play());
    this.element = el(
      "div",
      { class: ["desk", name] },
      el(
        "section",
        { class: "desk-board", "aria-label": _("Position") },
        board,
        el(
          "div",
          { class: "row" },
          this.back,
          this.forward,
          button("clear", _("Clear"), () => this.clear()),
        ),
      ),
      el(
        "div",
        { class: "desk-side" },
        this.answer,
        el(
          "section",
          { class: "card stack", "aria-labelledby": "position-title" },
          el("h2", { id: "position-title", text: _("This position") }),
          el(
            "div",
            { class: "row" },
            button("copy-link", _("Copy the link"), () => this.#copy(), "primary"),
            this.play,
          ),
          settings,
          el(
            "div",
            { class: "field" },
            el("label", { for: "position", text: label }),
            this.text,
            el("p", { class: "help", id: "position-help", text: help }),
          ),
          this.error,
          el("label", { class: "button", for: "position-file" }, _("File …"), file),
        ),
      ),
    );
  }

  // Of the subclass.

  /** Draws the position. */
  draw() {}

  /** The position as text. */
  get written() {
    return "";
  }

  /** The address of the position. */
  get address() {
    return "/analyse";
  }

  /**
   * The request for the analysis; null if there is nothing to ask.
   * @returns {object | null}
   */
  get body() {
    return null;
  }

  /** Rules that a text needs to be read. */
  get rules() {
    return /** @type {string | null} */ (null);
  }

  /**
   * Returns the position that was read; the present one helps to complete it.
   * @param {Reading} _reading
   * @returns {P | null}
   */
  read(_reading) {
    return null;
  }

  clear() {}

  /**
   * Shows an analysis.
   * @param {any} _found
   */
  found(_found) {}

  /**
   * Shows why there is no analysis.
   * @param {ApiError} error
   */
  failed(error) {
    this.show(el("p", { class: "error", role: "alert", text: sentence(error.message) }));
  }

  // The position.

  /**
   * Changes the position. With `push` Back returns to the one before; `typed` leaves the text as it is.
   * @param {P} position
   * @param {{push?: boolean, typed?: boolean}} how
   */
  set(position, { push = false, typed = false } = {}) {
    if (JSON.stringify(position) === JSON.stringify(this.position)) return;
    this.#past.push(this.position);
    if (this.#past.length > MOST_UNDONE) this.#past.shift();
    this.#future = [];
    this.#change(position, { push, typed });
  }

  undo() {
    this.#step(this.#past, this.#future);
  }

  redo() {
    this.#step(this.#future, this.#past);
  }

  /**
   * @param {P[]} from
   * @param {P[]} to
   */
  #step(from, to) {
    const position = from.pop();
    if (!position) return;
    to.push(this.position);
    this.#change(position, {});
  }

  /**
   * @param {P} position
   * @param {{push?: boolean, typed?: boolean}} how
   */
  #change(position, { push = false, typed = false }) {
    if (push) this.#write();
    this.position = position;
    save(`analyse.${this.name}`, position);
    if (push) history.pushState(null, "", this.address);
    else {
      clearTimeout(this.#writing);
      this.#writing = setTimeout(() => this.#write(), WRITING);
    }
    this.update({ typed });
  }

  /** Writes the position into the address at once. */
  #write() {
    clearTimeout(this.#writing);
    history.replaceState(null, "", this.address);
  }

  /** Draws the position and requests its analysis. */
  update({ typed = false } = {}) {
    this.complain("");
    if (!typed) this.text.value = this.written;
    this.back.disabled = !this.#past.length;
    this.forward.disabled = !this.#future.length;
    this.draw();
    this.ask();
  }

  /** Forgets requests when another board is shown. */
  leave() {
    clearTimeout(this.#timer);
    clearTimeout(this.#writing);
    this.#request?.abort();
    this.#reading?.abort();
  }

  // Texts and files.

  /**
   * Takes over a position from a text or a file. A wrong one is reported and changes nothing.
   * @param {{text?: string, file?: string}} given
   * @param {{typed?: boolean, push?: boolean}} how
   */
  async take(given, { typed = false, push = false } = {}) {
    this.#reading?.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    try {
      const reading = await post("/api/read", { ...given, name: this.game, rules: this.rules }, { signal });
      const position = this.read(reading);
      if (position) this.set(position, { push, typed });
      else this.element.dispatchEvent(new CustomEvent("other", { bubbles: true, detail: reading }));
      if (JSON.stringify(position) === JSON.stringify(this.position)) this.complain("");
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!typed && given.text) this.text.value = given.text;
      this.complain(sentence(error.message));
    }
  }

  /** @param {File} file */
  async open(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    await this.take({ file: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) }, { push: true });
  }

  /** @param {string} message */
  complain(message) {
    this.error.textContent = message;
    this.error.hidden = !message;
    if (message) this.text.setAttribute("aria-invalid", "true");
    else this.text.removeAttribute("aria-invalid");
  }

  // The analysis.

  /** Requests the analysis; an earlier request is given up. */
  ask(wait = Math.max(0, this.#asked + BETWEEN - performance.now())) {
    this.#request?.abort();
    clearTimeout(this.#timer);
    const { body } = this;
    if (!body) return;
    this.answer.setAttribute("aria-busy", "true");
    this.#timer = setTimeout(() => this.#send(body), wait);
  }

  /** @param {object} body */
  async #send(body) {
    const request = new AbortController();
    this.#request = request;
    this.#asked = performance.now();
    try {
      const found = await post("/api/analyse", { ...body, agreed: this.agreed }, { signal: request.signal });
      this.found(found);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 429) return this.ask(LATER);
      if (error.kind === "CountsAsHelp") await this.#own(error);
      else this.failed(error);
    }
    this.answer.removeAttribute("aria-busy");
  }

  /**
   * Says that the position belongs to a running game, and asks before it is analysed.
   * @param {ApiError} error
   */
  async #own(error) {
    this.failed(error);
    const game = (await get("/api/games")).find(({ id }) => id === error.own);
    this.show(
      el("h2", { text: _("Your running game") }),
      el("p", { text: sentence(error.message) }),
      el(
        "div",
        { class: "row" },
        game && el("a", { class: "button primary", href: address(game), text: _("Back to your game") }),
        button("agree", _("Analyse it"), () => {
          this.agreed = true;
          this.ask(0);
        }),
      ),
    );
  }

  /**
   * Shows elements in place of the analysis.
   * @param {Child[]} children
   */
  show(...children) {
    this.tell(el("div", {}, ...children));
    say(this.answer.textContent);
  }

  /**
   * Draws the analysis: a template or an element.
   * @param {unknown} content
   */
  tell(content) {
    render(content, this.answer);
  }

  /**
   * Announces a sentence if it is not what was announced last.
   * @param {string} text
   */
  announce(text) {
    if (text !== this.#said) say(text);
    this.#said = text;
  }

  async #copy() {
    this.#write();
    if (await copy(location.href)) tell(_("Copied the link: it shows this position."), "good");
  }

  async #play() {
    const { body } = this;
    if (!body) return;
    try {
      const state = await post("/api/analyse/play", { ...body, agreed: this.agreed });
      this.#write();
      location.href = address(state);
    } catch (error) {
      if (error.kind !== "CountsAsHelp") return this.complain(sentence(error.message));
      const go = await sure({
        title: _("Your running game"),
        body: sentence(error.message),
        keep: _("Cancel"),
        go: this.play.textContent ?? "",
      });
      this.agreed ||= go;
      if (go) await this.#play();
    }
  }
}
