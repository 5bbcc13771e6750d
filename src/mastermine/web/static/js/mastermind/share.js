/* Sharing: a link, a grid of signs, a picture, the saved game. */

import { get } from "../api.js";
import { copy } from "../copy.js";
import { button, el } from "../element.js";
import { tell } from "../page.js";
import { _ } from "../text.js";

/**
 * The buttons for a game.
 * @param {string} id
 */
export function shareButtons(id) {
  const path = `/api/games/${id}`;
  return [
    button("copy-link", _("Copy the link"), () => told(copyLink(path))),
    button("copy-text", _("Copy as text"), () => told(copyText(path))),
    download(`${path}/board.png`, _("Picture (PNG)"), "png"),
    download(`${path}/board.svg`, _("Picture (SVG)"), "svg"),
    download(`${path}/save`, _("Save as a file"), "save"),
  ];
}

/** @param {string} path */
async function copyLink(path) {
  const { link } = await get(`${path}/share`);
  if (await copy(new URL(link, location.origin).href)) tell(_("The link is copied: it begins the same game."), "good");
}

/** @param {string} path */
async function copyText(path) {
  const { link, text } = await get(`${path}/share`);
  const whole = text.includes("/mastermind?") ? text : `${text}\n${new URL(link, location.origin).href}`;
  if (await copy(whole)) tell(_("The game is copied as text: it shows how it went, and no code."), "good");
}

/**
 * What goes wrong is told.
 * @param {Promise<void>} work
 */
async function told(work) {
  try {
    await work;
  } catch (error) {
    tell(error.message, "bad");
  }
}

/**
 * @param {string} href
 * @param {string} label
 * @param {string} kind
 */
function download(href, label, kind) {
  return el("a", { class: "button", href, download: "", dataset: { download: kind } }, label);
}
