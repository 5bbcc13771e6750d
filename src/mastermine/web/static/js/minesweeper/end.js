// The outcome of a game, with review, replay and sharing.

import { button, el, find } from "../element.js";
import { time } from "../numbers.js";
import { _, ngettext } from "../text.js";
import { exact } from "./chance.js";

export class End {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    const { state } = play.game;
    const board = play.game.board;
    const won = board.outcome === "won";
    const people = Boolean(state.players);
    this.lines = won || board.cleared ? wonLines(board) : lostLines(board);
    const title = titleOf(board);
    this.words = [`${title}.`, ...this.lines].join(" ");
    this.more = el("div", { class: "more" });
    this.element = el(
      "section",
      { class: "card end", id: "end", dataset: { outcome: board.outcome ?? "" }, "aria-labelledby": "end-title" },
      el("h2", { id: "end-title", text: title }),
      this.lines.map((text) => el("p", { text })),
      board.loss?.better && board.loss.better !== board.loss.cell
        ? button(
            "end-better",
            _("Show {cell}", { cell: board.loss.better }),
            () => board.loss && this.#better(board.loss),
            "small",
          )
        : null,
      el(
        "div",
        { class: "row" },
        button("end-again", _("New game"), () => play.app.again(), "primary"),
        !won && board.can_undo ? button("end-undo", _("Undo it"), () => play.send("undo")) : null,
      ),
      el(
        "div",
        { class: "row" },
        button("end-review", _("Review"), async () => {
          const { review } = await import("./review.js");
          if (await review(play, this.more)) find(this.more, "h3").focus();
        }),
        button("end-replay", _("Replay"), () => play.replay()),
        people ? null : button("end-share", _("Share"), async () => (await import("./share.js")).show(play.game)),
        el("a", { class: "button", id: "end-save", href: `${play.game.path}/save`, download: "", text: _("Save") }),
      ),
      this.more,
    );
  }

  /** @param {Loss} given */
  #better({ cell, better }) {
    if (!better) return;
    this.play.field.marks = { hint: [better], bad: [cell] };
    this.play.field.show(better);
  }
}

/** @param {FieldView} board */
function wonLines(board) {
  return [
    ngettext("{n} click.", "{n} clicks.", board.clicks ?? 0),
    board.hints ? ngettext("{n} hint.", "{n} hints.", board.hints) : _("No help used."),
    ...(board.undos ? [ngettext("{n} undo.", "{n} undos.", board.undos)] : []),
  ];
}

/** @param {FieldView} board */
function titleOf(board) {
  if (board.outcome === "won") return _("Won in {time}", { time: time(board.seconds) });
  if (board.cleared) return _("Cleared, but you hit a mine before");
  return board.given_up ? _("You gave up") : _("Lost: that was a mine");
}

/** @param {FieldView} board */
function lostLines(board) {
  const { loss } = board;
  if (!loss) {
    const left = [...board.board].filter((sign) => sign === "#").length - board.mines;
    return left > 0 ? [ngettext("{n} safe cell was left.", "{n} safe cells were left.", left)] : [];
  }
  const lines = [
    loss.risk === 1
      ? _("{cell} was certainly a mine.", { cell: loss.cell })
      : _("The risk at {cell} was {risk} %.", { cell: loss.cell, risk: exact(loss.risk) }),
  ];
  const better = loss.better_risk ?? null;
  if (loss.better && loss.better !== loss.cell) {
    if (better === 0) lines.push(_("There was a safe cell: {cell}.", { cell: loss.better }));
    else if (better !== null && better < loss.risk)
      lines.push(_("The best guess was {cell}, with {risk} %.", { cell: loss.better, risk: exact(better) }));
    else lines.push(_("No cell was safer; bad luck."));
  } else lines.push(_("It was the best guess; bad luck."));
  if (better === 0) lines.push(...(loss.reasons ?? []));
  const wrong = board.wrong_flags?.length ?? 0;
  if (wrong) lines.push(ngettext("{n} flag was wrong.", "{n} flags were wrong.", wrong));
  return lines;
}
