// Who plays, when people hide codes for each other.

import { el, find } from "../element.js";
import { read, save } from "../page.js";
import { _, ngettext } from "../text.js";

const FEWEST = 2;
const MOST = 5;

/**
 * The names, rounds and (where there are several ways) score, `asked()`: what they add to a new game, and
 * `fill(values)`: the same put into the fields.
 */
export function people({ scores = true } = {}) {
  const names = el("div", { class: "names" });
  const rounds = el("select", { id: "rounds" });
  const ways = {
    rounds: _("Rounds won by fewest guesses"),
    points: _("Points, one for each guess of others"),
    fewest: _("Codes broken, then fewest guesses"),
  };
  const score = el(
    "fieldset",
    { id: "score" },
    el("legend", { text: _("What counts") }),
    Object.entries(ways).map(([value, text]) =>
      el("label", { class: "choice" }, el("input", { type: "radio", name: "score", value }), el("span", { text })),
    ),
  );
  /** @param {string} value */
  const count = (value) => {
    for (const each of score.querySelectorAll("input")) each.checked = each.value === value;
  };
  count("rounds");
  const more = el("button", {
    type: "button",
    class: "button small",
    text: _("One more player"),
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
      el("div", { class: "field" }, el("label", { htmlFor: "rounds", text: _("How long") }), rounds),
    ),
    scores && score,
  );
  // What is hidden must not stop the form.
  new MutationObserver(() => {
    for (const input of inputs()) input.disabled = Boolean(element.hidden);
  }).observe(element, {
    attributeFilter: ["hidden"],
  });
  return {
    element,
    /** @param {GameRequest} given */
    fill({ players, rounds: length, score: kind }) {
      if (players) {
        names.replaceChildren();
        for (let i = 0; i < Math.max(FEWEST, Math.min(players.length, MOST)); i += 1) add(players[i] ?? "");
      }
      if (length && ![...rounds.options].some(({ value }) => value === String(length))) {
        rounds.append(el("option", { value: length, text: ngettext("{n} round", "{n} rounds", Number(length)) }));
      }
      if (length) rounds.value = String(length);
      if (kind && kind in ways) count(kind);
    },
    asked() {
      const players = inputs().map((input) => input.value.trim());
      save("players", players);
      return {
        players,
        rounds: Number(rounds.value),
        ...(scores && { score: find(score, ":checked", HTMLInputElement).value }),
      };
    },
  };
}
