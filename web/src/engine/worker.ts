// SPDX-License-Identifier: MIT
// One thread of the engine. It runs src/wasm/page_engine.c and knows nothing else; see messages.ts.

import { type BufferExports, putLines, takeText } from "@meydan/core/wasm";
import { type FromWorker, MEMORY, type Start, type AnalysisCall, type ToWorker } from "./workermessages";

interface Exports extends BufferExports, Record<AnalysisCall, (length: number) => number> {
  __stack_pointer: WebAssembly.Global;
  page_engine_init(hashMb: number, threads: number): number;
  page_engine_stack(): number;
  page_engine_stop_flag(): number;
  page_engine_go(length: number): number;
  page_engine_think(thread: number): void;
  page_engine_answer(): number;
}

let memory: WebAssembly.Memory;
let engine: Exports;
let thread = 0;

function tell(message: FromWorker): void {
  postMessage(message);
}

function answer(length: number) {
  return JSON.parse(takeText(memory, engine, length));
}

function start(message: Start): void {
  thread = message.thread;
  memory = message.memory ?? new WebAssembly.Memory(MEMORY);
  const host = {
    now: () => performance.now(),
    report: (length: number) => tell({ kind: "info", report: answer(length) }),
  };
  engine = new WebAssembly.Instance(message.module, { env: { memory }, host }).exports as unknown as Exports;
  if (thread > 0) {
    engine.__stack_pointer.value = message.stack;
    return;
  }
  if (!engine.page_engine_init(message.hash, message.threads)) throw new Error("out of memory");
  const stacks = Array.from({ length: message.threads - 1 }, () => engine.page_engine_stack());
  if (stacks.includes(0)) throw new Error("out of memory");
  tell({ kind: "ready", stopFlag: engine.page_engine_stop_flag(), stacks });
}

function go(lines: string[]): void {
  const set = answer(engine.page_engine_go(putLines(memory, engine, lines)));
  tell("threads" in set ? { kind: "set", threads: set.threads } : { kind: "refused", message: set.message });
}

function think(): void {
  engine.page_engine_think(thread);
  tell({ kind: "thought", answer: thread === 0 ? answer(engine.page_engine_answer()) : null });
}

function analyse(call: AnalysisCall, lines: string[]): void {
  tell({ kind: "analysed", answer: answer(engine[call](putLines(memory, engine, lines))) });
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  try {
    if (data.kind === "start") start(data);
    else if (data.kind === "go") go(data.lines);
    else if (data.kind === "analyse") analyse(data.call, data.lines);
    else think();
  } catch (error) {
    tell({ kind: "failed", message: String(error) });
  }
};
