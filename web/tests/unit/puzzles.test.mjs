// SPDX-License-Identifier: MIT
// Puzzles without a browser: the ones in the build, the daily choice, the effect of a try on the rating.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { packOf, readPuzzles } from "../../puzzles.mjs";
import { load, moduleUrl } from "./bundle.mjs";

const all = readPuzzles(fileURLToPath(new URL("../../../data/puzzles", import.meta.url)));
const { readPuzzle } = await load("features/puzzles/pack.ts");
const { dailyOf, dayOf, daysInARow } = await load("features/dailypuzzle/dailypuzzle.ts");
const { ladder, nextPuzzle } = await load("features/puzzles/choose.ts");
const { BEGINNER, rate, rateSolver, ratingOfLevel } = await load("features/puzzles/glicko.ts");
const { weakest } = await load("features/puzzles/progress.ts");
const { merged } = await load("features/puzzles/sync.ts");
const { loadCore } = await load("core/index.ts");
const core = await loadCore(moduleUrl("meydan.wasm"));
const pack = packOf(all).map(({ variant, line }) => readPuzzle(`${variant} ${line}`));

test("the pack has 200 puzzles of all variants, and each can be played through", () => {
  assert.equal(pack.length, 200);
  assert.equal(new Set(pack.map(({ id }) => id)).size, 200);
  assert.deepEqual(new Set(pack.map(({ variant }) => variant)), new Set(core.variants().map(({ id }) => id)));
  for (const { variant, position, line, level, id } of pack) {
    assert.equal(line.length % 2, 1, id);
    assert.ok(level >= 1 && level <= 10, id);
    let look = core.read(variant, position);
    for (const move of line) {
      look = core.play(look, move);
      assert.ok(!("malformed" in look), `${id}: ${move}`);
    }
  }
});

test("ids differ over all variants", () => {
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
});

test("a day has one puzzle for everybody, Abalone and Quoridor in turn, and none comes again for long", () => {
  const day = dayOf(Date.UTC(2026, 10, 16, 23, 59));
  assert.equal(day, dayOf(Date.UTC(2026, 10, 16)));
  const mixed = [...pack].reverse();
  assert.equal(dailyOf(pack, day).id, dailyOf(mixed, day).id);
  assert.notEqual(dailyOf(pack, day).variant, dailyOf(pack, day + 1).variant);
  const days = Array.from({ length: 160 }, (_, at) => dailyOf(pack, day + at).id);
  assert.equal(new Set(days).size, 160);
});

test("the rating is Glicko-2's", () => {
  // The worked example of the paper has three games in one period; this is one of them alone, computed by
  // src/server/rating.
  const after = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, { rating: 1400, deviation: 30, volatility: 0.06 }, 1);
  assert.ok(Math.abs(after.rating - 1563.56) < 0.1, String(after.rating));
  assert.ok(Math.abs(after.deviation - 175.4) < 0.1, String(after.deviation));
  const lost = rate(BEGINNER, ratingOfLevel(5), 0);
  assert.ok(lost.rating < BEGINNER.rating && lost.deviation < BEGINNER.deviation);
});

test("no puzzle changes a rating by more than 50 points, not even the first", () => {
  const first = rateSolver(BEGINNER, ratingOfLevel(5), 0);
  assert.equal(first.rating, BEGINNER.rating - 50);
  assert.ok(first.deviation < BEGINNER.deviation);
  assert.ok(rateSolver(first, ratingOfLevel(5), 0).rating >= first.rating - 50);
  assert.equal(rateSolver(BEGINNER, ratingOfLevel(9), 1).rating, BEGINNER.rating + 50);
});

test("practice asks for what was not tried, near the rating; a ladder goes up", () => {
  const tried = new Set(pack.slice(0, 100).map(({ id }) => id));
  const next = nextPuzzle(pack, tried, 800, 0);
  assert.ok(!tried.has(next.id) && next.level <= 2);
  assert.ok(nextPuzzle(pack, new Set(pack.map(({ id }) => id)), 800, 0.99), "all tried: again");
  const way = ladder(pack, 3, Math.random);
  assert.equal(way.length, pack.length);
  const levels = way.slice(0, 12).map(({ level }) => level);
  assert.deepEqual(levels, [...levels].sort((a, b) => a - b));
});

test("days in a row, and weak themes", () => {
  assert.equal(daysInARow({ 9: true, 8: false, 7: true, 5: true }, 9), 3);
  assert.equal(daysInARow({ 8: true }, 9), 1);
  assert.equal(daysInARow({ 7: true }, 9), 0);
  const result = (solved, theme) => ({ id: "", solved, at: 0, rating: 1500, themes: [theme] });
  const results = [...Array(4).fill(result(true, "cut")), ...Array(4).fill(result(false, "jump")), result(false, "race")];
  assert.deepEqual(weakest(results).map(({ theme }) => theme), ["jump", "cut"]);
});

test("results from the server take the place of those here, and another account's stay away", () => {
  const here = (id, more = {}) => ({ id, solved: true, at: 1, rating: 1500, themes: [], ...more });
  const there = (puzzle, rating) => ({ puzzle, solved: false, at: 2, rating, themes: ["cut"] });
  const page = { person: "7", rating: { rating: 1400, deviation: 90 }, results: [there("b", 1450), there("c", 1400)], last: 2, more: false };
  const now = { now: BEGINNER, results: [here("a"), here("b", { sent: true })], days: {}, best: { streak: 3, rush: 0 } };
  const first = merged(now, page);
  assert.deepEqual(first.results.map(({ id, solved, sent = false }) => [id, solved, sent]), [["a", true, false], ["b", false, true], ["c", false, true]]);
  assert.deepEqual([first.now.rating, first.account, first.best.streak], [1400, { person: "7", last: 2 }, 3]);
  // Merged again: no duplicates. Then another person signs in.
  assert.deepEqual(merged(first, page), first);
  const unsent = { ...first, results: [...first.results, here("d", { moves: "e2" })] };
  const second = merged(unsent, { person: "8", rating: null, results: [], last: 0, more: false });
  assert.deepEqual(second.results.map(({ id }) => id), ["a", "d"]);
  assert.deepEqual([second.now, second.account], [BEGINNER, { person: "8", last: 0 }]);
});
