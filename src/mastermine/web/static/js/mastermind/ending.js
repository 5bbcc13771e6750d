/* The desk at the end of a game, or while the answers contradict each other. */

import { button, el } from "../element.js";
import { _, ngettext } from "../text.js";
import { codeWords, nameOf } from "./codes.js";
import { peg } from "./peg.js";

/**
 * Shows the outcome or the contradiction on the desk.
 * @param {MastermindPlay} play
 * @param {Stage} stage
 */
export function showEnd(play, stage) {
  const { inner, result } = play;
  if (!inner) return;
  const tellButton = button("tell", _("Reveal my code"), () => play.revealCode());
  if (stage === "trouble") {
    result.className = "desk result trouble";
    result.replaceChildren(
      el("h2", {}, _("The answers contradict each other")),
      el("p", {}, _("Click the wrong answer to correct it. To find it, reveal your code.")),
      el("div", { class: "acts" }, tellButton),
    );
    return;
  }
  const { title, text, good } = endWords(inner);
  result.className = `desk result ${good ? "good" : "sad"}`;
  result.replaceChildren(
    el("h2", { tabindex: "-1", id: "result-title" }, title),
    el("p", {}, text),
    inner.told ? el("p", { id: "checked" }, checkedWords(inner.told)) : "",
    el(
      "div",
      { class: "acts" },
      inner.mode === "person" && !inner.told && inner.outcome === "lost" ? tellButton : "",
      play.game.daily ? "" : button("again", _("Play again"), () => play.moves.again(), "primary"),
      button("show-replay", _("Replay"), async () => (await import("./replay.js")).replay(play)),
      button("show-coach", _("Review with the coach"), () => play.parts.openCoach()),
      button("other", _("Another game"), () => play.leave()),
    ),
  );
}

/**
 * Returns a sentence about the check of the answers.
 * @param {[number, string][]} wrong
 */
export function checkedWords(wrong) {
  return wrong.length === 0
    ? _("All your answers were right.")
    : _("Some answers do not match your code; see the rows.");
}

/**
 * Shows or hides the row for the revealed code. It is on the desk, since the board may be full.
 * @param {MastermindPlay} play
 * @param {boolean} visible
 */
export function showCodeRow(play, visible) {
  const { desk, draft, board } = play;
  const row = desk.querySelector(".told-row");
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement && row?.contains(focused) ? focused.dataset.place : undefined;
  row?.remove();
  if (!visible) return;
  const holes = draft.pegs.map((digit, place) =>
    el(
      "button",
      {
        type: "button",
        class: "hole",
        dataset: { place: String(place) },
        "aria-label": _("place {place}: {peg}", { place: place + 1, peg: nameOf(digit, board) }),
        on: { click: () => play.filling.press(place) },
      },
      digit === null ? "" : peg(digit, board),
    ),
  );
  const fresh = el("div", { class: "told-row", role: "group", "aria-label": _("Your code") }, holes);
  desk.insertBefore(fresh, desk.tray);
  if (at !== undefined) holes[Number(at)].focus();
}

/**
 * Returns the outcome of a game as `{title, text, good}`.
 * @param {CodeGame} game
 */
export function endWords(game) {
  const n = game.turns.length;
  const code = game.secret ? codeWords(game.secret, game.board) : "";
  const was = code ? _("The code was {code}.", { code }) : "";
  if (game.mode === "person") {
    return game.outcome === "won"
      ? {
          title: ngettext(
            "The computer found your code in {n} guess",
            "The computer found your code in {n} guesses",
            n,
            { n },
          ),
          text: code,
          good: true,
        }
      : {
          title: _("The computer did not find your code"),
          text: _("Reveal your code to check all answers."),
          good: true,
        };
  }
  if (game.outcome === "won") {
    return {
      title: ngettext("Found in {n} guess", "Found in {n} guesses", n, { n }),
      text: was,
      good: true,
    };
  }
  const possible = game.mode === "adversary" && code;
  const text = possible ? _("A code that is consistent with all answers is {code}.", { code }) : was;
  if (game.solved) {
    return { title: _("Found, but the code was already shown"), text: _("This game counts as a loss."), good: false };
  }
  return {
    title: game.given_up ? _("You gave up") : _("No guesses left"),
    text,
    good: false,
  };
}
