// Opens a saved game from a file.

import { post } from "../api.js";
import { el } from "../element.js";
import { _ } from "../text.js";

const MOST = 1_000_000;

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
      if (file.size > MOST) throw new Error(_("the file is too large for a saved game"));
      opened(await post("/api/games/load", await file.text()));
    } catch (error) {
      // A file that is not JSON is refused as an invalid request.
      const why = error.status === 422 ? _("the file is not a saved game of mastermine") : error.message;
      failed(_("{file}: {error}", { file: file.name, error: why }));
    }
    input.disabled = false;
    input.value = "";
  };
  return el("label", { class: "button file" }, input, _("Open a saved game …"));
}
