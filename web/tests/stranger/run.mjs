// SPDX-License-Identifier: MIT
// The npm packages as a stranger meets them: node web/tests/stranger/run.mjs [--vite] [--packages FOLDER]
//
// An empty project installs the tarballs, checks their types, uses the core in node, bundles page.ts with esbuild (and with
// Vite) and plays a game to its end in Chromium. Without --packages they are made first, into build/npm.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, "../..");
const { values: args } = parseArgs({ options: { vite: { type: "boolean" }, packages: { type: "string" } } });
const packages = resolve(args.packages ?? join(web, "../build/npm"));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const CHROMIUM_ARGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const PATIENCE = 60_000; // ms

const run = (cwd, command, ...words) => execFileSync(command, words, { cwd, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });

function install(project) {
  for (const name of ["page.ts", "index.html", "tsconfig.json"]) cpSync(join(here, name), join(project, name));
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  const tarballs = readdirSync(packages).filter((name) => name.endsWith(".tgz")).map((name) => join(packages, name));
  assert.equal(tarballs.length, 3, `three packages in ${packages}`);
  run(project, "npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", ...tarballs);
  const needed = readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."));
  assert.deepEqual(needed, ["@meydan"], "the packages need nothing else");
}

function inNode(project) {
  writeFileSync(join(project, "node.mjs"), `
    import { readFileSync } from "node:fs";
    import { loadCore } from "@meydan/core";
    const core = await loadCore(readFileSync(new URL(import.meta.resolve("@meydan/core/meydan.wasm"))));
    const look = core.play(core.start("abalone"), "a1b2");
    console.log(core.variants().length, look.turn, look.moves.length > 0);`);
  assert.equal(run(project, process.execPath, "node.mjs"), "6 1 true\n");
  // A server that renders pages imports the element, and the engine thinks in worker_threads.
  writeFileSync(join(project, "server.mjs"), `
    import { MeydanBoard } from "@meydan/board";
    import { Engine } from "@meydan/engine";
    import { nodeSite } from "@meydan/engine/node";
    const engine = new Engine(nodeSite);
    const search = { variant: "quoridor", start: "- / - / e1 e9 / 10 10 / 1", moves: ["e2", "e8"], level: 3, seed: 1 };
    const first = await engine.go(search), second = await engine.go(search);
    engine.close();
    console.log(typeof MeydanBoard, first.move === second.move, /^[a-i][1-9][hv]?$/.test(first.move));`);
  assert.equal(run(project, process.execPath, "server.mjs"), "function true true\n");
}

async function withEsbuild(project, out) {
  await build({
    entryPoints: [join(project, "page.ts")], bundle: true, minify: true, format: "esm", target: "es2022", outdir: out, logLevel: "warning",
    absWorkingDir: project,
  });
  // esbuild leaves new URL(...) as it is: the files lie beside the script.
  for (const name of ["core", "engine"]) {
    const dist = join(project, "node_modules/@meydan", name, "dist");
    for (const file of readdirSync(dist).filter((file) => file.endsWith(".wasm") || file === "worker.js")) cpSync(join(dist, file), join(out, file));
  }
  writeFileSync(join(out, "index.html"), readFileSync(join(here, "index.html"), "utf8").replace("./page.ts", "./page.js"));
}

async function withVite(project, out) {
  const { build: viteBuild } = await import(pathToFileURL(join(here, "vite/node_modules/vite/dist/node/index.js")).href);
  await viteBuild({ root: project, logLevel: "warn", configFile: false, build: { outDir: out, target: "es2022" }, worker: { format: "es" } });
}

function serve(folder) {
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : request.url.split("?")[0];
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

/** Plays with the mouse on the board, a step of a shortest path at a time, against the engine's answers. */
async function playGame(page) {
  await page.waitForFunction(() => document.title === "ready");
  for (let turn = 0; turn < 100; turn++) {
    await page.waitForFunction(() => {
      const { over, look } = document.querySelector("meydan-board").state;
      return over || look.turn === 0;
    });
    const step = await page.evaluate(() => {
      const board = document.querySelector("meydan-board");
      const { over, look } = board.state;
      if (over) return null;
      const pawns = look.moves.filter(({ slot }) => slot === "");
      const far = (move) => board.core.play(look, move.text).distance[0];
      return pawns.reduce((best, move) => (far(move) < far(best) ? move : best)).to[0];
    });
    if (step === null) break;
    const before = await page.evaluate(() => document.querySelector("meydan-board").state.plies);
    await page.locator(`meydan-board [data-cell="${step}"]`).click({ force: true });
    await page.waitForFunction((plies) => document.querySelector("meydan-board").state.plies > plies, before);
  }
  return page.evaluate(() => {
    const { over, result, plies } = document.querySelector("meydan-board").state;
    return { over, result, plies };
  });
}

/** By keys and screen reader: the focused board goes back and forward, and announces illegal moves. */
async function tryKeys(page) {
  await page.evaluate(() => {
    const board = document.querySelector("meydan-board");
    board.setAttribute("moves", "e2 e8");
  });
  await page.waitForFunction(() => document.querySelector("meydan-board").state.plies === 2);
  await page.locator('meydan-board [data-cell="e2"]').focus();
  await page.keyboard.press("[");
  const back = await page.evaluate(() => document.querySelector("meydan-board").ply);
  await page.keyboard.press("End");
  await page.locator('meydan-board [data-cell="a9"]').click({ force: true });
  await page.waitForFunction(() => [...document.querySelector("meydan-board").shadowRoot.querySelectorAll(".spoken")].some((node) => node.textContent));
  assert.equal(back, 1);
}

async function tryBoard(page) {
  return page.evaluate(async () => {
    const board = document.querySelector("meydan-board");
    const shown = () => board.shadowRoot.querySelectorAll("[data-marble]").length;
    board.ply = 0;
    const back = board.ply;
    board.setAttribute("variant", "abalone-3");
    board.setAttribute("skin", "slate");
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const marbles = shown();
    const rim = getComputedStyle(board).getPropertyValue("--rim").trim();
    return { back, variant: board.state.look.variant, marbles, expected: board.state.look.marbles.length, rim };
  });
}

async function look(browser, folder, name) {
  const server = await serve(folder);
  const page = await browser.newPage();
  const problems = [];
  page.setDefaultTimeout(PATIENCE);
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const { over, result, plies } = await playGame(page);
    assert.ok(over && /^[01]-[01]$/.test(result), `the game ended: ${result}`);
    await tryKeys(page);
    const { back, variant, marbles, expected, rim } = await tryBoard(page);
    assert.deepEqual([back, variant, marbles, rim], [0, "abalone-3", expected, "#2b333c"]);
    const said = await page.evaluate(() =>
      window.converse("ugi", "setoption name UGI_Variant value quoridor", "position startpos moves e2 e8", "go nodes 2000"));
    assert.ok(said.includes("ugiok") && /^bestmove [a-i][1-9][hv]?$/.test(said.at(-1)), said.join("\n"));
    assert.deepEqual(problems, []);
    console.log(`ok ${name}: a game of ${plies} moves, ${result}`);
  } finally {
    await page.close();
    server.close();
  }
}

if (!args.packages) run(web, process.execPath, "packages.mjs", "--pack", "--out", packages, "--wasm", process.env.WASM ?? join(web, "../build/src/wasm"));
const project = mkdtempSync(join(tmpdir(), "meydan-stranger-"));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell", args: CHROMIUM_ARGS, timeout: PATIENCE });
try {
  install(project);
  run(project, process.execPath, join(web, "node_modules/typescript/bin/tsc"), "-p", project);
  inNode(project);
  console.log("ok the packages install alone, have types and run in node");
  for (const [name, bundle] of [["esbuild", withEsbuild], ...(args.vite ? [["vite", withVite]] : [])]) {
    const out = join(project, `out-${name}`);
    mkdirSync(out);
    await bundle(project, out);
    await look(browser, out, name);
  }
} finally {
  await browser.close();
  rmSync(project, { recursive: true, force: true });
}
