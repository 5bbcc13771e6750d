// 3BV of what is open, 3BV per second and efficiency.

import { decimal, percent, whole } from "../numbers.js";
import { _ } from "../text.js";

/**
 * Counts the 3BV of the open cells: connected zeros, and numbers next to no open zero. Of a whole layout it is the 3BV.
 * @param {string} board
 */
function opened3BV(board) {
  const rows = board.split("\n");
  const [width, height] = [rows[0].length, rows.length];
  const cells = rows.join("");
  const around = (/** @type {number} */ i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const found = [];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) found.push(v * width + u);
    return found;
  };
  const seen = new Set();
  let count = 0;
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] >= "1" && cells[i] <= "8") count += around(i).some((each) => cells[each] === "0") ? 0 : 1;
    if (cells[i] !== "0" || seen.has(i)) continue;
    count += 1;
    seen.add(i);
    const waiting = [i];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const each of around(at)) {
        if (cells[each] !== "0" || seen.has(each)) continue;
        seen.add(each);
        waiting.push(each);
      }
    }
  }
  return count;
}

/**
 * Returns the figures of a game so far; every open or flag counts as a click.
 * @param {{board: string, clicks: number, seconds: number}} game
 */
export function figures({ board, clicks, seconds }) {
  const bbbv = opened3BV(board);
  if (!bbbv || !clicks) return "";
  return [
    _("3BV {n}", { n: whole(bbbv) }),
    seconds > 0 && _("{n} 3BV/s", { n: decimal(bbbv / seconds, 2) }),
    _("efficiency {percent}", { percent: percent(bbbv / clicks, 0) }),
  ]
    .filter(Boolean)
    .join(" · ");
}
