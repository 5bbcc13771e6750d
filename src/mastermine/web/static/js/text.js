// Every word that a person reads passes through here, to be had in another language.

const KEPT = "mastermine.words.";
// The forms of a message in the order of the catalogues; what is neither one nor few has the last of three.
const FORMS = ["one", "few"];

/** @type {Catalogue & {rules: Intl.PluralRules} | null} */
let words = null; // null is English

/** For dates and numbers: the language of the page, as the browser's owner writes it. */
export function locale() {
  const { lang } = words ?? { lang: "en" };
  // Another script, such as that of sr-Latn, is another language here.
  return navigator.languages.find((each) => each.replace(/-(?![A-Za-z]{4}\b).*/, "") === lang) ?? lang;
}

/**
 * The message in the language of the page, its {named} places filled from `values`.
 * @param {string} message
 * @param {Values} values
 */
export function _(message, values = null) {
  const found = words?.messages[message];
  return fill((Array.isArray(found) ? found[0] : found) || message, values);
}

/**
 * The message where one in English is two in other languages; `context` tells which.
 * @param {string} context
 * @param {string} message
 * @param {Values} values
 */
export function pgettext(context, message, values = null) {
  const found = words?.messages[`${context}\u0004${message}`];
  return fill((Array.isArray(found) ? found[0] : found) || message, values);
}

/**
 * The form of the message that goes with `n` things; {n} is there to be used.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} values
 */
export function ngettext(one, many, n, values = null) {
  const found = words?.messages[one];
  const form = Array.isArray(found) ? found[formOf(n)] : found;
  return fill(form || (n === 1 ? one : many), { n, ...values });
}

/**
 * Which of its three forms a word has that goes with `n` things.
 * @param {number} n
 */
function formOf(n) {
  const at = FORMS.indexOf(words?.rules.select(n) ?? "");
  return at < 0 ? FORMS.length : at;
}

/**
 * @param {string} message
 * @param {Values} values
 */
function fill(message, values) {
  if (!values) return message;
  return message.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** @param {string} lang */
async function load(lang) {
  if (lang === "en") return;
  try {
    use((await fetched(lang)) ?? kept(lang));
  } catch (error) {
    console.warn(`no words in ${lang}: ${error.message}`);
  }
}

/** @param {Catalogue | null} catalogue */
function use(catalogue) {
  if (!catalogue) return;
  words = { ...catalogue, rules: new Intl.PluralRules(catalogue.lang) };
  document.documentElement.lang = catalogue.lang;
}

/**
 * The newest words are asked for (the browser's cache answers when nothing changed), the last ones kept for a lost line.
 * @param {string} lang
 * @returns {Promise<Catalogue | null>}
 */
async function fetched(lang) {
  try {
    const answer = await fetch(`/api/words/${encodeURIComponent(lang)}`);
    if (!answer.ok) return null;
    const catalogue = await answer.json();
    try {
      localStorage.setItem(KEPT + lang, JSON.stringify(catalogue));
    } catch {
      // only the copy is lost
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
function kept(lang) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + lang) ?? "null");
  } catch {
    return null;
  }
}

// Nothing is said before the catalogue is there; English needs none, and without one the page is English.
await load(document.documentElement.lang);
