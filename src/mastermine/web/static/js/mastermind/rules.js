/* The form fields for the rules: a preset or custom rules. */

import { el, find } from "../element.js";
import { field, presetOf, setValues, values } from "../setup/fields.js";
import { _ } from "../text.js";
import { readSpec } from "./codes.js";

const OWN = "own";

export class Rules {
  /**
   * Creates the fields as `element`; `most` has the maximum of each number.
   * @param {Offered} offered
   * @param {Record<string, number>} most
   */
  constructor(offered, most) {
    this.presets = offered.presets;
    this.fields = offered.form.fields;
    this.first = presetOf(offered);
    this.facts = el("p", { class: "help", id: "facts" });
    /** @param {boolean} switches */
    const some = (switches) =>
      this.fields
        .filter(({ kind }) => (kind === "switch") === switches)
        .map((each) => field(each, this.first.values[each.name], { max: most[each.name] }));
    this.element = el(
      "fieldset",
      { class: "card" },
      el("legend", {}, _("Rules")),
      el("label", { class: "field" }, el("span", {}, _("Game")), this.#preset()),
      this.facts,
      el("div", { class: "numbers" }, some(false)),
      el("div", { class: "ticks" }, some(true)),
    );
    this.element.addEventListener("input", ({ target }) => this.#input(/** @type {HTMLInputElement} */ (target)));
  }

  /** The name of the preset, or "own". */
  get name() {
    return this.#chosen.value;
  }

  /**
   * The name of the preset, or the values of custom rules.
   * @returns {string | Record<string, FieldValue>}
   */
  get value() {
    return this.name === OWN ? { level: this.first.name, ...this.#values } : this.name;
  }

  /** Accepts the name of a preset, a spec or values; ignores other texts. */
  set value(given) {
    const name = typeof given === "string" ? given.trim().toLowerCase() : "";
    const preset = this.presets.find((each) => each.name === name);
    const found = preset?.values ?? (typeof given === "string" ? readSpec(name) : given);
    if (!found) return;
    setValues(this.element, this.fields, /** @type {Record<string, FieldValue>} */ (found));
    this.#choose(preset);
  }

  #preset() {
    return el(
      "select",
      { name: "preset", id: "preset", "aria-describedby": "facts" },
      ...this.presets.map((preset) => el("option", { value: preset.name }, preset.title)),
      el("option", { value: OWN }, _("Custom")),
    );
  }

  get #chosen() {
    return find(this.element, "#preset", HTMLSelectElement);
  }

  get #values() {
    return values(this.element, this.fields);
  }

  /**
   * Returns true if a preset has the values of the fields.
   * @param {Preset | undefined} preset
   */
  #matches(preset) {
    const now = this.#values;
    return this.fields.every(({ name }) => String(preset?.values[name] ?? 0) === String(now[name]));
  }

  /** @param {{name: string, value: string}} given */
  #input({ name, value }) {
    if (name !== "preset") {
      // Several presets may have the same numbers: the chosen one stays.
      const now = this.presets.find((each) => each.name === this.name);
      this.#choose(this.#matches(now) ? now : null);
    } else if (value === OWN) this.#showFacts(null);
    else this.value = value;
  }

  /** @param {Preset | null | undefined} preset */
  #choose(preset) {
    const chosen = preset ?? this.presets.find((each) => this.#matches(each));
    this.#chosen.value = chosen?.name ?? OWN;
    this.#showFacts(chosen);
  }

  /** @param {Preset | null | undefined} preset */
  #showFacts(preset) {
    this.facts.textContent = preset ? preset.facts : _("Set the numbers below.");
  }
}
