// SPDX-License-Identifier: MIT
// Compares the engine's modules with the native program: the same signature, and the same moves for
// the same nodes and levels.
//     node tests/wasm/engine.mjs MEYDAN MODULE.wasm...
// Threads and stopping are tested through the page's own scripts: web/tests/unit/engine.test.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const DEPTH = 7, SIZE_MOST = 1 << 20;
const STARTS = {
  abalone: "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0",
  "abalone-3": "ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-0-0",
  "abalone-4": "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0",
  "abalone-4-pairs": "aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0",
  quoridor: "- / - / e1 e9 / 10 10 / 1",
  "quoridor-4": "- / - / e1 a5 e9 i5 / 5 5 5 5 / 1",
};
const HASH_MB = 4;
// [limits in the page's words, in those of UGI, lines]
const LIMITS = [
  ["level 10 nodes 3000", "go nodes 3000", 1],
  ["depth 4 lines 3", "go depth 4", 3],
];

const [meydan, ...paths] = process.argv.slice(2);
const encoder = new TextEncoder(), decoder = new TextDecoder();

function load(path) {
  const shared = path.includes("threads");
  const memory = new WebAssembly.Memory({ initial: 128, maximum: 2048, shared });
  let core;
  const take = (length) => decoder.decode(new Uint8Array(memory.buffer, core.page_output(), length).slice());
  const reports = [];
  const host = { now: () => performance.now(), report: (length) => reports.push(JSON.parse(take(length))) };
  core = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), { env: { memory }, host }).exports;
  assert.ok(core.page_engine_init(HASH_MB, 1));
  const go = (...lines) => {
    const bytes = encoder.encode(lines.join("\n"));
    const at = core.page_input(bytes.length); // memory may move to make room
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    return JSON.parse(take(core.page_engine_go(bytes.length)));
  };
  const think = (...lines) => {
    reports.length = 0;
    const set = go(...lines);
    assert.equal(set.threads, 1, JSON.stringify(set));
    core.page_engine_think(0);
    return { ...JSON.parse(take(core.page_engine_answer())), reports: [...reports] };
  };
  return { core, go, think };
}

function native(variant, start, limit, lines) {
  const commands = [`setoption name UGI_Variant value ${variant}`, `setoption name Hash value ${HASH_MB}`,
    `setoption name MultiPV value ${lines}`, `position fen ${start}`, limit];
  const answer = execFileSync(meydan, ["engine"], { input: `${commands.join("\n")}\n`, encoding: "utf8" });
  return /^bestmove (\S+)/m.exec(answer)[1];
}

const [, signature] = /^nodes (\d+)$/m.exec(execFileSync(meydan, ["bench", DEPTH], { encoding: "utf8" }));

for (const path of paths) {
  const name = basename(path);
  const engine = load(path);

  test(`${name}: size`, () => {
    const size = gzipSync(readFileSync(path), { level: 9 }).length;
    console.log(`${name}: ${size} bytes compressed`);
    assert.ok(size < SIZE_MOST);
  });

  test(`${name}: signature`, () => {
    const before = performance.now();
    assert.equal(String(engine.core.page_engine_bench(DEPTH)), signature);
    console.log(`${name}: ${signature} nodes in ${Math.round(performance.now() - before)} ms`);
  });

  test(`${name}: moves as the native engine's`, () => {
    for (const [variant, start] of Object.entries(STARTS))
      for (const [words, limit, lines] of LIMITS)
        assert.equal(engine.think(words, variant, start, "").move, native(variant, start, limit, lines), `${variant} ${words}`);
  });

  test(`${name}: answers`, () => {
    const { move, lines, reports } = engine.think("depth 3 lines 2", "quoridor", STARTS.quoridor, "e2 e8");
    assert.equal(lines.length, 2);
    assert.equal(lines[0].moves[0], move);
    assert.ok(lines[0].score >= lines[1].score && lines[0].mate === null && lines[0].depth === 3);
    assert.ok(reports.some(({ rank }) => rank === 2));
    const won = engine.think("depth 2", "quoridor", "- / - / e8 d5 / 10 10 / 1", "");
    assert.deepEqual([won.lines[0].mate, won.move], [1, "e9"]);
    const over = engine.think("depth 2", "quoridor", "- / - / e9 d5 / 10 10 / 2", "");
    assert.deepEqual([over.move, over.lines], ["", []]);
  });

  test(`${name}: levels repeat themselves with a seed`, () => {
    const ask = (seed) => engine.think(`level 2 seed ${seed}`, "abalone", STARTS.abalone, "").move;
    const first = [1, 2, 3, 4, 5, 6].map(ask);
    assert.deepEqual([1, 2, 3, 4, 5, 6].map(ask), first);
    assert.ok(new Set(first).size > 1);
  });

  test(`${name}: long games and time`, () => {
    const moves = Array.from({ length: 3000 }, (_, i) => ["e2", "e8", "e1", "e9"][i % 4]).join(" ");
    assert.ok(engine.think("nodes 500", "quoridor", STARTS.quoridor, moves).move);
    const before = performance.now();
    assert.ok(engine.think("movetime 100", "abalone", STARTS.abalone, "").move);
    assert.ok(engine.think("level 10 time 1000 inc 0 period 0", "abalone", STARTS.abalone, "").move);
    assert.ok(performance.now() - before < 1500);
  });

  test(`${name}: refusals`, () => {
    assert.match(engine.go("", "chess", "", "").message, /no variant/);
    assert.match(engine.go("", "quoridor", "x", "").message, /position/);
    assert.match(engine.go("", "quoridor", STARTS.quoridor, "e2 e2").message, /illegal move/);
    assert.match(engine.go("depth", "quoridor", STARTS.quoridor, "").message, /needs a number/);
    assert.match(engine.go("speed 3", "quoridor", STARTS.quoridor, "").message, /no limit/);
  });
}
