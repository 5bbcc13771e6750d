// Help for keys, mouse and touch.

import { el } from "../element.js";
import { ask } from "../page.js";
import { _ } from "../text.js";
import { letters } from "./keys.js";

export function show() {
  const rows = [
    [_("Arrows, Home, End, Page up, Page down"), _("move to other cells")],
    [
      _("Enter or Space; left click; tap"),
      _("open a cell; on a number, open the cells around it (chord) if its flags match"),
    ],
    [_("F; right click; long press"), _("set or remove a flag")],
    [_("Middle click, or left and right together"), _("chord")],
    ["F2", _("new game")],
    ["U, R", _("undo, redo (also Ctrl+Z, Ctrl+Y)")],
    ["D", _("switch taps and left clicks between open and flag")],
    ["H, S, N, B", _("hint; step by step, next and back")],
    ["C, G, W", _("chances; must I guess?; why this cell?")],
    ["K, M, V", _("check flags; flag certain mines; review so far")],
    ["?", _("this help")],
  ];
  /** @type {HTMLInputElement} */
  const box = el("input", { type: "checkbox", checked: letters.on, on: { change: () => (letters.on = box.checked) } });
  return ask({
    title: _("Keys, mouse and touch"),
    body: el(
      "div",
      {},
      el(
        "dl",
        { class: "keys" },
        rows.map(([key, what]) => el("div", {}, el("dt", { text: key }), el("dd", { text: what }))),
      ),
      el("label", { class: "choice" }, box, el("span", { text: _("Use single letters as keys") })),
    ),
    actions: [{ label: _("Close"), value: true, kind: "primary" }],
  });
}
