// SPDX-License-Identifier: MIT
// The base of all browser tests: a server on a free port, one Chromium, pages in separate contexts, and the core in
// node, which knows the legal moves. A page that throws, logs an error or requests a missing file fails its test.
// Files that run in one process (worker.mjs) share the browser, and those without a store also the server and its pages.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { load, moduleUrl } from "../unit/bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
/**
 * The program, with the page inside, and the folder that the page came from. With PAGE set, the page of that folder is
 * served.
 */
export const MEYDAN = process.env.MEYDAN ?? join(root, "build/meydan");
export const PAGE = process.env.PAGE ?? join(root, "build/web");
const pageArguments = process.env.PAGE ? ["--folder", PAGE] : [];
/**
 * Headless Chromium without a browser window: a page costs about 60 % of its processor time in the whole browser, which
 * draws an invisible tab strip and toolbar for each context. It cannot show notifications.
 */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
/** The whole browser, for the tests that need it. */
export const WHOLE_CHROMIUM = "/usr/bin/chromium";
export const CHROMIUM_ARGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--in-process-gpu", "--disable-background-networking", "--disable-component-update",
  "--disable-sync", "--no-first-run", "--mute-audio",
];
/**
 * No sound card to feed, and no optimizing compilers: a page of a test doesn't live long enough for them to pay. Not for
 * programs that measure time.
 */
const TEST_ARGS = ["--disable-audio-output", "--js-flags=--no-opt --no-maglev --single-threaded-gc"];
/** The time limit of one wait, in ms; machines that run tests are busy. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/**
 * `meydan serve` on a free port of this machine: its address, and a function that stops it. `more`: other arguments.
 */
export async function serve(more = []) {
  const store = more.includes("--store") ? [] : ["--no-store"];
  const folder = more.includes("--folder") ? [] : pageArguments;
  const child = spawn(MEYDAN, ["serve", "--port", "0", "--rate-shared", ...folder, ...store, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("exit", done));
  const address = await new Promise((found, fail) => {
    child.once("error", fail);
    child.once("exit", (status) => fail(new Error(`meydan serve ended with ${status}`)));
    createInterface(child.stdout).on("line", (line) => {
      const match = /http:\/\/\S*:\d+/.exec(line);
      if (match) found(match[0]);
    });
  });
  return { address, stop: (signal) => (child.kill(signal), ended) };
}

export function launch(program = CHROMIUM, more = []) {
  const env = { ...process.env, FONTCONFIG_FILE: process.env.FONTCONFIG_FILE ?? join(dirname(fileURLToPath(import.meta.url)), "fonts.conf") };
  return chromium.launch({ executablePath: program, args: [...CHROMIUM_ARGS, ...more], timeout: PATIENCE, env });
}

export async function nodeCore() {
  const { loadCore } = await load("core/index.ts");
  return loadCore(moduleUrl("meydan.wasm"));
}

/** The cleanup at the end of the test file, and at the end of the process. */
const fileEnds = [];
const processEnds = [];
let browserHere, coreHere, worldHere;

async function runAll(ends) {
  for (const end of ends.splice(0).reverse()) await end();
}

/** Calls it after the last test of this file. Node's `after` is for a file that has its own process. */
export const afterFile = (end) => fileEnds.push(end);

/** Ends what belongs to the last file alone, then what its process shares. */
export const endFile = () => runAll(fileEnds);
export const endProcess = () => runAll(processEnds);
if (!process.env.FILES) after(() => endFile().then(endProcess));

async function browserOf(program) {
  if (program === CHROMIUM && browserHere) return browserHere;
  const launched = launch(program, TEST_ARGS);
  if (program === CHROMIUM) browserHere = launched;
  (program === CHROMIUM ? processEnds : fileEnds).push(async () => (await launched).close());
  return launched;
}

/**
 * Server, browser and core for one file of tests. `more`: other arguments of the server; `program`: the browser.
 */
export function world(more = [], program = CHROMIUM) {
  if (more.length || program !== CHROMIUM) return makeWorld(more, program, fileEnds);
  return (worldHere ??= makeWorld(more, program, processEnds));
}

async function makeWorld(more, program, ends) {
  const [server, browser, core] = await Promise.all([serve(more), browserOf(program), (coreHere ??= nodeCore())]);
  ends.push(async () => {
    for (const page of [...idle.values()].flat()) await page.context().close();
    await server.stop();
  });

  // Empty pages of finished tests, by their options: a new browser context costs as much as four pages.
  const idle = new Map();

  /** Expected 404s: an address of no page, and the game server, which most of these tests do without. */
  const meant404 = (url, text) => /\b404\b/.test(text) && /^\/(nowhere|api\/v1\/me)$/.test(new URL(url, "http://none").pathname);

  async function make(key, { settings, quick, viewport, touch, ...options }) {
    const context = await browser.newContext({
      viewport, hasTouch: touch, isMobile: touch, locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block", ...options,
    });
    await context.addInitScript(({ chosen, hurry }) => {
      localStorage["meydan.settings"] ??= JSON.stringify(chosen);
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":root:not([data-seen]) { opacity: 0 !important }");
      document.adoptedStyleSheets.push(sheet);
      const { setTimeout } = window;
      if (hurry) window.setTimeout = (act, time, ...more) => setTimeout(act, time / 10, ...more);
    }, { chosen: { sounds: false, ...settings }, hurry: quick });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.idleKey = key;
    page.wrongs = [];
    page.on("pageerror", (error) => page.wrongs.push(String(error)));
    page.on("console", (message) => message.type() === "error" && !meant404(message.location().url, message.text()) && page.wrongs.push(message.text()));
    page.on("response", (answer) => answer.status() >= 400 && !meant404(answer.url(), String(answer.status())) && page.wrongs.push(`${answer.status()} ${answer.url()}`));
    return page;
  }

  /**
   * A fresh page: empty storage, no motion, settings as given; `quick` shortens its pauses. `page.wrongs` collects
   * errors. It has its usual layout and accepts presses, but is transparent, so that no invisible frame is painted (see
   * `seen`). Without a path it stays blank, for tests that navigate at once.
   */
  async function open(path = "/", given = {}) {
    const how = { settings: {}, quick: false, viewport: DESK, touch: false, baseURL: server.address, ...given };
    const key = JSON.stringify(how);
    const page = idle.get(key)?.pop() ?? (await make(key, how));
    if (path) await page.goto(path);
    return page;
  }

  /** Returns a page: the next test with the same options reuses it, emptied. */
  async function leave(page) {
    const context = page.context();
    if (page.isClosed() || JSON.parse(page.idleKey).baseURL !== server.address) return context.close();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll();
    // A document of the same origin without a script: nothing is written after this. The page stays here, since a blank
    // page has another origin, and so a new process each time.
    await page.goto("/none.txt");
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear(), indexedDB.deleteDatabase("meydan"), undefined));
    await context.clearCookies();
    page.wrongs.length = 0;
    idle.set(page.idleKey, [...(idle.get(page.idleKey) ?? []), page]);
  }

  /** A test with a page of its own, which must have no errors. After a failure the page is not reused. */
  function test(name, path, options, act) {
    nodeTest(name, { timeout: 5 * PATIENCE }, async () => {
      const page = await open(path, options);
      try {
        await act(page);
        assert.deepEqual(page.wrongs, []);
      } catch (error) {
        await page.context().close();
        throw error;
      }
      await leave(page);
    });
  }
  return { address: server.address, browser, core, open, leave, test };
}

/** Runs `look` while the page is painted, for tests of visibility. */
export async function seen(page, look) {
  await page.evaluate(() => (document.documentElement.dataset.seen = ""));
  try {
    return await look();
  } finally {
    await page.evaluate(() => delete document.documentElement.dataset.seen);
  }
}

/** Tries until it holds. */
export async function until(holds, what = holds.toString()) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await new Promise((done) => setTimeout(done, 30));
  }
}

/** Waits until a function of the page holds. It runs in the page, so that many browsers don't flood the connection. */
export async function holds(page, fn, arg, what) {
  await page.waitForFunction(fn, arg, { polling: 20, timeout: PATIENCE }).catch((error) => {
    throw new Error(`in vain: ${what}`, { cause: error });
  });
}
