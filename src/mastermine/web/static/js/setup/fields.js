// Form fields that a game describes, for the forms that start one.

import { el, find } from "../element.js";

/**
 * Creates a field with a value.
 * @param {FormField} given
 * @param {FieldValue} value
 * @param {{id?: string, max?: number}} more
 */
export function field({ name, label, help, kind, options, optional }, value, { id, max } = {}) {
  if (kind === "switch") {
    const tick = el("input", { type: "checkbox", id, name, checked: Boolean(value) });
    return el("label", { class: "choice", title: help }, tick, el("span", { text: label }));
  }
  const input =
    kind === "choice"
      ? el(
          "select",
          { id, name },
          options.map((each) => el("option", { value: each.value, text: each.title, selected: each.value === value })),
        )
      : el("input", {
          type: "number",
          id,
          name,
          min: optional ? 0 : 1,
          max,
          value: String(value ?? 0),
          required: true,
          inputMode: "numeric",
          autocomplete: "off",
        });
  return el(
    "label",
    { class: ["field", kind === "choice" && "wide"], title: help },
    el("span", { text: label }),
    input,
  );
}

/**
 * Returns the values of fields below an element.
 * @param {HTMLElement} root
 * @param {FormField[]} fields
 * @returns {Record<string, FieldValue>}
 */
export function values(root, fields) {
  return Object.fromEntries(
    fields.map(({ name, kind }) => {
      const input = /** @type {HTMLInputElement} */ (find(root, `[name=${name}]`));
      return [name, kind === "switch" ? input.checked : input.value];
    }),
  );
}

/**
 * Sets the values of fields.
 * @param {HTMLElement} root
 * @param {FormField[]} fields
 * @param {Record<string, FieldValue>} given
 */
export function setValues(root, fields, given) {
  for (const { name, kind } of fields) {
    const input = /** @type {HTMLInputElement} */ (find(root, `[name=${name}]`));
    if (kind === "switch") input.checked = Boolean(given[name]);
    else input.value = String(given[name] ?? 0);
  }
}

/**
 * Returns the preset of a name, or else that of the first level.
 * @param {Pick<Offered, "presets" | "levels">} offered
 * @param {string} [name]
 * @returns {Preset}
 */
export function presetOf({ presets, levels }, name) {
  const found = presets.find((each) => each.name === name) ?? presets.find((each) => each.name === levels[0]);
  return found ?? presets[0];
}
