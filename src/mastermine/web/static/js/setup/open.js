// The list of open games.

import { del } from "../api.js";
import { el, find } from "../element.js";
import { icon, say, sure, tell } from "../page.js";
import { _, locale } from "../text.js";
import { address, gameOf } from "../addresses.js";
import { nameOf } from "./levels.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * Creates the list, or null if there are no open games; `presets` name their rules, `shown` is the number before
 * "Show all".
 * @param {OpenGame[]} games
 * @param {NamedPreset[]} presets
 * @param {number} shown
 */
export function openGames(games, presets, shown = 3) {
  /** @param {OpenGame} game */
  const card = (game) => openGame(game, presets);
  if (games.length === 0) return null;
  const list = el("ul", { class: "open-games", id: "open-games" }, games.slice(0, shown).map(card));
  const rest = games.slice(shown);
  const section = el(
    "section",
    { class: "continue", "aria-labelledby": "continue" },
    el("h2", { id: "continue", text: _("Continue") }),
    list,
    rest.length > 0 &&
      el("button", {
        type: "button",
        class: "button small",
        text: _("Show all {n}", { n: games.length }),
        on: {
          click: ({ target }) => {
            list.append(...rest.map(card));
            find(list.children[shown], "a").focus();
            target.remove();
          },
        },
      }),
  );
  return section;
}

/**
 * @param {OpenGame} game
 * @param {NamedPreset[]} presets
 */
function openGame(game, presets) {
  const title = nameOf(game, presets);
  const kind = gameOf(game);
  /** @type {HTMLElement} */
  const item = el(
    "li",
    { class: "card open-game", dataset: { id: game.id } },
    el(
      "a",
      { href: address(game) },
      icon(kind),
      el(
        "span",
        { class: "words" },
        el("strong", { text: kind === "mastermind" ? _("Mastermind") : _("Minesweeper") }),
        el("span", { class: "note", text: [title, game.summary].filter(Boolean).join(" · ") }),
        el("span", { class: "note", text: ago(game.changed) }),
      ),
    ),
    el(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": _("Remove this game: {title}", { title: [title, ago(game.changed)].join(", ") }),
        on: { click: () => remove(game, item) },
      },
      icon("close"),
    ),
  );
  return item;
}

/**
 * @param {OpenGame} game
 * @param {HTMLElement} item
 */
async function remove(game, item) {
  const question = {
    title: _("Remove this game?"),
    body: _("This cannot be undone."),
    keep: _("Keep"),
    go: _("Remove"),
  };
  if (!(await sure(question))) return;
  try {
    await del(`/api/games/${encodeURIComponent(game.id)}`);
    const section = item.closest("section");
    item.remove();
    if (!section?.querySelector("li")) section?.remove();
    find(document, document.querySelector(".open-game a") ? ".open-game a" : "#main").focus();
    say(_("Removed the game."));
  } catch (error) {
    tell(error.message, "bad");
  }
}

/**
 * Formats the time since a date, such as "2 hours ago".
 * @param {string} when
 */
function ago(when) {
  const seconds = (Date.now() - new Date(when).getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? [null, 1];
  return unit ? format.format(-Math.floor(seconds / size), unit) : _("just now");
}
