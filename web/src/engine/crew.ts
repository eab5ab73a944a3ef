// SPDX-License-Identifier: MIT
// The workers of an engine and the memory they share. One search at a time.
//
// A thread in a search receives no messages. With shared memory a byte in it stops the search; without it the crew is
// terminated, and the best line reported so far is the answer.

import { fetchModule } from "@meydan/core/wasm";
import { type Answer, type FromWorker, MEMORY, type Report, type ToWorker } from "./workermessages";

export type Build = "threads" | "simd" | "plain";

const FILES: Record<Build, string> = {
  threads: "engine-threads.wasm",
  simd: "engine-simd.wasm",
  plain: "engine.wasm",
};
const HASH_MB = 16;
const THREADS_MOST = 4;

// A module with a vector function: valid only with SIMD.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** The best build that this browser runs. */
export function bestBuild(): Build {
  if (!WebAssembly.validate(SIMD_PROBE)) return "plain";
  return globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== "undefined" ? "threads" : "simd";
}

/** Where the page has the worker (worker.ts) and the modules of src/wasm, by their file names. */
export interface Site {
  makeWorker(): Worker;
  /** The module's address, or its bytes. */
  fileUrl(name: string): string | Promise<BufferSource>;
}

export class Crew {
  readonly #site: Site;
  readonly #module: WebAssembly.Module;
  readonly #memory: WebAssembly.Memory | null;
  readonly #workers: Worker[] = [];
  #stopFlag = 0;
  #stacks: number[] = [];
  #hear: (message: FromWorker) => void = () => {};
  #fail: (error: Error) => void = () => {};
  #dismissed = false;

  private constructor(site: Site, module: WebAssembly.Module, shared: boolean) {
    this.#site = site;
    this.#module = module;
    this.#memory = shared ? new WebAssembly.Memory({ ...MEMORY, shared }) : null;
  }

  /** Starts the first worker; the others start when a search needs them. */
  static async hire(site: Site, build: Build): Promise<Crew> {
    const module = await fetchModule(await site.fileUrl(FILES[build]));
    const crew = new Crew(site, module, build === "threads");
    const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
    const threads = crew.shared ? Math.max(1, Math.min(THREADS_MOST, cores - 1)) : 1;
    try {
      await new Promise<void>((resolve, reject) => {
        crew.#fail = reject;
        crew.#hear = (message) => {
          if (message.kind !== "ready") return;
          crew.#stopFlag = message.stopFlag;
          crew.#stacks = message.stacks;
          resolve();
        };
        crew.#add({ threads, stack: 0 });
      });
    } catch (error) {
      crew.dismiss();
      throw error;
    }
    return crew;
  }

  /** Whether stop() can be used. */
  get shared(): boolean {
    return this.#memory !== null;
  }

  #add({ threads, stack }: { threads: number; stack: number }): void {
    const worker = this.#site.makeWorker();
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#dismissed) return;
      if (data.kind === "failed") this.#fail(new Error(data.message));
      else this.#hear(data);
    };
    worker.onerror = (event) => this.#fail(new Error(event.message || "the engine's worker failed"));
    const thread = this.#workers.push(worker) - 1;
    this.#tell(thread, { kind: "start", module: this.#module, memory: this.#memory, thread, threads, hash: HASH_MB, stack });
  }

  #tell(worker: number, message: ToWorker): void {
    this.#workers[worker].postMessage(message);
  }

  /** Sets a search up and runs it. `begun` is called when stop() can reach it. */
  search(lines: string[], begun: () => void, onReport: (report: Report) => void): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let thinking = 0;
      let answer: Answer | null = null;
      this.#fail = reject;
      this.#hear = (message) => {
        if (message.kind === "refused") reject(new Error(message.message));
        if (message.kind === "info") onReport(message.report);
        if (message.kind === "set") {
          thinking = message.threads;
          while (this.#workers.length < thinking)
            this.#add({ threads: thinking, stack: this.#stacks[this.#workers.length - 1] });
          begun();
          for (let worker = 0; worker < thinking; worker++) this.#tell(worker, { kind: "think" });
        }
        if (message.kind === "thought") {
          answer = message.answer ?? answer;
          if (--thinking === 0 && answer) resolve(answer);
        }
      };
      this.#tell(0, { kind: "go", lines });
    });
  }

  /** The search ends within a few hundred nodes. */
  stop(): void {
    if (this.#memory) Atomics.store(new Uint8Array(this.#memory.buffer), this.#stopFlag, 1);
  }

  dismiss(): void {
    this.#dismissed = true;
    for (const worker of this.#workers) worker.terminate();
  }
}
