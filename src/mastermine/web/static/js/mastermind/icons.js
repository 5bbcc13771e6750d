/* Icons of buttons, in the colour of the text. */

import { drawing } from "../page.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 9h-2",
  redo: "m15 7 5 5-5 5M20 12H10a5 5 0 0 0 0 9h2",
  hint: "M9 18h6M10 21h4M8 15a6.500 6.500 0 1 1 8 0l-.7 1H8.700z",
  why: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.5",
  left: "M4 6h16M4 12h16M4 18h9",
  flag: "M6 21V4h11l-2.500 4L17 12H6",
  eye: "M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  pin: "M8 11V8a4 4 0 1 1 8 0v3M6 11h12v9H6z",
};

/**
 * Returns the icon of this name.
 * @param {string} name
 */
export function icon(name) {
  return drawing(PATHS[name]);
}
