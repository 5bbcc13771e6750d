import "./browser.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const JS = new URL("../../src/mastermine/web/static/js/", import.meta.url);
const LOCALE = new URL("../../src/mastermine/locale/", import.meta.url);

let copies = 0;

/** The module as a page in this language has it, with these messages. */
async function text(lang, messages) {
  document.documentElement.lang = lang;
  globalThis.fetch = async () => Response.json({ lang, messages });
  copies += 1;
  return import(new URL(`text.js?${copies}`, JS));
}

/** The rule of a catalogue, which is an expression of C and of JavaScript. */
function ruleOf(language) {
  const path = new URL(`${language}/LC_MESSAGES/mastermine.po`, LOCALE);
  const [, rule] = readFileSync(path, "utf-8").match(/nplurals=3; plural=([^;]+);/);
  return new Function("n", `return Number(${rule})`);
}

for (const lang of ["sr", "sr-Latn", "hr", "pl", "sk", "ru"]) {
  test(`words of ${lang} have the forms that its catalogue gives them`, async () => {
    const { ngettext } = await text(lang, { "{n} row": ["form 0", "form 1", "form 2"] });
    const form = ruleOf(lang.split("-")[0]);
    for (let n = 0; n <= 200; n++) assert.equal(ngettext("{n} row", "{n} rows", n), `form ${form(n)}`, `n = ${n}`);
  });
}

test("English needs no catalogue", async () => {
  const { _, ngettext, pgettext } = await text("en", { Learn: "not asked for" });
  assert.equal(_("Learn"), "Learn");
  assert.equal(_("{a} of {b}", { a: 1 }), "1 of {b}");
  assert.equal(ngettext("{n} row", "{n} rows", 1), "1 row");
  assert.equal(ngettext("{n} row", "{n} rows", 0), "0 rows");
  assert.equal(pgettext("a cell", "open"), "open");
});

test("a message without a translation stays as it is", async () => {
  const { _, pgettext } = await text("hr", { "a cell\u0004open": "otvoreno", empty: "" });
  assert.equal(pgettext("a cell", "open"), "otvoreno");
  assert.equal(pgettext("a door", "open"), "open");
  assert.equal(_("empty"), "empty");
});
