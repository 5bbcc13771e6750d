/* Sharing: link, text, picture, saved game. */

import { get } from "../api.js";
import { copy } from "../copy.js";
import { button, el } from "../element.js";
import { tell } from "../page.js";
import { _ } from "../text.js";

/**
 * Creates the buttons of a game.
 * @param {string} id
 */
export function shareButtons(id) {
  const path = `/api/games/${id}`;
  return [
    button("copy-link", _("Copy the link"), () => reported(copyLink(path))),
    button("copy-text", _("Copy as text"), () => reported(copyText(path))),
    download(`${path}/board.png`, _("Picture (PNG)"), "png"),
    download(`${path}/board.svg`, _("Picture (SVG)"), "svg"),
    download(`${path}/save`, _("Save as a file"), "save"),
  ];
}

/** @param {string} path */
async function copyLink(path) {
  const { link } = await get(`${path}/share`);
  if (await copy(new URL(link, location.origin).href)) tell(_("Copied the link; it starts the same game."), "good");
}

/** @param {string} path */
async function copyText(path) {
  const { link, text } = await get(`${path}/share`);
  const whole = text.includes("/mastermind?") ? text : `${text}\n${new URL(link, location.origin).href}`;
  if (await copy(whole)) tell(_("Copied the game as text, without the code."), "good");
}

/**
 * Shows errors.
 * @param {Promise<void>} work
 */
async function reported(work) {
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
