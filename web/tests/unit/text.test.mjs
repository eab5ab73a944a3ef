// SPDX-License-Identifier: MIT
// Plural forms of texts, by language.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTexts } from "../../po.mjs";
import { load, moduleUrl } from "./bundle.mjs";

const po = (lang) => readTexts("page", lang);
const files = Object.fromEntries(["tr", "ru", "ro"].map((lang) => [`page-${lang}.json`, lang]));
const fetchOfNode = globalThis.fetch;
globalThis.document = { documentElement: {}, querySelector: () => null };
globalThis.fetch = async (lang) => ({ ok: true, json: async () => po(lang) });
const { n, locale, percent, setLang, browserLang } = await load("text/index.ts", files);

const steps = (count) => n("{n} step", "{n} steps", count);
const forms = {
  en: { 0: "steps", 1: "step", 2: "steps", 21: "steps" },
  tr: { 0: "adım", 1: "adım", 2: "adım" },
  ru: { 0: "шагов", 1: "шаг", 2: "шага", 4: "шага", 5: "шагов", 11: "шагов", 12: "шагов", 21: "шаг", 22: "шага", 111: "шагов", 112: "шагов", 2.5: "шага" },
  ro: { 0: "pași", 1: "pas", 2: "pași", 19: "pași", 20: "de pași", 21: "de pași", 100: "de pași", 101: "pași", 119: "pași", 120: "de pași", 2.5: "pași" },
};
for (const [lang, words] of Object.entries(forms))
  test(`plural forms: ${lang}`, async () => {
    await setLang(lang);
    for (const [count, word] of Object.entries(words)) assert.equal(steps(Number(count)), `${count} ${word}`);
  });

test("the browser's language", () => {
  assert.equal(browserLang(["de-DE", "ro-MD", "en"]), "ro");
  assert.equal(browserLang(["de"]), "en");
});

test("dates and numbers follow the browser's full locale", async () => {
  const day = new Date(2026, 2, 5);
  const written = (wanted) => day.toLocaleDateString(locale(wanted));
  await setLang("en");
  assert.deepEqual([written(["en-GB", "en"]), written(["tr", "en-US"])], ["05/03/2026", "3/5/2026"]);
  assert.deepEqual([locale(["de-DE"]), locale(["en-US@posix"])], ["en", "en"]);
  await setLang("ro");
  assert.equal(locale(["en-GB", "ro-MD"]), "ro-MD");
});

test("the percent sign stands where the language writes it", async () => {
  const written = {};
  for (const lang of ["en", "tr", "ru", "ro"]) {
    await setLang(lang);
    written[lang] = percent(0.52);
  }
  assert.deepEqual(written, { en: "52%", tr: "%52", ru: "52\u00a0%", ro: "52%" });
});

test("what the core says of errors and refusals is in every language", async () => {
  globalThis.fetch = fetchOfNode;
  const { loadCore } = await load("core/index.ts");
  const core = await loadCore(moduleUrl("meydan.wasm"));
  const said = [...Object.values(core.errors()), core.check(core.start("quoridor"), "e9").text];
  assert.ok(said.length > 15 && said.includes("a pawn stands there"));
  for (const lang of ["tr", "ru", "ro"]) for (const text of said) assert.notEqual(po(lang)[text] ?? text, text, `${lang}: ${text}`);
});
