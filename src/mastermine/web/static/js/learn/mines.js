// The lessons on the rules of Minesweeper and on guessing.

import { post } from "../api.js";
import { el } from "../element.js";
import { percent } from "../minesweeper/chance.js";
import { spot } from "../minesweeper/field.js";
import { formOf, huge } from "../numbers.js";
import { say } from "../page.js";
import { _, ngettext } from "../text.js";
import { exercise } from "./exercise.js";

const LAYOUT = ["....*.", "......", "..*...", ".....*", "*.....", "...*..", "......"];
const POSITION = { board: "2####100\n#####311\n#####3#1\n#####322\n#####1##", mines: 8 };

/**
 * Creates the lesson on opening, flags and chords, on a fixed layout.
 * @param {() => void} done
 */
export async function rules(done) {
  const [width, height] = [LAYOUT[0].length, LAYOUT.length];
  /**
   * @param {number} x
   * @param {number} y
   */
  const mine = (x, y) => LAYOUT[y]?.[x] === "*";
  /**
   * @param {number} x
   * @param {number} y
   */
  const around = (x, y) =>
    [-1, 0, 1]
      .flatMap((v) => [-1, 0, 1].map((u) => [x + u, y + v]))
      .filter(([u, v]) => (u !== x || v !== y) && LAYOUT[v]?.[u]);
  /**
   * @param {number} x
   * @param {number} y
   */
  const number = (x, y) => around(x, y).filter(([u, v]) => mine(u, v)).length;
  const signs = LAYOUT.map((row) => [...row].map(() => "#"));
  const flags = new Set();
  const field = el("mm-field", { class: "small-field", id: "try" });
  field.label = _("Practice board");

  /**
   * @param {number} x
   * @param {number} y
   */
  const open = (x, y) => {
    if (signs[y][x] !== "#" || flags.has(`${x},${y}`)) return;
    signs[y][x] = String(number(x, y));
    if (signs[y][x] === "0") for (const [u, v] of around(x, y)) open(u, v);
  };
  const draw = () => {
    field.board = signs.map((row) => row.join("")).join("\n");
    field.flags = [...flags];
  };
  open(0, 0);
  draw();

  /** @type {Record<string, HTMLElement>} */
  const tasks = {
    click: el("li", { text: _("Open a cell: click it, or select it with the arrow keys and press Enter.") }),
    flag: el("li", { text: _("Flag a cell that must be a mine: right click, long press, or F.") }),
    chord: el("li", {
      text: _(
        "Open all cells around a number at once: if it has as many flags around it as its value, click the number.",
      ),
    }),
    all: el("li", { text: _("Open all cells without a mine.") }),
  };
  /** @param {string} name */
  const tick = (name) => tasks[name].classList.add("done");
  field.addEventListener("refuse", ({ detail: { reason } }) =>
    task.judge(
      false,
      reason === "flag"
        ? _("A flag protects its cell. Remove the flag first.")
        : _("A number opens the cells around it only if the same number of flags is around it."),
    ),
  );
  field.addEventListener("act", ({ detail: { verb, cell } }) => {
    const [x, y] = spot(cell);
    if (verb === "flag") {
      if (!flags.delete(cell)) flags.add(cell);
      draw();
      tick("flag");
      return;
    }
    const opened =
      verb === "click" ? [[x, y]] : around(x, y).filter(([u, v]) => signs[v][u] === "#" && !flags.has(`${u},${v}`));
    const hit = opened.find(([u, v]) => mine(u, v));
    if (hit) {
      task.judge(
        false,
        _("There is a mine at {cell}. In a game, you would have lost; here you may continue.", { cell: hit.join(",") }),
      );
      return;
    }
    for (const [u, v] of opened) open(u, v);
    draw();
    tick(verb);
    const left = signs.flat().filter((sign, i) => sign === "#" && !mine(i % width, Math.floor(i / width))).length;
    if (left > 0) return;
    tick("all");
    task.judge(true, _("The board is clear: all cells without a mine are open."));
    done();
  });
  const task = exercise(
    ngettext(
      "This board has {n} mine. Do these four things:",
      "This board has {n} mines. Do these four things:",
      LAYOUT.join("").split("*").length - 1,
    ),
    el("ul", { class: "tasks" }, Object.values(tasks)),
    field,
    el("p", {
      class: "small muted",
      text: _(
        "Cells are named by column and row, counted from 0 at the top left: 3,0 is the fourth cell of the first row. This board has {width} columns and {height} rows.",
        { width, height },
      ),
    }),
  );
  return [
    el("p", {
      text: _(
        "Some cells contain mines. Open all the others. A number from 0 to 8 shows how many mines touch its cell, at its sides and corners. If there are none, all cells around it open automatically.",
      ),
    }),
    el("p", {
      text: _("A flag is a note: it protects a cell from being opened, and lets you chord. You can win without flags."),
    }),
    task.element,
  ];
}

/**
 * Creates the lesson on guessing, with a position without a safe cell.
 * @param {() => void} done
 */
export async function guessing(done) {
  const found = await post("/api/analyse", POSITION);
  const flat = found.chances.flat();
  const best = Math.min(...flat.filter((chance) => chance !== null));
  const field = el("mm-field", { class: "small-field", id: "guess" });
  field.label = _("A position without a safe cell");
  field.board = POSITION.board;
  const overlay = el("button", {
    type: "button",
    class: "button",
    id: "chances",
    "aria-pressed": "false",
    text: _("Show the chances"),
    on: {
      click: () => {
        const on = overlay.getAttribute("aria-pressed") !== "true";
        overlay.setAttribute("aria-pressed", String(on));
        field.chances = on ? found.chances : null;
        say(on ? _("The chances of a mine are shown in percent.") : _("The chances are hidden."));
      },
    },
  });
  field.addEventListener("act", ({ detail: { verb, cell } }) => {
    if (verb !== "click") return;
    const chance = flat[field.index(cell)] ?? 0;
    const values = { cell, chance: percent(chance), best: percent(best) };
    field.marks = { hint: [cell] };
    if (chance <= best + 1e-9) {
      task.judge(true, _("{cell} is a mine with a chance of {chance} %; no cell is safer.", values));
      done();
    } else
      task.judge(false, _("{cell} is a mine with a chance of {chance} %. Another cell has only {best} %.", values));
  });
  const task = exercise(
    _("No cell is certainly safe here, and there are {n} mines in total. Which cell would you open?", {
      n: POSITION.mines,
    }),
    field,
    el("div", { class: "row" }, overlay),
  );
  const layouts = String(found.layouts);
  return [
    el("p", {
      text: _(
        "Sometimes logic is not enough. Then count: list all layouts that match the numbers and the total number of mines. All of them are equally likely. The chance of a mine in a cell is the share of layouts with a mine there.",
      ),
    }),
    el("p", {
      text: ngettext(
        "In the position below, {n} layout is possible.",
        "In the position below, {n} layouts are possible.",
        formOf(layouts),
        { n: huge(layouts) },
      ),
    }),
    task.element,
    el("p", {
      text: _(
        "The safest cell is not always the best. A cell that is hardly less safe may open more cells or give more information. And if one of two cells is a mine and no further click can show which, guess at once: it costs no more, and saves time if you lose. The strategies pseq, endgame and farsighted consider such things; compare them in the laboratory.",
      ),
    }),
    el(
      "p",
      {},
      el("a", { href: "/minesweeper", text: _("Play Minesweeper, with explanations and chances in every game") }),
    ),
  ];
}
