// The keys of the page. Single letters are ignored in text fields and can be switched off.

import { keyOf, typing } from "../keyboard.js";
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
      const redo = key === "y" || event.shiftKey;
      if (redo ? play.game.board.can_redo : play.game.board.can_undo) play.send(redo ? "redo" : "undo");
      return;
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
      h: () => help.use("hint"),
      e: () => help.use("efficient"),
      s: () => help.use("steps"),
      c: () => help.use("chances"),
      g: () => help.use("guess"),
      w: () => help.use("why"),
      k: () => help.use("check"),
      m: () => help.use("mines"),
      v: () => help.use("review"),
      n: () => help.go(1),
      b: () => help.go(-1),
    };
    if (!(key in actions)) return;
    event.preventDefault();
    actions[key]();
  });
}
