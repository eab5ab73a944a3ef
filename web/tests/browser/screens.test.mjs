// SPDX-License-Identifier: MIT
// Every screen: axe-core finds no fault in any theme; no text is untranslated; no part is wider than the window.
import assert from "node:assert/strict";
import { checkThemes, checkWidth, textsOf, untranslated } from "./checks.mjs";
import { until, world, PHONE } from "./world.mjs";
import { begin } from "./play.mjs";

const { test } = await world();
const LANGUAGES = { en: "English", tr: "Türkçe", ru: "Русский", ro: "Română" };

const at = (path) => (page) => page.goto(path);
const playing = (variant, act) => async (page) => {
  await begin(page, variant, ["me", "friend", "friend", "friend"].slice(0, Number(/\d/.exec(variant)?.[0] ?? 2)), { time: "10 min" });
  await act?.(page);
};
const press = (name) => (page) => page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();

/** Each screen, and a sign that it is loaded. */
const screens = {
  home: [at("/"), ".demo-board svg"],
  "new game": [at("/new"), ".newgame .board"],
  opponents: [at("/new?game=quoridor&against=computer"), ".computer .portrait"],
  abalone: [playing("abalone", press("Explain")), ".play .board"],
  "abalone-3": [playing("abalone-3"), ".play .board"],
  "quoridor-4": [playing("quoridor-4", press("Explain")), ".play .board"],
  question: [playing("quoridor", press("Offer a draw")), "[role=alertdialog]"],
  share: [playing("abalone-4", press("Save and share")), "dialog[open]"],
  open: [at("/open"), "textarea"],
  analysis: [at("/analysis#v=quoridor&m=e2.e8.e3"), ".analysis .board-live"],
  editor: [at("/edit?game=quoridor-4&position=e3+f3+/+e3+/+-+a5+e9+i5+/+5+5+5+5+/+1"), ".verdict.bad li"],
  mistakes: [at("/mistakes"), "main h1"],
  puzzles: [at("/puzzles"), "main h1"],
  learn: [at("/learn"), ".learn-list"],
  chapter: [at("/learn/abalone/sumito"), ".task-board .board"],
  exercise: [at("/learn/exercise/a-push"), ".task-board .board"],
  words: [at("/learn/words"), ".learn-words"],
  settings: [at("/settings"), ".settings"],
  help: [at("/help"), ".help"],
  about: [at("/about"), ".prose"],
  lost: [at("/nowhere"), ".panel"],
};

async function show(page, name) {
  const [go, sign] = screens[name];
  await go(page);
  await page.locator(sign).first().waitFor();
}

for (const name of Object.keys(screens))
  test(`axe: ${name}`, null, {}, async (page) => {
    await show(page, name);
    await checkThemes(page, name);
  });

test("axe: the text board", null, { settings: { textBoard: true } }, async (page) => {
  await playing("abalone")(page);
  await page.locator(".textboard").waitFor();
  await checkThemes(page, "text board");
});

test("axe: play on a phone, and its menu", null, { viewport: PHONE, touch: true }, async (page) => {
  await playing("quoridor")(page);
  await checkThemes(page, "phone");
  await press("More")(page);
  await page.locator("dialog[open]").waitFor();
  await checkThemes(page, "menu");
});

test("no screen is wider than the narrowest window", null, { viewport: { width: 320, height: 568 }, touch: true }, async (page) => {
  for (const name of ["home", "new game", "open", "analysis", "editor", "mistakes", "puzzles", "learn", "chapter", "exercise", "words", "settings", "help", "about"]) {
    await show(page, name);
    await checkWidth(page, name);
  }
  for (const variant of ["abalone-4", "quoridor-4"]) {
    await playing(variant)(page);
    await checkWidth(page, variant);
  }
});

for (const lang of Object.keys(LANGUAGES))
  test(`language: ${LANGUAGES[lang]}`, "/settings", {}, async (page) => {
    const texts = textsOf(lang);
    for (const name of ["home", "new game", "open", "analysis", "editor", "mistakes", "puzzles", "learn", "chapter", "exercise", "words", "help", "about", "lost", "settings"]) {
      const [visit, sign] = screens[name];
      await visit(page);
      await page.locator(sign).first().waitFor();
      if (name === "home") {
        await page.goto("/settings");
        await page.locator(".settings select").selectOption(lang);
        await until(() => page.evaluate((wanted) => document.documentElement.lang === wanted, lang), `lang ${lang}`);
        await visit(page);
        await page.locator(sign).first().waitFor();
      }
      assert.deepEqual(await untranslated(page, texts), [], name);
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
    }
  });

test("the language changes at once, in the middle of a game", null, {}, async (page) => {
  await playing("quoridor")(page);
  const other = await page.context().newPage();
  await other.goto("/settings");
  await other.locator(".settings select").selectOption("ru");
  await page.getByRole("button", { name: "Подсказка" }).first().waitFor();
  await other.locator(".settings select").selectOption("tr");
  await until(() => page.evaluate(() => document.documentElement.lang === "tr"), "Turkish");
  const words = await page.locator("main").innerText();
  assert.ok(!/\bTake back\b|Подсказка/.test(words), words);
});

test("the browser's language is taken", "/", { locale: "ro-RO" }, async (page) => {
  await until(() => page.evaluate(() => document.documentElement.lang === "ro"), "Romanian");
});
