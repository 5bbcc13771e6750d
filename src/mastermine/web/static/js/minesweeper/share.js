// Sharing a game: link, text, picture.

import { copy } from "../copy.js";
import { el } from "../element.js";
import { ask, tell } from "../page.js";
import { _ } from "../text.js";

/**
 * Shows a link to a layout.
 * @param {string} path
 */
export function give(path) {
  const link = new URL(path, location.href).href;
  return ask({
    title: _("Share this board"),
    body: el("div", { class: "share" }, address(_("Link to this board"), link)),
    actions: [{ label: _("Close"), value: true, kind: "primary" }],
  });
}

/**
 * @param {string} label
 * @param {string} link
 */
const address = (label, link) => [
  el(
    "label",
    { class: "field" },
    el("span", { text: label }),
    el("input", {
      type: "text",
      id: "share-link",
      readOnly: true,
      value: link,
      on: { focus: (event) => event.target.select() },
    }),
  ),
  copying(_("Copy the link"), link, "share-copy"),
];

/**
 * Shows the dialog for sharing a game.
 * @param {Game} game
 */
export async function show(game) {
  let found;
  try {
    found = await game.look("share");
  } catch (error) {
    tell(error.message, "bad");
    return;
  }
  const link = new URL(found.link, location.href).href;
  const board = `${game.path}/board`;
  await ask({
    title: _("Share this game"),
    body: el(
      "div",
      { class: "share" },
      address(_("Link to a game with the same mines"), link),
      game.board?.outcome
        ? el(
            "div",
            { class: "field" },
            el("pre", { id: "share-text", text: found.text }),
            copying(_("Copy the squares"), `${found.text}\n${link}`, "share-copy-text"),
          )
        : null,
      el(
        "div",
        { class: "row" },
        el("a", { class: "button", href: `${board}.png`, download: "minesweeper.png", text: _("Picture (PNG)") }),
        el("a", { class: "button", href: `${board}.svg`, download: "minesweeper.svg", text: _("Picture (SVG)") }),
        navigator.share
          ? el("button", {
              type: "button",
              class: "button",
              text: _("Send …"),
              on: { click: () => navigator.share({ text: found.text, url: link }).catch(() => {}) },
            })
          : null,
      ),
    ),
    actions: [{ label: _("Close"), value: true, kind: "primary" }],
  });
}

/**
 * @param {string} label
 * @param {string} text
 * @param {string} id
 */
function copying(label, text, id) {
  /** @param {{target: HTMLElement}} given */
  const click = async ({ target }) => {
    if (await copy(text)) target.textContent = _("Copied");
  };
  return el("button", { type: "button", class: "button", id, text: label, on: { click } });
}
