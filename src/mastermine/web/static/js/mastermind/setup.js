/* Setting up a game: which one, who hides the code, and the details. */

import { del, get, post } from "../api.js";
import { define, el } from "../element.js";
import { ask, read, save, tell } from "../page.js";
import { _ } from "../text.js";
import { readSpec, writeSpec } from "./codes.js";

const OWN = "own";
const MOST_PLAYERS = 5;

/** Who hides the code. */
const WAYS = () => [
  ["computer", _("The computer hides"), _("You guess, it answers.")],
  ["adversary", _("It keeps its options open"), _("It commits to no code, and gives the least helpful true answer.")],
  ["person", _("I hide"), _("The computer guesses, you answer.")],
  ["people", _("People, in turn"), _("2 to 5 at this screen hide codes from each other.")],
  ["daily", _("Puzzle of the day"), _("The same code for everybody, once a day.")],
];

export class MastermindSetup extends HTMLElement {
  /** `about` is what the server offers; `started(game)` is called with the new game. */
  constructor(about, started) {
    super();
    this.about = about;
    this.started = started;
    this.presets = about.games.mastermind.presets;
  }

  connectedCallback() {
    if (this.form) return;
    this.problem = el("p", { class: "error", id: "setup-problem", role: "alert", hidden: true });
    this.form = el("form", { id: "setup", novalidate: "" });
    this.form.append(
      this.problem,
      this.#ways(),
      this.#game(),
      this.#people(),
      this.#daily(),
      this.#details(),
      el(
        "div",
        { class: "acts" },
        el("button", { type: "submit", class: "button primary large", id: "start" }, _("Start")),
        this.#file(),
      ),
    );
    this.kept = el("section", { class: "kept", hidden: true, "aria-labelledby": "kept-title" });
    this.append(this.kept, this.form);
    this.form.addEventListener("submit", (event) => this.#submit(event));
    this.form.addEventListener("input", (event) => this.#input(event));
    this.fill({ rules: "classic", mode: "computer", ...read("mastermind.setup", {}) });
    this.#list();
    this.#days();
  }

  /** Put values into the form: `{rules, mode, seed, strategy, colours, players, rounds, score}`. */
  fill(values) {
    const { elements } = this.form;
    if (values.rules) this.#rules(values.rules);
    const way = values.players ? "people" : values.daily ? "daily" : values.mode;
    if (WAYS().some(([name]) => name === way)) elements.mode.value = way;
    for (const name of ["seed", "strategy", "rounds", "score"]) {
      const field = elements[name];
      const known = !field.options || [...field.options].some((each) => each.value === values[name]);
      if (values[name] !== undefined && values[name] !== null && known) field.value = values[name];
    }
    if (values.colours) elements.names.value = [values.colours].flat().join(", ");
    if (values.players) {
      const names = [values.players].flat();
      names.slice(0, MOST_PLAYERS).forEach((name, index) => {
        elements[`player${index + 1}`].value = name;
      });
    }
    this.#show();
  }

  /** Say what was wrong, at the top of the form. */
  complain(text) {
    this.problem.textContent = text;
    this.problem.hidden = !text;
    if (text) this.problem.scrollIntoView({ block: "nearest" });
  }

  // The parts of the form.

  #game() {
    const options = this.presets.map((preset) =>
      el("option", { value: preset.name }, preset.title),
    );
    this.facts = el("p", { class: "help", id: "facts" });
    const number = (name, label, min, max, placeholder = "") =>
      el(
        "label",
        { class: "field" },
        el("span", {}, label),
        el("input", { type: "number", name, min, max, placeholder, inputmode: "numeric", autocomplete: "off" }),
      );
    const tick = (name, label) =>
      el("label", { class: "choice" }, el("input", { type: "checkbox", name }), el("span", {}, label));
    this.gameCard = el(
      "fieldset",
      { class: "card" },
      el("legend", {}, _("Which game")),
      el(
        "label",
        { class: "field" },
        el("span", {}, _("Game")),
        el(
          "select",
          { name: "preset", id: "preset", "aria-describedby": "facts" },
          ...options,
          el("option", { value: OWN }, _("Rules of my own")),
        ),
      ),
      this.facts,
      el(
        "div",
        { class: "numbers" },
        number("places", _("Places"), 1, 16),
        number("colours", _("Colours"), 1, 64),
        number("limit", _("Rows"), 1, 999, _("any")),
        el(
          "label",
          { class: "field wide" },
          el("span", {}, _("Answers")),
          el(
            "select",
            { name: "answer" },
            el("option", { value: "pegs" }, _("black and white")),
            el("option", { value: "black" }, _("black only")),
            el("option", { value: "places" }, _("which places")),
          ),
        ),
      ),
      el(
        "div",
        { class: "ticks" },
        tick("repeats", _("A colour may stand twice")),
        tick("blank", _("Holes may stay empty")),
      ),
    );
    return this.gameCard;
  }

  #ways() {
    return el(
      "fieldset",
      { class: "card" },
      el("legend", {}, _("Who hides the code")),
      el(
        "div",
        { class: "ways" },
        ...WAYS().map(([value, title, told]) =>
          el(
            "label",
            { class: "way" },
            el("input", { type: "radio", name: "mode", value }),
            el("span", { class: "title" }, title),
            el("span", { class: "told" }, told),
          ),
        ),
      ),
    );
  }

  #people() {
    const fields = Array.from({ length: MOST_PLAYERS }, (_player, index) =>
      el(
        "label",
        { class: "field" },
        el("span", {}, index < 2 ? _("Player {n}", { n: index + 1 }) : _("Player {n}, if any", { n: index + 1 })),
        el("input", { type: "text", name: `player${index + 1}`, maxlength: 30, autocomplete: "off" }),
      ),
    );
    return el(
      "fieldset",
      { class: "card full", dataset: { for: "people" } },
      el("legend", {}, _("The people")),
      el("div", { class: "names" }, ...fields),
      el(
        "div",
        { class: "numbers" },
        el(
          "label",
          { class: "field" },
          el("span", {}, _("Rounds")),
          el("input", { type: "number", name: "rounds", min: 1, max: 100, placeholder: _("one each"), inputmode: "numeric" }),
        ),
        el(
          "label",
          { class: "field wide" },
          el("span", {}, _("What counts")),
          el(
            "select",
            { name: "score" },
            el("option", { value: "rounds" }, _("rounds won by fewest guesses")),
            el("option", { value: "points" }, _("points: one for each guess of the others")),
            el("option", { value: "fewest" }, _("codes broken, then fewest guesses")),
          ),
        ),
      ),
    );
  }

  #daily() {
    this.days = el("div", { class: "days" });
    return el(
      "fieldset",
      { class: "card", dataset: { for: "daily" } },
      el("legend", {}, _("Puzzle of the day")),
      this.days,
    );
  }

  #details() {
    const strategies = this.about.games.mastermind.strategies.filter((each) => !each.asks);
    return el(
      "details",
      { class: "card", id: "details" },
      el("summary", {}, _("More choices")),
      el(
        "div",
        { class: "choices" },
        el(
          "label",
          { class: "field", dataset: { for: "computer adversary" } },
          el("span", {}, _("Seed")),
          el("input", { type: "text", name: "seed", maxlength: 200, autocomplete: "off" }),
          el("span", { class: "help" }, _("Any word: the same word hides the same code again.")),
        ),
        el(
          "label",
          { class: "field", dataset: { for: "computer adversary person" } },
          el("span", { class: "what" }, _("Strategy")),
          el(
            "select",
            { name: "strategy" },
            ...strategies.map((each) =>
              el("option", { value: each.name, title: each.summary }, each.name),
            ),
          ),
          el("span", { class: "help", id: "strategy-told" }),
        ),
        el(
          "label",
          { class: "field wide" },
          el("span", {}, _("Names of the colours")),
          el("input", { type: "text", name: "names", maxlength: 2000, autocomplete: "off" }),
          el("span", { class: "help" }, _("One word for each colour, with commas, such as sun, moon, star, sky, sea, sand.")),
        ),
      ),
    );
  }

  #file() {
    const input = el("input", {
      type: "file",
      accept: ".json,application/json",
      class: "visually-hidden",
      id: "load",
      on: { change: () => this.#load(input) },
    });
    return el("label", { class: "button file", for: "load" }, _("Open a saved game"), input);
  }

  // What happens.

  #rules(text) {
    const { elements } = this.form;
    const name = text.trim().toLowerCase();
    const preset = this.presets.find((each) => each.name === name);
    const spec = readSpec(preset ? preset.spec : name);
    if (!spec) return false;
    const same = preset ?? this.presets.find((each) => each.spec === writeSpec(spec));
    elements.preset.value = same ? same.name : OWN;
    this.#numbers(spec);
    return true;
  }

  #numbers(spec) {
    const { elements } = this.form;
    for (const name of ["places", "colours", "answer"]) elements[name].value = spec[name];
    elements.limit.value = spec.limit ?? "";
    elements.repeats.checked = spec.repeats;
    elements.blank.checked = spec.blank;
  }

  get #spec() {
    const { elements } = this.form;
    return writeSpec({
      places: Number(elements.places.value || 0),
      colours: Number(elements.colours.value || 0),
      limit: Number(elements.limit.value || 0),
      repeats: elements.repeats.checked,
      blank: elements.blank.checked,
      answer: elements.answer.value,
    });
  }

  #input({ target }) {
    const { elements } = this.form;
    if (target.name === "preset" && target.value !== OWN) this.#rules(target.value);
    else if (["places", "colours", "limit", "repeats", "blank", "answer"].includes(target.name)) {
      const now = this.presets.find((each) => each.name === elements.preset.value);
      if (now?.spec !== this.#spec) {
        const same = this.presets.find((each) => each.spec === this.#spec);
        elements.preset.value = same ? same.name : OWN;
      }
    }
    this.complain("");
    this.#show();
  }

  /** Show what goes with the choices. */
  #show() {
    const { elements } = this.form;
    const mode = elements.mode.value;
    const preset = this.presets.find((each) => each.name === elements.preset.value);
    this.facts.textContent = preset ? preset.facts : _("Set the numbers below as you like.");
    for (const part of this.form.querySelectorAll("[data-for]")) {
      part.hidden = !part.dataset.for.split(" ").includes(mode);
    }
    this.gameCard.hidden = mode === "daily";
    this.form.querySelector("#details").hidden = mode === "daily";
    elements.start.hidden = mode === "daily";
    const strategy = this.about.games.mastermind.strategies.find(
      (each) => each.name === elements.strategy.value,
    );
    this.querySelector("#strategy-told").textContent = strategy?.summary ?? "";
  }

  /** What the form asks the server for. */
  get #wanted() {
    const { elements } = this.form;
    const mode = elements.mode.value;
    const preset = elements.preset.value;
    const wanted = { rules: preset === OWN ? this.#spec : preset };
    const names = elements.names.value.split(",").map((name) => name.trim());
    if (names.some(Boolean)) wanted.colours = names;
    if (mode === "people") {
      wanted.players = Array.from(
        { length: MOST_PLAYERS },
        (_player, index) => elements[`player${index + 1}`].value.trim(),
      ).filter(Boolean);
      if (elements.rounds.value) wanted.rounds = Number(elements.rounds.value);
      wanted.score = elements.score.value;
      return wanted;
    }
    wanted.mode = mode;
    const seed = elements.seed.value.trim();
    // A seed that is a whole number is one everywhere, in the terminal and in links, too.
    if (seed && mode !== "person") wanted.seed = /^-?\d{1,15}$/.test(seed) ? Number(seed) : seed;
    wanted.strategy = elements.strategy.value;
    return wanted;
  }

  async #submit(event) {
    event.preventDefault();
    await this.#start(this.#wanted, this.form.elements.start);
  }

  async #start(wanted, button) {
    if (this.busy) return;
    this.busy = true;
    button?.setAttribute("aria-busy", "true");
    try {
      const game = await post("/api/games", wanted);
      const { seed, ...kept } = wanted;
      if (!wanted.daily) save("mastermind.setup", kept);
      this.started(game);
    } catch (error) {
      this.complain(error.message);
    } finally {
      this.busy = false;
      button?.removeAttribute("aria-busy");
    }
  }

  async #load(input) {
    const file = input.files[0];
    input.value = "";
    if (!file) return;
    try {
      const game = await post("/api/games/load", await file.text());
      this.started(game);
    } catch (error) {
      this.complain(_("{file}: {error}", { file: file.name, error: error.message }));
    }
  }

  /** The games that are open. */
  async #list() {
    let games = [];
    try {
      games = await get("/api/games");
    } catch (error) {
      tell(error.message, "bad");
    }
    const mine = games.filter((game) => game.game === "mastermind" || game.game === "contest");
    this.kept.hidden = mine.length === 0;
    if (mine.length === 0) return;
    this.kept.replaceChildren(
      el("h2", { id: "kept-title" }, _("Go on with")),
      el("ul", {}, ...mine.slice(0, 6).map((game) => this.#card(game))),
    );
  }

  #card(game) {
    const title =
      this.presets.find((each) => each.name === game.level)?.title ??
      game.rules.replace(/^mastermind:/, "");
    return el(
      "li",
      {},
      el(
        "a",
        { class: "go", href: `#game=${game.id}` },
        el("span", { class: "title" }, title),
        el("span", { class: "told" }, game.summary),
      ),
      el(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": _("Throw this game away: {title}", { title }),
          on: { click: () => this.#drop(game, title) },
        },
        el("span", { "aria-hidden": "true" }, "✕\uFE0E"),
      ),
    );
  }

  async #drop(game, title) {
    const sure = await ask({
      title: _("Throw this game away?"),
      body: title,
      actions: [
        { label: _("Keep it"), value: false },
        { label: _("Throw away"), value: true, kind: "danger" },
      ],
    });
    if (!sure) return;
    try {
      await del(`/api/games/${game.id}`);
    } catch (error) {
      tell(error.message, "bad");
    }
    await this.#list();
  }

  /** The puzzles of the day. */
  async #days() {
    try {
      const all = await get("/api/daily");
      const puzzles = all.filter((each) => each.game === "mastermind");
      this.days.replaceChildren(...puzzles.map((each) => this.#day(each)));
    } catch (error) {
      this.days.replaceChildren(el("p", { class: "help" }, error.message));
    }
  }

  #day(puzzle) {
    const title = this.presets.find((each) => each.name === puzzle.level)?.title ?? puzzle.level;
    const { id } = puzzle;
    const told = puzzle.done
      ? puzzle.outcome === "won"
        ? _("solved today")
        : _("not solved today")
      : id
        ? _("begun")
        : _("not played yet");
    return el(
      "button",
      {
        type: "button",
        class: "button day",
        dataset: { level: puzzle.level },
        on: {
          click: (event) => {
            if (id) location.hash = `game=${id}`;
            else this.#start({ daily: puzzle.level }, event.currentTarget);
          },
        },
      },
      el("span", { class: "title" }, title),
      el("span", { class: "told" }, _("{day}: {told}", { day: puzzle.day, told })),
      el(
        "span",
        { class: "told" },
        _("{n} in a row, longest {longest}", { n: puzzle.streak, longest: puzzle.longest }),
      ),
    );
  }
}

define("mastermind-setup", MastermindSetup);
