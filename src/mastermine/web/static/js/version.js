// The version of the page's files, which is a part of their addresses.

const VERSION = import.meta.url.match(/\/static\/([0-9a-f]{12})\//)?.[1];

/**
 * Returns the address of a file of the page, such as "css/field.css".
 * @param {string} name
 */
export const fileAddress = (name) => new URL(`../${name}`, import.meta.url).pathname;

/**
 * Returns the path of an answer that is the same as long as version and language are: browsers keep it.
 * @template {string} P
 * @param {P} path
 * @returns {P}
 */
export function constant(path) {
  if (!VERSION) return path;
  const more = `v=${VERSION}&lang=${document.documentElement.lang}`;
  return /** @type {P} */ (`${path}${path.includes("?") ? "&" : "?"}${more}`);
}
