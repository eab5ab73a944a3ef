// SPDX-License-Identifier: MIT
// Bundles the example page with the npm packages as published (build/npm): node build.mjs FOLDER
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const { build } = createRequire(join(root, "web/package.json"))("esbuild");
const packages = join(root, "build/npm");
const out = process.argv[2];

mkdirSync(out, { recursive: true });
await build({
  entryPoints: [join(here, "page.js")], bundle: true, minify: true, format: "esm", target: "es2022", outdir: out, logLevel: "warning",
  alias: {
    "@meydan/board": join(packages, "board/dist/element.js"),
    "@meydan/engine/site": join(packages, "engine/dist/site.js"),
    "@meydan/engine": join(packages, "engine/dist/index.js"),
    "@meydan/core/wasm": join(packages, "core/dist/wasm.js"),
    "@meydan/core": join(packages, "core/dist/index.js"),
  },
});
// esbuild doesn't resolve new URL(...), so the files must be next to the script.
copyFileSync(join(here, "index.html"), join(out, "index.html"));
for (const name of ["core", "engine"]) {
  const dist = join(packages, name, "dist");
  for (const file of readdirSync(dist)) if (file.endsWith(".wasm") || file === "worker.js") copyFileSync(join(dist, file), join(out, file));
}
