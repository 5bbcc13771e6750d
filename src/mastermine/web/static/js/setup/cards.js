// Choices as cards, for every form that begins a game.

import { el } from "../element.js";
import { _ } from "../text.js";

/**
 * A set of radio buttons as cards: `options` are {value, title, note, art}, `start` is the value of the one that is
 * chosen, `kind` a class.
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

/** Who may lay the mines in Minesweeper. */
export function waysToLay() {
  return [
    { value: "computer", title: _("The computer"), note: _("At your first click.") },
    {
      value: "adversary",
      title: _("It keeps its options open"),
      note: _("Mines are decided as late as possible: guess only where you must."),
    },
    { value: "people", title: _("People, in turn"), note: _("The same field for two to five: who is fastest?") },
  ];
}

/** Who may hide the code in Mastermind. */
export function waysToHide() {
  return [
    { value: "computer", title: _("The computer hides"), note: _("You guess, it answers.") },
    { value: "person", title: _("I hide"), note: _("The computer guesses, you answer.") },
    { value: "people", title: _("People, in turn"), note: _("2 to 5 at this screen hide codes from each other.") },
    {
      value: "adversary",
      title: _("It keeps its options open"),
      note: _("It commits to no code, and gives the least helpful true answer."),
    },
  ];
}
