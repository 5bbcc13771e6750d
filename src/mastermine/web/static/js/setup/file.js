// Opens a saved game from a file.

import { post } from "../api.js";
import { el } from "../element.js";
import { _ } from "../text.js";

/**
 * Creates the button; it calls `opened(game)` or `failed(message)`.
 * @param {{opened: (game: any) => void, failed: (message: string) => void}} given
 */
export function savedGame({ opened, failed }) {
  const input = el("input", {
    type: "file",
    id: "load",
    class: "visually-hidden",
    accept: ".json,.mastermine,application/json,text/plain",
    on: { change: () => load() },
  });
  const load = async () => {
    const file = input.files?.[0];
    if (!file || input.disabled) return;
    input.disabled = true;
    try {
      opened(await post("/api/games/load", jsonOf(await file.text())));
    } catch (error) {
      failed(_("{file}: {error}", { file: file.name, error: error.message }));
    }
    input.disabled = false;
    input.value = "";
  };
  return el("label", { class: "button file" }, input, _("Open a saved game …"));
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
