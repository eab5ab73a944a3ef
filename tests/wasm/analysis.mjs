// SPDX-License-Identifier: MIT
// Compares reviews, threats and hints of the engine's modules with the native program: the same
// JSON for the same nodes.
//     node tests/wasm/analysis.mjs MEYDAN MODULE.wasm...
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";

const NODES = 1500, HASH_MB = 6; // more than an analysis uses
const GAMES = {
  abalone: ["ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww b 0-0", "i9h8 a5b5 a2b3 i6h6 i8h7 a4b4 g8g7 g3g4f3 f6g6 c6c5"],
  "abalone-3": ["ww1aa/ww2aa/ww3aa/ww4aa/ww5aa/w6a/7/bbbbbb/bbbbb b 0-0-0", "b3b5c3 f3h5e3 f8g8e7 a3a5b3"],
  "abalone-4": ["aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0", "a3b3 c1d2 i7h7 g9f8 c4c5d4"],
  "abalone-4-pairs": ["aaaa1/1aaa1c/2aa1cc/5ccc/www3ccc/www5/ww1bb2/w1bbb1/1bbbb b 0-0", "a3b3 i7h7 c1d2 g9f8 a2a3"],
  quoridor: ["- / - / e1 e9 / 10 10 / 1", "e2 d9 e3 c9 e4 b9 e5 a9 e6 a8 e7 a7 e8 a6 e9"],
  "quoridor-4": ["- / - / e1 a5 e9 i5 / 5 5 5 5 / 1", "e2 a4 d9 i4 e3 a3"],
};

const [meydan, ...paths] = process.argv.slice(2);
const encoder = new TextEncoder(), decoder = new TextDecoder();

function load(path) {
  const memory = new WebAssembly.Memory({ initial: 128, maximum: 2048, shared: path.includes("threads") });
  let core;
  const take = (length) => decoder.decode(new Uint8Array(memory.buffer, core.page_output(), length).slice());
  const host = { now: () => performance.now(), report: () => assert.fail("an analysis reports nothing") };
  core = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), { env: { memory }, host }).exports;
  assert.ok(core.page_engine_init(HASH_MB, 1));
  const ask = (name, ...lines) => {
    const bytes = encoder.encode(lines.join("\n"));
    const at = core.page_input(bytes.length); // memory may move to make room
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = core[name](bytes.length);
    return JSON.parse(take(length));
  };
  const cancel = (yes) => {
    const at = core.page_analysis_cancel_flag();
    new Uint8Array(memory.buffer)[at] = yes ? 1 : 0;
  };
  return { ask, cancel };
}

function native(variant, start, moves) {
  const home = mkdtempSync(join(tmpdir(), "meydan-analysis-"));
  try {
    const file = join(home, "game");
    writeFileSync(file, `[Game "${variant}"]\n[FEN "${start}"]\n\n${moves} *\n\n`);
    const json = execFileSync(meydan, ["analyse", file, "--nodes", NODES, "--json"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return JSON.parse(json).games[0].review;
  } finally {
    rmSync(home, { recursive: true });
  }
}

const line = ({ player, mark, phase, before, after, loss }) => `${player} ${mark || "-"} ${phase} ${before} ${after} ${loss}`;

const wanted = Object.fromEntries(Object.entries(GAMES).map(([variant, [start, moves]]) => [variant, native(variant, start, moves)]));

for (const path of paths) {
  const name = basename(path), { ask, cancel } = load(path);

  test(`${name}: reviews as the native program's, in any order`, () => {
    for (const [variant, [start, moves]] of Object.entries(GAMES)) {
      const words = moves.split(" "), plies = [];
      for (let i = words.length; i > 0; i--) // backwards: the results don't depend on the order
        plies[i - 1] = ask("page_review_ply", `nodes ${NODES}`, variant, start, words.slice(0, i).join(" "));
      assert.deepEqual(plies, wanted[variant].plies, variant);
      assert.deepEqual(ask("page_review_total", variant, ...plies.map(line)), wanted[variant].total, variant);
      for (const { chances } of plies)
        if (variant === "abalone-3" || variant === "quoridor-4") assert.equal(chances.reduce((a, b) => a + b), 1000);
    }
  });

  test(`${name}: an analysis that is cut short says so, and can be asked again`, () => {
    const question = [`nodes ${NODES}`, "quoridor", GAMES.quoridor[0], "e2"];
    cancel(true);
    assert.deepEqual(ask("page_review_ply", ...question), { cancelled: true });
    cancel(false);
    assert.deepEqual(ask("page_review_ply", ...question), wanted.quoridor.plies[0]);
  });

  test(`${name}: threats and hints`, () => {
    const threat = ask("page_threat", "nodes 2000", "quoridor", "- / - / e4 e2 / 10 10 / 1", "");
    assert.deepEqual([threat.threat, threat.player, threat.line[0], threat.mate], [true, 1, "e1", 1]);
    assert.equal(threat.why[0].code, "wins");
    assert.equal(threat.why[0].sure, "proven");
    const hint = ask("page_hint", "nodes 2000", "quoridor", "- / - / e8 e2 / 10 10 / 1", "");
    assert.deepEqual([hint.move, hint.mate, hint.chances], [["e9"], 1, [1000, 0]]);
    const over = ask("page_hint", "nodes 2000", "quoridor", "- / - / e9 e2 / 10 10 / 2", "");
    assert.deepEqual(over, { cancelled: true });
  });

  test(`${name}: chances`, () => {
    const start = GAMES.abalone[0];
    const at = (score) => ask("page_chances", "abalone", start, String(score)).chances;
    assert.equal(at(100)[0] + at(100)[1], 1000);
    assert.ok(at(-100)[0] < at(0)[0] && at(0)[0] < at(100)[0]);
    assert.deepEqual(at(29990), [1000, 0]);
    const shares = ask("page_chances", "quoridor-4", GAMES["quoridor-4"][0], "0").chances;
    assert.equal(shares.reduce((a, b) => a + b), 1000);
  });

  test(`${name}: refusals`, () => {
    assert.match(ask("page_review_ply", "nodes 10", "chess", "", "").message, /no variant/);
    assert.match(ask("page_review_ply", "nodes 10", "quoridor", GAMES.quoridor[0], "").message, /no move/);
    assert.match(ask("page_review_ply", "nodes 10", "quoridor", GAMES.quoridor[0], "e2 e2").message, /illegal move/);
    assert.match(ask("page_review_ply", "speed 10", "quoridor", GAMES.quoridor[0], "e2").message, /no limit/);
    assert.match(ask("page_review_total", "quoridor", "9 - opening 0 0 0").message, /no ply/);
    assert.match(ask("page_chances", "quoridor", GAMES.quoridor[0], "much").message, /no score/);
  });
}
