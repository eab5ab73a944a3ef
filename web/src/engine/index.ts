// SPDX-License-Identifier: MIT
// The engine in the page. It thinks in workers, so the page stays responsive; nothing is loaded before the first
// search.
//
//    const engine = new Engine({ makeWorker: () => new Worker("worker.js", { type: "module" }), fileUrl: (name) => name });
//    const { move } = await engine.go({ variant, start: state.base.position, moves, level: 5 });
//
// `start` and `moves` are the game since state.base.ply, for repetition. A limit in nodes or depth, or a level below
// 10, gives the native engine's answer, every time. Level 10 without other limits thinks for a second; without level
// and limits the search runs until stop(), reporting as it goes.

import { bestBuild, type Build, Crew, type Site } from "./crew";
import type { Answer, Line } from "./workermessages";

export type { Answer, Build, Line, Site };

export interface Search {
  variant: string;
  start: string;
  moves: string[];
  level?: number;
  depth?: number;
  nodes?: number;
  /** ms */
  movetime?: number;
  /** How many of the best moves to find. */
  lines?: number;
  /** For the choices of levels below 10. */
  seed?: number;
  /** The question is not a move: this seat is offered a draw. */
  draw?: number;
  /** Plies played in the game, if more than `moves`. */
  plies?: number;
  /** The clock of the player to move, in ms, by which the engine plans its time. */
  clock?: { left: number; increment: number; period: number };
}

export interface Info {
  lines: Line[];
  depth: number;
  nodes: number;
  /** ms */
  time: number;
}

const LIMITS = ["level", "depth", "nodes", "movetime", "lines", "seed", "draw", "plies"] as const;

function limitWords(search: Search): string {
  const words = LIMITS.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [name, String(Math.max(0, Math.trunc(value)))];
  });
  if (search.clock) {
    const { left, increment, period } = search.clock;
    words.push("time", String(Math.trunc(left)), "inc", String(Math.trunc(increment)), "period", String(Math.trunc(period)));
  }
  return words.join(" ");
}

/** A waiting or running search. */
interface Job {
  stopped: boolean;
  /** Ends it early; null while it waits. */
  end: (() => void) | null;
}

export class Engine {
  readonly build: Build;
  readonly #site: Site;
  readonly #jobs = new Set<Job>();
  #crew: Promise<Crew> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(site: Site, build: Build = bestBuild()) {
    this.build = build;
    this.#site = site;
  }

  /** Stops earlier searches. */
  go(search: Search, onInfo: (info: Info) => void = () => {}): Promise<Answer> {
    this.stop();
    const job: Job = { stopped: false, end: null };
    this.#jobs.add(job);
    const answer = this.#last
      .then(() => this.#run(job, search, onInfo))
      .finally(() => this.#jobs.delete(job));
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** Ends all searches at once, each with the best move found so far. */
  stop(): void {
    for (const job of this.#jobs) {
      job.stopped = true;
      job.end?.();
    }
  }

  /** Ends the workers and frees their memory. The next search starts new ones. */
  close(): void {
    this.stop();
    void this.#last.then(() => this.#dismiss());
  }

  #hire(): Promise<Crew> {
    this.#crew ??= Crew.hire(this.#site, this.build).catch((error) => {
      this.#crew = null;
      throw error;
    });
    return this.#crew;
  }

  #dismiss(): void {
    void this.#crew?.then((crew) => crew.dismiss());
    this.#crew = null;
  }

  async #run(job: Job, search: Search, onInfo: (info: Info) => void): Promise<Answer> {
    const crew = await this.#hire();
    const { variant, start, moves } = search;
    const lines: Line[] = [];
    return new Promise((resolve, reject) => {
      let nodes = 0;
      // Without shared memory there is no answer before the first line, and no worker to ask after it.
      const cut = () => {
        if (!lines[0]) return;
        job.end = null;
        this.#dismiss();
        resolve({ move: lines[0].moves[0], draw: null, lines, nodes });
        void this.#hire().catch(() => {}); // for the next search
      };
      const begun = () => {
        job.end = crew.shared ? () => crew.stop() : cut;
        if (job.stopped) job.end();
      };
      const game = [limitWords(search), variant, start, moves.join(" ")];
      crew
        .search(game, begun, ({ rank, nodes: sofar, time, ...line }) => {
          nodes = sofar;
          lines[rank - 1] = line;
          onInfo({ lines: lines.filter(Boolean), depth: line.depth, nodes, time });
          if (job.stopped && !crew.shared) cut();
        })
        .then(resolve, (error) => {
          this.#dismiss(); // whatever went wrong, a new crew starts clean
          reject(error);
        });
    });
  }
}
