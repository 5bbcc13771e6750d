// A game shown again on its own field: a slider, play and pause, three speeds.

import { el } from "../element.js";
import { say, tell } from "../page.js";
import { _ } from "../text.js";
import { boardOf, signs } from "./game.js";

const SPEEDS = { slow: 1200, normal: 500, fast: 150 };

export class Replay {
  #timer = null;

  /** On the field of `play`; `left` is called when it is closed. */
  constructor(play, left) {
    Object.assign(this, { play, left, at: 0, frames: [] });
    const button = (id, text, label, action) =>
      el("button", { type: "button", class: "button", id, text, "aria-label": label, title: label, on: { click: action } });
    this.slider = el("input", { type: "range", id: "replay-slider", min: 0, value: 0, "aria-label": _("Move"), on: { input: () => this.go(Number(this.slider.value)) } });
    this.toggle = button("replay-play", "▶", _("Play"), () => (this.#timer ? this.pause() : this.run()));
    this.speed = el("select", { id: "replay-speed", "aria-label": _("Speed") },
      el("option", { value: "slow", text: _("slow") }),
      el("option", { value: "normal", text: _("normal"), selected: true }),
      el("option", { value: "fast", text: _("fast") }));
    this.where = el("output", { class: "number", id: "replay-where" });
    this.element = el("section", { class: "replay", "aria-label": _("Replay") },
      el("div", { class: "row" },
        button("replay-back", "◀︎", _("One move back"), () => this.go(this.at - 1)),
        this.toggle,
        button("replay-next", "▶︎|", _("One move on"), () => this.go(this.at + 1)),
        this.speed, this.where,
        button("replay-close", _("Close"), _("Close the replay"), () => this.close())),
      this.slider);
  }

  async open() {
    try {
      this.frames = (await this.play.game.look("replay")).frames.map((frame) => boardOf(frame));
    } catch (error) {
      tell(error.message, "bad");
      this.left();
      return;
    }
    this.slider.max = this.frames.length - 1;
    this.play.field.readonly = true;
    this.play.field.after(this.element);
  }

  /** Show a moment: the number of a frame, or the one before the click on a `cell`. */
  go(to) {
    if (!this.frames.length) return;
    let marks = null;
    if (typeof to === "object") {
      this.pause();
      marks = { ...(to.best && to.best !== to.cell && { safe: [to.best] }), hint: [to.cell] };
      to = this.#before(to.cell);
    }
    if (to < 0 || to >= this.frames.length) return;
    this.at = to;
    const frame = this.frames[to];
    const { field } = this.play;
    const flags = new Set(frame.wrong_flags ?? []);
    field.chances = null;
    field.board = signs(frame);
    field.flags = frame.flags.filter((cell) => !flags.has(cell));
    field.marks = marks;
    if (marks) field.show(marks.hint[0]);
    this.slider.value = to;
    this.where.textContent = `${to} / ${this.frames.length - 1}`;
    this.slider.setAttribute("aria-valuetext", _("move {n} of {all}", { n: to, all: this.frames.length - 1 }));
    this.play.mines.show(String(frame.mines_left), _("mines left"));
    if (marks) say(_("before the click on {cell}", { cell: marks.hint[0] }));
  }

  run() {
    if (this.at >= this.frames.length - 1) this.go(0);
    this.toggle.textContent = "❚❚";
    this.toggle.setAttribute("aria-label", _("Pause"));
    const tick = () => {
      this.go(this.at + 1);
      if (this.at >= this.frames.length - 1) this.pause();
      else this.#timer = setTimeout(tick, SPEEDS[this.speed.value]);
    };
    this.#timer = setTimeout(tick, SPEEDS[this.speed.value]);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.toggle.textContent = "▶";
    this.toggle.setAttribute("aria-label", _("Play"));
  }

  /** Take it off the page. */
  stop() {
    this.pause();
    this.element.remove();
  }

  close() {
    this.stop();
    this.play.field.marks = null;
    this.left();
    this.play.side.querySelector("#end-replay")?.focus();
  }

  /** The frame before the click that opened a cell, or that hit the mine in it. */
  #before(cell) {
    const [x, y] = cell.split(",").map(Number);
    const open = (frame) => frame.board.split("\n")[y][x] !== "#" || frame.fatal === cell;
    const first = this.frames.findIndex(open);
    return Math.max(0, (first < 0 ? this.frames.length : first) - 1);
  }
}
