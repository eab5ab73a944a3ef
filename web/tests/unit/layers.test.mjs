// SPDX-License-Identifier: MIT
// Core, engine and board stand alone: other pages may take them without the rest of this one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../../src");
const ALLOWED = { core: ["core"], engine: ["engine", "core"], board: ["board", "core"] };

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

for (const [part, allowed] of Object.entries(ALLOWED))
  test(`${part} imports nothing of the page`, () => {
    const files = sources(join(src, part));
    assert.ok(files.length > 3);
    for (const file of files)
      for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
        const target = relative(src, resolve(dirname(file), name));
        assert.ok(allowed.includes(target.split("/")[0]), `${relative(src, file)} imports ${target}`);
      }
  });

test("what a board does is decided without Preact", () => {
  for (const name of ["control.ts", "events.ts", "text.ts", "words.ts", "abalone/state.ts", "abalone/input.ts", "quoridor/state.ts", "quoridor/input.ts"])
    assert.doesNotMatch(readFileSync(join(src, "board", name), "utf8"), /from "preact|\.tsx?"/, name);
});
