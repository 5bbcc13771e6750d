/* The list of keys. */

import { el } from "../element.js";
import { _ } from "../text.js";

export function keyList() {
  const rows = [
    [_("1 to 9, 0, a to z"), _("place a peg by its digit")],
    [_("arrows"), _("move between holes")],
    [_("Space, right click, long press"), _("keep a peg for the next row")],
    [_("Backspace"), _("remove a peg")],
    [_("Enter"), _("confirm the row; on an earlier row, copy it")],
    [_("Ctrl+Z, Ctrl+Y"), _("undo, redo")],
    ["?", _("hint")],
  ];
  return el(
    "dl",
    { class: "keys" },
    rows.map(([keys, effect]) => el("div", {}, el("dt", {}, keys), el("dd", {}, effect))),
  );
}
