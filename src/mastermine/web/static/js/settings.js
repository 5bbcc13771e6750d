// The settings menu of every page: language, appearance, sounds, and how the boards look and answer.

import { el } from "./element.js";
import { LANGUAGES } from "./languages.js";
import { read, save } from "./page.js";
import { _ } from "./text.js";

const YEAR = 365 * 24 * 3600;

/** Returns all of them as elements. */
export function settings() {
  return [
    el("div", { class: "field" }, el("label", { htmlFor: "language", text: _("Language") }), languages()),
    themes(),
    el(
      "fieldset",
      {},
      el("legend", { text: _("Sound") }),
      toggle("sound", _("Sounds")),
      toggle("vibration", _("Vibration")),
    ),
    el(
      "fieldset",
      {},
      el("legend", { text: _("Mastermind") }),
      toggle("symbols", _("Signs on coloured pegs"), ["auto", "always"]),
    ),
    el(
      "fieldset",
      {},
      el("legend", { text: _("Minesweeper") }),
      toggle("rulers", _("Coordinates")),
      toggle("question-marks", _("Question marks")),
      toggle("flag-first", _("A tap or left click sets a flag")),
      select("cells", _("Look of the cells"), "raised", [
        ["raised", _("Raised")],
        ["flat", _("Flat")],
        ["round", _("Round")],
        ["classic", _("Classic")],
      ]),
      select("long-press", _("Long press"), 380, [
        [250, _("short")],
        [380, _("medium")],
        [600, _("long")],
      ]),
    ),
  ];
}

/**
 * Stores a setting; what is on the page follows at once.
 * @param {string} name
 * @param {unknown} value
 */
function set(name, value) {
  save(name, value);
  dispatchEvent(new Event("mastermine:settings"));
}

/**
 * Creates a switch that is off at first; `values` are those of off and on.
 * @param {string} name
 * @param {string} label
 * @param {unknown[]} values
 */
function toggle(name, label, values = [false, true]) {
  /** @type {HTMLInputElement} */
  const box = el("input", {
    type: "checkbox",
    id: `set-${name}`,
    checked: read(name, values[0]) === values[1],
    on: { change: () => set(name, values[Number(box.checked)]) },
  });
  return el("label", { class: "choice" }, box, el("span", { text: label }));
}

/**
 * Creates a choice of one of several values.
 * @param {string} name
 * @param {string} label
 * @param {string | number} first
 * @param {[string | number, string][]} values
 */
function select(name, label, first, values) {
  const now = read(name, first);
  /** @type {HTMLSelectElement} */
  const list = el(
    "select",
    { id: `set-${name}`, on: { change: () => set(name, values[list.selectedIndex][0]) } },
    values.map(([value, text]) => el("option", { value: String(value), text, selected: value === now })),
  );
  return el("div", { class: "field" }, el("label", { htmlFor: list.id, text: label }), list);
}

// The choice is stored in a cookie, so that the server uses the same language.
function languages() {
  const spoken = document.documentElement.lang;
  /** @param {{target: HTMLSelectElement}} event */
  const choose = ({ target }) => {
    document.cookie = `language=${target.value}; path=/; max-age=${YEAR}; samesite=lax`;
    location.reload();
  };
  return el(
    "select",
    { id: "language", autocomplete: "off", on: { change: choose } },
    Object.entries(LANGUAGES).map(([tag, name]) =>
      el("option", { value: tag, lang: tag, selected: tag === spoken, text: name }),
    ),
  );
}

function themes() {
  const current = read("theme", "system");
  const choices = [
    ["system", _("Same as system")],
    ["light", _("Light")],
    ["dark", _("Dark")],
    ["contrast", _("High contrast")],
  ];
  /** @param {string} theme */
  const choose = (theme) => {
    save("theme", theme);
    dispatchEvent(new Event("mastermine:theme"));
  };
  return el(
    "fieldset",
    {},
    el("legend", { text: _("Appearance") }),
    choices.map(([value, label]) =>
      el(
        "label",
        { class: "choice" },
        el("input", {
          type: "radio",
          name: "theme",
          value,
          checked: value === current,
          on: { change: () => choose(value) },
        }),
        el("span", { text: label }),
      ),
    ),
  );
}
