// SPDX-License-Identifier: MIT
// Builds the page: node build.mjs [--out FOLDER] [--wasm FOLDER]
//
// Scripts and styles are bundled, split and minified by esbuild; translations become JSON; every file but index.html, the
// manifest and the service worker carries a hash of its content in its name, so that a server may let browsers keep it for
// ever. Beside each file that shrinks lie its .gz and .br. The sizes of the first load are printed, and a first load over
// the limit ends the build.

import { build } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { readTexts } from "./po.mjs";
import { packOf, readPuzzles } from "./puzzles.mjs";

const FIRST_LOAD_LIMIT = 52 * 1024;
const COMPRESSIBLE = new Set([".js", ".css", ".html", ".json", ".svg", ".wasm", ".webmanifest", ".txt"]);
const WASM = ["meydan.wasm", "engine.wasm", "engine-simd.wasm", "engine-threads.wasm"];
const LANGUAGES = ["tr", "ru", "ro"];

const web = dirname(fileURLToPath(import.meta.url));
const { values: args } = parseArgs({
  options: { out: { type: "string", default: join(web, "../build/web") }, wasm: { type: "string", default: join(web, "../build/src/wasm") } },
});
const out = resolve(args.out);
const files = {}; // what the page calls a file -> its address

function hashed(name, content) {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const end = extname(name);
  return `/assets/${basename(name, end)}-${hash}${end}`;
}

async function put(address, content) {
  const path = join(out, address);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function putHashed(name, content) {
  files[name] = hashed(name, content);
  await put(files[name], content);
}

const common = {
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  charset: "utf8",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
};

/** Builds a file that is loaded by its own address: the worker, or styles that only one part of the page needs. */
async function buildAlone(name, path) {
  const source = join(web, path);
  if (!existsSync(source)) return;
  const result = await build({
    ...common, entryPoints: [source], write: false, outdir: out, define: { __FILES__: JSON.stringify(files) },
  });
  await putHashed(name, result.outputFiles[0].contents);
}

const MAIN = "src/app/main.tsx";

/** esbuild cuts the first load into a file for each set of later parts that use it, and every file costs a request. As the
 *  whole first load is there before any later part, each of them may as well say that it needs it: then it stays whole. */
const keepFirstLoadWhole = (later) => ({
  name: "keep-first-load-whole",
  setup(page) {
    page.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      if (!later.has(path)) return undefined;
      return { contents: `${await readFile(path, "utf8")}\nimport ${JSON.stringify(join(web, MAIN))};\n`, loader: extname(path).slice(1) };
    });
  },
});

async function buildPage() {
  const options = {
    ...common,
    absWorkingDir: web,
    entryPoints: { app: MAIN, style: "src/app/first.css" },
    splitting: true,
    metafile: true,
    outdir: out,
    entryNames: "assets/[name]-[hash]",
    chunkNames: "assets/[name]-[hash]",
    assetNames: "assets/[name]-[hash]",
    define: { __FILES__: JSON.stringify(files) },
  };
  // The first build only tells which parts are loaded later.
  const { metafile } = await build({ ...options, write: false });
  const parts = Object.values(metafile.outputs).map(({ entryPoint }) => entryPoint).filter((path) => path?.endsWith("ts") || path?.endsWith("tsx"));
  const later = new Set(parts.filter((path) => path !== MAIN).map((path) => join(web, path)));
  const result = await build({ ...options, plugins: [keepFirstLoadWhole(later)] });
  return Object.fromEntries(Object.entries(result.metafile.outputs).map(([path, output]) => [join(web, path), absolute(output)]));
}

/** esbuild reports the paths of its files relative to its working directory. */
function absolute({ imports, ...output }) {
  return { ...output, imports: imports.map(({ path, kind }) => ({ path: join(web, path), kind })) };
}

/** The script of an entry point. As later parts need the first load, esbuild puts it into a file that all share, and writes
 *  another of 29 bytes that does nothing but import it: a request for nothing, so the page asks for the shared one itself. */
async function entryScript(outputs, path) {
  const { inputs, imports } = outputs[path];
  if (Object.keys(inputs).length > 0) return path;
  // The file that imports all the others.
  const whole = imports.find(({ path: one }) => imports.every(({ path: other }) => firstScripts(outputs, one).includes(other)));
  if (!whole) return path;
  await rm(path);
  return whole.path;
}

/** The scripts that the entry needs before anything shows, itself first. */
function firstScripts(outputs, entry) {
  const seen = new Set([entry]);
  for (const path of seen)
    for (const { path: next, kind } of outputs[path].imports) if (kind === "import-statement") seen.add(next);
  return [...seen];
}

function address(path) {
  return `/${resolve(path).slice(out.length + 1).replaceAll("\\", "/")}`;
}

async function walk(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    found.push(...(entry.isDirectory() ? await walk(path) : [path]));
  }
  return found.sort();
}

function compress(content) {
  const br = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  return { gz: gzipSync(content, { level: 9 }), br };
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} kB`;
}

await rm(out, { recursive: true, force: true });
for (const name of WASM) {
  const path = join(args.wasm, name);
  if (existsSync(path)) await putHashed(name, await readFile(path));
}
for (const language of LANGUAGES)
  for (const book of ["page", "rulebook"])
    await putHashed(`${book}-${language}.json`, JSON.stringify(readTexts(book, language)));
await buildAlone("worker.js", "src/engine/worker.ts");
await buildAlone("more.css", "src/app/more.css");
await buildAlone("online.css", "src/app/online.css");
await buildAlone("taskboard.css", "src/parts/taskboard.css");
await buildAlone("embed.css", "src/app/embed/embed.css");
await buildAlone("embed.js", "src/app/embed/index.tsx");
// The style of a feature is named like its folder; it is a file of its own unless one of these has it.
const taken = (await Promise.all(["first", "more", "online"].map((name) => readFile(join(web, `src/app/${name}.css`), "utf8")))).join();
for (const name of await readdir(join(web, "src/features")))
  if (!taken.includes(`/${name}.css"`)) await buildAlone(`${name}.css`, `src/features/${name}/${name}.css`);

// A manifest for each language; the page names the one of its own.
const manifest = JSON.parse(await readFile(join(web, "manifest.webmanifest"), "utf8"));
for (const language of ["en", ...LANGUAGES]) {
  const texts = language === "en" ? {} : readTexts("page", language);
  const [name, description] = [manifest.name, manifest.description].map((text) => texts[text] ?? text);
  await putHashed(`manifest-${language}.webmanifest`, JSON.stringify({ ...manifest, lang: language, name, description }));
}

// The measurements of the Abalone layouts.
await putHashed("layouts.json", JSON.stringify(JSON.parse(await readFile(join(web, "../data/layouts.json"), "utf8"))));

// A pack of puzzles for offline use. The others are fetched by variant, on demand.
const puzzles = readPuzzles(join(web, "../data/puzzles"));
await putHashed("puzzles.txt", packOf(puzzles).map(({ variant, line }) => `${variant} ${line}\n`).join(""));
const fetchedOnly = new Set();
for (const variant of new Set(puzzles.map((puzzle) => puzzle.variant))) {
  const name = `puzzles-${variant}.txt`;
  await putHashed(name, puzzles.filter((puzzle) => puzzle.variant === variant).map(({ line }) => `${variant} ${line}\n`).join(""));
  fetchedOnly.add(files[name]);
}

const outputs = await buildPage();
const byEntry = (end) => Object.keys(outputs).find((path) => outputs[path].entryPoint?.endsWith(end));
const script = await entryScript(outputs, byEntry(MAIN));
const style = byEntry("src/app/first.css");
const first = firstScripts(outputs, script);
const preloads = first.slice(1).map((path) => `<link rel="modulepreload" href="${address(path)}">`);
if (files["meydan.wasm"])
  preloads.push(`<link rel="preload" href="${files["meydan.wasm"]}" as="fetch" crossorigin>`);

for (const path of await walk(join(web, "icons"))) await put(`/icons/${basename(path)}`, await readFile(path));
await put("/manifest.webmanifest", await readFile(join(web, "manifest.webmanifest")));
const page = (await readFile(join(web, "index.html"), "utf8"))
  .replace("<!-- preloads -->", preloads.join("\n    "))
  .replace("/style.css", address(style))
  .replace("/app.js", address(script));
await put("/index.html", page);

// The embedded board is a page of its own, and a small one.
const embed = await readFile(join(web, "embed.html"), "utf8");
await put("/embed.html", embed.replace("/embed.css", files["embed.css"]).replace("/embed.js", files["embed.js"]));
for (const path of [files["embed.css"], files["embed.js"], "/embed.html"]) fetchedOnly.add(path);

// The service worker keeps every file of this build but the whole sets of puzzles and the embedded board; its version is the build's.
const kept = (await walk(out)).map(address).filter((path) => path !== "/index.html" && !fetchedOnly.has(path));
const version = createHash("sha256").update(page).update(kept.join()).digest("base64url").slice(0, 12);
await build({
  ...common, entryPoints: [join(web, "sw.ts")], outfile: join(out, "sw.js"), format: "iife",
  define: { __KEPT__: JSON.stringify(["/", ...kept]), __VERSION__: JSON.stringify(version) },
});

// Which addresses are the page's own: the server answers no others with it.
const table = await readFile(join(web, "src/app/features.tsx"), "utf8");
const words = [...table.matchAll(/\bpath: "([a-z-]+)"/g)].map(([, word]) => word);
if (!words.includes("play")) throw new Error("src/app/features.tsx names no addresses");
await put("/routes.txt", words.join("\n") + "\n");

const sizes = {};
for (const path of await walk(out)) {
  if (!COMPRESSIBLE.has(extname(path))) continue;
  const content = await readFile(path);
  const { gz, br } = compress(content);
  sizes[address(path)] = { plain: content.length, gz: gz.length, br: br.length };
  if (gz.length < content.length) await writeFile(`${path}.gz`, gz);
  if (br.length < content.length) await writeFile(`${path}.br`, br);
}

let total = 0;
console.log("first load: script and style       plain       gzip     brotli");
for (const path of [...first, style].map(address)) {
  const { plain, gz, br } = sizes[path];
  total += gz;
  console.log(`  ${path.padEnd(30)} ${[plain, gz, br].map((n) => kilobytes(n).padStart(10)).join(" ")}`);
}
console.log(`  total, gzip: ${kilobytes(total)} of ${kilobytes(FIRST_LOAD_LIMIT)}`);
for (const name of WASM.filter((name) => files[name])) {
  const { plain, gz, br } = sizes[files[name]];
  console.log(`  ${name.padEnd(30)} ${[plain, gz, br].map((n) => kilobytes(n).padStart(10)).join(" ")}`);
}
const embedded = [files["embed.js"], files["embed.css"]].reduce((sum, path) => sum + sizes[path].gz, 0);
console.log(`  embedded board, gzip: ${kilobytes(embedded)}`);
if (total > FIRST_LOAD_LIMIT) {
  console.error("the first load is over its limit");
  process.exit(1);
}
