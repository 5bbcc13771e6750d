// Style sheets that not every view of a page needs.

import { el } from "./element.js";

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/**
 * Loads `css/NAME.css` once, unless the page names it itself; it is used from then on.
 * @param {string} name
 */
export function style(name) {
  const href = `/static/css/${name}.css`;
  if (!asked.has(name) && !document.querySelector(`link[href="${href}"]`)) {
    const loaded = new Promise((go) => {
      // Without it the page is plain, and can be used.
      document.head.append(el("link", { rel: "stylesheet", href, on: { load: go, error: go } }));
    });
    asked.set(name, loaded);
  }
  return asked.get(name);
}
