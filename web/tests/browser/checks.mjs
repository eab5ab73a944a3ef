// SPDX-License-Identifier: MIT
// Checks for every screen: axe-core has no objections in any theme; the screen is not wider than the window; every text
// is in the reader's language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { readTexts } from "../../po.mjs";
import { seen } from "./world.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const THEMES = ["light", "dark", "contrast"];

/** axe-core's objections, one line each. */
async function violations(page, rules) {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe);
  const found = await page.evaluate(async (only) => {
    const options = only ? { runOnly: { type: "rule", values: only } } : {};
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...options });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`));
  }, rules);
  return found;
}

/** The structure doesn't depend on the theme, colours do. */
export async function checkThemes(page, name) {
  await seen(page, async () => {
    for (const theme of THEMES) {
      await page.evaluate((chosen) => (document.documentElement.dataset.theme = chosen), theme);
      const found = await violations(page, theme === THEMES[0] ? undefined : ["color-contrast", "link-in-text-block"]);
      assert.deepEqual(found, [], `${name}, ${theme}`);
    }
  });
}

export async function checkWidth(page, name) {
  // Not innerWidth, which a phone's browser makes as wide as the page.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  const room = page.viewportSize().width;
  const over = (most) =>
    [...document.querySelectorAll("body *")]
      .filter((node) => node.getBoundingClientRect().right > most)
      .map((node) => `${node.tagName} ${node.getAttribute("class")} ${node.textContent.slice(0, 30)}`);
  assert.ok(wide <= room, `${name} is ${wide} wide in a window of ${room}: ${wide > room ? await page.evaluate(over, room) : ""}`);
}

const texts = new Map();

/** All texts of a language: English -> translation. */
export function textsOf(lang) {
  const books = lang === "en" ? [] : ["page", "rulebook"];
  if (!texts.has(lang)) texts.set(lang, Object.assign({}, ...books.map((book) => readTexts(book, lang))));
  return texts.get(lang);
}

/** Texts on the screen that have a translation which is not shown, and unfilled placeholders. */
export async function untranslated(page, known) {
  const seen = await page.evaluate(() => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const words = [];
    // Labels of keys ("Home", "End") are not translated.
    while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("kbd")) words.push(walk.currentNode.textContent.trim());
    for (const node of document.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) if (node.hasAttribute(name)) words.push(node.getAttribute(name));
    return [...new Set(words)];
  });
  return seen.filter((text) => /\{\w+\}/.test(text) || (typeof known[text] === "string" && known[text] !== text));
}
