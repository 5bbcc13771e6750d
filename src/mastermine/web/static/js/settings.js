// The settings menu of every page: language and appearance.

import { el } from "./element.js";
import { LANGUAGES } from "./languages.js";
import { read, save } from "./page.js";
import { _ } from "./text.js";

const YEAR = 365 * 24 * 3600;

/** Returns both as elements. */
export function settings() {
  return [
    el("div", { class: "field" }, el("label", { htmlFor: "language", text: _("Language") }), languages()),
    themes(),
  ];
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
