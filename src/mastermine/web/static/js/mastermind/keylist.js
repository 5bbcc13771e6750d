/* What the keys do, as a list. */

import { el } from "../element.js";
import { _ } from "../text.js";

export function keyList() {
  const rows = [
    [_("1 to 9, 0, a to z"), _("a peg, by its digit")],
    [_("arrows"), _("from hole to hole")],
    [_("Space, right click, long press"), _("hold a peg for the next row")],
    [_("Backspace"), _("remove a peg")],
    [_("Enter"), _("confirm the row; on an earlier row: copy it")],
    [_("Ctrl+Z, Ctrl+Y"), _("undo, redo")],
    ["?", _("hint")],
  ];
  return el(
    "dl",
    { class: "keys" },
    rows.map(([keys, told]) => el("div", {}, el("dt", {}, keys), el("dd", {}, told))),
  );
}
