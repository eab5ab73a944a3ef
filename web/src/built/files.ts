// SPDX-License-Identifier: MIT
// The files of the built page: their names contain a hash of their content, which only build.mjs knows.

declare const __FILES__: Record<string, string>;

/** The address of "worker.js", "meydan.wasm", "page-tr.json" and the like. */
export function fileUrl(name: string): string {
  const url = __FILES__[name];
  if (!url) throw new Error(`no file "${name}" in this build`);
  return url;
}

/** Some files are not in every build, for example the SIMD core. */
export function hasFile(name: string): boolean {
  return name in __FILES__;
}
