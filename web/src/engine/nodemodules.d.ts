// SPDX-License-Identifier: MIT
// The parts of node that node.ts uses, since the page's build has no types of node.
declare module "node:fs/promises" {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}
declare module "node:worker_threads" {
  export class Worker {
    constructor(source: string, options: { eval: boolean; workerData: string });
    on(event: string, listener: (value: unknown) => void): void;
    postMessage(message: unknown): void;
    terminate(): Promise<number>;
  }
}
