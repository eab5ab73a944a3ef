// SPDX-License-Identifier: MIT
// The engine's signature is the same in WebAssembly as in the native program.
//     node tests/bench.mjs MEYDAN MODULE.wasm...
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const DEPTH = 8;

const [meydan, ...paths] = process.argv.slice(2);
const [, wanted] = /^nodes (\d+)$/m.exec(execFileSync(meydan, ['bench', DEPTH], { encoding: 'utf8' }));
let failed = 0;
for (const path of paths) {
  const { exports: core } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)));
  const start = Date.now(), got = String(core.page_bench(DEPTH));
  console.log(`${basename(path)}: nodes ${got}, native ${wanted}, ${Date.now() - start} ms`);
  if (got !== wanted) failed++;
}
process.exit(failed ? 1 : 0);
