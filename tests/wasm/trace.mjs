// SPDX-License-Identifier: MIT
// Compares the core in WebAssembly with the native one: 1,000 random games of each variant.
//     node tests/wasm/trace.mjs TRACE TRACE.wasm
// Both are built from tests/wasm/trace.c, the module with the objects of meydan.wasm.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { load } from "./wasm_page.mjs";

const GAMES = 1000;

const [trace, path] = process.argv.slice(2);
const wanted = execFileSync(trace, [GAMES], { encoding: "utf8", maxBuffer: 1 << 24 }).trim().split("\n");
const { core, call } = load(readFileSync(path));
const variants = call("page_variants");
const start = Date.now();
let line = 0;
variants.forEach(({ id }, variant) => {
  for (let game = 0; game < GAMES; game++) {
    const sum = BigInt.asUintN(64, core.trace_game(variant, game)).toString(16).padStart(16, "0");
    if (`${id} ${game} ${sum}` !== wanted[line++]) {
      console.error(`${id}, game ${game}: not as in the native core`);
      process.exit(1);
    }
  }
});
if (line !== wanted.length) process.exit(1);
console.log(`${line} games, ${Date.now() - start} ms`);
