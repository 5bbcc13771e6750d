// Choices as cards, for the forms that start a game.

import { el } from "../element.js";

/**
 * Creates radio buttons as cards: `options` are {value, title, note, art}, `start` is the chosen value, `kind` a class.
 * @param {string} name
 * @param {string} legend
 * @param {string} kind
 * @param {string} start
 * @param {CardOption[]} options
 */
export function cards(name, legend, kind, start, options) {
  return el(
    "fieldset",
    { class: ["cards", kind] },
    el("legend", { text: legend }),
    el(
      "div",
      { class: "options" },
      options.map(({ value, title, note, art }) =>
        el(
          "label",
          { class: "option", dataset: { value } },
          el("input", { type: "radio", name, value, checked: value === start }),
          art,
          el("span", { class: "words" }, el("strong", { text: title }), el("span", { class: "note", text: note })),
        ),
      ),
    ),
  );
}
