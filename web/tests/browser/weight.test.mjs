// SPDX-License-Identifier: MIT
// A budget for each screen, in counts that don't depend on the clock: elements, kB that are fetched, and calls of functions until the screen
// is there. Screens are measured with node web/tests/traces.mjs, which measures time.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { settle } from "../people.mjs";
import { placesOf } from "../places.mjs";
import { holds, PHONE, until, world } from "./world.mjs";

// The most elements, kB and thousands of calls of each screen, and what shows that it is there.
const BUDGETS = {
  home: [630, 210, 75, ".daily .board"],
  lobby: [610, 215, 70, ".seek"],
  person: [1030, 225, 45, ".person .board"],
  games: [530, 205, 25, ".board"],
  game: [600, 215, 45, ".play .board-live"],
  "game-abalone": [750, 215, 50, ".play .board-live"],
  "game-over": [780, 220, 50, ".play .board-live"],
  embed: [520, 85, 35, ".board-live"],
  play: [730, 160, 40, ".play .board-live"],
  quoridor: [570, 160, 45, ".play .board-live"],
  new: [890, 155, 30, ".newgame .board"],
  analysis: [680, 185, 45, ".board-live"],
  editor: [710, 165, 35, ".board-live"],
  puzzles: [520, 210, 60, ".board"],
  puzzle: [640, 190, 40, ".board-live"],
  learn: [870, 180, 45, ".learn-list"],
  exercise: [550, 175, 55, ".board-live"],
  settings: [550, 155, 25, ".settings .board"],
  tv: [360, 210, 25, "main h1"],
  players: [230, 210, 20, "main h1"],
  bots: [610, 210, 25, "main h1"],
  tournaments: [330, 215, 25, "main h1"],
  "tournament-new": [480, 225, 25, ".templates"],
  account: [190, 210, 15, "main h1"],
  "embed-quoridor": [370, 85, 30, ".board-live"],
  mistakes: [140, 190, 15, "main h1"],
  open: [170, 155, 15, "main h1"],
  chapter: [650, 175, 30, "main h1"],
  help: [270, 155, 15, "main h1"],
  about: [170, 155, 15, "main h1"],
  layouts: [1200, 165, 90, "main .board"],
};

const folder = mkdtempSync(join(tmpdir(), "meydan-weight-"));
const { address, test } = await world(["--store", join(folder, "games.db")]);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const places = placesOf(await settle(address));

/**
 * Stops what depends on the clock: the puzzle is that of one day, clocks don't tick, and the engine, which reports what it has found so
 * far, never arrives.
 */
function standStill() {
  const { fetch } = window;
  Date.now = () => Date.UTC(2026, 10, 19, 12);
  window.setInterval = () => 0;
  window.fetch = (address, ...more) => (/\/engine[^/]*\.wasm$/.test(address) ? new Promise(() => {}) : fetch(address, ...more));
}

/** Opens an address, and waits until the sign is there and nothing more is loaded. Returns the session and the bytes that were fetched. */
async function load(page, address, sign) {
  const session = await page.context().newCDPSession(page);
  const loading = new Set();
  let asked = 0;
  let bytes = 0;
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  session.on("Network.requestWillBeSent", ({ requestId }) => (loading.add(requestId), asked++));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    loading.delete(requestId);
  });
  session.on("Network.loadingFailed", ({ requestId }) => loading.delete(requestId));
  await session.send("Profiler.enable");
  await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  page.still ??= await page.addInitScript(standStill).then(() => true);
  await page.goto(address);
  await page.locator(sign).first().waitFor();
  await holds(page, () => !document.querySelector("[aria-busy=true]"), undefined, "the screen");
  for (let before = -1; before !== asked;) {
    before = asked;
    await until(() => loading.size === 0, "all files");
    // Waits until the last arrivals are drawn, too.
    await page.evaluate(() => new Promise((idle) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(idle)))));
  }
  return { session, bytes };
}

/** The calls of functions since the last count. */
async function callsOf(session) {
  const { result } = await session.send("Profiler.takePreciseCoverage");
  return result.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0].count, 0);
}

const onPhone = { viewport: PHONE, touch: true };

for (const [name, [elementsMost, kilobytesMost, callsMost, sign]] of Object.entries(BUDGETS)) {
  test(`${name} stays within its budget`, null, onPhone, async (page) => {
    const { session, bytes } = await load(page, places[name], sign);
    const calls = await callsOf(session);
    const elements = await page.evaluate(() => document.querySelectorAll("*").length);
    await session.detach();
    const found = { elements, kilobytes: Math.round(bytes / 1024), calls: Math.round(calls / 1000) };
    const most = { elements: elementsMost, kilobytes: kilobytesMost, calls: callsMost };
    if (process.env.SHOW) console.log(name, JSON.stringify(found));
    for (const [key, value] of Object.entries(found)) assert.ok(value <= most[key], `${name}: ${value} ${key}, ${most[key]} at most`);
  });
}

// A board alone takes 8,000 calls or more.
for (const [name, most] of [["play", 4000], ["quoridor", 4000], ["game-abalone", 4000]]) {
  test(`${name}: a change beside the board does not draw the board`, null, onPhone, async (page) => {
    const { session } = await load(page, places[name], ".play .board-live");
    await callsOf(session);
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "z", bubbles: true })));
    await holds(page, () => document.querySelector(".frame.zen"), undefined, "the board alone");
    const calls = await callsOf(session);
    await session.detach();
    if (process.env.SHOW) console.log(name, calls, "calls");
    assert.ok(calls <= most, `${calls} calls, ${most} at most`);
  });
}
