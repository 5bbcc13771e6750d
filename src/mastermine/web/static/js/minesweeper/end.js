// The end of a game: what happened in words, and ways to look back.

import { el } from "../element.js";
import { tell } from "../page.js";
import { _, ngettext } from "../text.js";
import { exact, time } from "./time.js";

export class End {
  constructor(play) {
    this.play = play;
    const { state } = play.game;
    const board = play.game.board;
    const won = board.outcome === "won";
    const people = Boolean(state.players);
    this.lines = won || board.cleared ? wonLines(board) : lostLines(board);
    const title = titleOf(board);
    this.words = [`${title}.`, ...this.lines].join(" ");
    const button = (id, text, action, kind = "") => el("button", { type: "button", class: `button ${kind}`, id, text, on: { click: action } });
    this.more = el("div", { class: "more" });
    this.element = el("section", { class: "card end", id: "end", dataset: { outcome: board.outcome }, "aria-labelledby": "end-title" },
      el("h2", { id: "end-title", text: title }),
      this.lines.map((text) => el("p", { text })),
      board.loss?.better && board.loss.better !== board.loss.cell
        ? button("end-better", _("Show {cell}", { cell: board.loss.better }), () => this.#better(board.loss), "small") : null,
      el("div", { class: "row" },
        button("end-again", _("New game"), () => play.app.again(), "primary"),
        !won && board.can_undo ? button("end-undo", _("Take it back"), () => play.send("undo")) : null),
      el("div", { class: "row" },
        button("end-review", _("Review"), () => this.review()),
        button("end-replay", _("Replay"), () => play.replay()),
        people ? null : button("end-share", _("Share"), async () => (await import("./share.js")).show(play.game)),
        el("a", { class: "button", id: "end-save", href: `${play.game.path}/save`, download: "", text: _("Save") })),
      this.more);
  }

  #better({ cell, better }) {
    this.play.field.marks = { hint: [better], bad: [cell] };
    this.play.field.show(better);
  }

  /** What each click was worth; a row leads to its moment. */
  async review() {
    this.more.replaceChildren(el("p", { class: "muted", text: _("Looking back …"), role: "status" }));
    let found;
    try {
      found = await this.play.game.look("review");
    } catch (error) {
      this.more.replaceChildren();
      tell(error.message, "bad");
      return;
    }
    const points = (value) => (value === null || value === undefined ? "–" : String(value));
    const rows = found.moves.map((move, i) => el("li", { class: rank(move), dataset: { move: i } },
      el("button", { type: "button", on: { click: () => this.#moment(move) } },
        el("span", { class: "move" }, el("b", { class: "mono", text: move.action }), " ", kind(move)),
        el("span", { class: "points number" },
          el("span", { title: _("skill") }, meter(move.skill), points(move.skill)),
          el("span", { title: _("luck"), text: points(move.luck) }))),
      el("p", { text: move.sentence })));
    const guesses = found.moves.filter((move) => move.risk > 0 || move.skill !== 99);
    const all = el("input", { type: "checkbox", id: "review-all", on: { change: () => list.classList.toggle("brief", !all.checked) } });
    const list = el("ol", { class: "moves brief", id: "review" }, rows);
    this.more.replaceChildren(el("div", {},
      el("h3", { id: "review-title", tabindex: "-1", text: _("Review") }),
      el("dl", { class: "totals" },
        total(_("Skill"), points(found.skill)), total(_("Luck"), points(found.luck)),
        found.guesses === undefined ? null : total(_("Guesses"), points(found.guesses))),
      (found.sentences ?? []).map((text) => el("p", { text })),
      el("label", { class: "choice" }, all, el("span", { text: _("All clicks, also the certain ones") })),
      guesses.length ? null : el("p", { class: "muted small", text: _("Every click was certain, and the best.") }),
      el("div", { class: "heads small muted", "aria-hidden": "true" }, el("span", { text: _("click") }), el("span", { text: _("skill, luck") })),
      list));
    this.more.querySelector("h3").focus();
  }

  async #moment(move) {
    await this.play.replay({ cell: move.action, best: move.best });
  }
}

/** Only clicks that tell something are shown at first. */
const rank = (move) => (move.risk > 0 || (move.skill ?? 99) < 99 ? "notable" : "certain");

function kind(move) {
  if (!(move.risk > 0)) return el("span", { class: "tag good", text: _("safe") });
  if (move.risk === 1) return el("span", { class: "tag bad", text: _("certainly a mine") });
  const risk = exact(move.risk);
  if (move.necessary) return el("span", { class: "tag", text: _("forced guess, {risk} %", { risk }) });
  return el("span", { class: "tag bad", text: _("needless guess, {risk} %", { risk }) });
}

const meter = (value) => (value === null || value === undefined ? null : el("span", { class: "meter", style: { "--value": `${value}%` }, "aria-hidden": "true" }));
const total = (name, value) => el("div", {}, el("dt", { text: name }), el("dd", { class: "number", text: value }));

function wonLines(board) {
  return [
    ngettext("{n} click.", "{n} clicks.", board.clicks),
    board.hints ? ngettext("Helped {n} time.", "Helped {n} times.", board.hints) : _("Without any help."),
    ...(board.undos ? [ngettext("{n} move taken back.", "{n} moves taken back.", board.undos)] : []),
  ];
}

function titleOf(board) {
  if (board.outcome === "won") return _("Won in {time}", { time: time(board.seconds) });
  if (board.cleared) return _("Cleared, after a mine that was taken back");
  return board.given_up ? _("Given up") : _("Lost: that was a mine");
}

function lostLines(board) {
  const { loss } = board;
  if (!loss) return [];
  const lines = [
    loss.risk === 1 ? _("{cell} was certain to be a mine.", { cell: loss.cell })
      : _("The risk at {cell} was {risk} %.", { cell: loss.cell, risk: exact(loss.risk) }),
  ];
  const better = loss.better_risk ?? null;
  if (loss.better && loss.better !== loss.cell) {
    if (better === 0) lines.push(_("There was a safe cell: {cell}.", { cell: loss.better }));
    else if (better !== null && better < loss.risk) lines.push(_("The best guess was {cell}, with {risk} %.", { cell: loss.better, risk: exact(better) }));
    else lines.push(_("No cell was safer; bad luck."));
  } else lines.push(_("It was the best guess there was; bad luck."));
  if (better === 0) lines.push(...(loss.reasons ?? []));
  const wrong = board.wrong_flags?.length ?? 0;
  if (wrong) lines.push(ngettext("{n} flag was wrong.", "{n} flags were wrong.", wrong));
  return lines;
}
