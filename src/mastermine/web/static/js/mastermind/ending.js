/* The desk at the end of a game, or while the answers contradict each other. */

import { address } from "../addresses.js";
import { button, el } from "../element.js";
import "../ending/next.js";
import { results } from "../ending/results.js";
import { _ } from "../text.js";
import { code } from "./code.js";
import { nameOf } from "./codes.js";
import { peg } from "./peg.js";

/**
 * Shows the outcome or the contradiction on the desk.
 * @param {MastermindPlay} play
 * @param {Stage} stage
 */
export function showEnd(play, stage) {
  const { inner, result } = play;
  if (!inner) return;
  const { contradiction, ending, help, code: label } = inner.messages;
  const tellButton = button("tell", _("Reveal my code"), () => play.revealCode());
  if (stage === "trouble") {
    result.className = "desk result trouble";
    result.replaceChildren(
      ...contradiction.map((text, i) => el(i ? "p" : "h2", {}, text)),
      el("p", {}, _("Click an answer to correct it. To find the wrong one, reveal your code.")),
      el("div", { class: "acts" }, tellButton),
    );
    return;
  }
  const [title, ...lines] = [...ending, ...help];
  result.className = `desk result ${inner.outcome === "won" || inner.mode === "person" ? "good" : "sad"}`;
  result.replaceChildren(
    el("h2", { tabindex: "-1", id: "result-title" }, title),
    ...lines.map((text) => el("p", {}, text)),
    inner.secret ? el("p", {}, label, " ", code(inner.secret, inner.board)) : "",
    play.game.daily ? el("mm-next", {}) : "",
    el(
      "div",
      { class: "acts" },
      inner.mode === "person" && !inner.told && inner.outcome === "lost" ? tellButton : "",
      play.game.daily ? "" : button("again", _("Play again"), () => play.moves.again(), "primary"),
      play.contest ? "" : button("end-share", _("Share"), () => play.share()),
      button("show-replay", _("Replay"), async () => (await import("./replay.js")).replay(play)),
      button("show-coach", _("Review with the coach"), () => openCoach(play)),
      button("other", _("Another game"), () => play.leave()),
    ),
    counted(play, inner),
  );
}

/**
 * Opens the coach, which is on the page of the game.
 * @param {MastermindPlay} play
 */
function openCoach(play) {
  if (play.embedded) location.assign(address(play.game));
  else play.parts.openCoach();
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
 * Shows the results with this game among them, where it counts.
 * @param {MastermindPlay} play
 * @param {CodeGame} inner
 */
function counted(play, inner) {
  const place = el("div", {});
  if (inner.mode === "person" || play.contest) return place;
  const marked = inner.outcome === "won" ? inner.turns.length : null;
  results(play.game, marked).then(
    (shown) => place.replaceChildren(shown),
    () => {}, // Without a connection there are no results.
  );
  return place;
}
