// The editor: analyses any position, or places mines for playing, sharing or solving.

import { post } from "../api.js";
import { button, el, find } from "../element.js";
import { say, tell } from "../page.js";
import { _, ngettext } from "../text.js";
import { named, spot } from "./field.js";
import { Result } from "./result.js";
import { firstClick, blank, count, link, numbered, readFile, readRows, resized, includesMines } from "./rows.js";
import { Zoom } from "./zoom.js";

const NAME = "minesweeper.editor";
const PALETTE = ["#", "F", "0", "1", "2", "3", "4", "5", "6", "7", "8", "?", "*"];
const EXAMPLE = "#####\n12321\n00000";

export class Editor {
  /** @type {[Kind, string][]} */
  #past = [];
  /** @type {Kind} */
  kind = "position";
  board = EXAMPLE;
  layout = blank(9, 9, ".");
  mines = "3";
  paint = "#";
  /** @type {string | null} */
  raw = null;
  /** @type {{cell: Cell, at: number, sign: string} | null} */
  stroke = null;
  /** @type {HTMLElement} */
  width;
  /** @type {HTMLElement} */
  height;
  /** @type {HTMLElement} */
  count;
  /** @type {Record<Kind, HTMLButtonElement[]>} */
  buttons;
  /** @type {HTMLButtonElement} */
  back;
  /** @type {Zoom} */
  zoom;
  /** @type {Field} */
  field;
  /** @type {HTMLElement} */
  palette;
  /** @type {HTMLTextAreaElement} */
  text;
  /** @type {HTMLElement} */
  error;
  /** @type {HTMLElement} */
  result;
  /** @type {HTMLElement} */
  tabs;
  /** @type {HTMLElement} */
  description;
  /** @type {HTMLElement} */
  actions;
  /** @type {HTMLElement} */
  table;
  /** @type {HTMLElement} */
  element;

  /**
   * `given` is a board as text or the state of a game; null restores the last board.
   * @param {App} app
   * @param {FieldView | string | null} given
   */
  constructor(app, given = null) {
    this.app = app;
    Object.assign(this, storedState());
    if (typeof given === "string") Object.assign(this, { kind: "position", raw: given, mines: "" });
    else if (given)
      Object.assign(this, { kind: "position", board: flagged(given), mines: String(given.mines), raw: null });
    this.#build();
    if (this.raw !== null) this.#typed(this.raw);
    this.#show();
  }

  fit() {
    this.zoom.fit();
  }

  /** Cleans up when the editor is removed from the page. */
  leave() {
    this.zoom.stop();
  }

  #build() {
    /**
     * @param {Kind} kind
     * @param {string} text
     */
    const tab = (kind, text) =>
      el(
        "label",
        { class: "pick" },
        el("input", {
          type: "radio",
          name: "kind",
          value: kind,
          checked: this.kind === kind,
          on: { change: () => this.#setKind(kind) },
        }),
        el("span", {}, el("b", { text })),
      );
    /**
     * @param {string} id
     * @param {string} label
     * @param {number} min
     * @param {number} max
     */
    const number = (id, label, min, max) =>
      el(
        "label",
        { class: "field" },
        el("span", { text: label }),
        el("input", { type: "number", id, min, max, inputMode: "numeric" }),
      );
    this.field = el("mm-field", { id: "field" });
    this.field.paint = true;
    this.field.rulers = true;
    this.field.label = _("Board to edit");
    this.field.addEventListener("paint", ({ detail }) => this.#paint(detail));
    this.zoom = new Zoom(this.field, () => this.table.parentElement?.clientWidth ?? innerWidth);
    /** @type {Record<string, string>} */
    const words = {
      "#": _("closed"),
      F: _("flag"),
      "?": _("open, number unknown"),
      "*": _("known mine"),
    };
    this.palette = el(
      "div",
      { class: "palette mm-cells", role: "radiogroup", "aria-label": _("Sign to draw") },
      PALETTE.map((sign) =>
        el(
          "label",
          { class: "kind", title: words[sign] ?? sign },
          el("input", {
            type: "radio",
            name: "paint",
            value: sign,
            checked: sign === this.paint,
            "aria-label": words[sign] ?? sign,
            on: { change: () => (this.paint = sign) },
          }),
          el("span", {
            class: "mm-cell",
            dataset: { sign },
            "aria-hidden": "true",
            text: /[1-8]/.test(sign) ? sign : "",
          }),
        ),
      ),
    );
    this.width = number("width", _("Width"), 1, 100);
    this.height = number("height", _("Height"), 1, 100);
    this.count = number("mine-count", _("Mines"), 0, 9999);
    for (const side of [this.width, this.height]) inputOf(side).addEventListener("change", () => this.#resize());
    this.#mineInput.addEventListener("input", () => {
      this.mines = this.#mineInput.value;
      this.#store();
    });
    this.text = el("textarea", {
      id: "position",
      spellcheck: false,
      rows: 6,
      "aria-describedby": "position-help",
      on: { input: () => this.#typed(this.text.value) },
    });
    /** @type {HTMLInputElement} */
    const file = el("input", {
      type: "file",
      id: "position-file",
      class: "visually-hidden",
      on: { change: () => this.#file(file) },
    });
    this.error = el("p", { class: "error", id: "editor-error", role: "alert", hidden: true });
    this.result = el("div", { class: "answer", id: "result" });
    this.tabs = el(
      "fieldset",
      { class: "tabs" },
      el("legend", { class: "visually-hidden", text: _("Mode") }),
      el("div", { class: "picks" }, tab("position", _("Analyse a position")), tab("layout", _("Place mines"))),
    );
    this.description = el("p", { class: "muted small", id: "position-help" });
    this.actions = el("div", { class: "row" });
    this.buttons = {
      position: [button("analyse-now", _("Analyse"), () => this.#analyse(), "primary")],
      layout: [
        button("layout-play", _("Play it"), () => this.#play(), "primary"),
        button("layout-link", _("Share a link"), () => this.#link()),
        button("layout-solve", _("Let the computer solve it"), () => this.#solve()),
      ],
    };
    this.back = button("editor-undo", _("Undo"), () => this.#undo());
    this.table = el(
      "div",
      { class: "table" },
      this.palette,
      this.field,
      el(
        "div",
        { class: "under" },
        el(
          "div",
          { class: "row" },
          this.back,
          button("editor-clear", _("Clear"), () => this.#clear()),
        ),
        this.zoom.element,
      ),
    );
    this.element = el(
      "div",
      { class: "play editor" },
      el("div", { class: "board" }, this.tabs, this.table),
      el(
        "aside",
        { class: "side", "aria-label": _("Position and result") },
        el(
          "section",
          { class: "card stack", "aria-labelledby": "position-title" },
          el("h2", { id: "position-title", text: _("As text") }),
          el("div", { class: "row sizes" }, this.width, this.height, this.count),
          el(
            "div",
            { class: "field" },
            el("label", { for: "position", text: _("Rows, or a format of another program") }),
            this.text,
            this.description,
          ),
          el(
            "div",
            { class: "row" },
            this.actions,
            el("label", { class: "button", for: "position-file" }, _("File …"), file),
          ),
          this.error,
          this.result,
        ),
      ),
    );
  }

  get rows() {
    return this.kind === "layout" ? this.layout : this.board;
  }

  /** @param {string} rows */
  #set(rows) {
    if (this.kind === "layout") this.layout = rows;
    else this.board = rows;
  }

  set rows(rows) {
    this.#past.push([this.kind, this.rows]);
    if (this.#past.length > 200) this.#past.shift();
    this.#set(rows);
    this.raw = null;
  }

  /** Redraws everything. */
  #show({ text = true } = {}) {
    const layout = this.kind === "layout";
    this.field.board = layout ? numbered(this.layout) : this.board.replaceAll("F", "#");
    this.field.flags = layout ? [] : cellsOf(this.board, "F");
    this.palette.hidden = layout;
    this.count.hidden = layout;
    const lines = this.rows.split("\n");
    inputOf(this.width).value = String(lines[0].length);
    inputOf(this.height).value = String(lines.length);
    this.#mineInput.value = this.mines;
    if (text) this.text.value = this.raw ?? this.rows;
    this.description.textContent = layout
      ? ngettext(
          "Click cells to place or remove mines. {n} mine so far. In the text, * is a mine and . an empty cell.",
          "Click cells to place or remove mines. {n} mines so far. In the text, * is a mine and . an empty cell.",
          count(this.layout, "*"),
        )
      : [
          _("0 to 8, # or . closed, F flag, ? open, * known mine. On the board, type a sign or draw it."),
          _("Links and .mine or .mbf files of other programs also work."),
        ].join(" ");
    this.actions.replaceChildren(...this.buttons[this.kind]);
    this.back.disabled = !this.#past.length;
    this.#store();
    this.fit();
  }

  /** Discards the result for the previous position. */
  #forget() {
    this.field.marks = null;
    this.field.chances = null;
    this.error.hidden = true;
    for (const box of [this.text, this.#mineInput]) box.removeAttribute("aria-invalid");
    this.result.replaceChildren();
  }

  /** @param {Kind} kind */
  #setKind(kind) {
    this.kind = kind;
    this.raw = null;
    this.#forget();
    this.#show();
  }

  /** @param {{cell: Cell, sign: string | null, button: number}} given */
  #paint({ cell, sign, button }) {
    const [x, y] = spot(cell);
    const lines = this.rows.split("\n").map((row) => [...row]);
    const now = lines[y][x];
    let next;
    if (this.kind === "layout") {
      if (sign && sign !== "*" && sign !== "#") return;
      next = sign ? (sign === "*" ? "*" : ".") : this.#stroke(cell, now === "*" ? "." : "*");
    } else next = sign ?? (button === 2 ? "F" : this.paint);
    if (next === now) return;
    lines[y][x] = next;
    this.#forget();
    this.rows = lines.map((row) => row.join("")).join("\n");
    this.#show();
  }

  /**
   * Returns the sign to draw; a stroke places or removes mines like its first cell.
   * @param {Cell} cell
   * @param {string} first
   */
  #stroke(cell, first) {
    const now = performance.now();
    const before = this.stroke;
    const sign = before && now - before.at < 400 && before.cell !== cell ? before.sign : first;
    this.stroke = { cell, at: now, sign };
    return sign;
  }

  /** @param {string} text */
  #typed(text) {
    this.#forget();
    const read = readRows(text, this.kind);
    if (read) {
      this.rows = read;
      this.#show({ text: false });
    } else {
      this.raw = text;
      this.#store();
    }
  }

  #resize() {
    /** @param {HTMLElement} box */
    const value = (box) => Math.round(Number(inputOf(box).value));
    const [width, height] = [value(this.width), value(this.height)];
    if (!(width >= 1 && width <= 100 && height >= 1 && height <= 100)) {
      return this.#fail(_("Each side of a board must have 1 to 100 cells."));
    }
    this.#forget();
    this.rows = resized(this.rows, width, height, this.kind === "layout" ? "." : "#");
    this.#show();
  }

  #undo() {
    const last = this.#past.pop();
    if (!last) return;
    const [kind, rows] = last;
    this.kind = kind;
    this.#set(rows);
    this.raw = null;
    find(this.tabs, `[value=${kind}]`, HTMLInputElement).checked = true;
    this.#forget();
    this.#show();
  }

  #clear() {
    const lines = this.rows.split("\n");
    this.rows = blank(lines[0].length, lines.length, this.kind === "layout" ? "." : "#");
    this.#forget();
    this.#show();
  }

  /** @param {HTMLInputElement} box */
  async #file(box) {
    const file = box.files?.[0];
    if (!file) return;
    try {
      const { text = "", layout } = await readFile(file);
      if (layout) {
        this.kind = "layout";
        find(this.tabs, "[value=layout]", HTMLInputElement).checked = true;
        this.rows = layout;
        this.#forget();
        this.#show();
      } else {
        this.text.value = text;
        this.#typed(text);
      }
    } catch (error) {
      this.#fail(error.message);
    }
    box.value = "";
  }

  get #mineInput() {
    return inputOf(this.count);
  }

  /**
   * Returns an obvious error and its input, or null; the server finds all others.
   * @returns {[string, HTMLElement] | null}
   */
  #wrong() {
    if (!(this.raw ?? this.board).trim())
      return [_("There is no position. Enter its rows, with # for a closed cell."), this.text];
    if (this.raw !== null) return null;
    if (this.mines === "") return [_("Enter the total number of mines."), this.#mineInput];
    // The server may read ? as a closed cell.
    const n = ["#", "F", "*", "?"].reduce((sum, sign) => sum + count(this.board, sign), 0);
    const mines = Number(this.mines);
    if (Number.isInteger(mines) && mines >= 0 && mines <= n) return null;
    return [
      ngettext(
        "The number of mines must be 0 or 1, since {n} cell is closed.",
        "The number of mines must be a whole number from 0 to {n}, the number of closed cells.",
        n,
      ),
      this.#mineInput,
    ];
  }

  async #analyse() {
    this.#forget();
    const wrong = this.#wrong();
    if (wrong) return this.#fail(wrong[0], { box: wrong[1] });
    /** @type {{board: string, mines?: number}} */
    const body = { board: this.raw ?? this.board };
    if (this.mines !== "" && !includesMines(body.board)) body.mines = Number(this.mines);
    this.result.setAttribute("aria-busy", "true");
    try {
      const found = await post("/api/analyse", body);
      if (this.raw !== null && found.board) {
        this.rows = found.board;
        this.mines = String(found.mines ?? found.rules?.match(/x(\d+)(?:-|$)/)?.[1] ?? this.mines);
        this.#show();
      } else if (found.note) {
        this.rows = this.board.replaceAll("?", "#");
        this.#show();
      }
      this.#found(found);
    } catch (error) {
      this.#fail(error.message, error);
    } finally {
      this.result.removeAttribute("aria-busy");
    }
  }

  /** @param {Analysis} found */
  #found(found) {
    this.field.chances = found.chances;
    const result = new Result(this.field, found);
    this.result.replaceChildren(result.element);
    say(result.words);
  }

  /**
   * Shows an error and marks its `cells`, or else its input `box`.
   * @param {string} message
   * @param {{cells?: Cell[] | null, box?: HTMLElement}} given
   */
  #fail(message, { cells = null, box = this.text } = {}) {
    const bad = (cells ?? []).map(named);
    this.error.textContent = message;
    this.error.hidden = false;
    if (!bad.length) box.setAttribute("aria-invalid", "true");
    this.field.marks = { bad };
    if (bad[0]) this.field.show(bad[0]);
    this.error.scrollIntoView({ block: "nearest" });
  }

  // Placed mines.

  get #request() {
    const lines = this.layout.split("\n");
    return {
      rules: `minesweeper:${lines[0].length}x${lines.length}x${count(this.layout, "*")}-any`,
      secret: lines.join("/"),
    };
  }

  async #play() {
    try {
      await this.app.start(this.#request);
    } catch (error) {
      this.#fail(error.message);
    }
  }

  async #link() {
    if (!count(this.layout, "*")) return this.#fail(_("There are no mines yet. Click cells to place some."));
    const { give } = await import("./share.js");
    await give(link(this.layout));
  }

  async #solve() {
    this.#forget();
    try {
      const { rules, secret } = this.#request;
      const request = { rules: rules.replace("-any", ""), secret, strategy: `pseq:first=${firstClick(this.layout)}` };
      const { steps } = await post("/api/solve", request);
      const { Solved } = await import("./solved.js");
      const solved = new Solved(this.field, steps, () => {
        this.#forget();
        this.field.paint = true;
        this.#show();
      });
      this.result.replaceChildren(solved.element);
    } catch (error) {
      this.#fail(error.message);
    }
  }

  #store() {
    const { kind, board, layout, mines, raw } = this;
    try {
      sessionStorage.setItem(NAME, JSON.stringify({ kind, board, layout, mines, raw }));
    } catch (error) {
      tell(error.message);
    }
  }
}

/** @param {HTMLElement} field */
const inputOf = (field) => find(field, "input", HTMLInputElement);

function storedState() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Returns the board of a game with its flags.
 * @param {FieldView} state
 */
function flagged(state) {
  const lines = state.board.split("\n").map((row) => [...row]);
  for (const cell of state.flags) {
    const [x, y] = spot(cell);
    lines[y][x] = "F";
  }
  return lines.map((row) => row.join("")).join("\n");
}

/**
 * @param {string} rows
 * @param {string} sign
 */
function cellsOf(rows, sign) {
  return rows.split("\n").flatMap((row, y) => [...row].flatMap((each, x) => (each === sign ? [`${x},${y}`] : [])));
}
