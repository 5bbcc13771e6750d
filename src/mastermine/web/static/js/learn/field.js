// Minefields in the lessons: pictures, and fields on which the player marks cells.

import "../minesweeper/field.js";
import { define, el } from "../element.js";
import { _ } from "../text.js";

/**
 * Creates a read-only field with marks.
 * @param {string} board
 * @param {Marks} marks
 * @param {string} label
 */
export function picture(board, marks, label) {
  return Object.assign(document.createElement("mm-picture"), { board, marks, label });
}

// Marks can be set only after the field is connected to the page.
export class Picture extends HTMLElement {
  board = "";
  label = "";
  /** @type {Marks} */
  marks = {};

  connectedCallback() {
    if (this.firstChild) return;
    const field = el("mm-field", { class: "small-field" });
    field.label = this.label;
    field.rulers = true;
    field.board = this.board;
    field.readonly = true;
    this.append(field);
    field.marks = this.marks;
  }
}
define("mm-picture", Picture);

/**
 * Creates a field on which cells are marked as safe or as mines; `safe()` and `mined()` return them.
 * @param {string} board
 * @param {string} label
 */
export function marking(board, label) {
  const field = el("mm-field", { class: "small-field" });
  const safe = new Set();
  const mined = new Set();
  field.label = label;
  field.rulers = true;
  field.board = board;
  /**
   * @param {Cell} cell
   * @param {Set<Cell>} into
   * @param {Set<Cell>} from
   */
  const toggle = (cell, into, from) => {
    from.delete(cell);
    if (!into.delete(cell)) into.add(cell);
    draw();
  };
  const draw = () => {
    field.flags = [...mined];
    field.marks = { safe: [...safe] };
  };
  field.addEventListener("act", ({ detail: { verb, cell } }) => {
    if (verb === "chord") return;
    if (verb === "flag") toggle(cell, mined, safe);
    else toggle(cell, safe, mined);
  });
  // A flag protects its cell from being opened; here a click replaces it.
  field.addEventListener("refuse", ({ detail: { cell, reason } }) => reason === "flag" && toggle(cell, safe, mined));
  const name = `kind-${Math.random().toString(36).slice(2, 8)}`;
  const kinds = el(
    "fieldset",
    { class: "kinds" },
    el("legend", { text: _("A click marks") }),
    Object.entries({ dig: _("safe cells"), flag: _("mines") }).map(([mode, text]) =>
      el(
        "label",
        { class: "choice" },
        el("input", {
          type: "radio",
          name,
          value: mode,
          checked: mode === "dig",
          on: { change: () => (field.mode = mode === "flag" ? "flag" : "dig") },
        }),
        el("span", { text }),
      ),
    ),
  );
  return { field, kinds, safe: () => [...safe], mined: () => [...mined] };
}
