// The keys of the page. Single letters are ignored in text fields and can be switched off.

import { keyOf } from "../keyboard.js";
import { read, save } from "../page.js";

const NAME = "minesweeper.letters";

/** The setting for single letters as keys. */
export const letters = {
  get on() {
    return read(NAME, true);
  },
  set on(value) {
    save(NAME, value);
  },
};

/** @param {App} app */
export function bind(app) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (event.key === "F2") {
      event.preventDefault();
      app.again();
      return;
    }
    const { play } = app;
    const key = keyOf(event).toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && "zy".includes(key) && play && !typing(event)) {
      event.preventDefault();
      return void play.send(key === "y" || event.shiftKey ? "redo" : "undo");
    }
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event) || !letters.on) return;
    if (event.key === "?") return void import("./keyhelp.js").then(({ show }) => show());
    if (!play) return;
    const { help, game } = play;
    /** @type {Record<string, () => unknown>} */
    const actions = {
      u: () => game.board.can_undo && play.send("undo"),
      r: () => game.board.can_redo && play.send("redo"),
      d: () => play.use(play.field.mode === "dig" ? "flag" : "dig"),
      h: () => help.hint(),
      s: () => help.steps(),
      c: () => help.chances(),
      g: () => help.guess(),
      w: () => help.why(),
      k: () => help.check(),
      m: () => help.mines(),
      v: () => help.review(),
      n: () => help.go(1),
      b: () => help.go(-1),
    };
    if (!(key in actions)) return;
    event.preventDefault();
    actions[key]();
  });
}

/** @param {KeyboardEvent} event */
const typing = (event) =>
  event.target instanceof Element &&
  event.target.closest("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
