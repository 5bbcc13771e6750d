// The form fields of a match: players, rounds, choices.

import { el, find } from "../element.js";
import { read, save } from "../page.js";
import { _, ngettext } from "../text.js";

const FEWEST = 2;
const MOST = 5;

/**
 * Creates the fields, with `request()`, which returns their part of a request, and `fill(values)`.
 * @param {Form} form
 */
export function people({ choices }) {
  const names = el("div", { class: "names" });
  const rounds = el("select", { id: "rounds" });
  const matchChoices = choices.filter(({ way }) => way === "people");
  const sets = matchChoices.map(({ name, label, options }) =>
    el(
      "fieldset",
      { id: name },
      el("legend", { text: label }),
      options.map(({ value, title }, index) =>
        el(
          "label",
          { class: "choice" },
          el("input", { type: "radio", name, value, checked: index === 0 }),
          el("span", { text: title }),
        ),
      ),
    ),
  );
  const more = el("button", {
    type: "button",
    class: "button small",
    text: _("Add a player"),
    on: { click: () => add("").focus() },
  });

  const inputs = () => [...names.querySelectorAll("input")];
  const adapt = () => {
    const n = inputs().length;
    more.hidden = n === MOST;
    for (const [i, label] of [...names.querySelectorAll("label")].entries())
      label.textContent = _("Player {n}", { n: i + 1 });
    for (const [i, button] of [...names.querySelectorAll("button")].entries()) {
      button.hidden = n === FEWEST;
      button.setAttribute("aria-label", _("Remove player {n}", { n: i + 1 }));
    }
    rounds.replaceChildren(
      ...[1, 2, 3].map((each) =>
        el("option", { value: n * each, text: ngettext("{n} round", "{n} rounds", n * each) }),
      ),
    );
  };
  /** @param {string} value */
  const add = (value) => {
    const id = `player-${Math.random().toString(36).slice(2, 8)}`;
    const input = el("input", { type: "text", id, value, required: true, maxLength: 40, autocomplete: "off" });
    const row = el(
      "div",
      { class: "field player" },
      el("label", { htmlFor: id }),
      input,
      el("button", {
        type: "button",
        class: "button small",
        text: _("Remove"),
        on: {
          click: () => {
            row.remove();
            adapt();
            inputs().at(-1)?.focus();
          },
        },
      }),
    );
    names.append(row);
    adapt();
    return input;
  };
  for (const name of read("players", [_("Ann"), _("Ben")])) add(name);

  const element = el(
    "div",
    { class: "people" },
    names,
    more,
    el(
      "div",
      { class: "numbers" },
      el("div", { class: "field" }, el("label", { htmlFor: "rounds", text: _("Length") }), rounds),
    ),
    sets,
  );
  // Hidden fields must not block the form.
  new MutationObserver(() => {
    for (const input of inputs()) input.disabled = Boolean(element.hidden);
  }).observe(element, {
    attributeFilter: ["hidden"],
  });
  return {
    element,
    /** @param {GameRequest} given */
    fill(given) {
      const { players, rounds: length } = given;
      if (players) {
        names.replaceChildren();
        for (let i = 0; i < Math.max(FEWEST, Math.min(players.length, MOST)); i += 1) add(players[i] ?? "");
      }
      if (length && ![...rounds.options].some(({ value }) => value === String(length))) {
        rounds.append(el("option", { value: length, text: ngettext("{n} round", "{n} rounds", Number(length)) }));
      }
      if (length) rounds.value = String(length);
      for (const { name, options } of matchChoices) {
        const value = /** @type {Record<string, any>} */ (given)[name];
        if (options.some((each) => each.value === value)) {
          find(element, `[name=${name}][value=${value}]`, HTMLInputElement).checked = true;
        }
      }
    },
    request() {
      const players = inputs().map((input) => input.value.trim());
      save("players", players);
      return {
        players,
        rounds: Number(rounds.value),
        ...Object.fromEntries(
          matchChoices.map(({ name }) => [name, find(element, `[name=${name}]:checked`, HTMLInputElement).value]),
        ),
      };
    },
  };
}
