// SPDX-License-Identifier: MIT
// Lighthouse on every kind of screen: node web/tests/lighthouse.mjs [SCREEN...]. Fails below 95 in performance (a slow phone,
// as Lighthouse feigns it), accessibility or best practices. Measures time, so the machine should be idle.
import lighthouse from "lighthouse";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settle } from "./people.mjs";
import { CHROMIUM, CHROMIUM_ARGS, serve, until } from "./browser/world.mjs";

const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const wanted = process.argv.slice(2);

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

const port = await freePort();
const folder = mkdtempSync(join(tmpdir(), "meydan-lighthouse-"));
const server = await serve(["--store", join(folder, "games.db")]);
const { live } = await settle(server.address);
const screens = {
  home: "/",
  play: "/open#v=abalone&l=belgian-daisy",
  quoridor: "/open#v=quoridor&l=standard",
  new: "/new",
  analysis: "/analysis",
  puzzles: "/puzzles",
  mistakes: "/mistakes",
  settings: "/settings",
  learn: "/learn",
  chapter: "/learn/abalone/sumito",
  exercise: "/learn/exercise/q-maze",
  lobby: "/online",
  game: `/game/${live}`,
  person: "/people/Ann",
  games: "/games",
  account: "/account",
};
const browser = spawn(CHROMIUM, [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`, `--user-data-dir=${join(folder, "browser")}`], { stdio: "ignore" });
let failed = false;
try {
  await until(() => fetch(`http://127.0.0.1:${port}/json/version`).then(({ ok }) => ok, () => false), "the browser's port");
  for (const [name, path] of Object.entries(screens)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const { lhr } = await lighthouse(`${server.address}${path}`, { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES });
    const scores = CATEGORIES.map((category) => [category, Math.round(lhr.categories[category].score * 100)]);
    console.log(`${name}: ${scores.map(([category, score]) => `${category} ${score}`).join(", ")}`);
    for (const [category, score] of scores) {
      if (score >= LEAST) continue;
      failed = true;
      for (const { id } of lhr.categories[category].auditRefs) {
        const { score: part, title, displayValue = "" } = lhr.audits[id];
        if (part !== null && part < 0.9) console.log(`  ${id} ${part}: ${title} ${displayValue}`);
      }
    }
  }
} finally {
  browser.kill();
  await once(browser, "exit");
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed ? 1 : 0);
