// The form for a new match: game, rules, strategies, secrets.

import { get } from "../api.js";
import { define, el, find, findAll } from "../element.js";
import { whole } from "../numbers.js";
import { read, save } from "../page.js";
import { _, ngettext } from "../text.js";

const WAIT = 300;
const OWN = "";
const DEFAULTS = {
  mastermind: { rules: "classic", strategies: ["knuth", "entropy"] },
  minesweeper: { rules: "beginner", strategies: ["single-point", "pseq"] },
};

export class Match extends HTMLElement {
  /** @type {About} */
  #about;
  /** @type {RulesFacts | null} */
  #facts = null; // Facts about the rules, from the server.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {AbortController | null} */
  #request = null; // Aborts a request for the facts of outdated rules.

  /**
   * Shows the form.
   * @param {About} about
   */
  show(about) {
    this.#about = about;
    this.#draw();
    this.fill(read("laboratory", null) ?? { game: "mastermind", rounds: 500, ...DEFAULTS.mastermind });
  }

  /**
   * Fills the form with the setup of another match: {game, rules, strategies, rounds, every, seed}.
   * @param {Partial<MatchRequest> & {game: GameName, rules: string}} given
   */
  fill({ game, rules, strategies, rounds, every, seed }) {
    if (!this.#about.games[game]) game = "mastermind";
    this.#choose(game, rules);
    this.#offer(game, new Set(strategies));
    if (rounds) this.#input("rounds").value = String(rounds);
    this.#input("seed").value = String(seed ?? "");
    for (const radio of findAll(this, "[name=field]", HTMLInputElement))
      radio.checked = radio.value === (every ? "every" : "rounds");
    this.#check(0);
  }

  /** Shows an error, or hides the previous one. */
  complain(message = "") {
    this.#at("match-error").textContent = message;
    this.#at("match-error").hidden = !message;
  }

  /** Disables the button while a match is being started. */
  set busy(/** @type {boolean} */ busy) {
    find(this, "#start", HTMLButtonElement).disabled = busy;
    this.setAttribute("aria-busy", String(busy));
  }

  /** @param {string} id */
  #at(id) {
    return find(this, `#${id}`);
  }

  /** @returns {GameName} */
  get #game() {
    const { value } = find(this, "[name=game]:checked", HTMLInputElement);
    return value === "minesweeper" ? value : "mastermind";
  }

  /** @param {string} id */
  #input(id) {
    return find(this, `#${id}`, HTMLInputElement);
  }

  get #chosen() {
    return findAll(this, "[name=strategy]:checked", HTMLInputElement).map((box) => box.value);
  }

  get #preset() {
    return find(this, "#preset", HTMLSelectElement);
  }

  get #every() {
    return find(this, "[name=field]:checked", HTMLInputElement).value === "every";
  }

  #draw() {
    const games = Object.entries({ mastermind: _("Mastermind"), minesweeper: _("Minesweeper") });
    this.replaceChildren(
      el(
        "form",
        { class: "card match", id: "match", noValidate: true, on: { submit: (event) => this.#submit(event) } },
        el("h2", { text: _("New match") }),
        el(
          "div",
          { class: "match-parts" },
          el(
            "div",
            { class: "stack" },
            el(
              "fieldset",
              { id: "game", on: { change: () => this.#changeGame() } },
              el("legend", { text: _("Game") }),
              el(
                "div",
                { class: "row wide-gap" },
                games.map(([value, text]) => choice("radio", "game", value, text)),
              ),
            ),
            el(
              "div",
              { class: "field" },
              el("label", { htmlFor: "preset", text: _("Rules") }),
              el("select", { id: "preset", on: { change: () => this.#changePreset() } }),
              el(
                "div",
                { id: "own-rules", class: "field", hidden: true },
                el("label", { htmlFor: "rules", text: _("Custom rules") }),
                el("input", {
                  id: "rules",
                  type: "text",
                  maxLength: 200,
                  autocomplete: "off",
                  spellcheck: false,
                  autocapitalize: "none",
                  "aria-describedby": "rules-help rules-message",
                  on: { input: () => this.#check(WAIT) },
                }),
                el("p", {
                  class: "help",
                  id: "rules-help",
                  text: _("For example 4x6 (places x colours), 5x8,limit=12 or 9x9x10 (width x height x mines)."),
                }),
              ),
              el("p", { id: "rules-message", class: "help" }),
            ),
            el(
              "fieldset",
              { id: "field", on: { change: () => this.#count() } },
              el("legend", { text: _("Secrets") }),
              el(
                "div",
                { class: "row wide-gap" },
                choice("radio", "field", "rounds", _("random; number of rounds:")),
                el("input", {
                  id: "rounds",
                  type: "number",
                  inputMode: "numeric",
                  min: 1,
                  max: 100000,
                  step: 1,
                  value: 500,
                  "aria-label": _("Rounds"),
                  on: { input: () => this.#pick("rounds") },
                }),
              ),
              choice("radio", "field", "every", _("every secret once")),
            ),
            el(
              "div",
              { class: "field" },
              el("label", { htmlFor: "seed", text: _("Seed (optional)") }),
              el("input", {
                id: "seed",
                type: "text",
                maxLength: 200,
                autocomplete: "off",
                "aria-describedby": "seed-help",
              }),
              el("p", {
                class: "help",
                id: "seed-help",
                text: _("Any number or word. The same seed gives the same games."),
              }),
            ),
          ),
          el(
            "fieldset",
            { id: "strategies", class: "stack", on: { change: () => this.#count() } },
            el("legend", { text: _("Strategies") }),
            el("input", {
              id: "search",
              type: "search",
              autocomplete: "off",
              placeholder: _("Search strategies"),
              "aria-label": _("Search strategies"),
              on: { input: () => this.#search(), keydown: (event) => event.key === "Enter" && event.preventDefault() },
            }),
            el("div", { id: "strategy-list" }),
            el("p", { id: "chosen", class: "muted small" }),
          ),
        ),
        el("p", { id: "match-error", class: "error", role: "alert", hidden: true }),
        el("button", { id: "start", type: "submit", class: "button primary large", text: _("Start the match") }),
      ),
    );
  }

  /**
   * @param {GameName} game
   * @param {string} rules
   */
  #choose(game, rules) {
    for (const radio of findAll(this, "[name=game]", HTMLInputElement)) radio.checked = radio.value === game;
    const { presets } = this.#about.games[game];
    const select = this.#preset;
    select.replaceChildren(
      ...presets.map(({ name, title, spec }) =>
        el("option", { value: name, text: title ? `${name} – ${title}` : `${name} – ${spec}` }),
      ),
      el("option", { value: OWN, text: _("custom …") }),
    );
    const known = presets.find(({ name, spec }) => rules === name || rules === spec);
    select.value = known ? known.name : OWN;
    this.#input("rules").value = known ? known.spec : rules;
    this.#at("own-rules").hidden = Boolean(known);
  }

  /**
   * @param {GameName} game
   * @param {Set<string>} chosen
   */
  #offer(game, chosen) {
    const { strategies } = this.#about.games[game];
    const known = strategies.filter(({ asks }) => !asks);
    // Strategies with options, from the setup of another match.
    const others = [...chosen]
      .filter((name) => !known.some((each) => each.name === name))
      .map((name) => ({ name, summary: "", cite: "" }));
    this.#at("strategy-list").replaceChildren(
      ...[...known, ...others].map(({ name, summary, cite }) =>
        el(
          "label",
          {
            class: "choice strategy",
            title: cite || null,
            dataset: { words: `${name} ${summary} ${cite ?? ""}`.toLowerCase() },
          },
          el("input", { type: "checkbox", name: "strategy", value: name, checked: chosen.has(name) }),
          el("span", {}, el("strong", { text: name }), " ", el("span", { class: "muted", text: summary })),
        ),
      ),
    );
    this.#search();
    this.#count();
  }

  #changeGame() {
    const game = this.#game;
    this.#choose(game, DEFAULTS[game].rules);
    this.#offer(game, new Set(DEFAULTS[game].strategies));
    this.#check(0);
  }

  #changePreset() {
    const own = this.#preset.value === OWN;
    this.#at("own-rules").hidden = !own;
    if (own) this.#at("rules").focus();
    else
      this.#input("rules").value =
        this.#about.games[this.#game].presets.find(({ name }) => name === this.#preset.value)?.spec ?? "";
    this.#check(0);
  }

  #search() {
    const words = this.#input("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const label of findAll(this, ".strategy")) {
      const found = words.every((word) => label.dataset.words?.includes(word));
      // Chosen strategies stay visible.
      label.hidden = !found && !find(label, "input", HTMLInputElement).checked;
    }
  }

  #count() {
    const n = this.#chosen.length;
    this.#at("chosen").textContent = ngettext("{n} strategy is chosen.", "{n} strategies are chosen.", n);
  }

  /** @param {string} value */
  #pick(value) {
    find(this, `[name=field][value=${value}]`, HTMLInputElement).checked = true;
  }

  /**
   * Requests the facts about the rules after `wait` ms without input.
   * @param {number} wait
   */
  #check(wait) {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#timer = setTimeout(() => this.#load(), wait);
  }

  async #load() {
    const text = this.#input("rules").value.trim();
    const description = this.#at("rules-message");
    const field = this.#input("rules");
    /**
     * @param {string} message
     * @param {boolean} wrong
     */
    const mark = (message, wrong) => {
      description.textContent = message;
      description.classList.toggle("error", wrong);
      if (wrong) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    };
    this.#facts = null;
    if (!text) {
      mark(_("Enter rules, such as 4x6."), false);
      return;
    }
    this.#request = new AbortController();
    try {
      const facts = await get(`/api/runs/rules?text=${encodeURIComponent(text)}`, { signal: this.#request.signal });
      this.#facts = facts;
      mark(facts.words, false);
      this.#allow(facts.secrets);
      if (facts.game !== this.#game) {
        this.#choose(facts.game, text);
        this.#offer(facts.game, new Set(DEFAULTS[facts.game].strategies));
      }
    } catch (error) {
      if (error.name !== "AbortError") mark(error.message, true);
    }
  }

  /** @param {number | null} secrets */
  #allow(secrets) {
    const radio = find(this, "[name=field][value=every]", HTMLInputElement);
    radio.disabled = secrets === null;
    if (radio.disabled && radio.checked) this.#pick("rounds");
    find(this, "[name=field][value=every] + *").textContent =
      secrets === null
        ? _("every secret once: there are too many with these rules")
        : ngettext("every secret once: {n} round", "every secret once: {n} rounds", secrets, { n: whole(secrets) });
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const rules = this.#input("rules").value.trim();
    const rounds = this.#input("rounds").valueAsNumber;
    const every = this.#every;
    const most = this.#facts?.most_rounds ?? 100000;
    if (!rules) return this.#refuse(_("Enter rules, such as 4x6."), "rules");
    if (!this.#chosen.length) return this.#refuse(_("Choose at least one strategy."), "search");
    if (!every && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= most)) {
      return this.#refuse(_("The number of rounds must be 1 to {most}.", { most: whole(most) }), "rounds");
    }
    this.complain();
    const seed = this.#input("seed").value.trim();
    const preset = this.#preset.value;
    const request = {
      rules: preset === OWN ? rules : preset,
      strategies: this.#chosen,
      ...(every ? { every } : { rounds }),
      ...(seed ? { seed } : {}),
    };
    save("laboratory", { game: this.#game, ...request });
    this.dispatchEvent(new CustomEvent("begin", { detail: request, bubbles: true }));
  }

  /**
   * @param {string} message
   * @param {string} id
   */
  #refuse(message, id) {
    this.complain(message);
    this.#at(id).focus();
  }
}
define("lab-match", Match);

/**
 * @param {string} type
 * @param {string} name
 * @param {string} value
 * @param {string} text
 */
function choice(type, name, value, text) {
  return el("label", { class: "choice" }, el("input", { type, name, value }), el("span", { text }));
}
