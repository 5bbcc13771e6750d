// Replay of a game on its board.

import { say, tell } from "../page.js";
import { Player } from "../replay.js";
import { _ } from "../text.js";
import { spot } from "./field.js";
import { boardOf, signs } from "./game.js";

export class Replay {
  /**
   * Creates a replay on the board of `play`; `closed` is called at its end.
   * @param {Play} play
   * @param {() => void} closed
   */
  constructor(play, closed) {
    this.play = play;
    this.closed = closed;
    this.on = false;
    /** @type {FieldView[]} */
    this.frames = [];
    this.player = new Player({ show: (at) => this.#show(at), closed: () => this.close() });
  }

  async open() {
    this.on = true;
    try {
      this.frames = (await this.play.game.look("replay")).frames.map(boardOf);
    } catch (error) {
      tell(error.message, "bad");
      this.closed();
      return;
    }
    if (!this.on) return;
    this.player.length = this.frames.length - 1;
    this.play.field.readonly = true;
    this.play.field.after(this.player.element);
  }

  /**
   * Shows a moment: the number of a frame, or the frame before the click on a `cell`.
   * @param {Moment} to
   */
  go(to) {
    if (!this.frames.length) return;
    if (typeof to === "number") {
      this.player.go(Math.min(to, this.frames.length - 1));
      return;
    }
    this.player.pause();
    this.player.go(this.#before(to.cell));
    const { field } = this.play;
    field.marks = { ...(to.best && to.best !== to.cell && { safe: [to.best] }), hint: [to.cell] };
    field.show(to.cell);
    say(_("before the click on {cell}", { cell: to.cell }));
  }

  /** @param {number} at */
  #show(at) {
    this.play.app.reviewed?.(at);
    const frame = this.frames[at];
    const { field } = this.play;
    const flags = new Set(frame.wrong_flags ?? []);
    field.chances = null;
    field.board = signs(frame);
    field.flags = frame.flags.filter((cell) => !flags.has(cell));
    field.marks = null;
    this.play.mines.show(String(frame.mines_left), _("mines left"));
  }

  /** Removes the controls. */
  stop() {
    this.on = false;
    this.player.stop();
  }

  close() {
    this.stop();
    this.play.field.marks = null;
    this.closed();
    this.play.app.reviewed?.(null);
    const again = this.play.side.querySelector("#end-replay");
    (again instanceof HTMLElement ? again : this.play.field).focus();
  }

  /**
   * Returns the index of the frame before the click that opened a cell or hit its mine.
   * @param {Cell} cell
   */
  #before(cell) {
    const [x, y] = spot(cell);
    /** @param {FieldView} frame */
    const open = (frame) => frame.board.split("\n")[y][x] !== "#" || frame.fatal === cell;
    const first = this.frames.findIndex(open);
    return Math.max(0, (first < 0 ? this.frames.length : first) - 1);
  }
}
