// Loads style sheets on demand.

import { el } from "./element.js";
import { fileAddress } from "./version.js";

/** @type {Map<string, Promise<unknown>>} */
const loading = new Map();

/**
 * Loads `css/NAME.css`, unless the page has it already.
 * @param {string} name
 */
export function style(name) {
  const href = fileAddress(`css/${name}.css`);
  if (!loading.has(name) && !document.querySelector(`link[href="${href}"]`)) {
    const loaded = new Promise((go) => {
      // An error is ignored: the page is usable without it.
      document.head.append(el("link", { rel: "stylesheet", href, on: { load: go, error: go } }));
    });
    loading.set(name, loaded);
  }
  return loading.get(name);
}
