// SPDX-License-Identifier: MIT
// Times of the page in Chromium: node bench.mjs DEPTH. See bench/page.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { launch, MEYDAN, PAGE, serve, until } from "./browser/world.mjs";

const TIMES = 3;
const depth = Number(process.argv[2] ?? 6);
const [server, browser] = await Promise.all([serve(), launch()]);

/** ms from the start of a first visit, with an empty cache, until the board can be played on. */
async function firstVisit(path, sign) {
  let best = Infinity;
  for (let i = 0; i < TIMES; i++) {
    const context = await browser.newContext({ baseURL: server.address, serviceWorkers: "block" });
    const page = await context.newPage();
    await page.addInitScript((selector) => {
      const look = () => {
        if (document.querySelector(selector)) window.boardTime = performance.now();
        else requestAnimationFrame(look);
      };
      look();
    }, sign);
    await page.goto(path);
    best = Math.min(best, await until(() => page.evaluate(() => window.boardTime), "the board"));
    await context.close();
  }
  return best;
}

/** Nodes and nodes/s of a build of the engine in the browser, on the positions of `meydan bench`. */
async function browserSpeed(page, name) {
  const file = readdirSync(`${PAGE}/assets`).find((asset) => new RegExp(`^${name}-[\\w-]{8}\\.wasm$`).test(asset));
  return page.evaluate(async ({ address, plies, times }) => {
    const bytes = await (await fetch(address)).arrayBuffer();
    const module = await WebAssembly.compile(bytes);
    let best = { nodes: 0, speed: 0 };
    for (let i = 0; i < times; i++) {
      const memory = new WebAssembly.Memory({ initial: 128, maximum: 2048 });
      const host = { now: () => performance.now(), report() {} };
      const { exports } = await WebAssembly.instantiate(module, { env: { memory }, host });
      if (!exports.page_engine_init(4, 1)) throw new Error("out of memory");
      const start = performance.now();
      const nodes = exports.page_engine_bench(plies);
      const speed = (nodes / (performance.now() - start)) * 1000;
      if (speed > best.speed) best = { nodes, speed };
    }
    return best;
  }, { address: `/assets/${file}`, plies: depth, times: TIMES });
}

function nativeSpeed() {
  let best = { nodes: 0, speed: 0 };
  for (let i = 0; i < TIMES; i++) {
    const text = execFileSync(MEYDAN, ["bench", String(depth)], { encoding: "utf8" });
    const number = (word) => Number(new RegExp(`^${word} (\\d+)$`, "m").exec(text)[1]);
    if (number("nodes/s") > best.speed) best = { nodes: number("nodes"), speed: number("nodes/s") };
  }
  return best;
}

try {
  console.log("\nfirst visit, until the board can be played on");
  console.log(`  home   ${(await firstVisit("/", ".demo-board .board-live")).toFixed(0).padStart(6)} ms`);
  console.log(`  game   ${(await firstVisit("/open#v=abalone&l=standard", ".play .board.playable")).toFixed(0).padStart(6)} ms`);
  const page = await browser.newPage();
  await page.goto(`${server.address}/about`);
  const native = nativeSpeed();
  console.log(`\nengine, depth ${depth}         nodes   nodes/s`);
  console.log(`  native         ${String(native.nodes).padStart(12)} ${String(native.speed).padStart(9)}`);
  for (const name of ["engine-simd", "engine"]) {
    const { nodes, speed } = await browserSpeed(page, name);
    const share = `${Math.round((100 * speed) / native.speed)} % of native`;
    console.log(`  ${name.padEnd(14)} ${String(nodes).padStart(12)} ${speed.toFixed(0).padStart(9)}  ${share}`);
    if (nodes !== native.nodes) throw new Error(`${name} searched other nodes than the native engine`);
  }
} finally {
  await browser.close();
  await server.stop();
}
