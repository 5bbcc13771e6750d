// Opens a saved game or a link to a game.

import { post } from "../api.js";
import { el } from "../element.js";
import { say } from "../page.js";
import { savedGame } from "../setup/file.js";
import { address } from "../setup/levels.js";
import { _ } from "../text.js";

/** Creates the section with both. */
export function elsewhere() {
  const wrong = el("p", { class: "error", id: "elsewhere-wrong", hidden: true });
  const link = el("input", {
    type: "text",
    id: "link",
    autocomplete: "off",
    spellcheck: false,
    required: true,
    placeholder: "/mastermind?rules=4x6&seed=hello",
  });
  const button = el("button", { class: "button", text: _("Play") });
  /** @param {{rules: string, id: string}} game */
  const opened = (game) => location.assign(address(game));
  /** @param {string} message */
  const failed = (message) => {
    wrong.textContent = message;
    wrong.hidden = false;
    say(message);
  };
  /** @param {Event} event */
  const follow = async (event) => {
    event.preventDefault();
    wrong.hidden = true;
    button.disabled = true;
    try {
      opened(await post("/api/games", { link: link.value.trim() }));
    } catch (error) {
      failed(error.message);
    }
    button.disabled = false;
  };
  return el(
    "section",
    { class: "card elsewhere", "aria-labelledby": "elsewhere" },
    el("h2", { id: "elsewhere", text: _("Open a game") }),
    el(
      "form",
      { class: "field", id: "open-link", on: { submit: follow } },
      el("label", { htmlFor: "link", text: _("Link to a game") }),
      el("div", { class: "with-button" }, link, button),
    ),
    el("p", { class: "or" }, savedGame({ opened, failed })),
    wrong,
  );
}
