// Help for keys, mouse and touch.

import { get } from "../api.js";
import { el } from "../element.js";
import { ask } from "../page.js";
import { _ } from "../text.js";
import { letters } from "./keys.js";
import { constant } from "../version.js";

export async function show() {
  const { games } = await get(constant("/api/about?game=minesweeper"));
  const rows = [
    ...games.minesweeper.keys,
    [_("Tap"), _("as a left click")],
    [_("Long press"), _("as a right click")],
    ["F2", _("new game")],
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
