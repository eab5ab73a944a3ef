// SPDX-License-Identifier: MIT
// The page's scripts in node: bundles a file of web/src and imports it. Modules are read from build/src/wasm (or WASM=folder).
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "../..");
const wasm = process.env.WASM ?? join(web, "../build/src/wasm");

/** `files`: the build's files, address by name. */
export async function bundle(path, format = "esm", files = {}) {
  const { outputFiles } = await build({
    entryPoints: [join(web, "src", path)], bundle: true, write: false, format, target: "es2022",
    define: { __FILES__: JSON.stringify(files) },
  });
  return outputFiles[0].text;
}

export async function load(path, files) {
  return import(`data:text/javascript;base64,${Buffer.from(await bundle(path, "esm", files)).toString("base64")}`);
}

export function moduleUrl(name) {
  return `data:application/wasm;base64,${readFileSync(join(wasm, name)).toString("base64")}`;
}
