/* The keys of a game: digits and letters place pegs, Enter confirms, Backspace removes. */

import { keyOf } from "../keyboard.js";

const TWICE = 900; // A digit typed within this time (ms) is appended to the previous one.

/**
 * Handles the keys of a game view.
 * @param {MastermindPlay} play
 */
export function listen(play) {
  /** @type {{text: string, when: number, place: number | null}} */
  let typed = { text: "", when: 0, place: null };

  /** @param {KeyboardEvent} event */
  const handle = (event) => {
    const target = /** @type {Element} */ (event.target);
    const key = keyOf(event);
    if (!play.game || !play.isConnected || document.querySelector("dialog[open]")) return;
    if (target.closest("input, select, textarea, [contenteditable]")) return;
    if (!play.contains(target) && !target.contains(play)) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey && "zyZY".includes(key)) {
      event.preventDefault();
      if (key.toLowerCase() === "y" || event.shiftKey) play.moves.redo();
      else play.moves.undo();
      return;
    }
    if (command || event.altKey) return;
    if (key === "F2" && !play.embedded && !play.contest && !play.game.daily) {
      event.preventDefault();
      if (!play.fresh) play.moves.again();
      return;
    }
    if (!play.answers.hidden && !play.busy && (play.answers.press(event.key) || play.answers.press(key))) {
      event.preventDefault();
      return;
    }
    if (!play.active) return;
    const inGrid = Boolean(target.closest("[role=grid]"));
    const pressable = target.closest("button, summary, a") && !inGrid;
    if (key === "Enter") {
      // Enter on the tray confirms a full row.
      const full = target.closest(".source") && play.draft.full;
      if (pressable && !full) return;
      event.preventDefault();
      play.filling.enter();
    } else if (key === " ") {
      if (pressable || target.closest("button")) return;
      event.preventDefault();
      play.filling.space();
    } else if (key === "Backspace" || key === "Delete") {
      event.preventDefault();
      play.filling.erase(key === "Delete");
    } else if (key === "Escape") play.filling.escape();
    else if (key === "?") play.tools.hint();
    else if (key.length === 1) {
      // A letter of the language, or the key at its place of another alphabet.
      const digit = peg(event.key.toLowerCase()) ?? peg(key.toLowerCase());
      if (digit === null) return;
      event.preventDefault();
    }
  };

  /**
   * Places the peg of a key; returns null for other keys.
   * @param {string} key
   */
  function peg(key) {
    const { colours, separator } = play.board;
    if (separator && /\d/.test(key)) return number(key, colours);
    const blank = "_-.".includes(key) ? "_" : key;
    const found =
      colours.find(({ label }) => label.toLowerCase() === blank) ??
      colours.find(({ letter }) => letter === key) ??
      colours.find(({ label, digit }) => label.length > 1 && digit === blank);
    if (!found) return null;
    play.filling.place(found.digit);
    return found.digit;
  }

  /**
   * Types a digit with more than 36 colours, where a colour may have several digits.
   * @param {string} key
   * @param {Colour[]} colours
   */
  function number(key, colours) {
    const now = performance.now();
    const again = now - typed.when < TWICE && typed.place !== null;
    const text = again ? typed.text + key : key;
    const found = colours.find((colour) => colour.digit === text);
    if (again && found) play.filling.place(found.digit, typed.place);
    else {
      const alone = colours.find((colour) => colour.digit === key);
      if (!alone) return null;
      typed = { text: key, when: now, place: play.filling.place(key) };
      return key;
    }
    typed = { text, when: now, place: text.length > 1 ? null : typed.place };
    return text;
  }

  document.addEventListener("keydown", handle);
}
