/**
 * The key of an event; of a letter that is not Latin, the Latin one in that place of the keyboard.
 * @param {{key: string, code: string}} event
 */
export function keyOf({ key, code }) {
  return /^[^ -~]$/.test(key) && /^Key.$/.test(code) ? code[3].toLowerCase() : key;
}
