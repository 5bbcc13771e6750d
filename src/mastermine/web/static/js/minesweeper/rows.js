// Boards and layouts as rows of signs.

/** @type {Record<string, string>} */
const LEVELS = { "9x9": "1", "16x16": "2", "30x16": "3" };

/**
 * Returns rows of a single sign.
 * @param {number} width
 * @param {number} height
 * @param {string} sign
 */
export const blank = (width, height, sign) => Array(height).fill(sign.repeat(width)).join("\n");

/**
 * @param {string} rows
 * @param {string} sign
 */
export const count = (rows, sign) => rows.split(sign).length - 1;

/**
 * Returns rows cut or padded to another size.
 * @param {string} rows
 * @param {number} width
 * @param {number} height
 * @param {string} sign
 */
export function resized(rows, width, height, sign) {
  const lines = rows.split("\n");
  return Array.from({ length: height }, (_each, y) => (lines[y] ?? "").slice(0, width).padEnd(width, sign)).join("\n");
}

/**
 * Returns a layout with its numbers.
 * @param {string} layout
 */
export function numbered(layout) {
  const lines = layout.split("\n");
  /**
   * @param {number} x
   * @param {number} y
   */
  const mine = (x, y) => lines[y]?.[x] === "*";
  return lines
    .map((row, y) =>
      [...row]
        .map((sign, x) => {
          if (sign === "*") return "*";
          let n = 0;
          for (let v = y - 1; v <= y + 1; v++) for (let u = x - 1; u <= x + 1; u++) if (mine(u, v)) n += 1;
          return n;
        })
        .join(""),
    )
    .join("\n");
}

/**
 * Returns the link to a game with these mines, in a format that other programs share.
 * @param {string} layout
 */
export function link(layout) {
  const lines = layout.split("\n");
  const [width, height] = [lines[0].length, lines.length];
  const digits = String(Math.max(width, height)).length;
  /** @param {number} side */
  const two = (side) => String(side).padStart(digits, "0");
  const bits = lines.join("").replaceAll(".", "0").replaceAll("*", "1");
  let mines = "";
  for (let i = 0; i < bits.length; i += 5) mines += parseInt(bits.slice(i, i + 5).padEnd(5, "0"), 2).toString(32);
  return `/minesweeper?b=${LEVELS[`${width}x${height}`] ?? two(width) + two(height)}&m=${mines}`;
}

/**
 * Returns a cell for the first click: the most central one with the lowest number.
 * @param {string} layout
 */
export function firstClick(layout) {
  const lines = numbered(layout).split("\n");
  const cells = lines.flatMap((row, y) => [...row].map((sign, x) => ({ sign, x, y })));
  /** @param {{x: number, y: number}} given */
  const off = ({ x, y }) => Math.hypot(x - (lines[0].length - 1) / 2, y - (lines.length - 1) / 2);
  /** @param {{sign: string}} given */
  const value = ({ sign }) => (sign === "*" ? 9 : Number(sign));
  const [best] = cells.sort((one, other) => value(one) - value(other) || off(one) - off(other));
  return `${best.x},${best.y}`;
}
