// SPDX-License-Identifier: MIT
// All tests of the page: node web/tests/run.mjs [FILE-NAME-PART]. One line a test, "ok" or "FAILED", then the numbers. The
// program is build/meydan and the page build/web, or those of the variables MEYDAN, PAGE and WASM.
//
// What fails in a browser is tried once more, alone: a crowded machine starves browsers now and then, and a fault of ours fails
// twice. Both outcomes are told, with what went wrong the first time.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const tests = dirname(fileURLToPath(import.meta.url));
const part = process.argv[2] ?? "";
// By how long they take, those of many browsers first, so that all hands are busy to the end.
const LONG_FIRST = ["online-games", "games", "learn", "online.", "playing", "screens", "rough", "online-people", "layout", "online-net"];
const rank = (path) => {
  const at = LONG_FIRST.findIndex((name) => path.includes(`browser/${name}`));
  return at < 0 ? LONG_FIRST.length : at;
};
const files = ["browser", "unit"]
  .flatMap((folder) => readdirSync(join(tests, folder)).map((name) => join(tests, folder, name)))
  .filter((path) => path.endsWith(".test.mjs") && path.slice(tests.length).includes(part))
  .sort((a, b) => rank(a) - rank(b));

/** Runs these files; `pass(name, seconds)` and `fail(name, file, error)` hear of every test, not of its parts. */
async function all(options, pass, fail) {
  const stream = run({ timeout: 30 * 60_000, ...options });
  // Node counts a file of tests as a test, under its path; it fails only if the file itself does.
  stream.on("test:pass", ({ name, nesting, details, skip }) => {
    if (nesting === 0 && !skip && !name.endsWith(".mjs")) pass(name, (details.duration_ms / 1000).toFixed(1));
  });
  stream.on("test:fail", ({ name, nesting, file, details: { error } }) => {
    if (nesting === 0) fail(name, file, inspect(error.cause ?? error).replace(/^/gm, "    "));
  });
  await new Promise((done) => stream.on("end", done).resume());
}

let passed = 0;
let failed = 0;
const again = [];
const ok = (name, seconds, more = "") => {
  passed++;
  console.log(`ok ${name} (${seconds} s${more})`);
};
const bad = (name, file, error) => {
  failed++;
  console.log(`FAILED ${name}\n${error}`);
};
await all({ files, concurrency: 3 }, ok, (name, file, error) => {
  if (!file?.includes("browser") || name.endsWith(".mjs")) return bad(name, file, error);
  console.log(`once more later: ${name}\n${error}`);
  again.push({ name, file });
});
for (const { name, file } of again) {
  const exactly = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  const before = passed + failed;
  await all({ files: [file], concurrency: 1, testNamePatterns: [exactly] }, (it, seconds) => it === name && ok(it, seconds, ", second try"), bad);
  if (before === passed + failed) bad(name, file, "    did not run a second time");
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
