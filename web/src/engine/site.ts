// SPDX-License-Identifier: MIT
// The engine's files in the package, beside this one. Bundlers that support `new URL(..., import.meta.url)` include
// them automatically; for others, copy them and write a Site.

import type { Site } from "./crew";

const FILES: Record<string, () => URL> = {
  "engine.wasm": () => new URL("./engine.wasm", import.meta.url),
  "engine-simd.wasm": () => new URL("./engine-simd.wasm", import.meta.url),
  "engine-threads.wasm": () => new URL("./engine-threads.wasm", import.meta.url),
};

export const packageSite: Site = {
  makeWorker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }),
  fileUrl(name) {
    const url = FILES[name];
    if (!url) throw new Error(`the engine has no file "${name}"`);
    return url().href;
  },
};
