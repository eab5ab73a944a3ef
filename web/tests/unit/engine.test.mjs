// SPDX-License-Identifier: MIT
// web/src/engine: the client and its workers, in every build. node's threads replace a browser's workers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { bundle, load, moduleUrl } from "./bundle.mjs";

const { Engine } = await load("engine/index.ts");
const script = `
  const { parentPort } = require("node:worker_threads");
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.onmessage = null;
  parentPort.on("message", (data) => globalThis.onmessage({ data }));
  ${await bundle("engine/worker.ts", "iife")}`;
const QUORIDOR = { variant: "quoridor", start: "- / - / e1 e9 / 10 10 / 1", moves: [] };
const ABALONE = { variant: "abalone", start: "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0", moves: [] };

class Site {
  hired = 0;
  workers = new Set();
  fileUrl = moduleUrl;
  makeWorker = () => {
    const worker = new Worker(script, { eval: true });
    const stand = {
      postMessage: (message) => worker.postMessage(message),
      terminate: () => {
        this.workers.delete(worker);
        void worker.terminate();
      },
    };
    worker.on("message", (data) => stand.onmessage({ data }));
    worker.on("error", (error) => stand.onerror(error));
    this.hired++;
    this.workers.add(worker);
    return stand;
  };
}

globalThis.navigator ??= {};
Object.defineProperty(globalThis.navigator, "hardwareConcurrency", { value: 3, configurable: true });

const answers = [];
for (const build of ["plain", "simd", "threads"]) {
  test(build, async (t) => {
    const site = new Site();
    const engine = new Engine(site, build);
    t.after(() => engine.close());

    await t.test("levels, nodes and lines", async () => {
      const level = await engine.go({ ...ABALONE, level: 4, seed: 9 });
      const nodes = await engine.go({ ...QUORIDOR, moves: ["e2", "e8"], nodes: 5000, lines: 3 });
      assert.equal(nodes.lines.length, 3);
      answers.push([level.move, nodes.move, nodes.lines]);
      assert.deepEqual(answers.at(-1), answers[0]); // in all builds
    });

    await t.test("answers a draw offer", async () => {
      const behind = { ...QUORIDOR, start: "- / a1 a3 a5 a7 c1 c3 h1 h3 h5 h7 / e1 e9 / 10 0 / 1", level: 3 };
      const asked = async (offer) => (await engine.go({ ...behind, ...offer })).draw;
      assert.equal(await asked({ draw: 1, plies: 30 }), true);
      assert.equal(await asked({ draw: 0, plies: 30 }), false);
      assert.equal(await asked({ draw: 1 }), false); // too early in the game
      assert.equal(await asked({}), null);
    });

    await t.test("reports as it goes", async () => {
      const depths = [];
      const { lines } = await engine.go({ ...QUORIDOR, nodes: 20_000 }, (info) => depths.push(info.depth));
      assert.ok(depths.length > 1 && lines[0].moves.length > 0);
    });

    await t.test("stops at once", async () => {
      let told = () => {};
      const thinking = new Promise((resolve) => (told = resolve));
      const search = engine.go(ABALONE, ({ depth }) => depth > 3 && told());
      await thinking;
      const before = performance.now();
      engine.stop();
      engine.stop();
      const { move, lines } = await search;
      // Without a stop it would never end; how long "at once" takes depends on the machine.
      assert.ok(performance.now() - before < 10_000, `${performance.now() - before} ms`);
      assert.equal(lines[0].moves[0], move);
    });

    await t.test("stops before it has begun", async () => {
      const search = engine.go(QUORIDOR);
      engine.stop();
      assert.ok((await search).move);
    });

    await t.test("a new search ends the one before", async () => {
      const searches = [engine.go(ABALONE), engine.go(QUORIDOR), engine.go({ ...QUORIDOR, depth: 2 })];
      const moves = (await Promise.all(searches)).map(({ move }) => move);
      assert.equal(moves[0].length, 4);
      assert.ok(moves[1] && moves[2]);
    });

    await t.test("what is refused, and the search after it", async () => {
      await assert.rejects(engine.go({ ...QUORIDOR, moves: ["e5"] }), /illegal move/);
      assert.ok((await engine.go({ ...QUORIDOR, depth: 1 })).move);
    });

    await t.test("a game that is over", async () => {
      const { move, lines } = await engine.go({ ...QUORIDOR, start: "- / - / e9 d5 / 10 10 / 2", level: 10 });
      assert.deepEqual([move, lines], ["", []]);
    });

    await t.test("closes", async () => {
      const search = engine.go(ABALONE);
      engine.close();
      await search;
      for (const end = Date.now() + 60_000; site.workers.size && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.equal(site.workers.size, 0);
    });
  });
}
