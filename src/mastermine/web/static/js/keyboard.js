/**
 * Returns the key of an event; for a non-Latin letter, the Latin letter on the same key.
 * @param {{key: string, code: string}} event
 */
export function keyOf({ key, code }) {
  return /^[^ -~]$/.test(key) && /^Key.$/.test(code) ? code[3].toLowerCase() : key;
}

/**
 * Returns the field into which an event types, if any.
 * @param {Event} event
 */
export const typing = ({ target }) =>
  target instanceof Element &&
  target.closest("input:not([type=radio], [type=checkbox], [type=range]), textarea, select");
