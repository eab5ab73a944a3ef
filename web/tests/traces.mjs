// SPDX-License-Identifier: MIT
// The work of the main thread while a screen loads on a slow phone: node web/tests/traces.mjs [--runs N] [--slow N]
// [--page FOLDER]... [SCREEN...]. Prints, per screen and page, medians of all runs: script, style, layout and paint in ms, the time of
// long tasks beyond 50 ms, the numbers of style passes and layouts, elements, function calls, kB, the layout shift. With several pages
// (folders such as build/web) the runs alternate, so that a busy machine slows them alike.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { settle } from "./people.mjs";
import { placesOf } from "./places.mjs";
import { launch, PAGE, PHONE, serve } from "./browser/world.mjs";

const { values: { runs, slow, page: given }, positionals: wanted } = parseArgs({
  options: { runs: { type: "string", default: "3" }, slow: { type: "string", default: "4" }, page: { type: "string", multiple: true, default: [PAGE] } },
  allowPositionals: true,
});
const QUIET = 1200; // ms without a request or a long task, after which a screen counts as loaded

/** The durations of a trace's events on the page's main thread. */
function sums(events) {
  const threads = new Map();
  for (const { name, pid, tid, dur = 0 } of events)
    if (name === "RunTask") threads.set(`${pid} ${tid}`, (threads.get(`${pid} ${tid}`) ?? 0) + dur);
  const main = events.find(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const mine = events.filter(({ pid, tid }) => main && pid === main.pid && tid === main.tid);
  const time = (...names) => mine.filter(({ name }) => names.includes(name)).reduce((sum, { dur = 0 }) => sum + dur / 1000, 0);
  const count = (name) => mine.filter((event) => event.name === name).length;
  // Script within script counts once.
  const scripts = mine.filter(({ name, ph }) => ph === "X" && ["EvaluateScript", "FunctionCall", "RunMicrotasks", "v8.compileModule", "v8.evaluateModule", "TimerFire", "FireAnimationFrame"].includes(name)).sort((a, b) => a.ts - b.ts);
  let script = 0;
  let end = 0;
  for (const { ts, dur = 0 } of scripts) {
    if (ts + dur <= end) continue;
    script += (ts + dur - Math.max(ts, end)) / 1000;
    end = ts + dur;
  }
  const tasks = mine.filter(({ name }) => name === "RunTask").map(({ dur = 0 }) => dur / 1000);
  return {
    main: tasks.reduce((sum, one) => sum + one, 0),
    script,
    style: time("UpdateLayoutTree"),
    layout: time("Layout"),
    paint: time("Paint", "PrePaint", "Layerize"),
    blocking: tasks.reduce((sum, one) => sum + Math.max(0, one - 50), 0),
    styles: count("UpdateLayoutTree"),
    layouts: count("Layout"),
  };
}

async function measure(browser, url) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.75, locale: "en-GB", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.shifted = 0;
    window.busy = performance.now();
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver(() => (window.busy = performance.now())).observe({ type: "longtask", buffered: true });
    new PerformanceObserver(() => (window.busy = performance.now())).observe({ type: "resource", buffered: true });
  });
  const session = await context.newCDPSession(page);
  let bytes = 0;
  await session.send("Network.enable");
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send("Emulation.setCPUThrottlingRate", { rate: Number(slow) });
  await session.send("Profiler.enable");
  const tracing = await browser.newBrowserCDPSession();
  const events = [];
  tracing.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await tracing.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "v8", "__metadata"] } });
  await page.goto(url);
  await page.waitForFunction((quiet) => performance.now() - window.busy > quiet, QUIET, { polling: 200 });
  const { elements, shift } = await page.evaluate(() => ({ elements: document.querySelectorAll("*").length, shift: window.shifted }));
  const done = new Promise((end) => tracing.once("Tracing.tracingComplete", end));
  await tracing.send("Tracing.end");
  await done;
  await tracing.detach();
  await context.close();
  // The renderer of this page is the one that fetched it.
  const pid = events.find(({ name, args }) => name === "ResourceSendRequest" && args.data?.url === url.replace(/#.*/, ""))?.pid;
  return { ...sums(events.filter((event) => event.pid === pid)), elements, bytes: bytes / 1024, shift };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const COLUMNS = { main: 0, script: 0, style: 0, layout: 0, paint: 0, blocking: 0, styles: 0, layouts: 0, elements: 0, bytes: 0, shift: 3 };
const folder = mkdtempSync(join(tmpdir(), "meydan-traces-"));
const servers = [];
const browser = await launch();
try {
  for (const [at, page] of given.entries()) {
    const server = await serve(["--folder", page, "--store", join(folder, `${at}.db`)]);
    servers.push({ page, server, places: placesOf(await settle(server.address)) });
  }
  console.log(["screen".padEnd(16), ...Object.keys(COLUMNS).map((name) => name.padStart(9))].join(""), "page");
  for (const name of Object.keys(servers[0].places)) {
    if (wanted.length && !wanted.includes(name)) continue;
    const found = servers.map(() => []);
    for (let run = 0; run < Number(runs); run++)
      for (const [at, { server, places }] of servers.entries()) found[at].push(await measure(browser, `${server.address}${places[name]}`));
    for (const [at, { page }] of servers.entries())
      console.log([name.padEnd(16), ...Object.entries(COLUMNS).map(([key, places]) => median(found[at].map((one) => one[key])).toFixed(places).padStart(9))].join(""), page);
  }
} finally {
  await browser.close();
  for (const { server } of servers) await server.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
