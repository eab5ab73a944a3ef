// SPDX-License-Identifier: MIT
// All tests of the page: node web/tests/run.mjs [FILE-NAME-PART...]. Prints one line per test, "ok", "FAILED" or
// "skipped" with the reason, then the numbers. The program is build/meydan with the page inside, or that of MEYDAN;
// WASM is the folder of the modules; see browser/world.mjs. JOBS processes run side by side, three by default, since
// browsers mostly wait. Each of them runs many files with browsers (worker.mjs), or one without.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";

const tests = dirname(fileURLToPath(import.meta.url));
const parts = process.argv.slice(2);
// The longest first, so that no worker is idle at the end.
const LONG_FIRST = ["online-games", "games", "screens", "learn", "online.", "playing", "rough", "online-people", "layout", "online-net"];
const rank = (path) => {
  const at = LONG_FIRST.findIndex((name) => path.includes(`browser/${name}`));
  return at < 0 ? LONG_FIRST.length : at;
};
const filesOf = (folder) =>
  readdirSync(join(tests, folder))
    .map((name) => join(tests, folder, name))
    .filter((path) => path.endsWith(".test.mjs") && (!parts.length || parts.some((part) => path.slice(tests.length).includes(part))));
const withBrowser = filesOf("browser").sort((a, b) => rank(a) - rank(b));
const jobs = Number(process.env.JOBS ?? 3);

// Node's runner starts a process for each path.
const folder = mkdtempSync(join(tmpdir(), "meydan-page-tests-"));
process.env.FILES = folder;
writeFileSync(join(folder, "list"), withBrowser.join("\n"));
const workers = withBrowser.slice(0, jobs).map((_, at) => join(folder, `worker-${at}.mjs`));
for (const worker of workers) writeFileSync(worker, `await import(${JSON.stringify(pathToFileURL(join(tests, "worker.mjs")))});\n`);
const files = [...workers, ...filesOf("unit")];

let passed = 0;
let failed = 0;
let skipped = 0;
const stream = run({ files, concurrency: jobs, timeout: 60 * 60_000 });
// Node counts a file of tests as a test, under its path; it fails only if the file itself does.
stream.on("test:pass", ({ name, nesting, details, skip }) => {
  if (skip) {
    skipped++;
    console.log(`skipped ${name}: ${skip === true ? "no reason is printed" : skip}`);
  }
  if (nesting > 0 || skip || name.endsWith(".mjs")) return;
  passed++;
  console.log(`ok ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`);
});
stream.on("test:fail", ({ name, nesting, details: { error } }) => {
  if (nesting > 0) return;
  failed++;
  console.log(`FAILED ${name}\n${inspect(error.cause ?? error).replace(/^/gm, "    ")}`);
});
await new Promise((done) => stream.on("end", done).resume());
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exit(failed || !passed ? 1 : 0);
