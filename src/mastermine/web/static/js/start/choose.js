// The form for a new game: game, level, mode, seed.

import { post } from "../api.js";
import { el, find } from "../element.js";
import { read, save, say } from "../page.js";
import { cards } from "../setup/cards.js";
import { address, levelName } from "../setup/levels.js";
import { people } from "../setup/people.js";
import { noteName } from "../setup/title.js";
import { markWrong } from "../setup/wrong.js";
import { _ } from "../text.js";
import { minefield, pegs } from "./art.js";
import { own } from "./own.js";

/**
 * Creates the form.
 * @param {About} about
 */
export function chooser(about) {
  const chosen = { game: "mastermind", level: {}, mode: {}, strategy: "knuth", ...read("start", {}) };
  const below = el("div", { class: "below" });
  const wrong = el("p", { class: "error", id: "wrong", hidden: true });
  const go = el("button", { type: "submit", class: "button primary large", id: "play", text: _("Play") });

  const games = cards("game", _("Game"), "games", chosen.game, [
    {
      value: "mastermind",
      title: _("Mastermind"),
      note: about.games.mastermind.form.about,
      art: pegs(),
    },
    { value: "minesweeper", title: _("Minesweeper"), note: about.games.minesweeper.form.about, art: minefield() },
  ]);
  const form = el(
    "form",
    { class: "card chooser", id: "chooser", noValidate: false, "aria-label": _("New game") },
    games,
    below,
    el("div", { class: "go" }, go, wrong),
  );

  /** @type {ReturnType<typeof questions>} */
  let parts;
  const show = () => {
    parts = questions(chosen.game, about, chosen);
    below.replaceChildren(...parts.elements);
  };
  form.addEventListener("change", ({ target }) => {
    wrong.hidden = true;
    markWrong(form);
    if (!(target instanceof HTMLInputElement) || target.name !== "game") return;
    chosen.game = target.value === "minesweeper" ? "minesweeper" : "mastermind";
    show();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    wrong.hidden = true;
    try {
      const request = parts.request();
      save("start", chosen);
      const game = await post("/api/games", request);
      noteName(game, chosen.level[chosen.game]);
      location.assign(address(game));
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
      say(error.message);
      markWrong(form, error);
      go.disabled = false;
    }
  });
  show();
  return form;
}

/**
 * Creates the part of the form below the choice of a game.
 * @param {GameName} game
 * @param {About} about
 * @param {Chosen} chosen
 */
function questions(game, about, chosen) {
  const offered = about.games[game];
  const level = levels(game, offered, about.largest, chosen);
  const seed = seedField();
  const { question, ways } = offered.form;
  const crew = people(offered.form);
  const guessers = offered.strategies.filter((strategy) => !strategy.asks);
  /** @type {HTMLSelectElement} */
  const strategy = el(
    "select",
    { id: "strategy", on: { change: () => (chosen.strategy = strategy.value) } },
    guessers.map(({ name }) => el("option", { value: name, text: name, selected: name === chosen.strategy })),
  );
  const summary = el("p", { class: "help", id: "strategy-summary" });
  strategy.setAttribute("aria-describedby", "strategy-summary");
  const guesser = el(
    "div",
    { class: "field" },
    el("label", { htmlFor: "strategy", text: _("Strategy of the computer") }),
    strategy,
    summary,
  );
  const mode = cards("mode", question, "modes", chosen.mode[game] ?? ways[0].value, ways);
  const now = () => find(mode, "input:checked", HTMLInputElement).value;
  const adapt = () => {
    chosen.mode[game] = now();
    guesser.hidden = now() !== "person";
    crew.element.hidden = now() !== "people";
    seed.element.hidden = now() !== "computer";
    summary.textContent = guessers.find(({ name }) => name === strategy.value)?.summary ?? "";
  };
  mode.addEventListener("change", adapt);
  strategy.addEventListener("change", adapt);
  adapt();
  return {
    elements: [level.element, mode, guesser, crew.element, seed.element],
    request() {
      const rules = level.rules();
      if (now() === "people") return { rules, ...crew.request() };
      if (now() === "person") return { rules, mode: "person", strategy: strategy.value };
      return { rules, mode: now(), ...(now() === "computer" ? seed.request() : {}) };
    },
  };
}

/**
 * Creates the choice of a level: cards, a list of other presets, or custom rules.
 * @param {GameName} game
 * @param {Offered} offered
 * @param {Record<string, number>} most
 * @param {Chosen} chosen
 */
function levels(game, offered, most, chosen) {
  const presets = new Map(offered.presets.map((preset) => [preset.name, preset]));
  const first = offered.levels;
  const rest = offered.presets.filter(({ name }) => !first.includes(name));
  const mine = own(offered, most);
  const known = chosen.level[game] ?? first[0];
  const start =
    first.includes(known) || known === "own" ? known : rest.some(({ name }) => name === known) ? "other" : first[0];
  const others = el(
    "select",
    { id: "other-level" },
    rest.map(({ name, title }) => el("option", { value: name, text: title || name, selected: name === known })),
  );
  const list = el("div", { class: "field" }, el("label", { htmlFor: "other-level", text: _("Which one?") }), others);
  const facts = el("p", { class: "facts" });
  const options = [
    ...first.map((name) => {
      const preset = presets.get(name);
      return { value: name, title: levelName(name, preset?.title), note: preset?.description ?? "" };
    }),
    rest.length > 0 && { value: "other", title: _("Other"), note: _("Boards that were sold or studied.") },
    { value: "own", title: _("Custom"), note: offered.form.own },
  ].filter((option) => option !== false);
  const set = cards("level", _("Level"), "levels", start, options);
  const now = () => find(set, "input:checked", HTMLInputElement).value;
  const adapt = () => {
    list.hidden = now() !== "other";
    mine.element.hidden = now() !== "own";
    // Hidden fields must not block the form.
    for (const input of mine.element.querySelectorAll("input")) input.disabled = mine.element.hidden;
    const name = now() === "other" ? others.value : now();
    chosen.level[game] = name;
    facts.textContent = presets.get(name)?.facts ?? "";
    facts.hidden = !facts.textContent;
  };
  const element = el("div", { class: "level", on: { change: adapt } }, set, list, mine.element, facts);
  adapt();
  return {
    element,
    rules: () => (now() === "own" ? mine.rules() : now() === "other" ? others.value : now()),
  };
}

// The field for a seed: the same seed gives the same game.
function seedField() {
  const input = el("input", {
    type: "text",
    id: "seed",
    autocomplete: "off",
    maxLength: 200,
    "aria-describedby": "seed-help",
  });
  const element = el(
    "details",
    {},
    el("summary", { text: _("Play the same game as a friend") }),
    el(
      "div",
      { class: "field" },
      el("label", { htmlFor: "seed", text: _("Seed (any text)") }),
      input,
      el("p", {
        class: "help",
        id: "seed-help",
        text: _("The same seed and level give the same game on every computer."),
      }),
    ),
  );
  return { element, request: () => (input.value.trim() ? { seed: input.value.trim() } : {}) };
}
