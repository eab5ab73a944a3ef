// SPDX-License-Identifier: MIT
// meydan.wasm for the tests: call() passes lines of text and gives back what the answer says.
const encoder = new TextEncoder(), decoder = new TextDecoder();

export function load(bytes) {
  const { exports: core } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const put = (lines) => {
    const text = encoder.encode(lines.join("\n"));
    const at = core.page_input(text.length);
    new Uint8Array(core.memory.buffer, at, text.length).set(text);
    return text.length;
  };
  const take = (length) => decoder.decode(new Uint8Array(core.memory.buffer, core.page_output(), length));
  const call = (name, lines, ...rest) =>
    JSON.parse(take(lines ? core[name](put(lines), ...rest) : core[name](...rest)));
  return { core, put, take, call };
}
