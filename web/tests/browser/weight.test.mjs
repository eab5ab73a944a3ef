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
  home: [630, 200, 75, ".daily .board"],
  lobby: [610, 205, 70, ".seek"],
  person: [1030, 225, 45, ".person .board"],
  games: [530, 205, 25, ".board"],
  game: [600, 215, 80, ".play .board-live"],
  "game-abalone": [750, 215, 95, ".play .board-live"],
  "game-over": [780, 215, 80, ".play .board-live"],
  embed: [520, 85, 35, ".board-live"],
  play: [730, 160, 40, ".play .board-live"],
  quoridor: [570, 160, 50, ".play .board-live"],
  new: [890, 155, 30, ".newgame .board"],
  analysis: [680, 185, 50, ".board-live"],
  editor: [710, 165, 35, ".board-live"],
  puzzles: [520, 210, 60, ".board"],
  puzzle: [610, 185, 35, ".board-live"],
  learn: [800, 175, 30, ".learn-list"],
  exercise: [550, 175, 55, ".board-live"],
  settings: [550, 155, 25, ".settings .board"],
};

const folder = mkdtempSync(join(tmpdir(), "meydan-weight-"));
const { address, test } = await world(["--store", join(folder, "games.db")]);
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const places = placesOf(await settle(address));

for (const [name, [elementsMost, kilobytesMost, callsMost, sign]] of Object.entries(BUDGETS)) {
  test(`${name} stays within its budget`, null, { viewport: PHONE, touch: true }, async (page) => {
    const session = await page.context().newCDPSession(page);
    let bytes = 0;
    await session.send("Network.enable");
    await session.send("Network.setCacheDisabled", { cacheDisabled: true });
    const loading = new Set();
    // The engine's files go to its workers, which report them elsewhere.
    session.on("Network.requestWillBeSent", ({ requestId, request }) => !/\/(engine|worker)/.test(request.url) && loading.add(requestId));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      bytes += encodedDataLength;
      loading.delete(requestId);
    });
    session.on("Network.loadingFailed", ({ requestId }) => loading.delete(requestId));
    await session.send("Profiler.enable");
    await session.send("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await page.goto(places[name]);
    await page.locator(sign).first().waitFor();
    await holds(page, () => !document.querySelector("[aria-busy=true]"), undefined, "the screen");
    await until(() => loading.size === 0, "all files");
    const { result } = await session.send("Profiler.takePreciseCoverage");
    const elements = await page.evaluate(() => document.querySelectorAll("*").length);
    const calls = result.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0].count, 0);
    await session.detach();
    const found = { elements, kilobytes: Math.round(bytes / 1024), calls: Math.round(calls / 1000) };
    const most = { elements: elementsMost, kilobytes: kilobytesMost, calls: callsMost };
    if (process.env.SHOW) console.log(name, JSON.stringify(found));
    for (const [key, value] of Object.entries(found)) assert.ok(value <= most[key], `${name}: ${value} ${key}, ${most[key]} at most`);
  });
}
