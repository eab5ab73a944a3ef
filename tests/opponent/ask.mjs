// SPDX-License-Identifier: MIT
// Runs the page's opponent under node: reads questions as lines of JSON and writes one answer each.
//     node tests/opponent/ask.mjs ENGINE.wasm
// A question is [limits, variant, start, moves], as in src/wasm/page_engine.h.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const HASH_MB = 16;
const memory = new WebAssembly.Memory({ initial: 128, maximum: 2048 });
const host = { now: () => performance.now(), report: () => {} };
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const engine = new WebAssembly.Instance(module, { env: { memory }, host }).exports;
const take = (length) => new TextDecoder().decode(new Uint8Array(memory.buffer, engine.page_output(), length).slice());

if (!engine.page_engine_init(HASH_MB, 1)) throw new Error("out of memory");
for await (const line of createInterface({ input: process.stdin })) {
  const bytes = new TextEncoder().encode(JSON.parse(line).join("\n"));
  const at = engine.page_input(bytes.length); // memory may move to make room
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const set = take(engine.page_engine_go(bytes.length));
  if (JSON.parse(set).threads !== 1) throw new Error(set);
  engine.page_engine_think(0);
  console.log(take(engine.page_engine_answer()));
}
