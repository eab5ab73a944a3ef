// SPDX-License-Identifier: MIT
// The messages between the page and the engine's workers. One worker is one thread; the first one sets searches up.
//
//     page                       first worker            others (threads build only)
//     start, module, memory  ->
//                            <-  ready, addresses
//     start, stack                                   ->
//     go, limits and game    ->
//                            <-  set, or refused
//     think                  ->                      ->
//                            <-  info ...
//                            <-  thought, answer     <-  thought
//     analyse, call and game ->                                        (analyser.ts: separate workers)
//                            <-  analysed, answer

export interface Line {
  /** Hundredths of a marble or of a step, seen by the player to move. */
  score: number;
  /** A forced win: how many more moves the side to move makes; negative: a forced loss. */
  mate: number | null;
  moves: string[];
  depth: number;
  /** To win, by seat, in thousandths. */
  chances: number[];
}

export interface Answer {
  /** "" if the game is over. */
  move: string;
  /** Whether the seat that was offered a draw accepts; null without an offer. */
  draw: boolean | null;
  /** Best first. */
  lines: Line[];
  nodes: number;
}

export interface Report extends Line {
  rank: number;
  nodes: number;
  time: number;
}

/** As in src/wasm/meson.build, in pages of 64 kB. */
export const MEMORY = { initial: 128, maximum: 2048 };

export interface Start {
  kind: "start";
  module: WebAssembly.Module;
  /** The memory that all threads share; null: the worker makes its own. */
  memory: WebAssembly.Memory | null;
  /** The first worker is 0 and makes the engine; the others get a stack each. */
  thread: number;
  threads: number;
  hash: number;
  stack: number;
}

/** Exports of src/wasm/page_analysis.h and page_explorer.h. */
export type AnalysisCall = "page_review_ply" | "page_review_total" | "page_threat" | "page_hint" | "page_explorer" | "page_explorer_game";

export type ToWorker = Start | { kind: "go"; lines: string[] } | { kind: "think" } | { kind: "analyse"; call: AnalysisCall; lines: string[] };

export type FromWorker =
  | { kind: "ready"; stopFlag: number; stacks: number[] }
  | { kind: "set"; threads: number }
  | { kind: "refused"; message: string }
  | { kind: "info"; report: Report }
  | { kind: "thought"; answer: Answer | null }
  | { kind: "analysed"; answer: unknown }
  | { kind: "failed"; message: string };
