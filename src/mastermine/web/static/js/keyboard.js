/**
 * Returns the key of an event; for a non-Latin letter, the Latin letter on the same key.
 * @param {{key: string, code: string}} event
 */
export function keyOf({ key, code }) {
  return /^[^ -~]$/.test(key) && /^Key.$/.test(code) ? code[3].toLowerCase() : key;
}
