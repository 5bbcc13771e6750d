/* The coach's review: skill and luck of each guess, and better guesses. */

import { get } from "../api.js";
import { define, el, woven } from "../element.js";
import { rough, whole } from "../numbers.js";
import { _ } from "../text.js";
import { code, drawn, list } from "./code.js";
import { UNKNOWN } from "./codes.js";
import { answerPegs } from "./peg.js";

export class MastermindCoach extends HTMLElement {
  #shown = "";
  left = ""; // Number of codes that the last guess has left.

  /**
   * Fetches and shows the review of a game, once for the same turns.
   * @param {string} id
   * @param {CodeGame} inner
   */
  async show(id, inner) {
    const key = `${id} ${inner.outcome} ${JSON.stringify(inner.turns)}`;
    if (key === this.#shown) return;
    this.#shown = key;
    if (inner.turns.length === 0) {
      this.replaceChildren(el("p", { class: "quiet" }, _("There are no guesses to review.")));
      return;
    }
    this.setAttribute("aria-busy", "true");
    try {
      const review = await get(`/api/games/${id}/review`);
      if (key === this.#shown) this.#draw(review, inner.board);
    } catch (error) {
      this.#shown = "";
      this.replaceChildren(el("p", { class: "quiet" }, error.message));
    } finally {
      this.removeAttribute("aria-busy");
    }
  }

  forget() {
    this.#shown = "";
    this.left = "";
    this.replaceChildren();
  }

  /**
   * @param {Review} review
   * @param {CodeBoard} board
   */
  #draw(review, board) {
    const last = review.moves.at(-1);
    const codes = review.moves.flatMap((move) => [move.action, move.best]);
    this.left = last?.left == null ? "" : last.left_exact ? whole(last.left) : rough(last.left);
    this.replaceChildren(
      el("div", { class: "totals" }, gauge(_("Skill"), review.skill, "skill"), gauge(_("Luck"), review.luck, "luck")),
      list(review.sentences ?? [], codes, board),
      el(
        "ol",
        { class: "moves" },
        ...review.moves.map((move) =>
          el(
            "li",
            {},
            el(
              "span",
              { class: "made" },
              code(move.action, board),
              move.feedback === UNKNOWN ? UNKNOWN : answerPegs(move.feedback, board),
              move.left === null
                ? ""
                : el("span", { class: "left" }, `→ ${move.left_exact ? whole(move.left) : rough(move.left)}`),
            ),
            el(
              "span",
              { class: "gauges" },
              gauge(_("Skill"), move.skill, "skill"),
              gauge(_("Luck"), move.luck, "luck"),
            ),
            move.best && move.best !== move.action
              ? el("span", { class: "better" }, woven(_("Best: {code}"), { code: code(move.best, board) }))
              : "",
            el("span", { class: "sentence" }, ...drawn(move.sentence, codes, board)),
          ),
        ),
      ),
    );
  }
}

/**
 * Draws a number from 0 to 100 as a bar with a label.
 * @param {string} name
 * @param {number | null} value
 * @param {string} kind
 */
function gauge(name, value, kind) {
  const fill = el("span", { class: "fill", style: { "--part": value === null ? 0 : value / 100 } });
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, fill);
  return el(
    "span",
    { class: `gauge ${kind}` },
    el("span", { class: "name" }, name),
    bar,
    el("span", { class: "value" }, value === null ? "–" : String(value)),
  );
}

define("mastermind-coach", MastermindCoach);
