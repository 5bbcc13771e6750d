// Replay controls: slider, previous and next move, play and pause, speed.

import { el, signButton } from "./element.js";
import { style } from "./style.js";
import { _, pgettext } from "./text.js";

await style("replay");

/** @type {Record<string, number>} */
const SPEEDS = { slow: 1200, normal: 500, fast: 150 };

export class Player {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * `show(at)` shows the game after `at` moves; `closed()` is called by the Close button, `ended()` after the last move.
   * The moves are counted from `first`; each takes `pace` times as long as usual.
   * @param {{show: (at: number) => void, closed?: () => void, ended?: () => void, first?: number, pace?: number}} given
   */
  constructor({ show, closed, ended, first = 0, pace = 1 }) {
    this.show = show;
    this.first = first;
    this.pace = pace;
    this.ended = ended;
    this.at = 0;
    this.moves = 0;
    /** @type {HTMLInputElement} */
    this.slider = el("input", {
      type: "range",
      id: "replay-slider",
      min: 0,
      value: 0,
      "aria-label": _("Move"),
      on: { input: () => this.step(Number(this.slider.value)) },
    });
    this.toggle = signButton("replay-play", "▶", pgettext("a replay", "Play"), () =>
      this.#timer ? this.pause() : this.run(),
    );
    this.speed = el(
      "select",
      { id: "replay-speed", "aria-label": _("Speed") },
      el("option", { value: "slow", text: _("slow") }),
      el("option", { value: "normal", text: _("normal"), selected: true }),
      el("option", { value: "fast", text: _("fast") }),
    );
    this.where = el("output", { class: "number", id: "replay-where" });
    this.element = el(
      "section",
      { class: "replay", "aria-label": _("Replay") },
      el(
        "div",
        { class: "row" },
        signButton("replay-back", "|◀︎", _("Previous move"), () => this.step(this.at - 1)),
        this.toggle,
        signButton("replay-next", "▶︎|", _("Next move"), () => this.step(this.at + 1)),
        this.speed,
        this.where,
        closed ? signButton("replay-close", _("Close"), _("Close the replay"), closed) : null,
      ),
      this.slider,
    );
  }

  /** The number of moves. */
  set length(/** @type {number} */ moves) {
    this.moves = moves;
    this.slider.max = String(moves);
  }

  /**
   * Shows the game after `to` moves; ignores numbers out of range.
   * @param {number} to
   */
  go(to) {
    if (to < 0 || to > this.moves) return;
    this.at = to;
    this.slider.value = String(to);
    const [n, all] = [to + this.first, this.moves + this.first];
    this.where.textContent = `${n} / ${all}`;
    this.slider.setAttribute("aria-valuetext", _("move {n} of {all}", { n, all }));
    this.show(to);
  }

  /**
   * Shows the game after `to` moves, and plays no further.
   * @param {number} to
   */
  step(to) {
    this.pause();
    this.go(to);
  }

  /** Plays from the first move; if less motion is preferred, only shows it. */
  start() {
    this.go(0);
    this.element.scrollIntoView({ block: "nearest" });
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.run();
  }

  run() {
    if (this.at >= this.moves) this.go(0);
    this.toggle.textContent = "❚❚";
    this.toggle.setAttribute("aria-label", _("Pause"));
    const tick = () => {
      this.go(this.at + 1);
      if (this.at >= this.moves) {
        this.pause();
        this.ended?.();
      } else this.#timer = setTimeout(tick, this.pace * SPEEDS[this.speed.value]);
    };
    this.#timer = setTimeout(tick, this.pace * SPEEDS[this.speed.value]);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.toggle.textContent = "▶";
    this.toggle.setAttribute("aria-label", pgettext("a replay", "Play"));
  }

  /** Removes the controls. */
  stop() {
    this.pause();
    this.element.remove();
  }
}
