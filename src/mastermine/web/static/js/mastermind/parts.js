/* The panels beside a game: coach, sharing, statistics, board and keys. */

import { rowsAddress } from "../addresses.js";
import { define, el, find } from "../element.js";
import { read, save } from "../page.js";
import { style } from "../style.js";
import { _ } from "../text.js";

const ROOMY = matchMedia("(width >= 1100px)"); // There the coach is open beside the board.

export class MastermindParts extends HTMLElement {
  /** @type {HTMLDetailsElement} */
  coachPart;
  /** @type {HTMLElement} */
  figures;
  /** @type {HTMLElementTagNameMap["mastermind-coach"]} */
  coach;
  /** @type {HTMLElement} */
  looking;
  /** @type {HTMLAnchorElement} */
  analysed;

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
    this.figures = el("div", {});
    this.append(
      this.#coach(),
      part("statistics", _("Statistics"), this.figures, () => this.#statistics()),
      this.#settings(),
    );
  }

  /**
   * Resets the panels for another game; `coached` opens the coach where there is room.
   * @param {boolean} coached
   */
  clear(coached) {
    this.coach.forget?.();
    this.play.meter.textContent = "";
    const open = ROOMY.matches && coached ? this.coachPart : null;
    for (const details of this.querySelectorAll("details")) details.open = details === open;
  }

  /** Updates the review after a move. */
  update() {
    const { inner } = this.play;
    this.looking.hidden = Boolean(inner?.outcome);
    this.analysed.hidden = !inner || Boolean(this.play.contest);
    if (inner) this.analysed.href = rowsAddress(inner);
    if (!this.live) this.play.meter.textContent = "";
    if (this.live || (this.play.inner?.outcome && this.coachPart.open)) this.#review();
  }

  /**
   * Opens a panel and moves the focus to it.
   * @param {string} id
   */
  open(id) {
    const panel = find(this, `#${id}`, HTMLDetailsElement);
    panel.open = true;
    panel.scrollIntoView({ block: "nearest" });
    find(panel, "summary").focus({ preventScroll: true });
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
    this.analysed = el("a", { class: "button", id: "analyse", text: _("Analyse") });
    this.coachPart = part(
      "coach",
      _("Coach"),
      el("div", { class: "stack" }, this.looking, this.coach, this.analysed),
      () => {
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
      },
    );
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
    if (contest || !inner || game.request) return;
    this.coachPart.open = true;
    const inside = this.coach.contains(document.activeElement);
    await Promise.all([import("./coach.js"), style("coach")]);
    await this.coach.show(game.id, inner);
    const left = inner.outcome ? "" : this.coach.left;
    this.play.meter.textContent = left && _("Codes left: {n}", { n: left });
    // The pressed button has been removed.
    if (inside) find(this.coachPart, "summary").focus({ preventScroll: true });
  }

  async #statistics() {
    const { results } = await import("../ending/results.js");
    try {
      this.figures.replaceChildren(await results(this.play.game));
    } catch (error) {
      this.figures.replaceChildren(el("p", { class: "muted", text: error.message }));
    }
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
