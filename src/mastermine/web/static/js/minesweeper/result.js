// The result of an analysis: layouts, chances, steps.

import { el, find } from "../element.js";
import { _ } from "../text.js";
import { Walk } from "./steps.js";

export class Result {
  /**
   * `found` is the response of /api/analyse.
   * @param {Field} field
   * @param {Analysis} found
   */
  constructor(field, found) {
    this.words = found.sentences.join(" ");
    /** @type {HTMLInputElement} */
    const shown = el("input", {
      type: "checkbox",
      id: "result-chances",
      checked: true,
      on: { change: () => (field.chances = shown.checked ? found.chances : null) },
    });
    const steps = found.steps ?? [];
    const place = el("div", {});
    this.element = el(
      "div",
      { class: "result" },
      el("h3", { text: _("Result") }),
      found.sentences.map((text) => el("p", { text })),
      el("label", { class: "choice" }, shown, el("span", { text: _("Show the chances") })),
      steps.length
        ? el("button", {
            type: "button",
            class: "button",
            id: "result-steps",
            text: _("Step by step"),
            on: {
              click: () => {
                shown.checked = false;
                field.chances = null;
                place.replaceChildren(
                  new Walk(field, steps, {
                    leave: () => {
                      field.marks = null;
                      place.replaceChildren();
                      find(this.element, "#result-steps").focus();
                    },
                  }).element,
                );
                find(place, "#step-next").focus();
              },
            },
          })
        : null,
      place,
    );
  }
}
