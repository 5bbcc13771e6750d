/* The end of a game on the desk, and answers that contradict each other. */

import { button, el } from "../element.js";
import { _, ngettext } from "../text.js";
import { codeWords, nameOf } from "./codes.js";
import { peg } from "./peg.js";

/**
 * Show on the desk of `play` how the game ended, or that the answers cannot all be right.
 * @param {MastermindPlay} play
 * @param {Stage} stage
 */
export function showEnd(play, stage) {
  const { inner, result } = play;
  if (!inner) return;
  const tellButton = button("tell", _("Reveal my code"), () => play.tellCode());
  if (stage === "trouble") {
    result.className = "desk result trouble";
    result.replaceChildren(
      el("h2", {}, _("The answers contradict each other")),
      el("p", {}, _("Click the answer that is wrong to correct it. If you cannot see which: tell your code.")),
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
      button("show-coach", _("Look back with the coach"), () => play.parts.openCoach()),
      button("other", _("Another game"), () => play.leave()),
    ),
  );
}

/**
 * Whether the answers go with the code that was told.
 * @param {[number, string][]} told
 */
export function checkedWords(told) {
  return told.length === 0
    ? _("All your answers were right.")
    : _("Some answers do not go with your code: see the rows.");
}

/**
 * The row for a code that is told stands on the desk: the board may be full.
 * @param {MastermindPlay} play
 * @param {boolean} wanted
 */
export function tellRow(play, wanted) {
  const { desk, draft, board } = play;
  const row = desk.querySelector(".told-row");
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement && row?.contains(focused) ? focused.dataset.place : undefined;
  row?.remove();
  if (!wanted) return;
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
 * How a game ended: `{title, text, good}`.
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
          text: _("Tell your code, and all answers are checked."),
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
  const suits = game.mode === "adversary" && code;
  const text = suits ? _("A code that fits all answers is {code}.", { code }) : was;
  if (game.solved) {
    return { title: _("Found, after the code was seen"), text: _("The game counts as lost."), good: false };
  }
  return {
    title: game.given_up ? _("Given up") : _("No guesses are left"),
    text,
    good: false,
  };
}
