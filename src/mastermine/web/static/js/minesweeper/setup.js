// A new game: level or own field, who lays the mines, first click, seed; games to go on with; files.

import { get } from "../api.js";
import { el } from "../element.js";
import { read, save, tell } from "../page.js";
import { cards } from "../setup/cards.js";
import { daily } from "../setup/daily.js";
import { field, presetOf, values } from "../setup/fields.js";
import { savedGame } from "../setup/file.js";
import { gameOf, levelName } from "../setup/levels.js";
import { describe } from "../setup/title.js";
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
    this.kept = { level: first.name, mode: ways[0].value, ...first.values, ...read(NAME, {}) };
    this.own = el("div", { class: "numbers" }, this.#fields(false));
    this.crew = people(offered.form);
    this.seed = el(
      "label",
      { class: "field" },
      el("span", { text: _("Seed: any text; the same text is the same game") }),
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
      cards("mode", question, "modes", this.kept.mode, ways),
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
      el("div", { class: "start" }, this.form, el("div", { class: "side" }, this.days, this.#bring())),
    );
    this.#show();
  }

  /** What the server knows: open games, the puzzles of the day. */
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
      const { spec, values: sizes } = presetOf(this.offered, level);
      const art = tiny(Number(sizes.width), Number(sizes.height));
      return { value: level, title: levelName(level), note: describe(spec), art };
    });
    const own = { value: OWN, title: _("Own field"), note: _("up to 100 × 100"), art: tiny() };
    return cards("level", _("Field"), "levels", this.kept.level, [...levels, own]);
  }

  /**
   * The fields that are asked with every level, or those for a field of one's own.
   * @param {boolean} always
   */
  #fields(always) {
    const asked = this.offered.form.fields.filter((each) => each.always === always);
    return asked.map((each) => field(each, this.kept[each.name]));
  }

  #more() {
    const always = this.offered.form.fields.filter((each) => each.always);
    const usual = presetOf(this.offered).values;
    return el(
      "details",
      { open: always.some(({ name }) => this.kept[name] !== usual[name]) },
      el("summary", { text: _("More") }),
      el("div", { class: "columns" }, this.#fields(true), this.seed),
    );
  }

  #bring() {
    const load = savedGame({ opened: (game) => this.app.show(game), failed: (message) => this.#complain(message) });
    const text = _("Lay mines or paste a position");
    return el(
      "section",
      { class: "card", "aria-labelledby": "bring-title" },
      el("h2", { id: "bring-title", text: _("Bring your own") }),
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
    const { seed, ...kept } = this.#chosen;
    save(NAME, kept);
    const { level, mode } = kept;
    const own = level === OWN;
    const fields = this.offered.form.fields.filter((each) => own || each.always);
    const rules = { level: own ? presetOf(this.offered).name : level, ...values(this.form, fields) };
    /** @type {GameRequest} */
    const wanted = mode === "people" ? this.crew.request() : { mode };
    if (mode === "computer" && seed.trim()) wanted.seed = seed.trim();
    this.#complain("");
    markWrong(this.form);
    this.button.disabled = true;
    try {
      await this.app.start({ rules, ...wanted });
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

/** A field of that shape, very small; without a shape one of one's own. */
function tiny(width = 0, height = 0) {
  return el("i", {
    class: ["tiny", !width && "own-shape"],
    style: width ? { "--w": width, "--h": height } : null,
    "aria-hidden": "true",
  });
}
