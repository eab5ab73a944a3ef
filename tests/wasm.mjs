// SPDX-License-Identifier: MIT
// The core in WebAssembly against the native program: leaf counts, random games, bad input.
//     node tests/wasm.mjs TRACE MODULE.wasm...
// TRACE is the program built from tests/trace.c, which says what a line of a trace holds.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const GAMES = 300, SEED = 20, PLIES_MOST = 150, LEAVE_ODDS = 64;

// [variant, layout, leaves at depth 1, 2, 3]
const LEAVES = [
  ['abalone', 'standard', 44, 1936, 98912, 5045110],
  ['abalone', 'belgian-daisy', 52, 2692, 149322, 8270666],
  ['abalone', 'german-daisy', 80, 6244, 493480],
  ['abalone', 'swiss-daisy', 64, 4066, 254170],
  ['abalone', 'dutch-daisy', 44, 1946, 87324],
  ['abalone-3', 'standard', 40, 1587, 62440],
  ['abalone-4', 'standard', 43, 1696, 71767],
  ['abalone-4-pairs', 'standard', 43, 1849, 71767],
  ['quoridor', 'standard', 131, 16677, 2062264],
  ['quoridor-4', 'standard', 131, 16677, 2062065],
];

const encoder = new TextEncoder(), decoder = new TextDecoder();
let failed = 0;

function check(what, got, wanted) {
  if (got === wanted) return true;
  failed++;
  console.error(`${what}\n  wasm:   ${got}\n  wanted: ${wanted}`);
  return false;
}

// A module with its buffers: texts go in by put(), come out by take(length) or reason().
function load(path) {
  const { exports: core } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
  const at = (address, length) => new Uint8Array(core.memory.buffer, address, length);
  const take = (length) => decoder.decode(at(core.page_output(), length));
  const put = (text) => {
    const { written } = encoder.encodeInto(text, at(core.page_input(), core.page_input_room()));
    return written;
  };
  const reason = () => {
    const bytes = at(core.page_output(), 256);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const variants = take(core.page_variants()).trimEnd().split('\n').map((line) => {
    const [id, players, title, ...layouts] = line.split('\t');
    return { id, players: Number(players), title, layouts };
  });
  return { core, take, put, reason, variants };
}

// splitmix64, as in src/base/rng.h.
function makeRng(seed) {
  let state = BigInt(seed);
  return (below) => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let x = state;
    x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
    x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn);
    x ^= x >> 31n;
    return Number(((x >> 32n) * BigInt(below)) >> 32n);
  };
}

function hash(text) {
  let value = 2166136261;
  for (const byte of encoder.encode(text)) value = Math.imul(value ^ byte, 16777619);
  return (value >>> 0).toString(16).padStart(8, '0');
}

function* traceGame({ core, take, put, reason, variants }, variant, layout, below) {
  core.page_start(variant, layout);
  let last = 'pass';
  for (let ply = 0; ply < PLIES_MOST; ply++) {
    if (below(LEAVE_ODDS) === 0) {
      const player = below(variants[variant].players);
      yield `leave\t${player}\t${core.page_leave(player) === 0 ? 1 : 0}`;
    }
    const list = take(core.page_moves());
    if (!list) break;
    const moves = list.trimEnd().split('\n');
    const position = take(core.page_write());
    const told = core.page_check(put(last)) === 0 ? 'ok' : reason();
    last = moves[below(moves.length)];
    const key = BigInt.asUintN(64, core.page_key()).toString(16).padStart(16, '0');
    yield `${position}\t${hash(list)}\t${told}\t${last}\t${core.page_winners()}\t${key}`;
    if (core.page_play(put(last)) !== 0) throw new Error(`${last} refused: ${reason()}`);
  }
  yield `${take(core.page_write())}\t${hash(take(core.page_draw(0)))}\t` +
    hash(take(core.page_explain()));
}

function checkTraces(module, traces) {
  module.variants.forEach(({ id, layouts }, variant) => {
    const below = makeRng(SEED);
    const wanted = traces.get(id).split('\n');
    let line = 0;
    for (let game = 0; game < GAMES; game++)
      for (const got of traceGame(module, variant, game % layouts.length, below))
        if (!check(`${id}, line ${line + 1}`, got, wanted[line++])) return;
    check(`${id}, lines`, line, wanted.length - 1);
  });
}

function checkLeaves({ core, variants }) {
  for (const [id, layout, ...leaves] of LEAVES) {
    const variant = variants.findIndex((candidate) => candidate.id === id);
    core.page_start(variant, variants[variant].layouts.indexOf(layout));
    leaves.forEach((count, i) =>
      check(`perft ${id} ${layout} ${i + 1}`, Number(core.page_perft(i + 1)), count));
  }
}

// A refusal leaves the position as it was and says why.
function checkRefusals({ core, put, take, reason, variants }) {
  core.page_start(0, 0);
  const before = take(core.page_write());
  check('no such variant', core.page_start(variants.length, 0), 2);
  check('no such layout', core.page_start(0, 5), 2);
  check('malformed position', core.page_read(0, put('x')), 2);
  check('its reason', reason(), "row i of the board has 'x'");
  check('malformed move', core.page_play(put('xyz')), 2);
  check('illegal move', core.page_play(put('a1a2')), 1);
  check('leaving a game of two', core.page_leave(0), 1);
  check('too long an input', core.page_read(0, 1 << 30), 2);
  check('the position after it all', take(core.page_write()), before);
}

const [trace, ...paths] = process.argv.slice(2);
const traces = new Map(load(paths[0]).variants.map(({ id }) => [
  id,
  execFileSync(trace, [id, SEED, GAMES], { encoding: 'utf8', maxBuffer: 1 << 28 }),
]));
for (const path of paths) {
  const start = Date.now(), module = load(path);
  checkLeaves(module);
  checkTraces(module, traces);
  checkRefusals(module);
  console.log(`${basename(path)}: ${module.variants.length} variants, ` +
    `${module.variants.length * GAMES} games, ${Date.now() - start} ms`);
}
process.exit(failed ? 1 : 0);
