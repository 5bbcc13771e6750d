// The outcome of a game, with review, replay and sharing.

import { button, el, find } from "../element.js";
import "../ending/next.js";
import { _ } from "../text.js";

export class End {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    const { state } = play.game;
    const board = play.game.board;
    const won = board.outcome === "won";
    const people = Boolean(state.players);
    const { ending = [], help = [] } = board.messages ?? {};
    const [title, ...lines] = [...ending, ...help];
    this.words = ending.join(" ");
    this.more = el("div", { class: "more" });
    const results = el("div", {});
    this.element = el(
      "section",
      { class: "card end", id: "end", dataset: { outcome: board.outcome ?? "" }, "aria-labelledby": "end-title" },
      el("h2", { id: "end-title", text: title }),
      lines.map((text) => el("p", { text })),
      state.daily ? el("mm-next", {}) : null,
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
        people ? null : button("end-share", _("Share"), async () => (await import("../share.js")).share(state.id)),
        !won && board.can_undo ? button("end-undo", _("Undo"), () => play.send("undo")) : null,
      ),
      el(
        "div",
        { class: "row" },
        button("end-review", _("Review"), async () => {
          const { review } = await import("./review.js");
          if (await review(play, this.more)) find(this.more, "h3").focus();
        }),
        button("end-replay", _("Replay"), () => play.replay()),
        el("a", { class: "button", id: "end-save", href: `${play.game.path}/save`, download: "", text: _("Save") }),
      ),
      this.more,
      results,
    );
    if (people) return;
    if (board.recorded) import("./review.js").then(({ review }) => review(play, this.more));
    import("../ending/results.js")
      .then((made) => made.results(state, won ? board.seconds : null))
      .then(
        (made) => results.replaceChildren(made),
        () => {}, // Without a connection there are no results.
      );
  }

  /** @param {Loss} given */
  #better({ cell, better }) {
    if (!better) return;
    this.play.field.marks = { hint: [better], bad: [cell] };
    this.play.field.show(better);
  }
}
