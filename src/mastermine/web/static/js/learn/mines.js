// The rules of Minesweeper on a field to try, and what to do when nothing is certain.

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
 * Opening, flags and chords on a field whose mines are laid already.
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
  field.label = _("A field to try");

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
    click: el("li", { text: _("Open a cell: click it, or go to it with the arrow keys and press Enter.") }),
    flag: el("li", { text: _("Put a flag where a mine must be: right click, a long press, or F.") }),
    chord: el("li", {
      text: _(
        "Open all cells around a number at once, when as many flags stand around it as it says: click the number.",
      ),
    }),
    all: el("li", { text: _("Open every cell that is no mine.") }),
  };
  /** @param {string} name */
  const tick = (name) => tasks[name].classList.add("done");
  field.addEventListener("refuse", ({ detail: { reason } }) =>
    task.judge(
      false,
      reason === "flag"
        ? _("A flag protects its cell. Take the flag away first.")
        : _("A number opens the cells around it only when as many flags stand there as it says."),
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
        _("There is a mine at {cell}. In a game that would be the end; here you may go on.", { cell: hit.join(",") }),
      );
      return;
    }
    for (const [u, v] of opened) open(u, v);
    draw();
    tick(verb);
    const left = signs.flat().filter((sign, i) => sign === "#" && !mine(i % width, Math.floor(i / width))).length;
    if (left > 0) return;
    tick("all");
    task.judge(true, _("The field is clear: every cell is open that is no mine."));
    done();
  });
  const task = exercise(
    ngettext(
      "This field has {n} mine. Do these four things:",
      "This field has {n} mines. Do these four things:",
      LAYOUT.join("").split("*").length - 1,
    ),
    el("ul", { class: "tasks" }, Object.values(tasks)),
    field,
    el("p", {
      class: "small muted",
      text: _(
        "Cells are named by column and row, counted from 0 at the top left: 3,0 is the fourth cell of the first row. Here: {width} columns, {height} rows.",
        { width, height },
      ),
    }),
  );
  return [
    el("p", {
      text: _(
        "Under some cells there are mines. Open all the others. A number says how many mines touch its cell, on its sides and corners, so from 0 to 8. A cell without any opens all around it by itself.",
      ),
    }),
    el("p", {
      text: _("A flag is a note: it protects a cell from being opened, and lets you chord. You never need one to win."),
    }),
    task.element,
  ];
}

/**
 * A position in which nothing is safe, with the exact chances.
 * @param {() => void} done
 */
export async function guessing(done) {
  const found = await post("/api/analyse", POSITION);
  const flat = found.chances.flat();
  const best = Math.min(...flat.filter((chance) => chance !== null));
  const field = el("mm-field", { class: "small-field", id: "guess" });
  field.label = _("A position in which one must guess");
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
    const told = { cell, chance: percent(chance), best: percent(best) };
    field.marks = { hint: [cell] };
    if (chance <= best + 1e-9) {
      task.judge(true, _("{cell} holds a mine with a chance of {chance} %: no cell is safer.", told));
      done();
    } else
      task.judge(false, _("{cell} holds a mine with a chance of {chance} %. There is a cell with {best} %.", told));
  });
  const task = exercise(
    _("Nothing is certainly safe here, and there are {n} mines in all. Which cell would you open?", {
      n: POSITION.mines,
    }),
    field,
    el("div", { class: "row" }, overlay),
  );
  const layouts = String(found.layouts);
  return [
    el("p", {
      text: _(
        "Sometimes logic ends. Then count: list every way to lay the mines that fits all the numbers and the number of mines in all. Each way is equally likely. The chance of a mine in a cell is the share of the ways that have one there.",
      ),
    }),
    el("p", {
      text: ngettext(
        "In the position below {n} layout fits.",
        "In the position below {n} layouts fit.",
        formOf(layouts),
        { n: huge(layouts) },
      ),
    }),
    task.element,
    el("p", {
      text: _(
        "The safest cell is not always the best one. One that is hardly less safe may open more, or tell more; and two cells of which one is a mine, with nothing left that could ever say which, are best guessed at once: that costs no more, and saves time when it fails. The strategies pseq, endgame and farsighted weigh such things; how much they win by it stands in the laboratory.",
      ),
    }),
    el(
      "p",
      {},
      el("a", { href: "/minesweeper", text: _("Play Minesweeper: “why?” and the chances are there in every game") }),
    ),
  ];
}
