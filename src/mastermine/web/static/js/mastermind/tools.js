/* The tool buttons of a game: undo, redo, help, give up. */

import { post } from "../api.js";
import { define, el, findAll } from "../element.js";
import { item } from "../menu.js";
import { say, tell } from "../page.js";
import { _ } from "../text.js";
import { icon } from "./icons.js";

const SLOW = 500; // Milliseconds after which a waiting message is shown.

const QUICK = ["undo", "hint"]; // Tools that the bar has, too, where there is no room for all of them.

/** Returns the tools: name, icon, label, title. */
const TOOLS = () => [
  ["undo", "undo", _("Undo"), _("Undo the last row (Ctrl+Z)")],
  ["redo", "redo", _("Redo"), _("Redo it (Ctrl+Y)")],
  ["hint", "hint", _("Hint"), _("Where to look; again: which guess; again: why (?)")],
  ["why", "why", _("Why"), _("What follows from the answers")],
  ["candidates", "left", _("Codes"), _("The codes that are still possible")],
  ["give-up", "flag", _("Give up"), _("End the game and see the code")],
];

export class MastermindTools extends HTMLElement {
  /**
   * Creates the tools of a game view.
   * @param {MastermindPlay} play
   */
  constructor(play) {
    super();
    this.play = play;
  }

  /** @type {Record<string, HTMLButtonElement>} */
  buttons;
  /** The tools in the bar. */
  quick = el("div", { class: "quick" });
  asking = false;

  connectedCallback() {
    if (this.buttons) return;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", _("Tools"));
    this.buttons = Object.fromEntries(
      TOOLS().map(([name, picture, word, title]) => [
        name,
        el(
          "button",
          {
            type: "button",
            id: this.play.embedded ? null : name,
            class: "button tool",
            dataset: { tool: name },
            title,
            on: { click: ({ detail }) => this.#use(name, detail > 0) },
          },
          icon(picture),
          el("span", {}, word),
        ),
      ]),
    );
    const all = Object.values(this.buttons);
    this.append(el("div", {}, ...all.slice(0, 3)), el("div", {}, ...all.slice(3)));
    const short = TOOLS().filter(([name]) => QUICK.includes(name));
    this.quick.replaceChildren(
      ...short.map(([name, picture, word]) =>
        el(
          "button",
          {
            type: "button",
            class: "icon-button",
            dataset: { tool: name },
            "aria-label": word,
            title: word,
            on: { click: ({ detail }) => this.#use(name, detail > 0) },
          },
          icon(picture),
        ),
      ),
    );
  }

  /** Returns all tools as actions of a menu. */
  items() {
    return TOOLS().map(([name, , word]) =>
      item(`menu-${name}`, word, ({ detail }) => this.#use(name, detail > 0), {
        disabled: this.buttons[name].disabled,
        hidden: this.buttons[name].hidden,
      }),
    );
  }

  /** Shows the tools of the game and disables those that are unavailable. */
  update() {
    const { inner, busy, contest } = this.play;
    const playing = inner !== null && !inner.outcome;
    const person = inner?.mode === "person";
    /** @type {Record<string, boolean>} */
    const has = {
      undo: !contest,
      redo: !contest,
      hint: this.#hinting && !person,
      why: !contest,
      candidates: !contest,
      "give-up": Boolean(inner) && !person,
    };
    /** @type {Record<string, boolean | undefined>} */
    const can = { undo: inner?.can_undo, redo: inner?.can_redo, hint: playing, "give-up": playing };
    for (const [name, button] of Object.entries(this.buttons)) {
      button.hidden = !has[name];
      button.disabled = Boolean(busy) || !(can[name] ?? inner);
    }
    for (const short of findAll(this.quick, "button", HTMLButtonElement)) {
      const { disabled, hidden } = this.buttons[short.dataset.tool ?? ""];
      Object.assign(short, { disabled, hidden });
    }
  }

  /** True if hints are on, which in a match they are if they settle a draw. */
  get #hinting() {
    const { contest } = this.play;
    return !contest || contest.draw === "hints";
  }

  /** Requests a hint if the player guesses. */
  hint() {
    if (this.play.active && this.play.stage === "guess" && this.#hinting) this.#help("hint", false);
  }

  /**
   * @param {string} name
   * @param {boolean} byMouse
   */
  #use(name, byMouse) {
    const { moves } = this.play;
    /** @type {Record<string, () => unknown>} */
    const acts = { undo: () => moves.undo(), redo: () => moves.redo(), "give-up": () => moves.giveUp() };
    return name in acts ? acts[name]() : this.#help(name, byMouse);
  }

  /**
   * Requests and shows help. After a click with the mouse, the keys go to the board again.
   * @param {string} name
   * @param {boolean} byMouse
   */
  async #help(name, byMouse) {
    if (this.asking) return;
    this.asking = true;
    const { play } = this;
    const button = this.buttons[name];
    const kind = /** @type {keyof typeof import("./help.js").VIEWS} */ (name === "hint" ? "tip" : name);
    button.setAttribute("aria-busy", "true");
    const waiting = setTimeout(() => play.help.wait(), SLOW);
    try {
      const { id } = await play.begin();
      const { help, game } = await post(`/api/games/${id}/help/${kind}`);
      if (id !== play.game.id || game.version < play.game.version) {
        play.help.clear();
        return;
      }
      await play.show(game);
      /** @param {string} code */
      const use = (code) => {
        play.help.clear();
        play.fill(code);
      };
      const take = play.stage === "guess" ? use : null;
      const codes = [...(play.inner?.turns ?? []).map(([code]) => code), play.inner?.proposal ?? null];
      say(await play.help.show(kind, help, play.board, { take, codes, closed: () => button.focus() }));
      if (byMouse && take) play.boardView.focusHole(Math.max(0, play.draft.free));
    } catch (error) {
      play.help.clear();
      tell(error.message, error.kind === "TooLarge" ? "info" : "bad");
    } finally {
      clearTimeout(waiting);
      this.asking = false;
      button.removeAttribute("aria-busy");
    }
  }
}

define("mastermind-tools", MastermindTools);
