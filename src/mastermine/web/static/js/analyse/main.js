// The analysis board: a position of either game, which is in the address.

import { get, post } from "../api.js";
import { el, find } from "../element.js";
import { keyOf, typing } from "../keyboard.js";
import { page, read, save, tell } from "../page.js";
import { address, gameOf } from "../addresses.js";
import { _ } from "../text.js";

/** @typedef {"mines" | "codes" | "layout"} Name */

const main = find(document, "#main");

class App {
  /** @type {import("./desk.js").Desk<any> | null} */
  #desk = null;
  #opened = 0; // Older openings may end later.

  constructor() {
    /** @type {[Name, string][]} */
    const boards = [
      ["mines", _("Minesweeper")],
      ["codes", _("Mastermind")],
      ["layout", _("Place mines")],
    ];
    this.view = el("div", { id: "view" });
    this.tabs = el(
      "fieldset",
      { class: "boards" },
      el("legend", { class: "visually-hidden", text: _("Board") }),
      boards.map(([name, text]) =>
        el(
          "label",
          {},
          el("input", {
            type: "radio",
            name: "board",
            value: name,
            on: { change: () => this.show(name, null, { push: true }) },
          }),
          el("span", { text }),
        ),
      ),
    );
    this.way = el("div", { class: "way" });
    main.append(
      el("div", { class: "desk-top" }, el("h1", { text: _("Analysis board") }), this.tabs, this.way),
      this.view,
    );
    addEventListener("popstate", () => this.open());
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("paste", (event) => this.#paste(event));
    main.addEventListener("dragover", (event) => event.preventDefault());
    main.addEventListener("drop", (event) => this.#drop(event));
    main.addEventListener("other", ({ detail }) => this.#other(detail));
    this.#games();
  }

  /** Opens the position of the address, or else the last one. */
  async open() {
    const mine = ++this.#opened;
    if (location.search.length > 1) {
      try {
        const reading = await post("/api/read", { text: location.href });
        if (mine === this.#opened) await this.#reading(reading, {});
        return;
      } catch (error) {
        tell(_("The link holds no position: {reason}", { reason: error.message }), "bad");
      }
    }
    if (mine === this.#opened) await this.show(read("analyse.board", "mines"), null, {});
  }

  /**
   * Shows a board with a position, by default its last one.
   * @param {Name} name
   * @param {Reading | null} reading
   * @param {{push?: boolean}} how
   */
  async show(name, reading, { push = false }) {
    const mine = ++this.#opened;
    const desk = await made(name, reading);
    if (mine !== this.#opened) return;
    this.#desk?.leave();
    this.#desk = desk;
    save("analyse.board", name);
    for (const tab of this.tabs.querySelectorAll("input")) tab.checked = tab.value === name;
    document.documentElement.dataset.board = name;
    if (push) history.pushState(null, "", desk.address);
    this.view.replaceChildren(desk.element);
    desk.update();
  }

  /**
   * @param {Reading} reading
   * @param {{push?: boolean}} how
   */
  #reading(reading, how) {
    return this.show(reading.game === "mastermind" ? "codes" : reading.layout ? "layout" : "mines", reading, how);
  }

  /** @param {Reading} reading */
  #other(reading) {
    this.#reading(reading, { push: true });
  }

  /** Offers the way back to a game in progress. */
  async #games() {
    const open = (await get("/api/games")).filter((game) => ["minesweeper", "mastermind"].includes(gameOf(game)));
    if (open[0])
      this.way.append(
        el("a", { class: "button", id: "back-to-game", href: address(open[0]), text: _("Back to your game") }),
      );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = keyOf(event).toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !"zy".includes(key) || typing(event)) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.#desk?.redo();
    else this.#desk?.undo();
  }

  /** @param {ClipboardEvent} event */
  #paste(event) {
    if (typing(event)) return;
    const data = event.clipboardData;
    if (data?.files[0]) this.#desk?.open(data.files[0]);
    else if (data?.getData("text")) this.#desk?.take({ text: data.getData("text") }, { push: true });
    else return;
    event.preventDefault();
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    const data = event.dataTransfer;
    if (data?.files[0]) this.#desk?.open(data.files[0]);
    else if (data?.getData("text")) this.#desk?.take({ text: data.getData("text") }, { push: true });
  }
}

/**
 * Creates a board with a position that was read, or with its last one.
 * @param {Name} name
 * @param {Reading | null} reading
 */
async function made(name, reading) {
  const stored = read(`analyse.${name}`);
  if (name === "codes") {
    const { Codes } = await import("./codes.js");
    return Codes.create(reading, stored);
  }
  if (name === "layout") {
    const { Minefield, EMPTY } = await import("./layout.js");
    return new Minefield(reading?.layout ? { layout: reading.layout } : (stored ?? EMPTY));
  }
  const { Mines, EXAMPLE } = await import("./mines.js");
  return new Mines(reading ? { board: reading.board, mines: reading.mines } : (stored ?? EXAMPLE));
}

page({ title: _("Analysis board"), current: "analyse" });
const app = new App();
await app.open();
document.documentElement.dataset.ready = "true";
