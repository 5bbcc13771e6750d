// A minefield: mines that are placed, to play, share or watch.

import { html } from "../../vendor/lit-html.js";
import { post } from "../api.js";
import { copy } from "../copy.js";
import { el, find } from "../element.js";
import { named, spot } from "../minesweeper/field.js";
import { blank, count, firstClick, link, numbered } from "../minesweeper/rows.js";
import { say, tell } from "../page.js";
import { Player } from "../replay.js";
import { address } from "../addresses.js";
import { _, ngettext, sentence } from "../text.js";
import { Desk } from "./desk.js";
import { drag } from "./drag.js";
import { fitted } from "./fit.js";

const STROKE = 400; // Time in ms within which the next cell belongs to the same stroke.

/** @type {LayoutPosition} */
export const EMPTY = { layout: blank(9, 9, ".") };

/** @extends {Desk<LayoutPosition>} */
export class Minefield extends Desk {
  /** @type {{cell: Cell, at: number, sign: string} | null} */
  #stroke = null;
  /** @type {Player | null} */
  #player = null;
  /** @type {SolvedClick[]} */
  #stages = [];

  /** @param {LayoutPosition} position */
  constructor(position) {
    const field = el("mm-field", { id: "field" });
    field.paint = true;
    field.rulers = true;
    field.label = _("Minefield");
    super("minesweeper", "layout", position, {
      board: [
        el("p", { class: "muted", text: _("Click or draw to place mines, or to remove them.") }),
        el("div", { class: "field-box" }, field),
      ],
      settings: [],
      label: _("Rows, a link, or the text of another program"),
      help: _("* is a mine, . an empty cell. You can also drop a .mbf file."),
    });
    this.field = field;
    this.play.hidden = true;
    field.addEventListener("paint", ({ detail }) => this.#paint(detail.cell, detail.sign));
    this.fit = fitted(field);
    drag(field, (cell) => this.#paint(cell, null));
  }

  leave() {
    super.leave();
    this.#player?.stop();
  }

  /**
   * Places or removes a mine; a stroke does at all its cells what it did at the first one.
   * @param {Cell} cell
   * @param {string | null} sign
   */
  #paint(cell, sign) {
    if (sign && sign !== "*" && sign !== "#") return;
    const [x, y] = spot(cell);
    const rows = this.position.layout.split("\n").map((row) => [...row]);
    const now = performance.now();
    const before = this.#stroke;
    const goes = before && now - before.at < STROKE && before.cell !== cell;
    const first = rows[y][x] === "*" ? "." : "*";
    const drawn = sign ? sign.replace("#", ".") : goes ? before.sign : first;
    this.#stroke = { cell, at: now, sign: drawn };
    rows[y][x] = drawn;
    this.set({ layout: rows.map((row) => row.join("")).join("\n") });
  }

  clear() {
    const rows = this.position.layout.split("\n");
    this.set({ layout: blank(rows[0].length, rows.length, ".") });
  }

  draw() {
    this.#player?.stop();
    this.#player = null;
    const { layout } = this.position;
    this.field.readonly = false;
    this.field.paint = true;
    this.field.marks = null;
    this.field.board = numbered(layout);
    this.fit();
    this.field.flags = [];
    const mines = count(layout, "*");
    const words = { play: _("Play it"), share: _("Copy a link to the game"), solve: _("Watch the computer") };
    const title = ngettext("{n} mine", "{n} mines", mines);
    this.tell(html`
      <h2>${title}</h2>
      <div class="row">
        <button type="button" class="button primary" id="layout-play" ?disabled=${!mines} @click=${() => this.#begin()}>${words.play}</button>
        <button type="button" class="button" id="layout-share" ?disabled=${!mines} @click=${() => this.#share()}>${words.share}</button>
        <button type="button" class="button" id="layout-solve" ?disabled=${!mines} @click=${() => this.#solve()}>▶ ${words.solve}</button>
      </div>
    `);
  }

  get written() {
    return this.position.layout;
  }

  get address() {
    return link(this.position.layout).replace("/minesweeper", "/analyse");
  }

  /** @param {Reading} reading */
  read({ layout }) {
    return layout ? { layout } : null;
  }

  get #rules() {
    const rows = this.position.layout.split("\n");
    return `minesweeper:${rows[0].length}x${rows.length}x${count(this.position.layout, "*")}`;
  }

  async #begin() {
    try {
      const secret = this.position.layout.replaceAll("\n", "/");
      location.href = address(await post("/api/games", { rules: `${this.#rules}-any`, secret }));
    } catch (error) {
      this.complain(sentence(error.message));
    }
  }

  async #share() {
    if (await copy(new URL(link(this.position.layout), location.href).href)) tell(_("Copied the link."), "good");
  }

  async #solve() {
    const { layout } = this.position;
    try {
      const request = {
        rules: this.#rules,
        secret: layout.replaceAll("\n", "/"),
        strategy: `pseq:first=${firstClick(layout)}`,
      };
      this.#stages = (await post("/api/solve", request)).steps;
    } catch (error) {
      return this.complain(sentence(error.message));
    }
    this.field.paint = false;
    this.field.readonly = true;
    const player = new Player({ show: (at) => this.#stage(at), closed: () => this.update() });
    this.#player = player;
    player.length = this.#stages.length;
    player.go(0);
    find(this.answer, "#replay-play").focus();
  }

  /**
   * Shows the board before stage `at` with its reasons; after the last one, the end.
   * @param {number} at
   */
  #stage(at) {
    const before = this.#stages[at - 1];
    const { step, cell, lines, reasons } = this.#stages[at] ?? { ...before, step: null };
    const over = at === this.#stages.length;
    const rows = this.position.layout.split("\n");
    this.field.board = before?.board ?? blank(rows[0].length, rows.length, "#");
    this.field.flags = (before?.mines ?? []).map(named);
    const hint = cell ? [cell] : [];
    if (over) this.field.marks = before.board.includes("*") && before.risk > 0 ? { bad: hint } : null;
    else this.field.marks = step ? { numbers: step.numbers, safe: step.safe, mines: step.mines } : { hint };
    const [title, ...more] = over ? [before.ending ?? ""] : lines;
    this.tell(html`
      <h2>${title}</h2>
      ${more.map((text) => html`<p>${text}</p>`)}
      ${this.#player?.element}
    `);
    say(over ? title : `${title}. ${reasons.join(" ")}`);
  }
}
