// Rules of one's own, put together from numbers.

import { el, find } from "../element.js";
import { _ } from "../text.js";

/** @type {Record<GameName, [string, () => string, number, number, number][]>} */
const SIZES = {
  mastermind: [
    ["places", () => _("Places"), 4, 1, 16],
    ["colours", () => _("Colours"), 6, 1, 64],
    ["tries", () => _("Tries"), 10, 1, 100],
  ],
  minesweeper: [
    ["width", () => _("Width"), 12, 1, 100],
    ["height", () => _("Height"), 12, 1, 100],
    ["mines", () => _("Mines"), 22, 1, 9999],
  ],
};
/** @type {Record<GameName, [string, () => string, boolean][]>} */
const YES = {
  mastermind: [
    ["repeats", () => _("Colours may repeat"), true],
    ["blank", () => _("Places may stay empty"), false],
  ],
  minesweeper: [
    ["open", () => _("The first click opens a space"), true],
    ["noguess", () => _("No guess is ever needed"), false],
  ],
};

/**
 * The fields, and `rules()`: the spec that they make.
 * @param {GameName} game
 */
export function own(game) {
  const numbers = SIZES[game].map(([name, label, value, min, max]) =>
    el(
      "div",
      { class: "field" },
      el("label", { htmlFor: `own-${name}`, text: label() }),
      el("input", { type: "number", id: `own-${name}`, name, value, min, max, required: true, inputMode: "numeric" }),
    ),
  );
  const marks = YES[game].map(([name, label, checked]) =>
    el("label", { class: "choice" }, el("input", { type: "checkbox", name, checked }), el("span", { text: label() })),
  );
  const element = el("div", { class: "own" }, el("div", { class: "numbers" }, numbers), marks);
  /** @param {string} name */
  const value = (name) => find(element, `[name=${name}]`, HTMLInputElement).value;
  /** @param {string} name */
  const yes = (name) => find(element, `[name=${name}]`, HTMLInputElement).checked;
  return {
    element,
    rules() {
      if (game === "minesweeper") {
        return `minesweeper:${value("width")}x${value("height")}x${value("mines")}${yes("open") ? "-open" : ""}${yes("noguess") ? "-noguess" : ""}`;
      }
      return `mastermind:${value("places")}x${value("colours")}${yes("blank") ? "+blank" : ""}${yes("repeats") ? "" : "-distinct"},limit=${value("tries")}`;
    },
  };
}
