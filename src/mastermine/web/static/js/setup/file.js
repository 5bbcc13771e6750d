// Opens a saved game, or a game that another program recorded.

import { post } from "../api.js";
import { address } from "../addresses.js";
import { el } from "../element.js";
import { ask, tell } from "../page.js";
import { _, ngettext } from "../text.js";

const KINDS = ".json,.mastermine,.rawvf,.avf,.evf,.rmv,.mvf,.txt,application/json,text/plain";

/**
 * Creates the button; it calls `opened(game)` or `failed(message)`.
 * @param {{opened: (game: any) => void, failed: (message: string) => void}} given
 */
export function savedGame({ opened, failed }) {
  const input = el("input", {
    type: "file",
    id: "load",
    class: "visually-hidden",
    accept: KINDS,
    on: { change: () => load() },
  });
  const load = async () => {
    const file = input.files?.[0];
    if (!file || input.disabled) return;
    input.disabled = true;
    try {
      opened(await read(file));
    } catch (error) {
      failed(error.message);
    }
    input.disabled = false;
    input.value = "";
  };
  return el("label", { class: "button file" }, input, _("Open a saved or recorded game …"));
}

/**
 * Opens a file that was dropped on a page; of several, lists the games. Says which of them are no games.
 * @param {File[]} files
 */
export async function dropped(files) {
  /** @type {{name: string, game: any}[]} */
  const games = [];
  for (const file of files) {
    try {
      games.push({ name: file.name, game: await read(file) });
    } catch (error) {
      tell(error.message, "bad");
    }
  }
  if (games.length === 1) location.href = address(games[0].game);
  if (games.length < 2) return;
  const list = games.map(({ name, game }) =>
    el("li", {}, el("a", { href: address(game), text: name }), game.outcome ? ` – ${OUTCOMES()[game.outcome]}` : ""),
  );
  const title = ngettext("{n} game", "{n} games", games.length);
  ask({ title, body: el("ul", { id: "dropped" }, list), actions: [{ label: _("Close"), value: null }] });
}

/** @returns {Record<string, string>} */
const OUTCOMES = () => ({ won: _("won"), lost: _("lost") });

/**
 * Returns the game in a file. Throws an Error that names it.
 * @param {File} file
 */
async function read(file) {
  try {
    const bytes = new Uint8Array(await file.arrayBuffer()); // Fails for a folder.
    const text = new TextDecoder().decode(bytes);
    if (/^\s*[{[]/.test(text) || /\.(json|mastermine)$/i.test(file.name))
      return await post("/api/games/load", jsonOf(text));
    return await post("/api/games/recorded", { name: file.name, file: base64(bytes, text) });
  } catch (error) {
    throw new Error(_("{file}: {error}", { file: file.name, error: error.message }));
  }
}

/**
 * Returns the bytes of a file in base64; of RawVF without the movements of the mouse, most of its text.
 * @param {Uint8Array} bytes
 * @param {string} text
 */
function base64(bytes, text) {
  const needed = /^Board:/im.test(text) ? new TextEncoder().encode(text.replace(/^[-.\d]+ mv .*$/gm, "mv")) : bytes;
  let binary = "";
  for (const byte of needed) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * Returns a text if it is a JSON object, else an empty object, which the server refuses as no saved game.
 * @param {string} text
 */
function jsonOf(text) {
  try {
    const found = JSON.parse(text);
    return typeof found === "object" && found && !Array.isArray(found) ? text : {};
  } catch {
    return {};
  }
}
