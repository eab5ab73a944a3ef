// SPDX-License-Identifier: MIT
// All tests of the page: node web/tests/run.mjs [FILE-NAME-PART]. One line a test, "ok" or "FAILED", then the numbers. The
// program is build/meydan and the page build/web, or those of the variables MEYDAN, PAGE and WASM.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const tests = dirname(fileURLToPath(import.meta.url));
const part = process.argv[2] ?? "";
// The long ones first, so that both cores are busy to the end.
const files = ["browser", "unit"]
  .flatMap((folder) => readdirSync(join(tests, folder)).map((name) => join(tests, folder, name)))
  .filter((path) => path.endsWith(".test.mjs") && path.slice(tests.length).includes(part));

let passed = 0;
let failed = 0;
const stream = run({ files, concurrency: 2, timeout: 30 * 60_000 });
stream.on("test:pass", ({ name, nesting, details, skip }) => {
  // Node counts a file of tests as a test, under its path.
  if (nesting > 0 || skip || name.endsWith(".mjs")) return;
  passed++;
  console.log(`ok ${name} (${(details.duration_ms / 1000).toFixed(1)} s)`);
});
stream.on("test:fail", ({ name, nesting, details }) => {
  if (nesting > 0) return;
  failed++;
  const { error } = details;
  console.log(`FAILED ${name}\n${inspect(error.cause ?? error).replace(/^/gm, "    ")}`);
});
await new Promise((done) => stream.on("end", done).resume());
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
