// SPDX-License-Identifier: MIT
// The workers of an engine and the memory they share. One search at a time.
//
// A thread in the middle of a search hears no messages. Where memory is shared, a byte in it stops the search; where it is
// not, the crew is dismissed and the best line told so far is the answer.

import { fetchModule } from "../core/wasm";
import type { Answer, FromWorker, Report, ToWorker } from "./messages";

export type Build = "threads" | "simd" | "plain";

const FILES: Record<Build, string> = {
  threads: "engine-threads.wasm",
  simd: "engine-simd.wasm",
  plain: "engine.wasm",
};
const HASH_MB = 16;
const THREADS_MOST = 4;
// As in src/wasm/meson.build, in pages of 64 kB.
const MEMORY = { initial: 128, maximum: 2048 };

// A function that makes a vector: valid only where there is SIMD.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** The best build that this browser runs. */
export function bestBuild(): Build {
  if (!WebAssembly.validate(SIMD_PROBE)) return "plain";
  return globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== "undefined" ? "threads" : "simd";
}

export interface Site {
  makeWorker(): Worker;
  fileUrl(name: string): string;
}

export class Crew {
  readonly shared: boolean;
  readonly #workers: Worker[] = [];
  readonly #memory: WebAssembly.Memory;
  #stopFlag = 0;
  #hear: (message: FromWorker, worker: number) => void = () => {};
  #fail: (error: Error) => void = () => {};
  #dismissed = false;

  private constructor(build: Build) {
    this.shared = build === "threads";
    this.#memory = new WebAssembly.Memory({ ...MEMORY, shared: this.shared });
  }

  static async hire(site: Site, build: Build): Promise<Crew> {
    const crew = new Crew(build);
    const module = await fetchModule(site.fileUrl(FILES[build]));
    const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
    const threads = crew.shared ? Math.max(1, Math.min(THREADS_MOST, cores - 1)) : 1;
    const start = (thread: number, stack: number) =>
      crew.#add(site).postMessage({ kind: "start", module, memory: crew.#memory, thread, threads, hash: HASH_MB, stack });
    try {
      await new Promise<void>((resolve, reject) => {
        crew.#fail = reject;
        crew.#hear = (message) => {
          if (message.kind !== "ready") return;
          crew.#stopFlag = message.stopFlag;
          message.stacks.forEach((stack, i) => start(i + 1, stack));
          resolve();
        };
        start(0, 0);
      });
    } catch (error) {
      crew.dismiss();
      throw error;
    }
    return crew;
  }

  #add(site: Site): Worker {
    const worker = site.makeWorker();
    const number = this.#workers.push(worker) - 1;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#dismissed) return;
      if (data.kind === "failed") this.#fail(new Error(data.message));
      else this.#hear(data, number);
    };
    worker.onerror = (event) => this.#fail(new Error(event.message || "the engine's worker failed"));
    return worker;
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

  /** Only of a shared crew: the search ends within a few hundred nodes. */
  stop(): void {
    Atomics.store(new Uint8Array(this.#memory.buffer), this.#stopFlag, 1);
  }

  dismiss(): void {
    this.#dismissed = true;
    for (const worker of this.#workers) worker.terminate();
  }
}
