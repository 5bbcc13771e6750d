// Games from elsewhere: a save file, or a link that somebody sent.

import { post } from "../api.js";
import { el } from "../element.js";
import { say } from "../page.js";
import { address } from "../setup/levels.js";
import { _ } from "../text.js";

const MOST = 1_000_000;

/** The section with both. */
export function elsewhere() {
  const wrong = el("p", { class: "error", id: "elsewhere-wrong", hidden: true });
  const link = el("input", { type: "text", id: "link", autocomplete: "off", spellcheck: false, required: true, placeholder: "/mastermind?rules=4x6&seed=hello" });
  const file = el("input", { type: "file", id: "file", class: "visually-hidden", accept: ".json,.mastermine,application/json,text/plain", on: { change: () => open(load) } });

  const open = async (begin) => {
    wrong.hidden = true;
    try {
      location.assign(address(await begin()));
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
      say(error.message);
    }
    file.value = "";
  };
  const load = async () => {
    const [chosen] = file.files;
    if (chosen.size > MOST) throw new Error(_("{name} is too large for a saved game.", { name: chosen.name }));
    return post("/api/games/load", await chosen.text());
  };
  return el(
    "section",
    { class: "card elsewhere", "aria-labelledby": "elsewhere" },
    el("h2", { id: "elsewhere", text: _("From elsewhere") }),
    el(
      "form",
      {
        class: "field",
        id: "open-link",
        on: { submit: (event) => (event.preventDefault(), open(() => post("/api/games", { link: link.value.trim() }))) },
      },
      el("label", { htmlFor: "link", text: _("A link to a game") }),
      el("div", { class: "with-button" }, link, el("button", { class: "button", text: _("Open") })),
    ),
    el("p", { class: "or" }, el("label", { class: "button file" }, file, _("Open a saved game …"))),
    wrong,
  );
}
