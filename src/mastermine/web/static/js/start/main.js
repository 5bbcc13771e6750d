// The start page: the puzzles of the day on their boards, levels to start at once, open games, and ways into the rest.

import { get, post } from "../api.js";
import { find } from "../element.js";
import { drawing, icon, page, read, save, tell, unusable } from "../page.js";
import { address } from "../addresses.js";
import { levelName } from "../setup/levels.js";
import { ready, rememberLevel } from "../setup/ready.js";
import { noteName } from "../setup/title.js";
import { dayOf, doneWords, streakWords } from "../setup/today.js";
import { _ } from "../text.js";
import { html, nothing, render } from "../../vendor/lit-html.js";
import { board } from "./board.js";
import { constant } from "../version.js";

/** @type {GameName[]} */
const GAMES = ["mastermind", "minesweeper"];
/** @type {Record<GameName, string>} Level of the puzzle on the board of a game. */
const SHOWN = { mastermind: "classic", minesweeper: "beginner" };
/** @type {Record<GameName, string[]>} */
const LEVELS = {
  mastermind: ["kids", "classic", "super", "bulls-and-cows", "word"],
  minesweeper: ["beginner", "intermediate", "expert"],
};
const PLAY = "M7 4.500l12 7.500-12 7.500z";
const LARGER = "M14 4h6v6M20 4l-8 8M10 20H4v-6M4 20l8-8";
const narrow = matchMedia("(width < 52rem)");
const main = find(document, "#main");

class Start {
  /** @type {Record<GameName, NamedPreset[]>} */
  #presets;
  /** @type {OpenGame[]} */
  #games = [];
  /** @type {HTMLElement | null} The list of open games, from which games are removed in place. */
  #list = null;
  /** @type {Puzzle[]} */
  #puzzles = [];
  /** @type {HTMLElement | null} The statistics of the finished games. */
  #results = null;
  /** @type {GameName} */
  #tab = read("start.tab", "mastermind") === "minesweeper" ? "minesweeper" : "mastermind";
  #noGuess = read("start.no-guess", false);
  /** @type {Set<GameName>} */
  #mounted = new Set();
  #busy = false;
  /** @type {(() => void)[]} What the boards do when they are replaced. */
  #leaving = [];
  /** @type {Record<string, any>} States of puzzles, by level. */
  #boards = {};
  /** @type {Partial<Record<GameName, {rules: string, id: string}>>} The games on the boards that exist. */
  #running = {};

  async show() {
    for (const leave of this.#leaving.splice(0)) leave();
    this.#mounted.clear();
    this.#busy = false;
    this.#draw();
    const asked = GAMES.filter((game) => this.#isShown(game)).map((game) => `board=${SHOWN[game]}`);
    const [presets, found] = await Promise.all([get(constant("/api/presets")), get(`/api/start?${asked.join("&")}`)]);
    this.#presets = presets;
    this.#games = found.games;
    this.#puzzles = found.puzzles;
    this.#boards = found.boards;
    [this.#list, this.#results] = await Promise.all([this.#open(), this.#statistics(found.statistics)]);
    this.#draw();
    await this.mount();
  }

  /** On a phone one board is shown, else both. @param {GameName} game */
  #isShown(game) {
    return !narrow.matches || game === this.#tab;
  }

  /** Shows the boards that are visible. */
  async mount() {
    if (!this.#presets) return;
    await Promise.all(
      GAMES.map(async (game) => {
        if (this.#mounted.has(game) || !this.#isShown(game)) return;
        this.#mounted.add(game);
        const { level, id } = this.#puzzle(game);
        const state = await this.#board(level, id);
        if (id) this.#began(game, state);
        const place = find(main, `#live-${game}`);
        const leave = await board(place, state, this.#presets[game], {
          begun: (begun) => this.#began(game, begun),
          over: () => this.#refresh(),
          setup: () => this.setup(game),
          again: () => this.#start(() => post("/api/games", { rules: this.#rules(game, SHOWN[game]) })),
          started: (other) => location.assign(address(other)),
        });
        this.#leaving.push(leave);
      }),
    );
  }

  /**
   * Returns the state of a puzzle, which may have come with the page's data.
   * @param {string} level
   * @param {string | null} id
   * @returns {Promise<any>}
   */
  async #board(level, id) {
    const known = this.#boards[level];
    delete this.#boards[level];
    if (known) return id ? known : { ...known, request: { daily: level } };
    return id ? get(`/api/games/${encodeURIComponent(id)}`) : ready({ daily: level });
  }

  /** Opens the set-up. @param {GameName} game */
  async setup(game) {
    const { openSetup } = await import("../setup/sheet.js");
    const state = await openSetup({ game });
    if (state) location.replace(address(state));
  }

  /**
   * @param {GameName} game
   * @param {{rules: string, id: string}} state
   */
  #began(game, state) {
    this.#running[game] = state;
    this.#draw();
  }

  /** Loads the results anew, after the end of a puzzle. */
  async #refresh() {
    const [puzzles, results] = await Promise.all([get("/api/daily"), get("/api/statistics")]);
    this.#puzzles = puzzles;
    this.#results = await this.#statistics(results);
    this.#draw();
  }

  /** The puzzle on the board of a game. @param {GameName} game */
  #puzzle(game) {
    const found = this.#puzzles.find(({ level }) => level === SHOWN[game]);
    if (!found) throw new Error(`no daily puzzle is ${SHOWN[game]}`);
    return found;
  }

  /**
   * Returns the rules of a level as it is played here.
   * @param {GameName} game
   * @param {string} level
   */
  #rules(game, level) {
    if (game === "mastermind") return level;
    return this.#noGuess ? { level, noguess: true } : { level, first: "open" };
  }

  /**
   * Creates a game, or opens one, and goes to its page.
   * @param {() => Promise<any>} begin
   */
  async #start(begin) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      location.assign(address(await begin()));
    } catch (error) {
      tell(error.message, "bad");
      this.#busy = false;
    }
  }

  /**
   * @param {GameName} game
   * @param {string} level
   */
  #play(game, level) {
    const rules = this.#rules(game, level);
    this.#start(async () => {
      const state = await post("/api/games", { rules });
      rememberLevel(game, rules);
      noteName(state, level);
      return state;
    });
  }

  /** @param {GameName} game */
  #choose(game) {
    this.#tab = game;
    save("start.tab", game);
    this.#draw();
    this.mount();
  }

  // Drawing.

  #draw() {
    const [first] = this.#puzzles;
    const streak = Math.max(0, ...this.#puzzles.map((each) => each.streak));
    render(
      html`<div class="today">
          <h1>${_("Puzzles of the day")}</h1>
          <p class="muted">${first ? dayOf(first) : "\u00a0"}</p>
          ${streak ? html`<p class="streak">${streakWords(streak)}</p>` : nothing}
        </div>
        ${this.#list ?? nothing}
        <div class="tabs" role="group" aria-label=${_("Game")}>
          ${GAMES.map(
            (game) =>
              html`<button type="button" class="pill" data-game=${game} aria-pressed=${this.#tab === game} @click=${() => this.#choose(game)}>
              ${nameOf(game)} ${this.#mark(game)}
            </button>`,
          )}
        </div>
        <div class="boards" data-tab=${this.#tab}>${GAMES.map((game) => this.#card(game))}</div>
        ${entrances()}
        ${this.#results ?? nothing}`,
      main,
    );
  }

  /** The open games, without the puzzles on the boards. */
  async #open() {
    const shown = GAMES.map((game) => this.#puzzle(game).id);
    const games = this.#games.filter(({ id }) => !shown.includes(id));
    if (!games.length) return null;
    const { openGames } = await import("../setup/open.js");
    return openGames(games, Object.values(this.#presets).flat(), narrow.matches ? 1 : 3);
  }

  /** @param {Statistics[]} results */
  async #statistics(results) {
    return results.length
      ? (await import("./score.js")).statistics(results, Object.values(this.#presets).flat())
      : null;
  }

  /** @param {GameName} game */
  #mark(game) {
    const puzzle = this.#puzzles.length ? this.#puzzle(game) : null;
    return puzzle?.outcome === "won" ? "✓" : nothing;
  }

  /** @param {GameName} game */
  #card(game) {
    const puzzle = this.#puzzles.length ? this.#puzzle(game) : null;
    const running = this.#running[game];
    return html`<section class="card board-of-the-day" data-game=${game} aria-labelledby="today-${game}">
      <header>
        <h2 id="today-${game}">${icon(game)} ${nameOf(game)}</h2>
        <p class="note" id="state-${game}" title=${puzzle?.description ?? nothing}>
          ${puzzle ? [levelName(puzzle.level), doneWords(puzzle)].filter(Boolean).join(" · ") : "\u00a0"}
        </p>
        ${running ? html`<a class="icon-button" id="open-${game}" href=${address(running)} aria-label=${_("Open the page of this game")}>${drawing(LARGER)}</a>` : nothing}
      </header>
      <div class="live" id="live-${game}"></div>
      ${this.#presets ? this.#levels(game) : nothing}
    </section>`;
  }

  /** @param {GameName} game */
  #levels(game) {
    const presets = this.#presets[game];
    const days = this.#puzzles.filter((each) => each.game === game && each.level !== SHOWN[game]);
    return html`<div class="pills levels" role="group" aria-label=${_("{game}: new game", { game: nameOf(game) })}>
        <span class="muted small">${_("New game:")}</span>
        ${LEVELS[game].map(
          (level) =>
            html`<button type="button" class="pill" data-level=${level} title=${presets.find(({ name }) => name === level)?.description ?? nothing}
            @click=${() => this.#play(game, level)}>${levelName(level)}</button>`,
        )}
        ${game === "minesweeper" ? this.#toggle() : nothing}
        <button type="button" class="pill" id="more-${game}" @click=${() => this.setup(game)}>${_("More …")}</button>
      </div>
      <p class="other-days">
        <span>${_("Also today:")}</span>
        ${days.map(
          (each) =>
            html`<button type="button" class="link" data-daily=${each.level} @click=${() => this.#daily(each)}>
            ${levelName(each.level)}${each.outcome === "won" ? " ✓" : ""}
          </button>`,
        )}
      </p>`;
  }

  #toggle() {
    /** @param {{target: HTMLInputElement}} event */
    const change = ({ target }) => {
      this.#noGuess = target.checked;
      save("start.no-guess", target.checked);
    };
    return html`<label class="choice" title=${_("Deduction alone opens the whole board.")}>
      <input type="checkbox" id="no-guess" .checked=${this.#noGuess} @change=${change}><span>${_("No guessing")}</span>
    </label>`;
  }

  /** @param {Puzzle} puzzle */
  #daily({ level, rules, id }) {
    this.#start(async () => (id ? { rules, id } : post("/api/games", { daily: level })));
  }
}

/** @param {GameName} game */
function nameOf(game) {
  return game === "mastermind" ? _("Mastermind") : _("Minesweeper");
}

function entrances() {
  /** @type {[string, SVGElement, string, string][]} */
  const ways = [
    ["/analyse", icon("analyse"), _("Analyse"), _("Any position, with the best move and the reason")],
    ["/learn", icon("learn"), _("Learn"), _("Rules, patterns and strategies, with exercises")],
    ["/laboratory", drawing(PLAY), _("Watch"), _("Strategies play against each other, board by board")],
  ];
  return html`<nav class="entrances" aria-label=${_("More to do")}>
    ${ways.map(
      ([href, picture, title, note]) =>
        html`<a class="card" href=${href}>${picture}<span class="words"><strong>${title}</strong><span class="note">${note}</span></span></a>`,
    )}
  </nav>`;
}

page({ title: _("Mastermine – Mastermind and Minesweeper"), current: "start" });
const start = new Start();
const show = () => start.show().catch(unusable);
const sheet = () => location.hash === "#new" && start.setup(read("start.tab", "mastermind"));
// A page from the back-forward cache shows outdated games.
addEventListener("pageshow", ({ persisted }) => persisted && show());
addEventListener("popstate", sheet);
narrow.addEventListener("change", () => start.mount());
sheet();
await show();
