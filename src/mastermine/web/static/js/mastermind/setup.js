/* The form for a new game: rules, mode, details. */

import { get, post } from "../api.js";
import { define, el, fill, find, findAll } from "../element.js";
import { read, save, tell } from "../page.js";
import { cards } from "../setup/cards.js";
import { daily } from "../setup/daily.js";
import { field } from "../setup/fields.js";
import { savedGame } from "../setup/file.js";
import { gameOf } from "../setup/levels.js";
import { openGames } from "../setup/open.js";
import { people } from "../setup/people.js";
import { noteName } from "../setup/title.js";
import { markWrong } from "../setup/wrong.js";
import { _ } from "../text.js";
import { Rules } from "./rules.js";

const LONG = 240; // Longer messages are folded.

export class MastermindSetup extends HTMLElement {
  /** @type {Rules} */
  rules;
  /** @type {ReturnType<typeof people>} */
  crew;
  busy = false;
  /** @type {HTMLElement} */
  problem;
  /** @type {HTMLElement} */
  days;
  /** @type {HTMLFormElement} */
  form;
  /** @type {HTMLElement} */
  open;

  /**
   * `started(game)` is called with the new game.
   * @param {About} about
   * @param {(game: CodeState) => void} started
   */
  constructor(about, started) {
    super();
    this.started = started;
    this.offered = about.games.mastermind;
    this.strategies = this.offered.strategies.filter((each) => !each.asks);
    this.most = about.largest;
  }

  connectedCallback() {
    if (this.form) return;
    this.problem = el("div", { class: "error", id: "setup-problem", role: "alert", hidden: true });
    this.rules = new Rules(this.offered, this.most);
    this.crew = people(this.offered.form);
    this.days = el("div", { class: "days" });
    this.form = el(
      "form",
      { id: "setup", noValidate: true },
      this.problem,
      this.#ways(),
      el(
        "fieldset",
        { class: "card full", dataset: { for: "people" } },
        el("legend", {}, _("Players")),
        this.crew.element,
      ),
      this.rules.element,
      this.days,
      this.#details(),
      el(
        "div",
        { class: "acts" },
        el("button", { type: "submit", class: "button primary large", id: "start" }, _("Start")),
        savedGame({ opened: (game) => this.started(game), failed: (message) => this.complain(message) }),
      ),
    );
    this.open = el("div", { class: "open-games" });
    this.append(this.open, this.form);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    this.form.addEventListener("input", () => {
      this.complain("");
      markWrong(this.form);
      this.#show();
    });
    this.fill({ rules: "classic", mode: "computer", ...read("mastermind.setup", {}) });
    this.#loadGames();
  }

  /** The fields of the form by name; the radio buttons of the mode are one field. */
  get #fields() {
    return /** @type {Record<string, HTMLInputElement>} */ (/** @type {unknown} */ (this.form.elements));
  }

  /**
   * Fills the form.
   * @param {GameRequest} values
   */
  fill(values) {
    const elements = this.#fields;
    if (values.rules) this.rules.value = values.rules;
    const way = values.players ? "people" : values.daily ? "daily" : values.mode;
    if (way && [.../** @type {any} */ (elements.mode)].some(({ value }) => value === way)) elements.mode.value = way;
    for (const { name, options } of this.#choices) {
      const value = /** @type {Record<string, any>} */ (values)[name];
      if (options.some((each) => each.value === value)) elements[name].value = value;
    }
    if (values.seed) elements.seed.value = String(values.seed);
    const strategy = this.strategies.find(({ name }) => name === values.strategy);
    if (strategy) elements.strategy.value = strategy.name;
    if (values.colours) elements.names.value = values.colours.join(", ");
    this.crew.fill(values);
    this.#show();
  }

  /**
   * Shows an error at the top of the form, or hides it; the end of a long message is folded.
   * @param {string} text
   */
  complain(text) {
    const end = text.length > LONG ? text.lastIndexOf("; ") : -1;
    const folded = end > 0 && el("details", {}, el("summary", {}, _("More")), el("p", {}, text.slice(end + 2)));
    fill(this.problem, el("p", {}, end > 0 ? text.slice(0, end) : text), folded);
    this.problem.hidden = !text;
    if (text) this.problem.scrollIntoView({ block: "nearest" });
  }

  #ways() {
    const ways = cards("mode", this.offered.form.question, "modes", "computer", [
      ...this.offered.form.ways,
      { value: "daily", title: _("Daily puzzle"), note: _("The same code for everybody, once a day.") },
    ]);
    ways.classList.add("card", "full");
    return ways;
  }

  /** The additional choices without a match. */
  get #choices() {
    return this.offered.form.choices.filter(({ way }) => way !== "people");
  }

  #details() {
    const choices = this.#choices.map((each) => {
      const element = field(each, each.options[0].value);
      if (each.way) element.dataset.for = each.way;
      return element;
    });
    return el(
      "details",
      { class: "card", id: "details" },
      el("summary", {}, _("More options")),
      el(
        "div",
        { class: "choices" },
        choices,
        el(
          "label",
          { class: "field", dataset: { for: "computer adversary" } },
          el("span", {}, _("Seed")),
          el("input", { type: "text", name: "seed", maxlength: 200, autocomplete: "off" }),
          el("span", { class: "help" }, _("Any text. The same seed gives the same code.")),
        ),
        el(
          "label",
          { class: "field", dataset: { for: "computer adversary person" } },
          el("span", {}, _("Strategy")),
          el(
            "select",
            { name: "strategy" },
            el("option", { value: "" }, _("default")),
            ...this.strategies.map((each) => el("option", { value: each.name, title: each.summary }, each.name)),
          ),
          el("span", { class: "help", id: "strategy-description" }),
        ),
        el(
          "label",
          { class: "field" },
          el("span", {}, _("Names of the colours")),
          el("input", { type: "text", name: "names", maxlength: 2000, autocomplete: "off" }),
          el(
            "span",
            { class: "help" },
            _("One word for each colour, separated by commas, such as sun, moon, star, sky, sea, sand."),
          ),
        ),
      ),
    );
  }

  /** Shows the fields that apply to the choices. */
  #show() {
    const elements = this.#fields;
    const mode = elements.mode.value;
    const puzzle = mode === "daily";
    for (const part of findAll(this.form, "[data-for]")) {
      part.hidden = !part.dataset.for?.split(" ").includes(mode);
    }
    this.crew.element.hidden = mode !== "people";
    this.days.hidden = !puzzle;
    this.rules.element.hidden = puzzle;
    find(this.form, "#details").hidden = puzzle;
    elements.start.hidden = puzzle;
    const strategy = this.strategies.find(({ name }) => name === elements.strategy.value);
    find(this, "#strategy-description").textContent =
      strategy?.summary ?? _("Knuth's, or one that uses samples if there are too many codes to list.");
  }

  /**
   * The request for a new game.
   * @returns {GameRequest}
   */
  get #request() {
    const elements = this.#fields;
    const mode = elements.mode.value;
    /** @type {GameRequest} */
    const request = { rules: this.rules.value };
    const names = elements.names.value.split(",").map((name) => name.trim());
    if (names.some(Boolean)) request.colours = names;
    if (mode === "people") return { ...request, ...this.crew.request() };
    for (const { name, way } of this.#choices)
      if (way === mode) Object.assign(request, { [name]: elements[name].value });
    const seed = elements.seed.value.trim();
    // A whole number is sent as a number, as in the terminal and in links.
    if (seed && mode !== "person") request.seed = /^-?\d{1,15}$/.test(seed) ? Number(seed) : seed;
    if (elements.strategy.value) request.strategy = elements.strategy.value;
    return { ...request, mode };
  }

  async #start() {
    if (this.busy) return;
    this.busy = true;
    const button = this.#fields.start;
    button.setAttribute("aria-busy", "true");
    const request = this.#request;
    try {
      const game = await post("/api/games", request);
      noteName(game, this.rules.name);
      const { seed, ...values } = request;
      save("mastermind.setup", values);
      this.started(game);
    } catch (error) {
      this.complain(error.message);
      markWrong(this.form, error);
    } finally {
      this.busy = false;
      button.removeAttribute("aria-busy");
    }
  }

  /** Loads the open games and the daily puzzles. */
  async #loadGames() {
    try {
      const [games, puzzles] = await Promise.all([get("/api/games"), get("/api/daily")]);
      const mine = games.filter((game) => gameOf(game) === "mastermind");
      this.open.replaceChildren(openGames(mine, this.offered.presets) ?? "");
      this.days.replaceChildren(daily(puzzles.filter(({ game }) => game === "mastermind")));
    } catch (error) {
      tell(error.message, "bad");
    }
  }
}

define("mastermind-setup", MastermindSetup);
