// SPDX-License-Identifier: MIT
// Analyses of positions: reviews, threats and hints (docs/analysis.md), in separate workers.
//
//    const analyser = new Analyser(site);
//    const ply = await analyser.ask("page_review_ply", [limits, variant, start, moves]);
//
// Every answer depends on its question alone, so a question goes to any free worker. A busy worker receives no
// messages: close() terminates it.

import { fetchModule } from "@meydan/core/wasm";
import { bestBuild, type Site } from "./crew";
import type { FromWorker, AnalysisCall, ToWorker } from "./workermessages";

const WORKERS_MAX = 3;
const HASH_MB = 8;

interface Question {
  call: AnalysisCall;
  lines: string[];
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class Analyser {
  readonly #site: Site;
  readonly #waiting: Question[] = [];
  readonly #free: Worker[] = [];
  readonly #asked = new Map<Worker, Question>();
  #module: Promise<WebAssembly.Module> | null = null;
  #workers = 0;
  #closed = false;

  constructor(site: Site) {
    this.#site = site;
  }

  /** How many questions are answered in parallel: one core is left to the page. */
  get width(): number {
    return Math.max(1, Math.min(WORKERS_MAX, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
  }

  ask<Answer>(call: AnalysisCall, lines: string[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ call, lines, resolve: resolve as (answer: unknown) => void, reject });
      this.#next();
      if (this.#waiting.length && this.#workers < this.width) this.#add();
    });
  }

  /** Pending questions are rejected. */
  close(): void {
    this.#closed = true;
    for (const question of [...this.#waiting.splice(0), ...this.#asked.values()]) question.reject(new Error("closed"));
    for (const worker of [...this.#free, ...this.#asked.keys()]) worker.terminate();
    this.#asked.clear();
  }

  #next(): void {
    while (this.#free.length && this.#waiting.length) {
      const worker = this.#free.pop()!;
      const question = this.#waiting.shift()!;
      this.#asked.set(worker, question);
      worker.postMessage({ kind: "analyse", call: question.call, lines: question.lines } satisfies ToWorker);
    }
  }

  #add(): void {
    this.#workers++;
    const build = bestBuild() === "plain" ? "engine.wasm" : "engine-simd.wasm";
    this.#module ??= Promise.resolve(this.#site.fileUrl(build)).then(fetchModule);
    this.#module.then((module) => this.#start(module), (error) => this.#fail(error as Error));
  }

  #start(module: WebAssembly.Module): void {
    if (this.#closed) return;
    const worker = this.#site.makeWorker();
    worker.onerror = (event) => this.#fail(new Error(event.message || "the engine's worker failed"));
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#closed) return worker.terminate();
      if (data.kind === "failed") return this.#fail(new Error(data.message));
      if (data.kind === "analysed") {
        this.#asked.get(worker)?.resolve(data.answer);
        this.#asked.delete(worker);
      }
      if (data.kind === "analysed" || data.kind === "ready") {
        this.#free.push(worker);
        this.#next();
      }
    };
    worker.postMessage({ kind: "start", module, memory: null, thread: 0, threads: 1, hash: HASH_MB, stack: 0 } satisfies ToWorker);
  }

  #fail(error: Error): void {
    for (const question of [...this.#waiting.splice(0), ...this.#asked.values()]) question.reject(error);
    this.close();
  }
}
