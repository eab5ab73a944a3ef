// SPDX-License-Identifier: MIT
// Analysis in Chromium, measured: node web/tests/analysis.mjs (bench/analysis builds first).
//
//    review   a finished game of 60 plies, two workers, the default quality: seconds, and processor time against that of
//             `meydan analyse`, which searches the same nodes and so finds the same numbers
//    board    frames per second and long tasks of the analysis board, without the engine and while it runs
//
// Other programs don't change processor time; they do change seconds and frames, so the load is printed beside those.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { launch, MEYDAN, serve } from "./browser/world.mjs";

// From self-play; the first is cut off after 60 plies, the second is complete.
const GAMES = [
  { variant: "abalone", moves: "a1b2 h9g8 b2c3 i6h6 a2b3 i5h5 a4b5 h7g7 b1c2 h6g6 b4c4 i7i8h6 a3b3 i9i8 b6c6 g6f6 e4e5 f7f6 c2d3 "
    + "e7f7 d3d4 i8h7 e4e5 h4g4 b5b4 g8h9 a5b5 h7i7 d4d5 d8e8 e5e6 h9h8 e7e8 h7g6 e9e8 i7i8 c4d4 i8h7 e8e7 "
    + "e4f4 b3c4 h4g4 d7d8 e4f4 b4c4 h4i5 b6b5 i5h4 d8e8 f7g7 e8f8 f4f5 f8g8 g4f4 e7e8 h4g4 e8d7 g4h5 d7e7 "
    + "i6i7" },
  { variant: "quoridor", moves: "a1h f9 f2h f8 h3h h6h f3h e8h e7h g8 d1 g7 d2 c8h d3 f7 d4 f6 d5 e6 d6 e5 d3h d5 c4v d7 d8 b8v c8 "
    + "c7 c6h b7h a6h d8v b5h d7 d8 e7 d7 e6 e7 d6 d7 a7v e7 f6v e6 g5h c6 b6 a6 a5 a4 a3 a2 b2 c2 d2 c3 "
    + "d1" },
];
const TICKS = 100; // of a second, as the kernel counts
const FRAMES_S = 8;
const PATIENCE = 300_000;

const load = () => `load ${loadavg()[0].toFixed(1)}`;

/** Seconds of processor time by thread, of the workers of this process's browser, without rendering and compiling. */
function workersTime(times) {
  const parents = new Map(readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      return [[pid, readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ")[1]]];
    } catch {
      return []; // it has ended
    }
  }));
  const isOwn = (pid) => pid !== undefined && (pid === String(process.pid) || isOwn(parents.get(pid)));
  for (const pid of [...parents.keys()].filter(isOwn)) {
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
        const fields = stat.replace(/^.*\) /s, "").split(" ");
        if (stat.includes("(DedicatedWorker")) times.set(thread, (Number(fields[11]) + Number(fields[12])) / TICKS);
      }
    } catch {
      // a thread has ended; its time is recorded
    }
  }
  return times;
}

/** Wall and processor time of `meydan analyse`, one thread. */
function nativeReview(folder, { variant, moves }) {
  const file = join(folder, "game.txt");
  writeFileSync(file, `[Variant "${variant}"]\n[Result "0-1"]\n\n${moves} 0-1\n`);
  const script = 'TIMEFORMAT="%R %U %S"; { time "$0" analyse "$1" --json >"$2"; } 2>&1';
  const [wall, user, system] = execFileSync("bash", ["-c", script, MEYDAN, file, join(folder, "out.json")], { encoding: "utf8" })
    .trim().split("\n").at(-1).split(" ").map(Number);
  return { wall, time: user + system, plies: JSON.parse(readFileSync(join(folder, "out.json"), "utf8")).games[0].review.plies };
}

async function browserReview(browser, address, { variant, moves }) {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 } });
  // Two workers on any machine: the page leaves one core to itself.
  await context.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 3 }));
  const page = await context.newPage();
  await page.goto(`/open#v=${variant}&l=standard&m=${moves.replaceAll(" ", ".")}${variant === "abalone" ? "&r=0-1&e=resignation" : ""}`);
  const button = page.getByRole("button", { name: "Review the game" });
  await button.waitFor({ timeout: PATIENCE });
  const times = new Map();
  const sampler = setInterval(() => workersTime(times), 50);
  const start = performance.now();
  await button.click();
  await page.locator(".review .accuracies li").first().waitFor({ timeout: PATIENCE });
  const wall = (performance.now() - start) / 1000;
  clearInterval(sampler);
  const time = [...times.values()].reduce((sum, one) => sum + one, 0);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("meydan.reviews"))[0].plies);
  await context.close();
  return { wall, time, plies: kept };
}

/** Counts frames and long tasks of a page for a while. */
const watch = (page, seconds) => page.evaluate((ms) => new Promise((done) => {
  let frames = 0;
  const long = [];
  const observer = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: "longtask" });
  const start = performance.now();
  const count = (now) => {
    if (now - start < ms) {
      frames++;
      requestAnimationFrame(count);
      return;
    }
    observer.disconnect();
    done({ frames: (frames * 1000) / (now - start), long: long.length, longest: Math.max(0, ...long) });
  };
  requestAnimationFrame(count);
}), 1000 * seconds);

async function boardFrames(browser, address) {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const rows = [];
  await page.goto("/analysis#v=abalone&l=belgian-daisy&m=");
  await page.locator(".analysis .board-live").waitFor({ timeout: PATIENCE });
  rows.push(["without the engine", await watch(page, FRAMES_S)]);
  await page.getByRole("switch", { name: "Engine" }).check({ force: true });
  await page.locator(".engine-line").first().waitFor({ timeout: PATIENCE });
  rows.push(["while it runs", await watch(page, FRAMES_S)]);
  await context.close();
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), "meydan-analysis-"));
const [server, browser] = await Promise.all([serve(), launch()]);
try {
  console.log("review of 60 plies            seconds  processor");
  for (const game of GAMES) {
    const native = nativeReview(folder, game);
    const page = await browserReview(browser, server.address, game);
    const same = page.plies.every((ply, at) => ply.loss === native.plies[at].loss && ply.best.join() === native.plies[at].best.join());
    if (!same || page.plies.length !== native.plies.length) throw new Error("the browser found other numbers than the program");
    const row = (name, { wall, time }) => `  ${name.padEnd(27)} ${wall.toFixed(1).padStart(6)} ${time.toFixed(1).padStart(10)}`;
    console.log(row(`${game.variant}, native, 1 thread`, native));
    console.log(`${row(`${game.variant}, 2 workers`, page)}  ${(native.time / page.time).toFixed(2)} of native speed  (${load()})`);
  }
  console.log("\nanalysis board                frames/s  long tasks  longest");
  for (const [name, { frames, long, longest }] of await boardFrames(browser, server.address))
    console.log(`  ${name.padEnd(24)} ${frames.toFixed(1).padStart(8)} ${String(long).padStart(11)} ${longest.toFixed(0).padStart(5)} ms  (${load()})`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
