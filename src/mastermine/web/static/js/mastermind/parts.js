/* The panels beside a game: coach, sharing, statistics, board and keys. */

import { define, el, find } from "../element.js";
import { read, save } from "../page.js";
import { style } from "../style.js";
import { _ } from "../text.js";

export class MastermindParts extends HTMLElement {
  /** @type {HTMLDetailsElement} */
  coachPart;
  /** @type {HTMLElement} */
  sharing;
  /** @type {HTMLElement} */
  figures;
  /** @type {HTMLElementTagNameMap["mastermind-coach"]} */
  coach;
  /** @type {HTMLElement} */
  looking;

  /**
   * Creates the panels of a game view.
   * @param {MastermindPlay} play
   */
  constructor(play) {
    super();
    this.play = play;
    this.live = read("mastermind.coach", false);
  }

  connectedCallback() {
    if (this.coach) return;
    this.sharing = el("div", { class: "buttons" });
    this.figures = el("div", {});
    this.append(
      this.#coach(),
      part("share", _("Share and save"), this.sharing, () => this.#share()),
      part("statistics", _("Statistics"), this.figures, () => this.#statistics()),
      this.#settings(),
    );
  }

  /** Resets the panels for another game. */
  clear() {
    this.coach.forget?.();
    for (const details of this.querySelectorAll("details")) details.open = false;
  }

  /** Updates the review after a move. */
  update() {
    this.looking.hidden = Boolean(this.play.inner?.outcome);
    if (this.live || (this.play.inner?.outcome && this.coachPart.open)) this.#review();
  }

  /** Opens the coach's review. */
  openCoach() {
    this.#review();
    this.coachPart.scrollIntoView({ block: "start" });
    find(this.coachPart, "summary").focus({ preventScroll: true });
  }

  #coach() {
    this.coach = el("mastermind-coach", {});
    const live = el("input", {
      type: "checkbox",
      id: "coach-live",
      checked: this.live,
      on: {
        change: () => {
          this.live = live.checked;
          save("mastermind.coach", this.live);
          if (this.live) this.#review();
        },
      },
    });
    this.looking = el("label", { class: "choice" }, live, el("span", {}, _("After every guess (counts as help)")));
    this.coachPart = part("coach", _("Coach"), el("div", {}, this.looking, this.coach), () => {
      if (this.live || this.play.inner?.outcome) this.#review();
      else if (!this.coach.firstChild) {
        this.coach.replaceChildren(
          el(
            "button",
            { type: "button", class: "button", id: "review", on: { click: () => this.#review() } },
            _("Review the guesses so far"),
          ),
        );
      }
    });
    return this.coachPart;
  }

  #settings() {
    const { play } = this;
    /** @type {HTMLSelectElement} */
    const select = el(
      "select",
      { id: "direction", on: { change: () => play.turn(select.value) } },
      el("option", { value: "down" }, _("from top to bottom")),
      el("option", { value: "up" }, _("from bottom to top, as in the board game")),
    );
    select.value = play.direction;
    const keys = el("div", {});
    const body = el("div", {}, el("label", { class: "field" }, el("span", {}, _("Rows")), select), keys);
    return part("settings", _("Board and keys"), body, async () => {
      const [{ keyList }] = await Promise.all([import("./keylist.js"), style("mastermind-figures")]);
      keys.replaceChildren(keyList());
    });
  }

  async #review() {
    const { game, inner, contest } = this.play;
    if (contest || !inner) return;
    this.coachPart.open = true;
    const inside = this.coach.contains(document.activeElement);
    await Promise.all([import("./coach.js"), style("coach")]);
    await this.coach.show(game.id, inner);
    // The pressed button has been removed.
    if (inside) find(this.coachPart, "summary").focus({ preventScroll: true });
  }

  async #share() {
    const { id } = this.play.game;
    if (this.sharing.dataset.id === id) return;
    const { shareButtons } = await import("./share.js");
    this.sharing.dataset.id = id;
    this.sharing.replaceChildren(...shareButtons(id));
  }

  async #statistics() {
    const [{ showStatistics }] = await Promise.all([import("./statistics.js"), style("mastermind-figures")]);
    await showStatistics(this.figures, this.play.game);
  }
}

/**
 * Creates a panel; `opened()` is called each time it opens.
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement} body
 * @param {() => unknown} opened
 */
function part(id, title, body, opened) {
  const node = el("details", { class: "card", id }, el("summary", {}, title), body);
  node.addEventListener("toggle", () => node.open && opened());
  return node;
}

define("mastermind-parts", MastermindParts);
