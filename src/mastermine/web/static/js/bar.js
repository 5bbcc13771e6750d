// The bar of a game: the way back, its titles, what is in the middle, and at the end its menu.

import { el } from "./element.js";
import { menu } from "./menu.js";
import { drawing } from "./page.js";
import { _ } from "./text.js";

const BACK = "M15 5l-7 7 7 7";
const DOTS = "M5 12h.01M12 12h.01M19 12h.01";

/**
 * Creates the parts of the bar; `contents` makes the entries of the menu whenever it opens.
 * @param {HTMLElement} titles
 * @param {HTMLElement} middle
 * @param {() => Child[]} contents
 * @param {HTMLElement[]} end
 */
export function bar(titles, middle, contents, end = []) {
  const dots = el(
    "button",
    { type: "button", class: "icon-button", id: "menu", "aria-label": _("Menu"), title: _("Menu") },
    drawing(DOTS, "dots"),
  );
  return [
    el(
      "div",
      { class: "start-of-bar" },
      el(
        "a",
        { class: "icon-button home", href: "/", "aria-label": _("Start page"), title: _("Start page") },
        drawing(BACK),
      ),
      titles,
    ),
    middle,
    el("div", { class: "end-of-bar" }, end, dots, menu(dots, _("Menu"), contents)),
  ];
}
