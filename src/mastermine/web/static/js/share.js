// Sharing a game: its result in squares, a link to the same game, pictures and the file.

import { get } from "./api.js";
import { copy } from "./copy.js";
import { el } from "./element.js";
import { ask, tell } from "./page.js";
import { style } from "./style.js";
import { _ } from "./text.js";

/** Signs of the server's text, by the kind of mark that is drawn for them: not every system has the signs. */
const MARKS = new Map([
  ["🟩", "sure"],
  ["🟨", "guessed"],
  ["💥", "hit"],
  ["🟦", "opened"],
  ["🟢", "right"],
  ["⚪", "colour"],
  ["➖", "none"],
]);

let loading = false;

/**
 * Shows the dialog for sharing a game.
 * @param {string} id
 */
export async function share(id) {
  if (loading) return;
  const path = `/api/games/${id}`;
  let found;
  loading = true;
  try {
    [found] = await Promise.all([get(`${path}/share`), style("share")]);
  } catch (error) {
    tell(error.message, "bad");
    return;
  } finally {
    loading = false;
  }
  const link = new URL(found.link, location.href).href;
  const sends = "share" in navigator;
  const text = `${found.text}\n${link}`;
  await ask({
    title: _("Share this game"),
    body: el(
      "div",
      { class: "sharing" },
      preview(found.text),
      el(
        "div",
        { class: "row" },
        sends
          ? el("button", {
              type: "button",
              class: "button primary",
              id: "share-send",
              text: _("Send …"),
              on: { click: () => navigator.share({ text: found.text, url: link }).catch(() => {}) },
            })
          : null,
        copying(_("Copy as text"), text, "copy-text", sends ? "" : "primary"),
      ),
      el(
        "label",
        { class: "field" },
        el("span", { text: _("Link to the same game") }),
        el("input", {
          type: "text",
          id: "share-link",
          readOnly: true,
          value: link,
          on: { focus: (event) => event.target.select() },
        }),
      ),
      copying(_("Copy the link"), link, "copy-link"),
      el(
        "div",
        { class: "row" },
        download(`${path}/board.png`, _("Picture (PNG)"), "png"),
        download(`${path}/board.svg`, _("Picture (SVG)"), "svg"),
        download(`${path}/save`, _("Save as a file"), "save"),
      ),
    ),
    actions: [{ label: _("Close"), value: true }],
  });
}

/**
 * Draws the text that is shared.
 * @param {string} text
 */
function preview(text) {
  return el(
    "div",
    { class: "shared", id: "share-text" },
    text.split("\n").map((line) => {
      const signs = [...line];
      if (!signs.some((sign) => MARKS.has(sign))) return el("p", { text: line });
      return el(
        "p",
        { class: "signs", "aria-hidden": "true" },
        signs.map((sign) => {
          const mark = MARKS.get(sign);
          return mark ? el("span", { class: ["sign", mark] }) : sign;
        }),
      );
    }),
  );
}

/**
 * @param {string} label
 * @param {string} text
 * @param {string} id
 * @param {string} kind
 */
function copying(label, text, id, kind = "") {
  /** @param {{target: HTMLElement}} given */
  const click = async ({ target }) => {
    if (await copy(text)) target.textContent = _("Copied");
  };
  return el("button", { type: "button", class: ["button", kind], id, text: label, on: { click } });
}

/**
 * @param {string} href
 * @param {string} label
 * @param {string} kind
 */
function download(href, label, kind) {
  return el("a", { class: "button small", href, download: "", dataset: { download: kind }, text: label });
}
