// Rows of pegs for the lessons: read-only, or set by click, digit or arrow key.

import { get } from "../api.js";
import { el } from "../element.js";
import { answerMarks, light } from "../pegs.js";
import { _ } from "../text.js";
import { constant } from "../version.js";

/** @type {Promise<Lessons> | null} */
let request = null;
/**
 * Short text and words of each answer, in the page's language.
 * @type {Record<string, [string, string]>}
 */
let texts = {};

/** Fetches the classic board and the patterns, once. */
export function material() {
  request ??= get(constant("/api/lessons"))
    .then((found) => {
      texts = found.answers;
      return found;
    })
    .catch((error) => {
      request = null;
      throw error;
    });
  return request;
}

/**
 * Returns the answer to a guess.
 * @param {string[]} secret
 * @param {string[]} guess
 */
export function respond(secret, guess) {
  let common = 0;
  for (const digit of new Set(guess)) common += Math.min(count(secret, digit), count(guess, digit));
  const black = guess.filter((digit, i) => digit === secret[i]).length;
  return { black, white: common - black };
}

/**
 * Counts an item in a list.
 * @param {string[]} list
 * @param {string} it
 */
export function count(list, it) {
  return list.filter((each) => each === it).length;
}

/**
 * Returns all codes of these digits.
 * @param {string[]} digits
 * @param {number} places
 */
export function codes(digits, places) {
  /** @type {string[][]} */
  let all = [[]];
  for (let i = 0; i < places; i += 1) all = all.flatMap((code) => digits.map((digit) => [...code, digit]));
  return all;
}

/**
 * Formats an answer as it is sent and received.
 * @param {Pegs} given
 */
export function written({ black, white }) {
  return `${black}B ${white}W`;
}

/**
 * Returns the short text of an answer as it is sent and received.
 * @param {string} answer
 */
export function answerText(answer) {
  return texts[answer][0];
}

/**
 * Returns the words of an answer as it is sent and received.
 * @param {string} answer
 */
export function answerWords(answer) {
  return texts[answer][1];
}

/**
 * Draws a code.
 * @param {string[]} code
 * @param {Palette} board
 * @param {string | null} label
 */
export function shown(code, board, label = null) {
  const names = code.map((digit) => wordOf(digit, board)).join(", ");
  return el(
    "span",
    { class: "code", role: "img", "aria-label": label ? `${label}: ${names}` : names },
    code.map((digit) => face(digit, board)),
  );
}

/**
 * Draws an answer as pegs and text.
 * @param {Answer & Pegs} answer
 * @param {number} places
 */
export function pegs(answer, places) {
  return el(
    "span",
    { class: "answer" },
    answerMarks(answer, places),
    el("span", { class: "number", text: answerText(written(answer)) }),
  );
}

/**
 * Creates a code that can be set. `changed(code)` is called at every change; `free(code, i, digit)` returns false for a
 * digit that is not allowed (in Bulls and Cows, digits do not repeat). With a `tray` of all pegs below it, places may be
 * empty texts; with `once`, a digit leaves the place that it had.
 * @param {string[]} start
 * @param {Palette} board
 * @param {RowOptions} given
 */
export function row(start, board, { label, changed, free = () => true, once = false, tray = false }) {
  const digits = board.colours.map(({ digit }) => digit);
  const code = [...start];
  let chosen = 0; // The place that a peg of the tray goes to.
  /**
   * @param {number} i
   * @param {string} digit
   */
  const put = (i, digit) => {
    if (!digits.includes(digit) || !free(code, i, digit)) return;
    const before = once ? code.indexOf(digit) : -1;
    if (before >= 0) code[before] = "";
    code[i] = digit;
    for (const each of code.keys()) draw(each);
    changed([...code]);
  };
  /**
   * @param {number} i
   * @param {number} step
   */
  const turn = (i, step) => {
    let at = code[i] ? digits.indexOf(code[i]) : Math.min(0, -step);
    do at = (at + step + digits.length) % digits.length;
    while (digits[at] !== code[i] && (!free(code, i, digits[at]) || (once && code.includes(digits[at]))));
    put(i, digits[at]);
  };
  const buttons = code.map((_digit, i) =>
    el("button", {
      type: "button",
      class: "place",
      on: {
        click: () => turn(i, 1),
        contextmenu: (event) => {
          event.preventDefault();
          turn(i, -1);
        },
        keydown: (event) => {
          /** @type {Record<string, () => void>} */
          const keys = {
            ArrowUp: () => turn(i, 1),
            ArrowDown: () => turn(i, -1),
            ArrowLeft: () => go(i - 1),
            ArrowRight: () => go(i + 1),
          };
          if (event.ctrlKey || event.altKey || event.metaKey) return;
          const typed = board.colours.find(({ digit, letter }) => [digit, letter].includes(event.key));
          if (keys[event.key]) keys[event.key]();
          else if (typed) {
            put(i, typed.digit);
            go(i + 1);
          } else if (tray && ["Backspace", "Delete"].includes(event.key)) {
            code[i] = "";
            draw(i);
            changed([...code]);
            if (event.key === "Backspace") go(i - 1);
          } else return;
          event.preventDefault();
        },
      },
    }),
  );
  /** @param {number} i */
  const go = (i) => {
    if (!buttons[i]) return;
    for (const [j, button] of buttons.entries()) button.tabIndex = i === j ? 0 : -1;
    buttons[i].focus();
  };
  /** @param {number} i */
  const draw = (i) => {
    buttons[i].replaceChildren(face(code[i], board));
    buttons[i].setAttribute("aria-label", _("Place {n}: {name}", { n: i + 1, name: wordOf(code[i], board) }));
    if (tray) buttons[i].setAttribute("aria-pressed", String(i === chosen));
  };
  /** @param {number} i */
  const choose = (i) => {
    chosen = i;
    for (const [j, each] of buttons.entries()) {
      each.tabIndex = i === j ? 0 : -1;
      draw(j);
    }
  };
  buttons.forEach((button, i) => {
    button.tabIndex = i === 0 ? 0 : -1;
    button.addEventListener("focus", () => choose(i));
    draw(i);
  });
  /** @param {string} digit */
  const take = (digit) => {
    put(chosen, digit);
    const after = [...code.keys()].map((step) => (chosen + 1 + step) % code.length);
    choose(after.find((i) => !code[i]) ?? chosen);
  };
  /** @param {string[]} given */
  const set = (given) => {
    code.splice(0, code.length, ...given);
    for (const i of code.keys()) draw(i);
    changed([...code]);
  };
  const group = el("div", { class: "code setting", role: "group", "aria-label": label }, buttons);
  return { element: tray ? el("div", {}, group, pegTray(board, take)) : group, code: () => [...code], set };
}

/**
 * Creates a button for each peg.
 * @param {Palette} board
 * @param {(digit: string) => void} take
 */
function pegTray(board, take) {
  return el(
    "div",
    { class: "tray", role: "toolbar", "aria-label": _("Pegs") },
    board.colours.map(({ digit, name }) =>
      el(
        "button",
        { type: "button", class: "source", title: name, "aria-label": name, on: { click: () => take(digit) } },
        face(digit, board),
      ),
    ),
  );
}

/**
 * @param {string} digit
 * @param {Palette} board
 */
const wordOf = (digit, board) => (digit ? (colour(digit, board)?.name ?? digit) : _("empty"));

/**
 * Returns the colour of a digit; undefined for a digit without a colour.
 * @param {string} digit
 * @param {Palette} board
 */
export function colour(digit, board) {
  return board.colours.find((each) => each.digit === digit && each.rgb);
}

/**
 * @param {string} digit
 * @param {Palette} board
 */
function face(digit, board) {
  const found = colour(digit, board);
  if (!digit) return el("span", { class: "peg none", "aria-hidden": "true" });
  if (!found?.rgb) return el("span", { class: "peg plain", "aria-hidden": "true", text: digit });
  const peg = el(
    "span",
    { class: ["peg", light(found.rgb) ? "light" : "dark"], "aria-hidden": "true" },
    el("span", { class: "symbol", text: `${found.symbol}\uFE0E` }),
    found.symbol !== found.label && el("span", { text: found.label }),
  );
  peg.style.setProperty("--peg", found.rgb);
  return peg;
}
