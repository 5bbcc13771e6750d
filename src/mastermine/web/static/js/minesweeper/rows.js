// Boards and layouts as rows of signs.

import { _ } from "../text.js";

/** @type {Record<string, string>} */
const LEVELS = { "9x9": "1", "16x16": "2", "30x16": "3" };

/**
 * Rows that all hold the same sign.
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
 * Rows cut or filled up to another size.
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
 * A layout with its numbers: what it looks like open.
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
 * Rows as somebody writes them, or null where the text is something else, for the server to read.
 * @param {string} text
 * @param {string} kind
 */
export function readRows(text, kind) {
  if (tellsMines(text)) return null;
  const lines = text
    .replaceAll("/", "\n")
    .split("\n")
    .map((row) => row.replace(/\s/g, ""))
    .filter(Boolean);
  const width = lines[0]?.length ?? 0;
  if (!width || width > 100 || lines.length > 100 || lines.some((row) => row.length !== width)) return null;
  const rows = lines.join("\n");
  if (kind === "layout") return /^[.*\n]+$/.test(rows) ? rows : null;
  return /^[0-8#.·Ff?*\n]+$/.test(rows) ? rows.replaceAll(".", "#").replaceAll("·", "0").replaceAll("f", "F") : null;
}

/**
 * Whether a text says by itself how many mines there are: a link, or a .mine file.
 * @param {string} text
 */
export const tellsMines = (text) => /:\/\/|[?&]?[bm]=|^\s*\d+\s*[xX]\s*\d+/.test(text);

/**
 * A file as text, or as the layout that an .mbf file holds.
 * @param {File} file
 * @returns {Promise<{text?: string, layout?: string}>}
 */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [width, height, high, low] = bytes;
  const mines = 256 * high + low;
  if (!/\.mbf$/i.test(file.name)) return { text: new TextDecoder().decode(bytes) };
  if (bytes.length !== 4 + 2 * mines || !width || !height)
    throw new Error(_("This is no .mbf file: its length does not go with its mines."));
  const lines = blank(width, height, ".")
    .split("\n")
    .map((row) => [...row]);
  for (let i = 4; i < bytes.length; i += 2) {
    if (bytes[i] >= width || bytes[i + 1] >= height) throw new Error(_("This .mbf file has a mine outside its field."));
    lines[bytes[i + 1]][bytes[i]] = "*";
  }
  return { layout: lines.map((row) => row.join("")).join("\n") };
}

/**
 * The path and query that begin a game with these mines, as other programs write them, too.
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
 * A cell to begin with: in the middle of where no mine is near, or at least no mine.
 * @param {string} layout
 */
export function beginning(layout) {
  const lines = numbered(layout).split("\n");
  const cells = lines.flatMap((row, y) => [...row].map((sign, x) => ({ sign, x, y })));
  /** @param {{x: number, y: number}} given */
  const off = ({ x, y }) => Math.hypot(x - (lines[0].length - 1) / 2, y - (lines.length - 1) / 2);
  /** @param {{sign: string}} given */
  const value = ({ sign }) => (sign === "*" ? 9 : Number(sign));
  const [best] = cells.sort((one, other) => value(one) - value(other) || off(one) - off(other));
  return `${best.x},${best.y}`;
}
