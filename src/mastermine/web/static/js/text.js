// Translation of all messages.

import { constant } from "./version.js";

const STORED = "mastermine.words.";
// The plural forms in the order of the catalogues; the last of three is for all other categories.
const FORMS = ["one", "few"];

/** @type {Catalogue & {rules: Intl.PluralRules} | null} */
let words = null; // null is English

/** Returns the locale for dates and numbers: the page's language, in the browser's variant of it. */
export function locale() {
  const { lang } = words ?? { lang: "en" };
  // Scripts are compared, too: sr-Latn is not sr.
  return navigator.languages.find((each) => each.replace(/-(?![A-Za-z]{4}\b).*/, "") === lang) ?? lang;
}

/**
 * Translates a message and fills its {named} placeholders from `values`.
 * @param {string} message
 * @param {Values} values
 */
export function _(message, values = null) {
  const found = words?.messages[message];
  return filled((Array.isArray(found) ? found[0] : found) || message, values);
}

/**
 * Translates a message that needs a `context`.
 * @param {string} context
 * @param {string} message
 * @param {Values} values
 */
export function pgettext(context, message, values = null) {
  const found = words?.messages[`${context}\u0004${message}`];
  return filled((Array.isArray(found) ? found[0] : found) || message, values);
}

/**
 * Translates a message in the plural form for `n`; {n} is a placeholder for it.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} values
 */
export function ngettext(one, many, n, values = null) {
  const found = words?.messages[one];
  const form = Array.isArray(found) ? found[formOf(n)] : found;
  return filled(form || (n === 1 ? one : many), { n, ...values });
}

/**
 * Returns the index of the plural form for `n`.
 * @param {number} n
 */
function formOf(n) {
  const at = FORMS.indexOf(words?.rules.select(n) ?? "");
  return at < 0 ? FORMS.length : at;
}

/**
 * Fills the {named} placeholders of a text from `values`.
 * @param {string} message
 * @param {Values} values
 */
export function filled(message, values) {
  if (!values) return message;
  return message.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** @param {string} lang */
async function load(lang) {
  if (lang === "en") return;
  try {
    use((await fetched(lang)) ?? stored(lang));
  } catch (error) {
    console.warn(`no catalogue for ${lang}: ${error.message}`);
  }
}

/** @param {Catalogue | null} catalogue */
function use(catalogue) {
  if (!catalogue) return;
  words = { ...catalogue, rules: new Intl.PluralRules(catalogue.lang) };
  document.documentElement.lang = catalogue.lang;
}

/**
 * Fetches a catalogue (or its cached copy) and stores it for use without a connection.
 * @param {string} lang
 * @returns {Promise<Catalogue | null>}
 */
async function fetched(lang) {
  try {
    const answer = await fetch(constant(`/api/words/${encodeURIComponent(lang)}`));
    if (!answer.ok) return null;
    const catalogue = await answer.json();
    try {
      localStorage.setItem(STORED + lang, JSON.stringify(catalogue));
    } catch {
      // No storage: only the copy is lost.
    }
    return catalogue;
  } catch {
    return null;
  }
}

/**
 * @param {string} lang
 * @returns {Catalogue | null}
 */
function stored(lang) {
  try {
    return JSON.parse(localStorage.getItem(STORED + lang) ?? "null");
  } catch {
    return null;
  }
}

// Modules that import this one wait for the catalogue. Without one, the page is in English.
await load(document.documentElement.lang);

/**
 * Returns a message of the server as a sentence.
 * @param {string} text
 */
export function sentence(text) {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`;
}
