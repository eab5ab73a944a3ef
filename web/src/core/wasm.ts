// SPDX-License-Identifier: MIT
// Passing texts into a module of src/wasm and out: src/wasm/buffers.h is the other side. The engine's worker uses it
// too.

export interface BufferExports {
  page_input(size: number): number;
  page_output(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Writes lines where the module reads its arguments; returns their length in bytes. */
export function putLines(memory: WebAssembly.Memory, exports: BufferExports, lines: string[]): number {
  const bytes = encoder.encode(lines.join("\n"));
  const at = exports.page_input(bytes.length);
  if (!at) throw new Error("out of memory");
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
}

/** The answer of a call that returned `length`. Copied first, since a decoder takes no shared memory. */
export function takeText(memory: WebAssembly.Memory, exports: BufferExports, length: number): string {
  return decoder.decode(new Uint8Array(memory.buffer, exports.page_output(), length).slice());
}

/** From an address, or from the bytes themselves where nothing can be fetched. */
export async function fetchModule(url: string | URL | BufferSource): Promise<WebAssembly.Module> {
  if (typeof url !== "string" && !(url instanceof URL)) return WebAssembly.compile(url);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  // Compiled while it arrives, off the main thread, where the server names the type.
  const type = answer.headers.get("Content-Type");
  return type?.startsWith("application/wasm") ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}
