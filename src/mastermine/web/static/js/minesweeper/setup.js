// A new game: level or own field, first click, who lays the mines, seed; games to go on with; files.

import { get, post } from "../api.js";
import { el } from "../element.js";
import { read, save, tell } from "../page.js";
import { _ } from "../text.js";
import { LEVELS, levels } from "./levels.js";
import { size } from "./time.js";

const NAME = "minesweeper.setup";

export class Setup {
  constructor(app) {
    this.app = app;
    this.kept = {
      level: "beginner",
      first: "safe",
      noguess: false,
      mode: "computer",
      width: 20,
      height: 16,
      mines: 60,
      players: "",
      ...read(NAME, {}),
    };
    const names = levels();
    const radio = (group, value, ...words) =>
      el(
        "label",
        { class: "pick" },
        el("input", { type: "radio", name: group, value, checked: this.kept[group] === value }),
        el("span", {}, ...words),
      );
    const number = (name, label, max) =>
      el(
        "label",
        { class: "field" },
        el("span", { text: label }),
        el("input", {
          type: "number",
          name,
          min: 1,
          max,
          required: true,
          value: this.kept[name],
          inputMode: "numeric",
        }),
      );
    this.own = el(
      "div",
      { class: "row own" },
      number("width", _("Width"), 100),
      number("height", _("Height"), 100),
      number("mines", _("Mines"), 9999),
    );
    this.players = el(
      "label",
      { class: "field" },
      el("span", { text: _("Names, with commas between them") }),
      el("input", {
        type: "text",
        name: "players",
        value: this.kept.players,
        placeholder: _("Ana, Boris"),
        autocomplete: "off",
      }),
    );
    this.error = el("p", { class: "error", id: "setup-error", role: "alert", hidden: true });
    this.form = el(
      "form",
      { class: "card setup", id: "setup", noValidate: true },
      el(
        "fieldset",
        { class: "levels" },
        el("legend", { text: _("Field") }),
        el(
          "div",
          { class: "picks" },
          LEVELS.map(([level, width, height, mines]) =>
            radio(
              "level",
              level,
              tiny(width, height, mines),
              el("b", { text: names[level] }),
              el("span", { class: "muted", text: _("{width} × {height}, {mines} mines", { width, height, mines }) }),
            ),
          ),
          radio(
            "level",
            "own",
            tiny(0),
            el("b", { text: names.own }),
            el("span", { class: "muted", text: _("up to 100 × 100") }),
          ),
        ),
        this.own,
      ),
      el(
        "fieldset",
        {},
        el("legend", { text: _("Mines are laid by") }),
        el(
          "div",
          { class: "picks" },
          radio(
            "mode",
            "computer",
            el("b", { text: _("the computer") }),
            el("span", { class: "muted", text: _("at your first click") }),
          ),
          radio(
            "mode",
            "adversary",
            el("b", { text: _("an adversary") }),
            el("span", { class: "muted", text: _("as late as possible: a needless guess is always wrong") }),
          ),
          radio(
            "mode",
            "people",
            el("b", { text: _("the computer, for a race") }),
            el("span", { class: "muted", text: _("two to five people, the same mines") }),
          ),
        ),
        this.players,
      ),
      el(
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
              [
                ["safe", _("is safe")],
                ["open", _("opens an area")],
                ["any", _("may hit a mine")],
              ].map(([value, text]) => el("option", { value, text, selected: this.kept.first === value })),
            ),
          ),
          el(
            "label",
            { class: "field" },
            el("span", { text: _("Seed: any text; the same text is the same game") }),
            el("input", { type: "text", name: "seed", maxLength: 200, autocomplete: "off" }),
          ),
        ),
        el(
          "label",
          { class: "choice" },
          el("input", { type: "checkbox", name: "noguess", checked: this.kept.noguess }),
          el("span", { text: _("No guess needed: everything can be worked out") }),
        ),
      ),
      this.error,
      el("button", { type: "submit", class: "button primary large", id: "start", text: _("Start") }),
    );
    this.form.addEventListener("change", () => this.#show());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    const file = el("input", {
      type: "file",
      id: "load",
      class: "visually-hidden",
      accept: ".json,application/json",
      on: { change: () => this.#load(file) },
    });
    this.open = el("section", { class: "card", id: "open", hidden: true, "aria-labelledby": "open-title" });
    this.daily = el("section", { class: "card", id: "daily", hidden: true, "aria-labelledby": "daily-title" });
    this.side = el(
      "div",
      { class: "side" },
      this.open,
      this.daily,
      el(
        "section",
        { class: "card", "aria-labelledby": "bring-title" },
        el("h2", { id: "bring-title", text: _("Bring your own") }),
        el(
          "div",
          { class: "row" },
          el("label", { class: "button", for: "load" }, _("Load a saved game"), file),
          el("button", {
            type: "button",
            class: "button",
            text: _("Lay mines or paste a position"),
            on: { click: () => app.analyse() },
          }),
        ),
      ),
    );
    this.element = el("div", { class: "start" }, this.form, this.side);
    this.#show();
  }

  /** What the server knows: open games, the puzzles of the day. */
  async load() {
    try {
      const [open, daily] = await Promise.all([get("/api/games"), get("/api/daily").catch(() => [])]);
      this.#continue(open.filter((each) => each.rules?.startsWith("minesweeper")));
      this.#daily(daily.filter((each) => each.rules.startsWith("minesweeper")));
    } catch (error) {
      tell(error.message, "bad");
    }
  }

  #continue(games) {
    this.open.hidden = !games.length;
    if (!games.length) return;
    this.open.replaceChildren(
      el("h2", { id: "open-title", text: _("Go on") }),
      el(
        "ul",
        { class: "games" },
        games.slice(0, 6).map((each) => {
          const item = el(
            "li",
            {},
            el(
              "a",
              { class: "button", href: `/minesweeper?game=${each.id}`, dataset: { game: each.id } },
              el(
                "span",
                {},
                el("b", { text: size(each.rules) }),
                each.summary ? el("span", { class: "muted small", text: ` ${each.summary}` }) : null,
              ),
            ),
            el("button", {
              type: "button",
              class: "icon-button",
              "aria-label": _("Throw away: {game}", { game: size(each.rules) }),
              text: "×",
              on: {
                click: async () => {
                  const { del } = await import("../api.js");
                  await del(`/api/games/${each.id}`).catch((error) => tell(error.message, "bad"));
                  item.remove();
                },
              },
            }),
          );
          return item;
        }),
      ),
    );
  }

  #daily(puzzles) {
    this.daily.hidden = !puzzles.length;
    if (!puzzles.length) return;
    this.daily.replaceChildren(
      el("h2", { id: "daily-title", text: _("Puzzles of the day") }),
      el("p", { class: "muted small", text: _("The same for everybody, no guess needed; a new one at midnight UTC.") }),
      el(
        "div",
        { class: "row" },
        puzzles.map((each) =>
          el(
            "button",
            {
              type: "button",
              class: "button",
              dataset: { level: each.level },
              on: {
                click: () =>
                  each.id
                    ? this.#go(get(`/api/games/${each.id}`))
                    : this.#go(post("/api/games", { daily: each.level })),
              },
            },
            el("span", { text: levels()[each.level] ?? each.level }),
            each.done
              ? el("span", { class: "tag good", text: each.outcome === "won" ? _("solved") : _("done") })
              : null,
            each.streak ? el("span", { class: "tag", text: _("{n} in a row", { n: each.streak }) }) : null,
          ),
        ),
      ),
    );
  }

  #show() {
    const { level, mode } = this.#chosen();
    this.own.hidden = level !== "own";
    this.players.hidden = mode !== "people";
  }

  #chosen() {
    const data = new FormData(this.form);
    return { ...Object.fromEntries(data), noguess: data.has("noguess") };
  }

  async #start() {
    const chosen = this.#chosen();
    const { seed, ...kept } = chosen;
    save(NAME, kept);
    const [, width, height, mines] = LEVELS.find(([name]) => name === chosen.level) ?? [
      0,
      chosen.width,
      chosen.height,
      chosen.mines,
    ];
    const options = (chosen.first === "safe" ? "" : `-${chosen.first}`) + (chosen.noguess ? "-noguess" : "");
    const request = { rules: `minesweeper:${width}x${height}x${mines}${options}` };
    if (chosen.mode === "people") request.players = chosen.players.split(",");
    else {
      request.mode = chosen.mode;
      if (seed?.trim()) request.seed = seed.trim();
    }
    await this.#go(post("/api/games", request));
  }

  async #go(promise) {
    this.error.hidden = true;
    try {
      this.app.show(await promise);
    } catch (error) {
      this.error.textContent = error.message;
      this.error.hidden = false;
      this.error.scrollIntoView({ block: "nearest" });
    }
  }

  async #load(file) {
    const [chosen] = file.files;
    if (!chosen) return;
    await this.#go(post("/api/games/load", await chosen.text()));
    file.value = "";
  }
}

/** A field of that shape, very small. */
function tiny(width, height, mines) {
  const shape = el("i", { class: "tiny", "aria-hidden": "true" });
  if (width) {
    shape.style.setProperty("--w", width);
    shape.style.setProperty("--h", height);
    shape.dataset.mines = mines;
  } else shape.classList.add("own-shape");
  return shape;
}
