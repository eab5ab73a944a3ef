// SPDX-License-Identifier: MIT
// Runs files of browser tests one after the other in this process, so that they share a browser and what else world.mjs
// shares. Several workers take files from one list, the lines of FILES/list. A worker takes line N by making FILES/N.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { endFile, endProcess } from "./browser/world.mjs";

const folder = process.env.FILES;
const files = readFileSync(join(folder, "list"), "utf8").split("\n");

/** Whether this worker is the first one to take line N. */
function take(line) {
  try {
    mkdirSync(join(folder, String(line)));
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

for (const [line, file] of files.entries()) {
  if (!take(line)) continue;
  await import(pathToFileURL(file));
  // Tests of a process run in the order of their calls: this one is over when the file is. run.mjs doesn't report it.
  await test(file, endFile);
}
await endProcess();
