// A new game: level or own field, who lays the mines, first click, seed; games to go on with; files.

import { get } from "../api.js";
import { el } from "../element.js";
import { read, save, tell } from "../page.js";
import { cards, waysToLay } from "../setup/cards.js";
import { daily } from "../setup/daily.js";
import { savedGame } from "../setup/file.js";
import { gameOf, levelName } from "../setup/levels.js";
import { describe } from "../setup/title.js";
import { goOn } from "../setup/open.js";
import { people } from "../setup/people.js";
import { _ } from "../text.js";
import { LEVELS } from "./levels.js";

const NAME = "minesweeper.setup";
const USUAL = { level: "beginner", first: "safe", noguess: false, mode: "computer", width: 20, height: 16, mines: 60 };

export class Setup {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.kept = { ...USUAL, ...read(NAME, {}) };
    this.own = el(
      "div",
      { class: "numbers" },
      this.#number("width", _("Width"), 100),
      this.#number("height", _("Height"), 100),
      this.#number("mines", _("Mines"), 9999),
    );
    this.crew = people({ scores: false });
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
      cards("mode", _("Who lays the mines?"), "modes", this.kept.mode, waysToLay()),
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
      const [about, games, puzzles] = await Promise.all([
        get("/api/about?game=minesweeper"),
        get("/api/games"),
        get("/api/daily"),
      ]);
      /** @param {{rules: string}} game */
      const mine = (game) => gameOf(game) === "minesweeper";
      this.open.replaceChildren(goOn(games.filter(mine), about.games.minesweeper.presets) ?? "");
      this.days.replaceChildren(daily(puzzles.filter(mine)));
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  #levels() {
    const levels = LEVELS.map(([level, width, height, mines]) => ({
      value: level,
      title: levelName(level),
      note: describe(`minesweeper:${width}x${height}x${mines}`),
      art: tiny(width, height),
    }));
    const own = { value: "own", title: _("Own field"), note: _("up to 100 × 100"), art: tiny() };
    return cards("level", _("Field"), "levels", this.kept.level, [...levels, own]);
  }

  /**
   * @param {"width" | "height" | "mines"} name
   * @param {string} label
   * @param {number} max
   */
  #number(name, label, max) {
    return el(
      "label",
      { class: "field" },
      el("span", { text: label }),
      el("input", { type: "number", name, min: 1, max, required: true, value: this.kept[name], inputMode: "numeric" }),
    );
  }

  #more() {
    const clicks = [
      ["safe", _("is safe")],
      ["open", _("opens an area")],
      ["any", _("may hit a mine")],
    ];
    return el(
      "details",
      { open: this.kept.noguess || this.kept.first !== "safe" },
      el("summary", { text: _("More") }),
      el(
        "div",
        { class: "columns" },
        el(
          "label",
          { class: "field" },
          el("span", { text: _("The first click") }),
          el(
            "select",
            { name: "first" },
            clicks.map(([value, text]) => el("option", { value, text, selected: this.kept.first === value })),
          ),
        ),
        this.seed,
      ),
      el(
        "label",
        { class: "choice" },
        el("input", { type: "checkbox", name: "noguess", checked: this.kept.noguess }),
        el("span", { text: _("No guess needed: everything can be worked out") }),
      ),
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
    this.own.hidden = level !== "own";
    this.crew.element.hidden = mode !== "people";
    this.seed.hidden = mode !== "computer";
  }

  /** @returns {FieldChoice} */
  get #chosen() {
    const data = Object.fromEntries(new FormData(this.form));
    return /** @type {any} */ ({ ...data, noguess: "noguess" in data });
  }

  /** @param {Event} event */
  async #start(event) {
    event.preventDefault();
    const { seed, ...kept } = this.#chosen;
    save(NAME, kept);
    const { level, first, noguess, mode } = kept;
    const [, ...shape] = LEVELS.find(([name]) => name === level) ?? [level, kept.width, kept.height, kept.mines];
    const options = (first === "safe" ? "" : `-${first}`) + (noguess ? "-noguess" : "");
    const rules = `minesweeper:${shape.join("x")}${options}`;
    /** @type {GameRequest} */
    const wanted = mode === "people" ? this.crew.asked() : { mode };
    if (mode === "computer" && seed.trim()) wanted.seed = seed.trim();
    this.#complain("");
    this.button.disabled = true;
    try {
      await this.app.start({ rules, ...wanted });
    } catch (error) {
      this.#complain(error.message);
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
