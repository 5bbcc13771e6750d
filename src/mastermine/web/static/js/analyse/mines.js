// A position of Minesweeper: drawn, and analysed as it is drawn.

import { html, nothing } from "../../vendor/lit-html.js";
import { boardAddress } from "../addresses.js";
import { el, find } from "../element.js";
import { exact } from "../minesweeper/chance.js";
import { named, spot } from "../minesweeper/field.js";
import { blank, resized } from "../minesweeper/rows.js";
import { efficient, marks } from "../minesweeper/steps.js";
import { drawing, say } from "../page.js";
import { Player } from "../replay.js";
import { levelName } from "../setup/levels.js";
import { _, sentence } from "../text.js";
import { Desk } from "./desk.js";
import { drag } from "./drag.js";
import { fitted } from "./fit.js";

const PALETTE = ["#", "0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "*", "?"];
const HAND = "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3";
/** @type {[string, number, number, number][]} */
const LEVELS = [
  ["beginner", 9, 9, 10],
  ["intermediate", 16, 16, 40],
  ["expert", 30, 16, 99],
];
const MOST = 100; // Cells of a side.

/** @type {MinePosition} */
export const EXAMPLE = {
  board: "0001#####\n0001#####\n0111#####\n01#######\n0112#####\n0001#####\n1122#####\n#########\n#########",
  mines: 10,
};

/** @extends {Desk<MinePosition>} */
export class Mines extends Desk {
  paint = "#";
  #few = false; // True if the next of few clicks is shown in place of the best move.
  /** @type {MineAnalysis | null} */
  #found = null;
  /** @type {Player | null} */
  #player = null;

  /** @param {MinePosition} position */
  constructor(position) {
    const field = el("mm-field", { id: "field" });
    field.paint = true;
    field.rulers = true;
    field.label = _("Position");
    const palette = el("div", { class: "palette mm-cells", role: "radiogroup", "aria-label": _("Sign to draw") });
    const sizes = {
      width: number("width", _("Width"), MOST),
      height: number("height", _("Height"), MOST),
      mines: number("mine-count", _("Mines"), MOST * MOST),
    };
    /** @type {HTMLInputElement} */
    const unknown = el("input", { type: "checkbox", id: "mines-unknown" });
    /** @type {HTMLSelectElement} */
    const blanks = el(
      "select",
      { id: "new-board", "aria-label": _("New board") },
      el("option", { value: "", text: _("New board …") }),
      LEVELS.map(([name, width, height, mines], at) =>
        el("option", { value: at, text: `${levelName(name)}: ${width} × ${height}, ${mines}` }),
      ),
    );
    super("minesweeper", "mines", position, {
      board: [palette, el("div", { class: "field-box" }, field)],
      settings: [
        el("div", { class: "row sizes" }, sizes.width, sizes.height, sizes.mines, blanks),
        el("label", { class: "choice" }, unknown, el("span", { text: _("I do not know the number of mines") })),
      ],
      label: _("Rows, a link, or the text of another program"),
      help: _("0 to 8, # or . closed, F flag, ? open without its number, * known mine. You can also drop a file."),
    });
    this.field = field;
    this.sizes = sizes;
    this.unknown = unknown;
    for (const side of [sizes.width, sizes.height]) side.addEventListener("change", () => this.#resize());
    sizes.mines.addEventListener("input", () => this.#count(input(sizes.mines).value));
    unknown.addEventListener("change", () => {
      if (unknown.checked) this.#count("");
      else input(sizes.mines).focus();
    });
    blanks.addEventListener("change", () => {
      const level = LEVELS[Number(blanks.value)];
      blanks.value = "";
      if (level) this.set({ board: blank(level[1], level[2], "#"), mines: level[3] }, { push: true });
    });
    palette.append(
      sign("pan", _("Move the board"), false, () => this.#use("pan"), drawing(HAND)),
      ...PALETTE.map((each) => sign(each, WORDS()[each] ?? each, each === this.paint, () => this.#use(each))),
    );
    field.addEventListener("paint", ({ detail }) => this.#paint(detail.cell, detail.sign, detail.button));
    this.fit = fitted(field);
    drag(field, (cell) => field.paint && this.#paint(cell, null, 0));
  }

  leave() {
    super.leave();
    this.#player?.stop();
  }

  // Drawing.

  /**
   * Chooses the sign to draw, or the hand, which moves a board that is larger than the window.
   * @param {string} sign
   */
  #use(sign) {
    this.paint = sign;
    this.field.paint = sign !== "pan";
    this.field.readonly = sign === "pan";
  }

  /**
   * @param {Cell} cell
   * @param {string | null} sign
   * @param {number} button
   */
  #paint(cell, sign, button) {
    const [x, y] = spot(cell);
    const rows = this.position.board.split("\n").map((row) => [...row]);
    rows[y][x] = sign ?? (button === 2 ? "F" : this.paint);
    this.set({ ...this.position, board: rows.map((row) => row.join("")).join("\n") });
  }

  #resize() {
    const [width, height] = [this.sizes.width, this.sizes.height].map((side) => Number(input(side).value));
    const good = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MOST);
    if (!good) return this.complain(_("Each side of a board must have 1 to 100 cells."));
    const board = resized(this.position.board, width, height, "#");
    this.set({ board, mines: fitting(this.position.mines, board) });
  }

  /** @param {string} text */
  #count(text) {
    if (text && !/^\d{1,5}$/.test(text)) return this.complain(_("The number of mines must be a whole number."));
    this.set({ ...this.position, mines: text ? Number(text) : null });
  }

  clear() {
    const rows = this.position.board.split("\n");
    this.set({ ...this.position, board: blank(rows[0].length, rows.length, "#") });
  }

  draw() {
    this.#stop();
    const { board, mines } = this.position;
    const rows = board.split("\n");
    this.field.board = board.replaceAll("F", "#");
    this.fit();
    this.field.flags = rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "F" ? [`${x},${y}`] : [])));
    input(this.sizes.width).value = String(rows[0].length);
    input(this.sizes.height).value = String(rows.length);
    const count = input(this.sizes.mines);
    if (Number(count.value || Number.NaN) !== mines) count.value = mines === null ? "" : String(mines);
    this.unknown.checked = mines === null;
    this.play.disabled = mines === null;
    this.play.title = mines === null ? _("Enter the number of mines first.") : "";
  }

  get written() {
    return this.position.board;
  }

  get address() {
    return boardAddress(this.position);
  }

  get body() {
    const { board, mines } = this.position;
    return mines === null ? { board } : { board, mines, efficient: this.#few };
  }

  /** @param {Reading} reading */
  read({ game, board, mines, layout }) {
    if (game !== "minesweeper" || layout) return null;
    const same = size(board) === size(this.position.board);
    return { board, mines: mines ?? (same ? fitting(this.position.mines, board) : null) };
  }

  // The analysis.

  /** @param {MineAnalysis} found */
  found(found) {
    this.#found = found;
    this.#live();
    this.announce(found.efficient?.lines[0] ?? found.hint?.title ?? found.sentences.join(" "));
  }

  /** @param {import("../api.js").ApiError} error */
  failed(error) {
    this.#found = null;
    this.#few = false;
    this.field.chances = null;
    const bad = (error.cells ?? []).map(named);
    this.field.marks = { bad };
    if (bad[0]) this.field.show(bad[0]);
    const hard = error.kind === "TooLarge";
    const title = hard ? _("This position is too large") : _("This position is impossible");
    const text = sentence(error.message);
    this.tell(html`<h2>${title}</h2><p class="error" role="alert">${text}</p>`);
  }

  /** Shows the chances and the best move, or the next of few clicks. */
  #live() {
    const found = this.#found;
    if (!found) return;
    this.field.chances = found.chances;
    const { efficient: plan, hint, sentences, steps } = found;
    this.field.marks = plan ? efficient(plan) : hint ? { hint: [hint.cell] } : null;
    const best = plan ? { risk: 0, title: plan.lines[0], reasons: plan.lines.slice(1) } : hint;
    const words = { walk: _("Step by step"), few: _("Few clicks"), best: _("Best move"), none: _("No best move") };
    const { sea } = this.field;
    const away =
      sea !== null && sea > 0 && sea < 1 ? _("away from the numbers: {chance} %", { chance: exact(sea) }) : "";
    this.tell(html`
      <p class="kicker">${plan ? words.few : words.best}</p>
      <h2 class="best" data-risk=${best ? risk(best.risk) : "none"}>${best?.title ?? words.none}</h2>
      ${sentences.map((text) => html`<p>${text}</p>`)}
      ${
        away
          ? html`<p class="sea mm-cells"><span class="mm-cell" data-sign="#" data-sea data-chance="" .style=${`--chance: ${100 * (sea ?? 0)}%`}></span>${away}</p>`
          : nothing
      }
      ${best ? html`<ul class="reasons">${best.reasons.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
      ${found.mines !== null && found.safe.length ? html`<button type="button" class="button" id="few-clicks" aria-pressed=${this.#few} @click=${() => this.#efficient()}>${words.few}</button>` : nothing}
      ${steps.length ? html`<button type="button" class="button" id="walk" @click=${() => this.#walk()}>▶ ${words.walk}</button>` : nothing}
    `);
  }

  /** Switches between the best move and the next of few clicks. */
  #efficient() {
    this.#few = !this.#few;
    this.ask(0);
  }

  // The steps.

  #walk() {
    const { steps, hint } = /** @type {MineAnalysis} */ (this.#found);
    const player = new Player({ show: (at) => this.#step(at), closed: () => this.#close() });
    this.#player = player;
    player.length = steps.length + (hint ? 1 : 0);
    this.field.chances = null;
    player.go(1);
    find(this.answer, "#replay-play").focus();
  }

  /** @param {number} at */
  #step(at) {
    const found = this.#found;
    const player = this.#player;
    if (!found || !player) return;
    const step = found.steps[at - 1];
    const last = at > found.steps.length ? found.hint : null;
    const start = { title: _("The position"), sentence: found.sentences[0], follows: "" };
    const shown = step
      ? { title: step.lines[0], sentence: step.lines[1], follows: step.lines.slice(2).join(" · ") }
      : last
        ? { title: last.title, sentence: last.reasons.join(" "), follows: "" }
        : start;
    const all = found.steps.length;
    const seen = marks(found.steps, Math.max(0, Math.min(at, all) - 1));
    this.field.marks = step ? seen : last ? { ...seen, hint: [last.cell] } : null;
    const first = step?.safe[0] ?? step?.mines[0] ?? last?.cell;
    if (first) this.field.show(named(first));
    const legend = [
      ["number", _("number used")],
      ["safe", _("safe")],
      ["mine", _("mine")],
    ];
    this.tell(html`
      <h2 data-pattern=${step?.pattern ?? nothing}>${shown.title}</h2>
      <p>${shown.sentence}</p>
      <p class="mono small follows">${shown.follows}</p>
      ${player.element}
      <ul class="mm-cells marks-legend">${legend.map(
        ([mark, text]) =>
          html`<li><span class="mm-cell" data-sign=${mark === "number" ? "1" : "#"} data-mark=${mark}></span>${text}</li>`,
      )}</ul>
    `);
    say(`${shown.title}. ${shown.sentence}`);
  }

  #stop() {
    this.#player?.stop();
    this.#player = null;
  }

  #close() {
    this.#stop();
    this.#live();
    find(this.answer, "#walk").focus();
  }
}

/** @returns {Record<string, string>} */
const WORDS = () => ({
  "#": _("closed"),
  F: _("flag"),
  "?": _("open, number unknown"),
  "*": _("known mine"),
});

/**
 * Creates a choice of the palette.
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} change
 * @param {Element | null} picture
 */
function sign(value, label, checked, change, picture = null) {
  return el(
    "label",
    { class: ["kind", picture && "kind-pan"], title: label },
    el("input", { type: "radio", name: "paint", value, checked, "aria-label": label, on: { change } }),
    el(
      "span",
      { class: "mm-cell", dataset: { sign: value }, "aria-hidden": "true" },
      picture ?? (/[1-8]/.test(value) ? value : ""),
    ),
  );
}

/**
 * @param {string} id
 * @param {string} label
 * @param {number} most
 */
function number(id, label, most) {
  const least = id === "mine-count" ? 0 : 1;
  return el(
    "label",
    { class: "field" },
    el("span", { text: label }),
    el("input", { type: "number", id, min: least, max: most, inputMode: "numeric", placeholder: "?" }),
  );
}

/** @param {HTMLElement} label */
const input = (label) => find(label, "input", HTMLInputElement);

/** @param {string} board */
const size = (board) => `${board.indexOf("\n")} ${board.length}`;

/**
 * Returns a number of mines if the board has room for it.
 * @param {number | null} mines
 * @param {string} board
 */
function fitting(mines, board) {
  const room = board.split(/[#F*?]/).length - 1;
  return mines !== null && mines <= room ? mines : null;
}

/** @param {number} chance */
const risk = (chance) => (chance === 0 ? "safe" : "guess");
