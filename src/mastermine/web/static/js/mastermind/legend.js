/* The legend of the answers, with a link to the lesson. */

import { lessonAddress } from "../addresses.js";
import { define, el } from "../element.js";
import { answerMarks } from "../pegs.js";
import { _ } from "../text.js";
import { markWords } from "./codes.js";

/**
 * For each kind of mark, an answer with only this mark.
 * @type {Record<string, Answer>}
 */
const ALONE = {
  black: { black: 1 },
  white: { black: 0, white: 1 },
  right: { right: [true] },
  wrong: { right: [false] },
};

export class MastermindLegend extends HTMLElement {
  /**
   * Shows the legend for a board.
   * @param {CodeBoard} board
   */
  show(board) {
    if (this.dataset.answer === board.answer) return;
    this.dataset.answer = board.answer;
    const meanings = markWords(board).map(([kind, words]) => el("span", {}, answerMarks(ALONE[kind], 1), words));
    this.replaceChildren(
      el("p", {}, meanings),
      el(
        "a",
        { class: "button small", href: lessonAddress("rules"), "aria-label": _("Lesson: black and white pegs") },
        _("Lesson"),
      ),
    );
  }
}

define("mastermind-legend", MastermindLegend);
