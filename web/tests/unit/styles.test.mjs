// SPDX-License-Identifier: MIT
// The style of a part that loads later stays in the page, so it must not match elements of any other part: each of its
// selectors has a class that no other stylesheet mentions. Otherwise a screen would look different after a visit to
// another one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const src = join(dirname(fileURLToPath(import.meta.url)), "../../src");
const sheets = readdirSync(src, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".css"))
  .map((entry) => relative(src, join(entry.parentPath ?? entry.path, entry.name)))
  .filter((path) => !path.startsWith("app/embed/") && path !== "board/element.css"); // separate pages

/** The styles of the first screen, and of the screens fetched right after it, come before those of any later part. */
const early = ["first", "more"].flatMap((name) => [...readFileSync(join(src, `app/${name}.css`), "utf8").matchAll(/"\.\.\/([^"]+)"/g)].map(([, path]) => path));
const partOf = (path) => (early.includes(path) || /^(parts|app)\//.test(path) ? "shared" : path);

/** The selectors of a stylesheet, one by one. */
function selectors(path) {
  const text = readFileSync(join(src, path), "utf8").replace(/\/\*.*?\*\//gs, "");
  return [...text.matchAll(/([^{};]+)\{/g)]
    .map(([, list]) => list.trim())
    .filter((list) => !/^(@|from$|to$|[\d.]+%)/.test(list))
    .flatMap((list) => list.split(/,(?![^(]*\))/).map((one) => one.trim()));
}

const classes = (selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name);

test("no stylesheet of a part matches elements of another part", () => {
  assert.ok(sheets.length > 8);
  const parts = new Map(); // class -> parts that mention it
  for (const path of sheets)
    for (const name of selectors(path).flatMap(classes)) parts.set(name, (parts.get(name) ?? new Set()).add(partOf(path)));
  const loose = sheets.filter((path) => partOf(path) !== "shared").flatMap((path) =>
    selectors(path).filter((one) => !classes(one).some((name) => parts.get(name).size === 1)).map((one) => `${path}: ${one}`));
  assert.deepEqual(loose, []);
});

// A rule for one class alone defines that class; other stylesheets only refine it, beside a class of their own.
test("every class is defined in one stylesheet", () => {
  const definers = new Map(); // class -> stylesheets
  for (const path of sheets)
    for (const [name, ...others] of selectors(path).map((one) => [...new Set(classes(one))]))
      if (name && !others.length) definers.set(name, (definers.get(name) ?? new Set()).add(path));
  const several = [...definers].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `.${name}: ${[...paths].join(", ")}`);
  assert.deepEqual(several, []);
});

/**
 * The class names that a script may use: the words of its strings, and words that begin like a string followed by a
 * value.
 */
function namesIn(script) {
  const bare = script.replace(/\/\*.*?\*\//gs, "").replace(/(^|\s)\/\/.*$/gm, "");
  const words = [...bare.matchAll(/"([^"\n]*)"|`([^`]*)`|class=(\w+)/g)].flatMap(([, plain, template, attribute]) => (plain ?? template ?? attribute).match(/[a-z][\w-]*/gi) ?? []);
  return { words, beginnings: [...bare.matchAll(/([a-z][\w-]*-)\$\{/gi)].map(([, name]) => name) };
}

test("every class of a stylesheet is one that the page gives", () => {
  const scripts = readdirSync(src, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8"));
  scripts.push(...["index.html", "embed.html"].map((name) => readFileSync(join(src, "..", name), "utf8")));
  const given = scripts.map(namesIn);
  const words = new Set(given.flatMap((one) => one.words));
  const beginnings = new Set(given.flatMap((one) => one.beginnings));
  const dynamic = (name) => [...name.matchAll(/-/g)].some(({ index }) => beginnings.has(name.slice(0, index + 1)));
  const unused = sheets.flatMap((path) => [...new Set(selectors(path).flatMap(classes))].filter((name) => !words.has(name) && !dynamic(name)).map((name) => `${path}: .${name}`));
  assert.deepEqual(unused, []);
});
