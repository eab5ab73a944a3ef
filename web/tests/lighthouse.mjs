// SPDX-License-Identifier: MIT
// Lighthouse on every kind of screen: node web/tests/lighthouse.mjs [--runs N] [--page FOLDER] [--keep FOLDER] [SCREEN...]. Prints a table
// and fails below 95 in performance (a slow phone, as Lighthouse simulates it), accessibility or best practices. It measures time, so the
// machine should be idle: "bench" is Lighthouse's index of its speed. With several runs, the one with the median performance counts.
// --page measures the page of that folder, --keep writes Lighthouse's whole report of each screen into a folder.
import lighthouse from "lighthouse";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { settle } from "./people.mjs";
import { placesOf } from "./places.mjs";
import { CHROMIUM, CHROMIUM_ARGS, serve, until } from "./browser/world.mjs";

const LEAST = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const { values: { keep, runs, page }, positionals: wanted } = parseArgs({
  options: { keep: { type: "string" }, runs: { type: "string", default: "1" }, page: { type: "string" } }, allowPositionals: true,
});

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
const server = await serve([...(page ? ["--folder", page] : []), "--store", join(folder, "games.db")]);
const screens = placesOf(await settle(server.address));
const unknown = wanted.filter((name) => !(name in screens));
if (unknown.length) throw new Error(`no such screen: ${unknown.join(", ")}; there are ${Object.keys(screens).join(", ")}`);
const browser = spawn(CHROMIUM, [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`, `--user-data-dir=${join(folder, "browser")}`], { stdio: "ignore" });

/** Columns of the table: heads and values. */
const COLUMNS = [
  ["perf", ({ categories }) => Math.round(categories.performance.score * 100)],
  ["access", ({ categories }) => Math.round(categories.accessibility.score * 100)],
  ["best", ({ categories }) => Math.round(categories["best-practices"].score * 100)],
  ["FCP s", ({ audits }) => (audits["first-contentful-paint"].numericValue / 1000).toFixed(1)],
  ["LCP s", ({ audits }) => (audits["largest-contentful-paint"].numericValue / 1000).toFixed(1)],
  ["SI s", ({ audits }) => (audits["speed-index"].numericValue / 1000).toFixed(1)],
  ["TBT ms", ({ audits }) => Math.round(audits["total-blocking-time"].numericValue)],
  ["CLS", ({ audits }) => audits["cumulative-layout-shift"].numericValue.toFixed(3)],
  ["bench", ({ environment }) => Math.round(environment.benchmarkIndex)],
];

function row(name, cells) {
  console.log(name.padEnd(16) + cells.map((cell) => String(cell).padStart(8)).join(""));
}

/** The failed audits of a category. */
function explain({ categories, audits }, category) {
  for (const { id } of categories[category].auditRefs) {
    const { score, title, displayValue = "" } = audits[id];
    if (score !== null && score < 0.9) console.log(`  ${id} ${score}: ${title} ${displayValue}`);
  }
}

let failed = false;
try {
  await until(() => fetch(`http://127.0.0.1:${port}/json/version`).then(({ ok }) => ok, () => false), "the browser's port");
  if (keep) mkdirSync(keep, { recursive: true });
  row("screen", COLUMNS.map(([head]) => head));
  for (const [name, path] of Object.entries(screens)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const found = [];
    for (let run = 0; run < Number(runs); run++)
      found.push(await lighthouse(`${server.address}${path}`, { port, output: "json", logLevel: "error", onlyCategories: CATEGORIES }));
    found.sort((a, b) => a.lhr.categories.performance.score - b.lhr.categories.performance.score);
    const { lhr, artifacts } = found[Math.floor(found.length / 2)];
    row(name, COLUMNS.map(([, cell]) => cell(lhr)));
    if (keep) {
      writeFileSync(join(keep, `${name}.json`), JSON.stringify(lhr, null, 1));
      writeFileSync(join(keep, `${name}.trace.json`), JSON.stringify(artifacts.Trace ?? artifacts.traces?.defaultPass));
    }
    for (const category of CATEGORIES) {
      if (lhr.categories[category].score * 100 >= LEAST - 0.5) continue;
      failed = true;
      explain(lhr, category);
    }
  }
} finally {
  browser.kill();
  await once(browser, "exit");
  await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(failed ? 1 : 0);
