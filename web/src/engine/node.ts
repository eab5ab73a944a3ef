// SPDX-License-Identifier: MIT
// The engine in node: worker_threads instead of web workers, and files instead of addresses.
//
//    import { Engine } from "@meydan/engine";
//    import { nodeSite } from "@meydan/engine/node";
//    const engine = new Engine(nodeSite);
//
// Its workers keep the process alive until engine.close().

import { readFile } from "node:fs/promises";
import { Worker as Thread } from "node:worker_threads";
import type { Site } from "./crew";

// Gives worker.js the names that a web worker has.
const AS_WEB_WORKER = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.onmessage = null;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  import(workerData).then(() => parentPort.on("message", (data) => globalThis.onmessage({ data })));
`;

class NodeWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  readonly #thread = new Thread(AS_WEB_WORKER, { eval: true, workerData: new URL("./worker.js", import.meta.url).href });

  constructor() {
    this.#thread.on("message", (data: unknown) => this.onmessage?.({ data }));
    this.#thread.on("error", (error: unknown) => this.onerror?.({ message: String(error) }));
  }

  postMessage(message: unknown): void {
    this.#thread.postMessage(message);
  }

  terminate(): void {
    void this.#thread.terminate();
  }
}

export const nodeSite: Site = {
  makeWorker: () => new NodeWorker() as unknown as Worker,
  fileUrl: (name) => readFile(new URL(`./${name}`, import.meta.url)),
};
