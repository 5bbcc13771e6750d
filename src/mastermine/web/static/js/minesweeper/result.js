// The result of an analysis: layouts, chances, steps.

import { el, find } from "../element.js";
import { formOf, huge } from "../numbers.js";
import { _, ngettext } from "../text.js";
import { exact } from "./chance.js";
import { named } from "./field.js";
import { Walk } from "./steps.js";

export class Result {
  /**
   * `found` is the response of /api/analyse.
   * @param {Field} field
   * @param {Analysis} found
   */
  constructor(field, found) {
    const safe = (found.safe ?? []).map(named);
    const mined = (found.mined ?? []).map(named);
    const open = found.chances.flat().filter((chance) => chance !== null);
    const layouts = String(found.layouts);
    const lines = [
      ngettext("{n} layout of mines is possible.", "{n} layouts of mines are possible.", formOf(layouts), {
        n: huge(layouts),
      }),
      safe.length
        ? ngettext("{n} cell is certainly safe.", "{n} cells are certainly safe.", safe.length)
        : open.length
          ? _("No cell is certainly safe; the lowest risk is {least} %.", { least: exact(Math.min(...open)) })
          : _("All cells are open."),
    ];
    if (mined.length)
      lines.push(ngettext("{n} cell is certainly a mine.", "{n} cells are certainly mines.", mined.length));
    this.words = lines.join(" ");
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
      lines.map((text) => el("p", { text })),
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
