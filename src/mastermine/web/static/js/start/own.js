// Custom rules from the fields of a game.

import { el } from "../element.js";
import { field, presetOf, values } from "../setup/fields.js";

/**
 * Creates the fields, and `rules()`, which applies them to the first level. `most` has the maximum of each number.
 * @param {Offered} offered
 * @param {Record<string, number>} most
 */
export function own(offered, most) {
  const { fields } = offered.form;
  const first = presetOf(offered);
  const all = fields.map((each) => ({
    switches: each.kind === "switch",
    element: field(each, first.values[each.name], { id: `own-${each.name}`, max: most[each.name] }),
  }));
  const element = el(
    "div",
    { class: "own" },
    el(
      "div",
      { class: "numbers" },
      all.filter(({ switches }) => !switches).map((each) => each.element),
    ),
    all.filter(({ switches }) => switches).map((each) => each.element),
  );
  return { element, rules: () => ({ level: first.name, ...values(element, fields) }) };
}
