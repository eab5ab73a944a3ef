// SPDX-License-Identifier: MIT
// The review of a game: from the result to the moves that decided it, on a desk and on a phone, by hand and by keys;
// stopped and continued, kept over a reload.
import assert from "node:assert/strict";
import { ready } from "./play.mjs";
import { until, world } from "./world.mjs";

const { test } = await world();
const GAME = "/open#v=quoridor&l=standard&m=e2.e8.e3.e7.e4.e6.d3h.d6h.d4.f6.d5.f5.d6.f4.c6.g4.c7.g3.c8.g2.c9";
const PATIENCE = 120_000;

/** The stored mistakes, in the order of the game. */
const mistakes = (page) => page.evaluate(async () => {
  const [{ name }] = await indexedDB.databases();
  const open = indexedDB.open(name);
  await new Promise((done) => (open.onsuccess = done));
  const all = open.result.transaction("mistakes").objectStore("mistakes").getAll();
  await new Promise((done) => (all.onsuccess = done));
  open.result.close();
  return all.result.sort((a, b) => a.review.ply - b.review.ply);
});

const press = async (page, cell, finger = false) => {
  const { x, y, width, height } = await page.locator(`.mistakes [data-cell="${cell}"]`).first().boundingBox();
  // By its position, since an arrow may cover it.
  await (finger ? page.touchscreen.tap(x + width / 2, y + height / 2) : page.mouse.click(x + width / 2, y + height / 2));
};

const reviewed = (page) => page.locator(".review .moments li").first().waitFor({ timeout: PATIENCE });

test("a finished game is reviewed, and a moment shows the better move", GAME, { viewport: { width: 1280, height: 800 } }, async (page) => {
  await ready(page);
  await page.getByRole("button", { name: "Review the game" }).click();
  await reviewed(page);
  assert.equal(await page.locator(".accuracies li").count(), 2);
  assert.ok(await page.locator(".moves .ply", { hasText: "?" }).count() > 0, "marks in the list of moves");
  await page.locator(".moment").first().click();
  await page.locator(".board-live .better").first().waitFor();
  await page.locator(".board-live .played").first().waitFor();
  // In the list the mistake itself is the current move, under the same number, and nothing covers the board.
  const mistake = await page.locator(".moment[aria-current] .what b").innerText();
  const current = page.locator(".moves [aria-current=step]");
  assert.equal(mistake, `${await current.locator("xpath=..").locator(".number").innerText()}. ${(await current.innerText()).replace(/[?!]+$/, "")}`);
  assert.equal(await page.locator(".past-note, .table.past").count(), 0);
  // The graph is one tab stop; arrows move from move to move.
  const graph = page.getByRole("slider", { name: "Chance to win, move by move" });
  await graph.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await until(async () => (await graph.getAttribute("aria-valuenow")) === "1", "the first move");
  assert.match(await graph.getAttribute("aria-valuetext"), /\d%/);
  // Its mistakes become exercises: one is shown, the next one waits.
  await page.getByRole("button", { name: "Learn from your mistakes" }).click();
  await page.getByRole("heading", { name: "Find something better" }).waitFor();
  const told = await page.locator(".mistakes .side").innerText();
  assert.match(told, /1 of \d/);
  await page.getByRole("button", { name: "Show the move" }).click();
  await page.locator(".mistakes .side", { hasText: "was better." }).waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Skip" }).waitFor();
  // A wrong step stays a mistake; the exercise is a better step, and comes again tomorrow.
  const step = ({ played, review }) => played.length === 2 && review.best[0].length === 2;
  const at = (await mistakes(page)).findIndex(step);
  assert.ok(at > 0, "a step to be found instead of a step");
  for (let skipped = 1; skipped < at; skipped++) await page.getByRole("button", { name: "Skip" }).click();
  const { played, review } = (await mistakes(page))[at];
  await page.locator(".mistakes .side", { hasText: `${played} was played here` }).waitFor();
  await press(page, played);
  await page.locator(".mistakes .side", { hasText: `${played} lowers` }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  // The board ignores presses while the move goes back.
  await until(async () => {
    await press(page, review.best[0]);
    return page.getByRole("heading", { name: "Well done!" }).isVisible();
  }, "the better step");
  const day = 24 * 60 * 60 * 1000;
  await until(async () => {
    const { solved, due } = (await mistakes(page))[at];
    return solved === 0 && due > Date.now() + 0.9 * day && due < Date.now() + 1.1 * day;
  }, "not at the first try: it comes again tomorrow");
  await page.goBack();
  await reviewed(page);
  // The review has an address, and its result is stored.
  assert.match(page.url(), /\?review$/);
  await page.reload();
  await reviewed(page);
  await page.getByRole("link", { name: "Back to the game" }).first().click();
  await page.getByRole("button", { name: "Review the game" }).waitFor();
});

// Black can win in two ways and misses both; White wins. Short, so that it is reviewed at once.
const MISSED = `/open#${new URLSearchParams({ v: "abalone", p: "wwwww/6/7/8/wbb3bbw/8/bbbb3/6/2wwb b 5-5", m: "c1b1.a3a4" })}`;
const WINS = { e3e2: ["e3", "e2", "e1"], e7e8: ["e7", "e8", "e9"] };

/** A winning move other than the review's. */
async function otherWin(page) {
  const [{ review }] = await mistakes(page);
  assert.ok(review.best[0] in WINS, review.best[0]);
  return Object.keys(WINS).find((move) => move !== review.best[0]);
}

test("a mistake is solved by keys alone, with a move as good as the best one", MISSED, {}, async (page) => {
  await ready(page);
  const key = async (name) => {
    await page.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  await key("Review the game");
  await reviewed(page);
  await key("Learn from your mistakes");
  await page.getByRole("heading", { name: "Find something better" }).waitFor();
  const [rear, front] = WINS[await otherWin(page)];
  await page.locator(`[data-cell=${rear}]`).focus();
  await page.keyboard.press("Enter");
  await page.locator(`[data-cell=${front}]`).focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-dir]").first().waitFor();
  await page.keyboard.press(front > rear ? "1" : "4"); // east, west
  await page.getByRole("heading", { name: "Well done!" }).waitFor();
  await until(async () => (await mistakes(page))[0].solved === 1, "at the first try");
});

for (const [locale, review, learn, done] of [
  ["tr", "Oyunu incele", "Hatalarınızdan öğrenin", "Aferin!"],
  ["ro", "Evaluați partida", "Învățați din greșelile dvs.", "Bravo!"],
])
  test(`a mistake is solved by finger, with another move as good: ${locale}`, MISSED, { viewport: { width: 390, height: 844 }, touch: true, locale }, async (page) => {
    await ready(page);
    await page.getByRole("button", { name: review }).tap();
    await reviewed(page);
    await page.getByRole("button", { name: learn }).tap();
    await page.locator(".mistakes .board-live").waitFor();
    for (const cell of WINS[await otherWin(page)]) await press(page, cell, true);
    await page.getByRole("heading", { name: done }).waitFor();
  });

test("on a phone the review leads, and a moment opens its board with both moves", GAME, { viewport: { width: 390, height: 844 }, hasTouch: true, locale: "ru" }, async (page) => {
  await ready(page);
  await page.getByRole("button", { name: "Разобрать партию" }).click();
  await reviewed(page);
  assert.equal(await page.locator(".board-live").isVisible(), false);
  await page.locator(".moment").first().click();
  await page.locator(".board-live .better").first().waitFor();
  const board = await page.locator(".board-live").boundingBox();
  assert.ok(board.height > 340, `the board is ${board.height} high`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector(".review-under").getBoundingClientRect().bottom <= innerHeight + 1), "all of it is on the screen");
  await page.goBack();
  await page.locator(".moment").first().waitFor();
});
