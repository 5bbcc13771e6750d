// Every word that a person reads passes through here, so that it can be had in another language.

const KEPT = "mastermine.words.";

let words = null; // {lang, index: n -> form, messages}; null is English

/** For dates and numbers: the language of the page, as the browser's owner writes it. */
export function locale() {
  const language = words?.lang ?? "en";
  return navigator.languages.find((each) => each.split("-")[0] === language.split("-")[0]) ?? language;
}

/** The message in the language of the page, its {named} places filled from `values`. */
export function _(message, values = null) {
  const found = words?.messages[message];
  return fill((Array.isArray(found) ? found[0] : found) || message, values);
}

/** The form of the message that goes with `n` things; {n} is there to be used. */
export function ngettext(one, many, n, values = null) {
  const found = words?.messages[one];
  const form = Array.isArray(found) ? found[words.index(n)] : found;
  return fill(form || (n === 1 ? one : many), { n, ...values });
}

/** Settled when the catalogue is there; English needs none. Never fails: without a catalogue the page is English. */
export const ready = load(chosen());

function fill(message, values) {
  if (!values) return message;
  return message.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

function chosen() {
  try {
    return JSON.parse(localStorage.getItem("mastermine.language")) || document.documentElement.lang || "en";
  } catch {
    return document.documentElement.lang || "en";
  }
}

async function load(lang) {
  if (lang.split("-")[0] === "en") return;
  try {
    await use((await fetched(lang)) ?? kept(lang));
  } catch (error) {
    console.warn(`no words in ${lang}: ${error.message}`);
  }
}

async function use(catalogue) {
  if (!catalogue) return;
  const { plural } = await import("./plural.js");
  words = { lang: catalogue.lang, index: plural(catalogue.plural), messages: catalogue.messages };
  document.documentElement.lang = catalogue.lang;
}

// The newest words are asked for (the browser's cache answers when nothing changed), the last ones kept for a lost line.
async function fetched(lang) {
  try {
    const answer = await fetch(`/api/words/${encodeURIComponent(lang)}`);
    if (!answer.ok) return null;
    const catalogue = await answer.json();
    try {
      localStorage.setItem(KEPT + lang, JSON.stringify(catalogue));
    } catch {
      // a full or closed store only costs the copy
    }
    return catalogue;
  } catch {
    return null;
  }
}

function kept(lang) {
  try {
    return JSON.parse(localStorage.getItem(KEPT + lang));
  } catch {
    return null;
  }
}
