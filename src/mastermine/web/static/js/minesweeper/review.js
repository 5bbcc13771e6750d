// The review of each click; during a game, it counts as help.

import { el } from "../element.js";
import { tell } from "../page.js";
import { _, pgettext } from "../text.js";

/**
 * Shows the review of a game in `place`; each row opens its moment in the replay. Resolves to false on an error.
 * @param {Play} play
 * @param {HTMLElement} place
 */
export async function review(play, place) {
  place.replaceChildren(el("p", { class: "muted", text: _("Reviewing …") }));
  /** @type {Review} */
  let found;
  try {
    found = await play.game.look("review");
    if (!play.game.board.outcome) await play.game.refresh(); // The help was counted.
  } catch (error) {
    place.replaceChildren();
    tell(error.message, "bad");
    return false;
  }
  /** @param {number | null | undefined} value */
  const points = (value) => (value === null || value === undefined ? "–" : String(value));
  const rows = found.moves.map((move, i) =>
    el(
      "li",
      { class: move.notable ? "notable" : "certain", dataset: { move: i } },
      el(
        "button",
        { type: "button", on: { click: () => play.replay({ cell: move.action, best: move.best }) } },
        el("span", { class: "move" }, el("b", { class: "mono", text: move.action }), " ", tag(move)),
        el(
          "span",
          { class: "points number" },
          el("span", { title: _("skill") }, meter(move.skill), points(move.skill)),
          el("span", { title: _("luck"), text: points(move.luck) }),
        ),
      ),
      el("p", { text: move.sentence }),
    ),
  );
  /** @type {HTMLInputElement} */
  const all = el("input", {
    type: "checkbox",
    id: "review-all",
    on: { change: () => list.classList.toggle("brief", !all.checked) },
  });
  const list = el("ol", { class: "moves brief", id: "review" }, rows);
  place.replaceChildren(
    el(
      "div",
      {},
      el("h3", { id: "review-title", tabindex: "-1", text: _("Review") }),
      el(
        "dl",
        { class: "totals" },
        total(_("Skill"), points(found.skill)),
        total(_("Luck"), points(found.luck)),
        found.guesses === undefined ? null : total(pgettext("clicks at random", "Guesses"), points(found.guesses)),
      ),
      (found.sentences ?? []).map((text) => el("p", { text })),
      el("label", { class: "choice" }, all, el("span", { text: _("Show all clicks, including certain ones") })),
      found.moves.some((move) => move.notable)
        ? null
        : el("p", { class: "muted small", text: _("Every click was certain and the best.") }),
      el(
        "div",
        { class: "heads small muted", "aria-hidden": "true" },
        el("span", { text: _("click") }),
        el("span", { text: _("skill, luck") }),
      ),
      list,
    ),
  );
  return true;
}

/** @param {ReviewedMove} move */
function tag({ risk, necessary, kind }) {
  const worth = !risk ? "good" : risk === 1 || !necessary ? "bad" : null;
  return el("span", { class: ["tag", worth], text: kind });
}

/** @param {number | null | undefined} value */
const meter = (value) =>
  value === null || value === undefined
    ? null
    : el("span", { class: "meter", style: { "--value": `${value}%` }, "aria-hidden": "true" });
/**
 * @param {string} name
 * @param {string} value
 */
const total = (name, value) => el("div", {}, el("dt", { text: name }), el("dd", { class: "number", text: value }));
