// Help with a game: one hint that says more each time, and a menu with the other kinds. The answers are loaded on demand.

import { el } from "../element.js";
import { item, menu } from "../menu.js";
import { drawing } from "../page.js";
import { _ } from "../text.js";

const QUESTION = "M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .5-1.500 1.200-1.500 2.300M12 18v.01";

export class Help {
  /** @type {import("./answers.js").Answers | null} */
  #answers = null;

  /**
   * Creates the buttons and the answer for a game view.
   * @param {Play} play
   */
  constructor(play) {
    this.play = play;
    this.ask = el("button", {
      type: "button",
      class: "button",
      id: "help-hint",
      "aria-keyshortcuts": "H",
      on: { click: () => this.use("hint") },
    });
    const more = el(
      "button",
      { type: "button", class: "button", id: "help-more", title: _("More help") },
      drawing(QUESTION),
      el("span", { text: _("More help") }),
    );
    this.buttons = el(
      "div",
      { class: "helping" },
      this.ask,
      more,
      menu(more, _("More help"), () => this.#kinds()),
    );
    this.answer = el("div", { class: "answer", id: "answer" });
    this.welcome();
  }

  /** True while the next click on the board selects a cell to explain. */
  get picking() {
    return this.#answers?.picking ?? false;
  }

  /**
   * Gives help of a kind.
   * @template {HelpKind} K
   * @param {K} kind
   * @param {Parameters<import("./answers.js").Answers[K]>} given
   */
  async use(kind, ...given) {
    const answers = this.#answers ?? (await this.#loaded());
    /** @type {(...given: any[]) => unknown} */
    const give = answers[kind];
    return give.apply(answers, given);
  }

  async #loaded() {
    const { Answers } = await import("./answers.js");
    this.#answers ??= new Answers(this);
    return this.#answers;
  }

  /**
   * Moves a walk through steps by a number of them.
   * @param {number} by
   */
  go(by) {
    this.#answers?.go(by);
  }

  /** Shows what is in the answer. @param {HTMLElement} content */
  fill(content) {
    this.answer.replaceChildren(el("h2", { class: "visually-hidden", text: _("Help") }), content);
  }

  #kinds() {
    const shown = String(this.#answers?.chancesShown ?? false);
    return [
      item("help-efficient", _("Few clicks"), () => this.use("efficient"), { key: "E" }),
      item("help-chances", _("Chances"), () => this.use("chances"), { key: "C", "aria-pressed": shown }),
      item("help-guess", _("Must I guess?"), () => this.use("guess"), { key: "G" }),
      item("help-why", _("Why this cell?"), () => this.use("pickWhy"), { key: "W" }),
      item("help-steps", _("Step by step"), () => this.use("steps"), { key: "S" }),
      item("help-check", _("Check flags"), () => this.use("check"), { key: "K" }),
      item("help-mines", _("Flag certain mines"), () => this.use("mines"), { key: "M" }),
      item("help-review", _("Review so far"), () => this.use("review"), { key: "V" }),
    ];
  }

  /** Empties the answer; beside a wide board, it says what help is. */
  welcome() {
    this.next(0);
    this.fill(
      el(
        "div",
        { class: "welcome muted small" },
        el("p", { text: _("Help is counted. It uses only what the board shows.") }),
        this.play.game.board.messages?.help.map((text) => el("p", { text })),
      ),
    );
  }

  /**
   * Says what the next hint gives, after one of a depth.
   * @param {number} depth
   */
  next(depth) {
    this.ask.textContent = [_("Hint"), _("Which cell?"), _("Why?"), _("Hint")][depth];
  }

  /** Discards the help for the previous position, and updates the chances. */
  changed() {
    if (this.#answers) this.#answers.changed();
    else {
      this.welcome();
      // Later there may be no connection.
      if (!this.play.app.embedded || !this.play.game.state.request) this.#loaded();
    }
  }

  /** Resets the answer for another game or the end. */
  reset() {
    if (this.#answers) this.#answers.reset();
    else this.welcome();
  }
}
