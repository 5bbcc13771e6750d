/* Chooses the desk below the board: the tray, the answer, or the outcome. */

import { _ } from "../text.js";
import { readAnswer } from "./codes.js";

/**
 * Returns true if the player fills a row at this stage.
 * @param {Stage} stage
 */
export function fills(stage) {
  return ["guess", "hide", "tell"].includes(stage);
}

/**
 * Shows the desk for the present stage.
 * @param {MastermindPlay} play
 */
export function showDesk(play) {
  const { stage } = play;
  const answering = stage === "answer" || stage === "correct";
  play.desk.hidden = !fills(stage);
  play.answers.hidden = !answering;
  play.result.hidden = fills(stage) || answering;
  if (fills(stage)) tray(play, stage);
  else if (answering) answer(play, stage);
  else result(play, stage);
  play.ending?.showCodeRow(play, stage === "tell");
}

/**
 * @param {MastermindPlay} play
 * @param {Stage} stage
 */
function tray(play, stage) {
  /** @type {Partial<Record<Stage, string>>} */
  const labels = { guess: _("Confirm"), hide: _("Hide this code"), tell: _("Check my answers") };
  play.desk.update({
    board: play.board,
    draft: play.draft,
    busy: play.busy,
    hold: stage === "guess",
    holding: play.holding,
    peek: stage === "hide",
    peeking: play.peeking,
    label: play.busy ? _("Wait …") : (labels[stage] ?? ""),
    text: play.notice || instruction(play, stage),
    words: play.filling.words,
  });
}

/**
 * Returns the instruction for an empty row.
 * @param {MastermindPlay} given
 * @param {Stage} stage
 */
function instruction({ draft, contest, inner }, stage) {
  if (!draft.empty) return "";
  if (stage === "hide") return contest?.messages.hiding ?? "";
  return stage === "tell" ? (inner?.messages.enter_code ?? "") : "";
}

/**
 * @param {MastermindPlay} play
 * @param {Stage} stage
 */
function answer(play, stage) {
  const { game, inner, correcting, moves } = play;
  if (!inner) return;
  const row = correcting ?? inner.turns.length + 1;
  const code = correcting ? inner.turns[row - 1][0] : (inner.proposal ?? "");
  play.answers.ask({
    key: [game.id, stage, row, code, inner.done, inner.turns.length].join(),
    board: play.board,
    code,
    question: inner.messages.questions?.[row - 1] ?? "",
    refusals: inner.messages.refusals ?? {},
    was: correcting ? readAnswer(inner.turns[row - 1][1]) : null,
    done: (text) => moves.make(correcting ? `correct ${row} ${text}` : `answer ${text}`),
    cancel: correcting ? () => play.correct(null) : null,
    changed: (text) => {
      play.preview = text;
      if (play.stage === "answer") play.drawBoard();
    },
  });
  play.answers.busy = Boolean(play.busy);
}

/**
 * @param {MastermindPlay} play
 * @param {Stage} stage
 */
function result(play, stage) {
  const { game, inner } = play;
  if (!inner) return;
  const key = [game.id, stage, inner.outcome, inner.contradiction, inner.told?.length, inner.secret].join();
  if (play.result.dataset.key === key) return;
  play.result.dataset.key = key;
  play.ending?.showEnd(play, stage);
}
