/* The rules of a new game: a preset, or numbers of one's own. */

import { el, findAll } from "../element.js";
import { _, pgettext } from "../text.js";
import { readSpec, writeSpec } from "./codes.js";

const OWN = "own";

export class Rules {
  /**
   * A choice among these presets, of boards of at most so many places and colours; `element` is to be put into a form.
   * @param {Preset[]} presets
   * @param {About["largest"]} most
   */
  constructor(presets, most) {
    this.presets = presets;
    this.most = most;
    this.facts = el("p", { class: "help", id: "facts" });
    this.element = el(
      "fieldset",
      { class: "card" },
      el("legend", {}, _("Which game")),
      el("label", { class: "field" }, el("span", {}, _("Game")), this.#preset()),
      this.facts,
      this.#numbers(),
      el(
        "div",
        { class: "ticks" },
        tick("repeats", _("A colour may stand twice")),
        tick("blank", _("Holes may stay empty")),
      ),
    );
    this.element.addEventListener("input", ({ target }) => this.#input(/** @type {HTMLInputElement} */ (target)));
  }

  /** The name of the preset, or the spec of rules of one's own. */
  get value() {
    const { preset } = this.#fields;
    return preset.value === OWN ? this.#spec : preset.value;
  }

  /** What is no name of a preset and no spec changes nothing. */
  set value(text) {
    const name = text.trim().toLowerCase();
    const preset = this.presets.find((each) => each.name === name);
    const spec = readSpec(preset ? preset.spec : name);
    if (!spec) return;
    const fields = this.#fields;
    fields.places.value = String(spec.places);
    fields.colours.value = String(spec.colours);
    fields.answer.value = spec.answer;
    fields.limit.value = String(spec.limit ?? "");
    fields.repeats.checked = spec.repeats;
    fields.blank.checked = spec.blank;
    this.#choose(preset);
  }

  #preset() {
    return el(
      "select",
      { name: "preset", id: "preset", "aria-describedby": "facts" },
      ...this.presets.map((preset) => el("option", { value: preset.name }, preset.title)),
      el("option", { value: OWN }, _("Rules of my own")),
    );
  }

  #numbers() {
    return el(
      "div",
      { class: "numbers" },
      number("places", _("Places"), 1, this.most.places),
      number("colours", _("Colours"), 1, this.most.colours),
      number("limit", _("Rows"), 1, 999, pgettext("how many", "any")),
      el(
        "label",
        { class: "field wide" },
        el("span", {}, _("Answers")),
        el(
          "select",
          { name: "answer" },
          el("option", { value: "pegs" }, _("black and white")),
          el("option", { value: "black" }, _("black only")),
          el("option", { value: "places" }, _("which places")),
        ),
      ),
    );
  }

  get #fields() {
    // Selects among them: what is used of all is their value.
    const fields = /** @type {HTMLInputElement[]} */ (findAll(this.element, "[name]"));
    return Object.fromEntries(fields.map((field) => [field.name, field]));
  }

  get #spec() {
    const fields = this.#fields;
    return writeSpec({
      places: Number(fields.places.value || 0),
      colours: Number(fields.colours.value || 0),
      limit: Number(fields.limit.value || 0),
      repeats: fields.repeats.checked,
      blank: fields.blank.checked,
      answer: fields.answer.value,
    });
  }

  /** @param {{name: string, value: string}} given */
  #input({ name, value }) {
    if (name !== "preset") {
      // Several presets may make the same numbers: the one that is chosen stays.
      const now = this.presets.find((each) => each.name === this.#fields.preset.value);
      this.#choose(now?.spec === this.#spec ? now : null);
    } else if (value === OWN) this.#tell(null);
    else this.value = value;
  }

  /** @param {Preset | null | undefined} preset */
  #choose(preset) {
    const spec = this.#spec;
    const chosen = preset ?? this.presets.find((each) => each.spec === spec);
    this.#fields.preset.value = chosen?.name ?? OWN;
    this.#tell(chosen);
  }

  /** @param {Preset | null | undefined} preset */
  #tell(preset) {
    this.facts.textContent = preset ? preset.facts : _("Set the numbers below as you like.");
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} min
 * @param {number} max
 * @param {string} placeholder
 */
function number(name, label, min, max, placeholder = "") {
  return el(
    "label",
    { class: "field" },
    el("span", {}, label),
    el("input", { type: "number", name, min, max, placeholder, inputmode: "numeric", autocomplete: "off" }),
  );
}

/**
 * @param {string} name
 * @param {string} label
 */
function tick(name, label) {
  return el("label", { class: "choice" }, el("input", { type: "checkbox", name }), el("span", {}, label));
}
