// SPDX-License-Identifier: MIT
// The npm packages, made from the page's own modules: node packages.mjs [--out FOLDER] [--wasm FOLDER] [--pack]
//
//     FOLDER/core, engine, board       what is published: scripts, types, modules of the core, a README each
//     FOLDER/meydan-core-VERSION.tgz   ... with --pack, as `npm pack` makes them
//
// src/core, src/engine and src/board are the packages as the page uses them, in TypeScript (npm workspaces). The
// published packages have the same names, but their board is an element, so that users don't need Preact. Each has a budget, and one over it ends the build.

import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

const web = dirname(fileURLToPath(import.meta.url));
const { values: args } = parseArgs({
  options: {
    out: { type: "string", default: join(web, "../build/npm") },
    wasm: { type: "string", default: join(web, "../build/src/wasm") },
    pack: { type: "boolean", default: false },
  },
});
const out = resolve(args.out);
const version = execFileSync(join(web, "../tools/version"), { encoding: "utf8" }).trim();
const KILO = 1024;
/** The size limits of each package: its scripts, minified and compressed; and all of it unpacked. */
const BUDGETS = {
  core: { scripts: 4 * KILO, all: 200 * KILO },
  engine: { scripts: 6 * KILO, all: 4200 * KILO },
  board: { scripts: 40 * KILO, all: 260 * KILO },
};

/** The page's colours for the element, which takes from its attributes the values that the page sets on its root. */
function hosted(css) {
  return css
    .replace(/:root((?:\[[^\]]*\]|:not\([^)]*\))*)/g, (_, conditions) => (conditions ? `:host(${conditions})` : ":host"))
    .replaceAll("data-board", "skin")
    .replaceAll("data-pieces", "pieces")
    .replaceAll("data-theme", "theme");
}

const elementStyle = {
  name: "element-style",
  setup(board) {
    board.onLoad({ filter: /element\.css$/ }, async ({ path }) => {
      const parts = [join(web, "src/style/themes.css"), join(dirname(path), "board.css"), path];
      const texts = await Promise.all(parts.map((part) => readFile(part, "utf8")));
      const { outputFiles } = await build({
        stdin: { contents: hosted(texts.join("\n")), loader: "css" }, write: false, minify: true, target: ["es2022"], charset: "utf8",
      });
      return { contents: outputFiles[0].text.trim(), loader: "text" };
    });
  },
};

/** The file of an export, without its end. */
const base = (path) => path.replace(/^\.\/|\.tsx?$/g, "");

function bundle(name, source, minify, write = true) {
  const entries = Object.values(source.published ?? source.exports).filter((path) => path !== "./worker.ts");
  const common = {
    bundle: true, format: "esm", target: ["es2022"], charset: "utf8", jsx: "automatic", jsxImportSource: "preact",
    minify, write, logLevel: "warning", outdir: join(out, name, "dist"), external: ["@meydan/core", "node:*"], plugins: [elementStyle],
  };
  const folder = join(web, "src", name);
  return Promise.all([
    build({ ...common, entryPoints: entries.map((path) => join(folder, path)), splitting: true, chunkNames: "[name]-[hash]" }),
    // A worker's script includes everything it needs.
    ...(source.exports["./worker"] ? [build({ ...common, external: [], entryPoints: [join(folder, "worker.ts")] })] : []),
  ]);
}

/** Declarations of all three at once, each into its own folder. */
async function declare() {
  const types = join(out, "types");
  const config = join(out, "tsconfig.json");
  await writeFile(config, JSON.stringify({
    extends: join(web, "tsconfig.json"),
    compilerOptions: { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: join(web, "src"), outDir: types },
    include: ["core", "engine", "board"].map((name) => join(web, "src", name)),
  }));
  execFileSync(process.execPath, [join(web, "node_modules/typescript/bin/tsc"), "-p", config], { stdio: "inherit" });
  for (const name of ["core", "engine", "board"]) await cp(join(types, name), join(out, name, "dist"), { recursive: true });
  await rm(types, { recursive: true });
  await rm(config);
}

/** Names of files in declarations have their ends, for those who resolve them strictly; other packages have their names. */
async function finishTypes(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await finishTypes(path);
    else if (entry.name.endsWith(".d.ts"))
      await writeFile(path, (await readFile(path, "utf8"))
        .replace(/(from |import\()"(?:\.\.\/)+core\/types"/g, '$1"@meydan/core"')
        .replace(/(from |import\()"(\.[^"]*)"/g, '$1"$2.js"'));
  }
}

async function size(folder) {
  let sum = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) sum += (await readFile(join(entry.parentPath ?? entry.path, entry.name))).length;
  return sum;
}

function manifest({ private: _, files: modules = [], exports: inside, published: outside = inside, dependencies = {}, ...source }) {
  const published = {};
  for (const [name, path] of Object.entries(outside))
    published[name] = { types: `./dist/${base(path)}.d.ts`, default: `./dist/${base(path)}.js` };
  for (const module of modules) published[`./${module}`] = `./dist/${module}`;
  return {
    ...source, version, exports: published, types: published["."].types, files: ["dist"],
    dependencies: Object.fromEntries(Object.keys(dependencies).map((other) => [other, version])),
  };
}

/** "./worker.*" of the sources is "./dist/worker.js" in the package. */
const effects = (source) => Array.isArray(source.sideEffects) ? source.sideEffects.map((path) => path.replace("./", "./dist/")) : source.sideEffects;

let over = false;
await rm(out, { recursive: true, force: true });
const sources = {};
for (const name of Object.keys(BUDGETS)) {
  sources[name] = JSON.parse(await readFile(join(web, "src", name, "package.json"), "utf8"));
  await mkdir(join(out, name, "dist"), { recursive: true });
  await bundle(name, sources[name], false);
}
await declare();
console.log("package     scripts, gzip       whole");
for (const [name, budget] of Object.entries(BUDGETS)) {
  const folder = join(out, name);
  const source = sources[name];
  await finishTypes(join(folder, "dist"));
  for (const module of source.files ?? []) await cp(join(args.wasm, module), join(folder, "dist", module));
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ ...manifest(source), sideEffects: effects(source) }, null, 2)}\n`);
  await cp(join(web, "src", name, "README.md"), join(folder, "README.md"));
  await cp(join(web, "../LICENSE"), join(folder, "LICENSE"));

  const built = (await bundle(name, source, true, false)).flatMap(({ outputFiles }) => outputFiles);
  const scripts = built.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  const all = await size(folder);
  const row = [scripts, budget.scripts, all, budget.all].map((bytes) => `${(bytes / KILO).toFixed(1)} kB`);
  console.log(`${name.padEnd(8)} ${row[0].padStart(8)} of ${row[1].padEnd(8)} ${row[2].padStart(9)} of ${row[3]}`);
  if (scripts > budget.scripts || all > budget.all) over = true;
  if (args.pack) execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}
if (over) {
  console.error("a package is over its budget");
  process.exit(1);
}
