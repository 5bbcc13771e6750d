// The set-up of a new game: one sheet, which every page opens over whatever it shows.

import { ApiError, get, post } from "../api.js";
import { find } from "../element.js";
import { icon, say } from "../page.js";
import { style } from "../style.js";
import { _, ngettext } from "../text.js";
import { html, nothing, render } from "../../vendor/lit-html.js";
import { DAILY, OWN, PEOPLE, chosen, presetOf, remember, requestOf, rulesFor } from "./choices.js";
import { savedGame } from "./file.js";
import { levelName } from "./levels.js";
import { openGames } from "./open.js";
import { rememberLevel } from "./ready.js";
import { puzzleState } from "./today.js";
import { noteName } from "./title.js";
import { constant } from "../version.js";

const HASH = "#new";
const LONG = 240; // Longer messages are folded.
const [FEWEST, MOST] = [2, 5]; // Players.
/** Fields of the form by the names of those that the server refuses. @type {Record<string, string>} */
const NAMES = { players: "player-0", colours: "names" };

/** @type {Promise<any> | null} */
let open = null;

/**
 * Opens the set-up. Resolves to the state of the game that was created or opened, or to null if the sheet was closed.
 * The address ends in #new while it is open; whoever shows the game replaces that address.
 * @param {{game?: GameName, values?: GameRequest, problem?: string}} given
 * @returns {Promise<any>}
 */
export function openSetup(given = {}) {
  open ??= opened(given).finally(() => (open = null));
  return open;
}

/** @param {{game?: GameName, values?: GameRequest, problem?: string}} given */
async function opened(given) {
  const [about] = await Promise.all([get(constant("/api/about")), style("setup")]);
  return new Promise((done) => new Sheet(about, given, done).show());
}

class Sheet {
  /** @type {Record<string, Choices>} */
  #choices = {};
  #problem = "";
  /** @type {string | null} */
  #wrong = null; // Name of the field that the server refused.
  #busy = false;
  /** @type {Puzzle[]} */
  #puzzles = [];
  /** @type {HTMLElement | null} */
  #running = null;
  #detailed = false; // True if some of the options that are folded were chosen before.
  #pushed = false;
  #place = location.pathname + location.search;
  #events = new AbortController();

  /**
   * @param {About} about
   * @param {{game?: GameName, values?: GameRequest, problem?: string}} given
   * @param {(state: any) => void} done
   */
  constructor(about, { game = "mastermind", values = {}, problem = "" }, done) {
    this.about = about;
    this.done = done;
    this.game = game;
    this.#problem = problem;
    for (const [name, offered] of Object.entries(about.games))
      this.#choices[name] = chosen(/** @type {GameName} */ (name), offered, name === game ? values : {});
    const { strategy, seed, colours } = this.choices;
    this.#detailed = Boolean(strategy || seed || colours);
    this.dialog = document.createElement("dialog");
    this.dialog.className = "sheet";
    this.dialog.id = "setup";
    this.dialog.setAttribute("aria-labelledby", "setup-title");
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#leave();
    });
    // A click beside the sheet closes it.
    this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.#leave());
    this.file = savedGame({ opened: (state) => this.#end(state), failed: (message) => this.#complain(message) });
  }

  get offered() {
    return this.about.games[this.game];
  }

  get choices() {
    return this.#choices[this.game];
  }

  show() {
    this.#pushed = location.hash !== HASH;
    if (this.#pushed) history.pushState(history.state, "", HASH);
    addEventListener("popstate", (event) => this.#moved(event), { capture: true, signal: this.#events.signal });
    document.body.append(this.dialog);
    this.#draw();
    this.dialog.showModal();
    find(this.dialog, "[name=level]:checked, [name=daily]:checked, #start").focus();
    this.#load();
  }

  // Closing.

  /** @param {PopStateEvent} event */
  #moved(event) {
    if (location.hash === HASH) return;
    // The page below is still the same.
    if (location.pathname + location.search === this.#place) event.stopImmediatePropagation();
    this.#end(null);
  }

  /** Closes the sheet, as Back does. */
  #leave() {
    if (this.#pushed) {
      history.back();
      return;
    }
    history.replaceState(history.state, "", this.#place);
    this.#end(null);
  }

  /** @param {any} state */
  #end(state) {
    this.#events.abort();
    this.dialog.close();
    this.dialog.remove();
    this.done(state);
  }

  // Data of the server.

  async #load() {
    try {
      const [games, puzzles] = await Promise.all([get("/api/games"), get("/api/daily")]);
      const presets = Object.values(this.about.games).flatMap((each) => each.presets);
      this.#running = openGames(games, presets);
      this.#puzzles = puzzles;
      this.#draw();
    } catch (error) {
      this.#complain(error.message);
    }
  }

  /**
   * Does something that leads to a game, one at a time.
   * @param {() => Promise<any>} begin
   */
  async #begin(begin) {
    if (this.#busy) return;
    this.#busy = true;
    this.#complain("");
    try {
      this.#end(await begin());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#complain(error.message, error.field);
    } finally {
      this.#busy = false;
      this.#draw();
    }
  }

  /** @param {Event} event */
  #start(event) {
    event.preventDefault();
    const { choices, game, offered } = this;
    this.#begin(async () => {
      const puzzle = choices.mode === DAILY ? this.#puzzle : null;
      if (puzzle?.id) return get(`/api/games/${encodeURIComponent(puzzle.id)}`);
      const state = await post("/api/games", requestOf(offered, { ...choices, daily: this.#puzzle?.level ?? "" }));
      remember(game, choices);
      if (choices.mode === offered.form.ways[0].value)
        rememberLevel(game, rulesFor(offered, choices.level, choices.fields));
      if (choices.mode !== DAILY) noteName(state, choices.level);
      return state;
    });
  }

  /** The chosen daily puzzle. */
  get #puzzle() {
    const mine = this.#puzzles.filter((each) => each.game === this.game);
    return mine.find(({ level }) => level === this.choices.daily) ?? mine[0];
  }

  /**
   * Shows an error, or hides it.
   * @param {string} text
   * @param {string | null} field
   */
  #complain(text, field = null) {
    this.#problem = text;
    this.#wrong = field && (NAMES[field] ?? field.replace("rules.", ""));
    this.#draw();
    if (!text) return;
    say(text);
    const wrong = this.dialog.querySelector("[aria-invalid=true]");
    wrong?.closest("details")?.setAttribute("open", "");
    if (wrong instanceof HTMLElement) wrong.focus();
  }

  /**
   * Changes choices of the shown game.
   * @param {Partial<Choices>} change
   */
  #set(change) {
    Object.assign(this.choices, change);
    this.#problem = "";
    this.#wrong = null;
    this.#draw();
  }

  // Drawing.

  #draw() {
    render(this.#sheet(), this.dialog);
  }

  #sheet() {
    const { form } = this.offered;
    const { mode } = this.choices;
    const ways = [...form.ways, { value: DAILY, title: _("Daily puzzle"), note: _("The same for everybody.") }];
    return html`<form novalidate @submit=${(/** @type {Event} */ event) => this.#start(event)}>
      <div class="head">
        <h2 id="setup-title">${_("New game")}</h2>
        ${this.#games()}
        <button type="button" class="icon-button" id="setup-close" aria-label=${_("Close")} @click=${() => this.#leave()}>
          ${icon("close")}
        </button>
      </div>
      <div class="body">
        ${mode === DAILY ? this.#days() : this.#level()}
        <fieldset class="ways">
          <legend>${form.question}</legend>
          <div class="cards">${ways.map((way) => this.#way(way))}</div>
        </fieldset>
        ${mode === PEOPLE ? this.#people() : nothing} ${this.#choice(mode)}
        ${mode === DAILY ? nothing : this.#more()} ${this.#elsewhere()}
      </div>
      <div class="foot">
        ${this.#error()}
        <button type="submit" class="button primary large" id="start" aria-busy=${this.#busy}>${this.#verb}</button>
      </div>
    </form>`;
  }

  get #verb() {
    const puzzle = this.choices.mode === DAILY ? this.#puzzle : null;
    return puzzle?.done ? _("View") : puzzle?.id ? _("Resume") : _("Start");
  }

  #error() {
    const text = this.#problem;
    const end = text.length > LONG ? text.lastIndexOf("; ") : -1;
    return html`<div class="error" id="setup-problem" role="alert" ?hidden=${!text}>
      <p>${end > 0 ? text.slice(0, end) : text}</p>
      ${end > 0 ? html`<details><summary>${_("More")}</summary><p>${text.slice(end + 2)}</p></details>` : nothing}
    </div>`;
  }

  #games() {
    /** @type {[GameName, string][]} */
    const games = [
      ["mastermind", _("Mastermind")],
      ["minesweeper", _("Minesweeper")],
    ];
    const choose = (/** @type {GameName} */ name) => {
      this.game = name;
      this.#set({});
    };
    return html`<fieldset class="games">
      <legend class="visually-hidden">${_("Game")}</legend>
      ${games.map(([name, title]) => pill("game", name, title, this.game === name, () => choose(name)))}
    </fieldset>`;
  }

  #level() {
    const { offered, choices } = this;
    const rest = offered.presets.filter(({ name }) => !offered.levels.includes(name));
    const preset = offered.presets.find(({ name }) => name === choices.level);
    const other = rest.some((each) => each === preset);
    const fields = offered.form.fields;
    const sizes = fields.filter(({ always }) => !always);
    const choose = (/** @type {string} */ name) => {
      const found = offered.presets.find((each) => each.name === name);
      const given = found ? sizes.map((field) => [field.name, found.values[field.name]]) : [];
      this.#set({ level: name, fields: { ...choices.fields, ...Object.fromEntries(given) } });
    };
    // The description of a level has its first click, which is a field here.
    const described = preset && (fields.length > sizes.length ? [] : [preset.description]);
    const words = described ? [...described, other || !described.length ? preset.facts : ""] : [offered.form.own];
    return html`<fieldset class="levels">
        <legend>${_("Level")}</legend>
        <div class="pills">
          ${offered.levels.map((name) =>
            pill("level", name, levelName(name, presetOf(offered, name).title), choices.level === name, () =>
              choose(name),
            ),
          )}
          ${rest.length ? pill("level", "other", _("Other"), other, () => choose(rest[0].name)) : nothing}
          ${pill("level", OWN, _("Custom"), choices.level === OWN, () => choose(OWN))}
        </div>
        ${
          other
            ? html`<select
              id="other-level"
              aria-label=${_("Which board?")}
              @change=${(/** @type {any} */ { target }) => choose(target.value)}
            >
              ${rest.map(({ name, title }) => html`<option value=${name} .selected=${name === choices.level}>${title || name}</option>`)}
            </select>`
            : nothing
        }
        ${choices.level === OWN ? html`<div class="numbers">${sizes.map((field) => this.#field(field))}</div>` : nothing}
        <p class="help" id="facts">${words.filter(Boolean).join(". ")}</p>
      </fieldset>
      ${
        fields.length > sizes.length
          ? html`<div class="numbers">${fields.filter(({ always }) => always).map((field) => this.#field(field))}</div>`
          : nothing
      }`;
  }

  /** @param {FormField} field */
  #field(field) {
    const { fields } = this.choices;
    // Without guesses, the first click opens an area anyway.
    if (field.name === "first" && fields.noguess) return nothing;
    const most = /** @type {Record<string, number>} */ (this.about.largest)[field.name];
    const change = (/** @type {FieldValue} */ value) => this.#set({ fields: { ...fields, [field.name]: value } });
    return this.#input(field, fields[field.name], change, most);
  }

  /**
   * Draws a field that the server describes.
   * @param {FormField} field
   * @param {FieldValue} value
   * @param {(value: FieldValue) => void} change
   * @param {number | undefined} most
   */
  #input({ name, label, help, kind, options, optional }, value, change, most = undefined) {
    const invalid = this.#wrong === name ? "true" : nothing;
    if (kind === "switch")
      return html`<label class="choice" title=${help}>
        <input type="checkbox" name=${name} .checked=${Boolean(value)} @change=${(/** @type {any} */ { target }) => change(target.checked)}>
        <span>${label}</span>
      </label>`;
    return html`<label class="field" title=${help}>
      <span>${label}</span>
      ${
        kind === "choice"
          ? html`<select name=${name} aria-invalid=${invalid} @change=${(/** @type {any} */ { target }) => change(target.value)}>
            ${options.map((each) => html`<option value=${each.value} .selected=${each.value === value}>${each.title}</option>`)}
          </select>`
          : html`<input
            type="number" name=${name} min=${optional ? 0 : 1} max=${most ?? nothing} inputmode="numeric" autocomplete="off"
            aria-invalid=${invalid} .value=${String(value ?? 0)} @input=${(/** @type {any} */ { target }) => change(target.value)}
          >`
      }
    </label>`;
  }

  /** @param {CardOption} option */
  #way({ value, title, note }) {
    return html`<label class="option">
      <input type="radio" name="mode" value=${value} .checked=${this.choices.mode === value} @change=${() => this.#set({ mode: value })}>
      <span class="words"><strong>${title}</strong><span class="note">${note}</span></span>
    </label>`;
  }

  /** The further choices of a way to play, such as the score. @param {string} mode */
  #choice(mode) {
    const fields = this.offered.form.choices.filter(({ way }) => way === mode);
    if (!fields.length) return nothing;
    const { extra } = this.choices;
    return html`<div class="numbers">
      ${fields.map((field) =>
        this.#input(field, extra[field.name], (value) =>
          this.#set({ extra: { ...extra, [field.name]: String(value) } }),
        ),
      )}
    </div>`;
  }

  #days() {
    const puzzles = this.#puzzles.filter((each) => each.game === this.game);
    return html`<fieldset class="levels days">
      <legend>${_("Daily puzzle")}</legend>
      <div class="pills">
        ${puzzles.map((each) =>
          pill("daily", each.level, `${levelName(each.level)}${each.done ? " ✓" : ""}`, each === this.#puzzle, () =>
            this.#set({ daily: each.level }),
          ),
        )}
      </div>
      <p class="help" id="facts">${this.#puzzle ? [this.#puzzle.description, puzzleState(this.#puzzle)].filter(Boolean).join(" · ") : nothing}</p>
    </fieldset>`;
  }

  #people() {
    const { players, rounds } = this.choices;
    const change = (/** @type {string[]} */ names) => this.#set({ players: names });
    const lengths = [1, 2, 3].map((each) => each * players.length);
    const given = Number(rounds);
    if (given && !lengths.includes(given)) lengths.push(given);
    return html`<fieldset class="people">
      <legend>${_("Players")}</legend>
      ${players.map(
        (name, i) => html`<div class="player">
          <input
            type="text" name="player-${i}" maxlength="40" autocomplete="off" aria-label=${_("Player {n}", { n: i + 1 })}
            aria-invalid=${this.#wrong === `player-${i}` ? "true" : nothing} .value=${name}
            @input=${(/** @type {any} */ { target }) => change(players.with(i, target.value))}
          >
          <button
            type="button" class="icon-button" ?hidden=${players.length <= FEWEST} aria-label=${_("Remove player {n}", { n: i + 1 })}
            @click=${() => change(players.toSpliced(i, 1))}
          >${icon("close")}</button>
        </div>`,
      )}
      <div class="row">
        <button
          type="button" class="button small" ?hidden=${players.length >= MOST}
          @click=${() => {
            change([...players, ""]);
            find(this.dialog, `[name=player-${players.length}]`).focus();
          }}
        >${_("Add a player")}</button>
        <label class="field">
          <span class="visually-hidden">${_("Length")}</span>
          <select id="rounds" @change=${(/** @type {any} */ { target }) => this.#set({ rounds: target.value })}>
            ${lengths.map((n) => html`<option value=${n} .selected=${n === given}>${ngettext("{n} round", "{n} rounds", n)}</option>`)}
          </select>
        </label>
      </div>
    </fieldset>`;
  }

  #more() {
    const { game, choices, offered } = this;
    const { mode, strategy, seed, colours } = choices;
    const strategies = offered.strategies.filter((each) => !each.asks);
    const summary = strategies.find(({ name }) => name === strategy)?.summary;
    const guesses = mode === "person";
    const text = (
      /** @type {string} */ name,
      /** @type {string} */ value,
      /** @type {(value: string) => void} */ change,
    ) =>
      html`<input
        type="text" name=${name} maxlength="2000" autocomplete="off" spellcheck="false" .value=${value}
        aria-invalid=${this.#wrong === name ? "true" : nothing} @input=${(/** @type {any} */ { target }) => change(target.value)}
      >`;
    return html`<details id="details" ?open=${this.#detailed}>
      <summary>${_("More options")}</summary>
      ${
        guesses || (mode === PEOPLE && game === "mastermind")
          ? nothing
          : html`<label class="field">
            <span>${_("Seed")}</span>
            ${text("seed", seed, (value) => this.#set({ seed: value }))}
            <span class="help">${_("Any text. With the same seed and level, a friend gets the same game.")}</span>
          </label>`
      }
      ${
        mode === PEOPLE
          ? nothing
          : html`<label class="field">
            <span>${guesses ? _("Strategy of the computer") : _("Strategy for hints")}</span>
            <select name="strategy" @change=${(/** @type {any} */ { target }) => this.#set({ strategy: target.value })}>
              <option value="" .selected=${!strategy}>${_("Recommended")}</option>
              ${strategies.map(({ name }) => html`<option value=${name} .selected=${name === strategy}>${name}</option>`)}
            </select>
            <span class="help" id="strategy-description">${summary ?? _("The strongest one that is quick enough for this board.")}</span>
          </label>`
      }
      ${
        game === "mastermind"
          ? html`<label class="field">
            <span>${_("Names of the colours")}</span>
            ${text("names", colours, (value) => this.#set({ colours: value }))}
            <span class="help">${_("One word for each colour, separated by commas, such as sun, moon, star, sky, sea, sand.")}</span>
          </label>`
          : html`<p><a href="/analyse">${_("Place the mines yourself, or paste a position")}</a></p>`
      }
    </details>`;
  }

  #elsewhere() {
    /** @param {Event} event */
    const pick = (event) => {
      const link = /** @type {Element} */ (event.target).closest("a");
      const id = link?.closest("li")?.dataset.id;
      if (!id) return;
      event.preventDefault();
      this.#begin(() => get(`/api/games/${encodeURIComponent(id)}`));
    };
    const follow = () => {
      const link = find(this.dialog, "#link", HTMLInputElement).value.trim();
      if (isOwn(link)) location.assign(link);
      else this.#begin(() => post("/api/games", { link }));
    };
    return html`<details id="elsewhere">
      <summary>${_("Open a game")}</summary>
      <div @click=${pick}>${this.#running ?? nothing}</div>
      <div class="field">
        <label for="link">${_("Link to a game")}</label>
        <div class="with-button">
          <input
            type="text" id="link" autocomplete="off" spellcheck="false" placeholder="/mastermind?rules=4x6&seed=hello"
            aria-invalid=${this.#wrong === "link" ? "true" : nothing}
            @keydown=${(/** @type {KeyboardEvent} */ event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              follow();
            }}
          >
          <button type="button" class="button" id="open-link" @click=${follow}>${_("Open")}</button>
        </div>
      </div>
      <p class="row">${this.file}</p>
    </details>`;
  }
}

/**
 * Draws a choice as a pill: a radio button and its words.
 * @param {string} name
 * @param {string} value
 * @param {string} title
 * @param {boolean} checked
 * @param {() => void} choose
 */
function pill(name, value, title, checked, choose) {
  return html`<label class="pill">
    <input type="radio" name=${name} value=${value} .checked=${checked} @change=${choose}>
    <span>${title}</span>
  </label>`;
}

/**
 * True for the address of a game on this server.
 * @param {string} link
 */
function isOwn(link) {
  const { origin, pathname } = new URL(link, location.href);
  return origin === location.origin && /^\/(mastermind|minesweeper)\/[\w-]+/.test(pathname);
}
