// SPDX-License-Identifier: MIT
// Puzzles: the daily one solved by hand and by typing, a wrong move taken back, help that costs rating, a streak that
// ends, a rush against the clock, and all of it on a phone in another language.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { packOf, readPuzzles } from "../../puzzles.mjs";
import { load } from "../unit/bundle.mjs";
import { checkThemes, checkWidth, textsOf, untranslated } from "./checks.mjs";
import { inputs } from "./play.mjs";
import { PHONE, until, world } from "./world.mjs";

const { core, test } = await world();
const { readPuzzle } = await load("features/puzzles/pack.ts");
const { dailyOf, dayOf } = await load("features/dailypuzzle/dailypuzzle.ts");
const all = readPuzzles(fileURLToPath(new URL("../../../data/puzzles", import.meta.url)));
const puzzles = new Map(all.map(({ variant, id, line }) => [id, readPuzzle(`${variant} ${line}`)]));
const pack = packOf(all).map(({ id }) => puzzles.get(id));
const today = () => dailyOf(pack, dayOf(Date.now()));
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("meydan.puzzles") ?? "null"));
const next = (page) => page.locator(".puzzle-text .button.primary");

async function type(page, move) {
  await page.locator("form.typed button:enabled").waitFor();
  await page.locator("#task-typed").fill(move);
  await page.locator("#task-typed").press("Enter");
}

async function solve(page, { line }) {
  for (const [at, move] of line.entries()) {
    if (at % 2) continue;
    await type(page, move);
    if (at + 1 < line.length) await page.locator(".task-remark.good", { hasText: line[at + 1] }).waitFor();
  }
}

/** A legal move that is not the solution. */
const wrongMove = ({ variant, position, line }) => core.read(variant, position).moves.find(({ text }) => text !== line[0]).text;

test("the puzzle of the day, from home, on the board", "/", { quick: true }, async (page) => {
  await page.getByRole("link", { name: "Puzzle of the day" }).click();
  const puzzle = today();
  const look = core.read(puzzle.variant, puzzle.position);
  const mouse = inputs.mouse(page);
  await mouse.begin();
  await page.locator(".puzzle .board-live").waitFor();
  const move = look.moves.find(({ text }) => text === puzzle.line[0]);
  await mouse.play(move, 0, look);
  if (puzzle.line.length > 1) {
    await page.locator(".task-remark.good").waitFor();
    await solve(page, { line: puzzle.line.slice(2) });
  }
  await next(page).waitFor();
  const { results, now } = await kept(page);
  assert.deepEqual(results.map(({ id, solved }) => [id, solved]), [[puzzle.id, true]]);
  assert.ok(now.rating > 1500);
  await next(page).click();
  await page.getByText("Solved today.").waitFor();
});

test("a wrong move goes back and costs the rating once; the solution is shown", "/puzzles/daily", { quick: true }, async (page) => {
  const puzzle = today();
  await type(page, wrongMove(puzzle));
  await page.locator(".task-remark.wrong").waitFor();
  const { now } = await kept(page);
  assert.ok(now.rating < 1500);
  await page.locator("form.typed button:enabled").waitFor();
  // A wrong move and each hint cost a star, but one is left.
  const stars = (count) => page.getByRole("img", { name: `${count} of 3 stars` }).waitFor();
  await stars(2);
  for (const name of ["Where", "Which way", "The move"]) await page.getByRole("button", { name }).click();
  await stars(1);
  await page.locator(".task-remark", { hasText: puzzle.line[0] }).waitFor();
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.locator(".task-remark", { hasText: puzzle.line.join(" ") }).waitFor();
  await page.locator(".puzzle-why", { hasText: wrongMove(puzzle) }).waitFor(); // what happens after the wrong move
  assert.match(await page.getByRole("link", { name: "Analyse" }).getAttribute("href"), /^\/analysis#v=/);
  assert.equal((await kept(page)).results.length, 1);
  assert.deepEqual((await kept(page)).now, now);
});

test("the hub: the day's board, the last weeks, a position for each theme", "/puzzles", {}, async (page) => {
  await page.locator(".hub-board .board").waitFor();
  await page.locator(".hub-ask").waitFor();
  const day = Math.floor(await page.evaluate(() => Date.now()) / 86_400_000);
  await page.evaluate((today) => {
    const now = { rating: 1500, deviation: 200, volatility: 0.06 };
    localStorage["meydan.puzzles"] = JSON.stringify({ now, results: [], days: { [today]: true, [today - 1]: false }, best: { streak: 0, rush: 0 } });
  }, day);
  await page.reload();
  await page.getByRole("group", { name: "Last 3 weeks: 1 solved, 1 missed" }).waitFor();
  assert.equal(await page.locator(".puzzle-day").count(), 21);
  assert.match(await page.locator(".puzzle-day.solved").getAttribute("class"), /today/);
  await page.getByText("2 days in a row").waitFor();
  // A past day can be opened.
  await page.locator(".puzzle-day.tried").click();
  const past = dailyOf(pack, day - 1);
  await page.locator(`.puzzle[data-puzzle="${past.id}"]`).waitFor();
  assert.equal(await page.locator(".puzzle-day[aria-current]").count(), 1);
  await page.goto("/puzzles/daily/2999-01-01");
  await page.getByText("Puzzle not found.").waitFor();
  await page.goto("/puzzles");
  await page.locator(".theme-card").first().waitFor();
  const cards = await page.locator(".theme-card").count();
  assert.ok(cards > 3);
  assert.equal(await page.locator(".theme-card .board").count(), cards);
});

test("practice by theme goes on to the next puzzle", "/puzzles", { quick: true }, async (page) => {
  await page.getByLabel("Game").selectOption("quoridor");
  await page.getByRole("link", { name: /^Cut off/ }).click();
  for (let count = 0; count < 2; count++) {
    await page.getByRole("button", { name: "Show the solution" }).click();
    await next(page).click();
    await page.getByRole("button", { name: "Show the solution" }).waitFor();
  }
  const { results } = await kept(page);
  assert.equal(results.length, 2);
  assert.ok(results.every(({ id }) => puzzles.get(id).variant === "quoridor" && puzzles.get(id).themes.includes("cut")));
  // A puzzle by its address.
  await page.goto(`/puzzles/${results[0].id}`);
  await solve(page, puzzles.get(results[0].id));
  await page.getByText("Only the first try of a puzzle is rated.").waitFor();
});

test("a streak ends with the first mistake, a rush when time is up", "/puzzles/streak", { quick: true }, async (page) => {
  const shown = async () => puzzles.get(await page.locator(".puzzle").getAttribute("data-puzzle"));
  const first = await shown();
  await solve(page, first);
  await next(page).click();
  await page.getByText("1 in a row").waitFor();
  const second = await shown();
  assert.notEqual(first.id, second.id);
  await type(page, wrongMove(second));
  await page.getByRole("heading", { name: "The streak is over" }).waitFor();
  await page.locator(".puzzle-count", { hasText: "1 puzzle solved" }).waitFor();
  assert.equal((await kept(page)).best.streak, 1);
  await page.goto("/puzzles");
  await page.clock.install();
  await page.getByRole("link", { name: "Start a rush" }).click();
  await page.locator(".puzzle-time", { hasText: "2:" }).waitFor(); // the clock runs
  await page.clock.fastForward(181_000);
  await page.getByRole("heading", { name: "Time is up" }).waitFor();
  await page.getByRole("button", { name: "Once more" }).click();
  await page.locator(".puzzle-time").waitFor();
});

test("axe and width, on a desk and on a phone, in every language", "/puzzles", { viewport: PHONE, touch: true, quick: true }, async (page) => {
  await page.locator(".puzzle-themes a").first().waitFor();
  await checkThemes(page, "puzzles");
  await checkWidth(page, "puzzles");
  await page.setViewportSize({ width: 320, height: 568 });
  await checkWidth(page, "puzzles");
  await page.setViewportSize(PHONE);
  for (const lang of ["tr", "ru", "ro"]) {
    await page.evaluate((wanted) => (localStorage["meydan.settings"] = JSON.stringify({ sounds: false, lang: wanted })), lang);
    await page.goto("/puzzles/daily");
    await until(() => page.evaluate((wanted) => document.documentElement.lang === wanted, lang), lang);
    await page.locator(".puzzle .board-live").waitFor();
    assert.deepEqual(await untranslated(page, textsOf(lang)), [], `daily, ${lang}`);
    await checkWidth(page, "daily");
    await solve(page, today());
    await next(page).waitFor();
    assert.deepEqual(await untranslated(page, textsOf(lang)), [], `solved, ${lang}`);
    await page.goto("/puzzles");
    await page.locator(".puzzle-themes a").first().waitFor();
    assert.deepEqual(await untranslated(page, textsOf(lang)), [], `puzzles, ${lang}`);
  }
  await page.goto("/puzzles/daily");
  await page.locator(".puzzle .board-live").waitFor();
  await checkThemes(page, "daily");
});
