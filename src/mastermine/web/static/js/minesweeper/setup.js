// The form for a new game: level or custom board, mode, first click, seed; open games and files.

import { get } from "../api.js";
import { el } from "../element.js";
import { read, save, tell } from "../page.js";
import { cards } from "../setup/cards.js";
import { daily } from "../setup/daily.js";
import { field, presetOf, values } from "../setup/fields.js";
import { savedGame } from "../setup/file.js";
import { gameOf, levelName } from "../setup/levels.js";
import { openGames } from "../setup/open.js";
import { people } from "../setup/people.js";
import { markWrong } from "../setup/wrong.js";
import { _ } from "../text.js";

const NAME = "minesweeper.setup";
const OWN = "own";

export class Setup {
  /**
   * @param {App} app
   * @param {Offered} offered
   */
  constructor(app, offered) {
    this.app = app;
    this.offered = offered;
    const first = presetOf(offered);
    const { question, ways } = offered.form;
    this.values = { level: first.name, mode: ways[0].value, ...first.values, ...read(NAME, {}) };
    this.own = el("div", { class: "numbers" }, this.#fields(false));
    this.crew = people(offered.form);
    this.seed = el(
      "label",
      { class: "field" },
      el("span", { text: _("Seed (any text); the same seed gives the same game") }),
      el("input", { type: "text", name: "seed", maxLength: 200, autocomplete: "off" }),
    );
    this.error = el("p", { class: "error", id: "setup-error", role: "alert", hidden: true });
    this.button = el("button", { type: "submit", class: "button primary large", id: "start", text: _("Start") });
    this.form = el(
      "form",
      {
        class: "card setup",
        id: "setup",
        noValidate: true,
        on: { change: () => this.#show(), submit: (event) => this.#start(event) },
      },
      this.#levels(),
      this.own,
      cards("mode", question, "modes", this.values.mode, ways),
      this.crew.element,
      this.#more(),
      this.error,
      this.button,
    );
    this.open = el("div", {});
    this.days = el("div", {});
    this.element = el(
      "div",
      { class: "stack" },
      this.open,
      el("div", { class: "start" }, this.form, el("div", { class: "side" }, this.days, this.#ownBoard())),
    );
    this.#show();
  }

  /** Loads the open games and the daily puzzles. */
  async load() {
    try {
      const [games, puzzles] = await Promise.all([get("/api/games"), get("/api/daily")]);
      /** @param {{rules: string}} game */
      const mine = (game) => gameOf(game) === "minesweeper";
      this.open.replaceChildren(openGames(games.filter(mine), this.offered.presets) ?? "");
      this.days.replaceChildren(daily(puzzles.filter(mine)));
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  #levels() {
    const levels = this.offered.levels.map((level) => {
      const { description: note, values: sizes } = presetOf(this.offered, level);
      const art = tiny(Number(sizes.width), Number(sizes.height));
      return { value: level, title: levelName(level), note, art };
    });
    const own = { value: OWN, title: _("Custom board"), note: _("up to 100 × 100 cells"), art: tiny() };
    return cards("level", _("Board"), "levels", this.values.level, [...levels, own]);
  }

  /**
   * Creates the form fields for all levels (`always`), or those for a custom board.
   * @param {boolean} always
   */
  #fields(always) {
    const fields = this.offered.form.fields.filter((each) => each.always === always);
    return fields.map((each) => field(each, this.values[each.name]));
  }

  #more() {
    const always = this.offered.form.fields.filter((each) => each.always);
    const usual = presetOf(this.offered).values;
    return el(
      "details",
      { open: always.some(({ name }) => this.values[name] !== usual[name]) },
      el("summary", { text: _("More") }),
      el("div", { class: "columns" }, this.#fields(true), this.seed),
    );
  }

  #ownBoard() {
    const load = savedGame({ opened: (game) => this.app.show(game), failed: (message) => this.#complain(message) });
    const text = _("Place mines or paste a position");
    return el(
      "section",
      { class: "card", "aria-labelledby": "bring-title" },
      el("h2", { id: "bring-title", text: _("Your own board") }),
      el(
        "div",
        { class: "row" },
        load,
        el("button", { type: "button", class: "button", text, on: { click: () => this.app.analyse() } }),
      ),
    );
  }

  #show() {
    const { level, mode } = this.#chosen;
    this.own.hidden = level !== OWN;
    this.crew.element.hidden = mode !== "people";
    this.seed.hidden = mode !== "computer";
  }

  /** @returns {FieldChoice} */
  get #chosen() {
    const data = Object.fromEntries(new FormData(this.form));
    return /** @type {any} */ ({ ...data, ...values(this.form, this.offered.form.fields) });
  }

  /** @param {Event} event */
  async #start(event) {
    event.preventDefault();
    const { seed, ...chosen } = this.#chosen;
    save(NAME, chosen);
    const { level, mode } = chosen;
    const own = level === OWN;
    const fields = this.offered.form.fields.filter((each) => own || each.always);
    const rules = { level: own ? presetOf(this.offered).name : level, ...values(this.form, fields) };
    /** @type {GameRequest} */
    const request = mode === "people" ? this.crew.request() : { mode };
    if (mode === "computer" && seed.trim()) request.seed = seed.trim();
    this.#complain("");
    markWrong(this.form);
    this.button.disabled = true;
    try {
      await this.app.start({ rules, ...request });
    } catch (error) {
      this.#complain(error.message);
      markWrong(this.form, error);
    }
    this.button.disabled = false;
  }

  /** @param {string} message */
  #complain(message) {
    this.error.textContent = message;
    this.error.hidden = !message;
    if (message) this.error.scrollIntoView({ block: "nearest" });
  }
}

/** Creates a tiny board of this shape; without a shape, the sign of a custom board. */
function tiny(width = 0, height = 0) {
  return el("i", {
    class: ["tiny", !width && "own-shape"],
    style: width ? { "--w": width, "--h": height } : null,
    "aria-hidden": "true",
  });
}
