// SPDX-License-Identifier: MIT
// Core, engine and board depend on nothing else of the page: they are packages (web/packages.mjs), and the page uses
// them by their names.
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

// Types may also come from their source file: it is the same file.
test("whatever runs of core, engine and board comes from the packages", () => {
  const parts = Object.keys(ALLOWED);
  const import_ = /(?:^|\n)(?:import|export)\s(?!type\b)[^;"]*?from\s+"(\.[^"]+)"|import\(\s*"(\.[^"]+)"/g;
  for (const file of sources(src)) {
    const from = relative(src, file).split("/")[0];
    for (const [, plain, later] of readFileSync(file, "utf8").matchAll(import_)) {
      const part = relative(src, resolve(dirname(file), plain ?? later)).split("/")[0];
      assert.ok(part === from || !parts.includes(part), `${relative(src, file)} imports ${plain ?? later}: write @meydan/${part}`);
    }
  }
});

test("core and engine need no Preact", () => {
  for (const part of ["core", "engine"])
    for (const file of sources(join(src, part))) assert.doesNotMatch(readFileSync(file, "utf8"), /from "preact/, file);
});

test("what a board does is decided without Preact", () => {
  for (const name of ["control.ts", "gestures.ts", "text.ts", "words.ts", "abalone/state.ts", "abalone/input.ts", "quoridor/state.ts", "quoridor/input.ts"])
    assert.doesNotMatch(readFileSync(join(src, "board", name), "utf8"), /from "preact|\.tsx?"/, name);
});

// The page uses its own dialogs (Confirm in parts/controls.tsx), never the browser's. Quoridor has a function of that
// name.
test("the browser's own questions are not used", () => {
  for (const file of sources(src)) {
    const text = readFileSync(file, "utf8");
    const own = /(?:function|import[^;]*\b)\s*confirm\b/.test(text);
    for (const [found, , name] of text.matchAll(/(^|[^\w.#])((?:window\.)?(?:alert|confirm|prompt))\(/gm))
      assert.ok(own && name === "confirm", `${relative(src, file)}: ${found}`);
  }
});
