// SPDX-License-Identifier: MIT
// The exports of meydan.wasm (src/wasm/page.h), and calls that answer in JSON.

import { type BufferExports, putLines, takeText } from "./wasm";

interface Exports extends BufferExports {
  memory: WebAssembly.Memory;
  page_variants(): number;
  page_errors(): number;
  page_start(length: number): number;
  page_read(length: number): number;
  page_sketch(length: number): number;
  page_play(length: number): number;
  page_check(length: number): number;
  page_leave(length: number, seat: number): number;
  page_ahead(length: number, seat: number): number;
  page_explain(length: number): number;
  page_draw(length: number, ascii: number): number;
  page_clock_read(length: number): number;
  page_clock_write(main: number, increment: number, period: number, periods: number, lessOf: number, lessMain: number): number;
  page_handicap(length: number): number;
  page_tree_read(length: number, index: number): number;
  page_tree_write(length: number): number;
  page_match_new(length: number): number;
  page_match_open(length: number): number;
  page_match_free(handle: number): void;
  page_match_state(handle: number): number;
  page_match_clock(handle: number, now: number): number;
  page_match_moves(handle: number, from: number): number;
  page_match_at(handle: number, ply: number): number;
  page_match_record(handle: number): number;
  page_match_play(handle: number, length: number, now: number): number;
  page_match_tick(handle: number, now: number): number;
  page_match_pause(handle: number, now: number): void;
  page_match_resume(handle: number, now: number): void;
  page_match_undo(handle: number, plies: number, now: number): number;
  page_match_resign(handle: number, seat: number, now: number): number;
  page_match_offer_draw(handle: number, seat: number, now: number): number;
  page_match_decline_draw(handle: number, seat: number, now: number): number;
  page_match_ask_takeback(handle: number, seat: number, now: number): number;
  page_match_agree_takeback(handle: number, seat: number, now: number): number;
  page_match_decline_takeback(handle: number, seat: number, now: number): number;
  page_match_abort(handle: number, now: number): number;
  page_match_follow(handle: number, firstMove: number): void;
  page_match_copy(handle: number): number;
  page_match_told_move(handle: number, length: number): number;
  page_match_told_leave(handle: number, seat: number, length: number): number;
  page_match_told_clocks(handle: number, length: number, running: number, now: number): number;
  page_match_told_wishes(handle: number, draw: number, takebackBy: number, takebackTo: number, agreed: number): number;
  page_match_told_end(handle: number, length: number): number;
}

export class Page {
  readonly wasm: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.wasm = instance.exports as unknown as Exports;
  }

  /** Writes arguments for the next call; returns their length. */
  put(...lines: string[]): number {
    return putLines(this.wasm.memory, this.wasm, lines);
  }

  text(length: number): string {
    return takeText(this.wasm.memory, this.wasm, length);
  }

  /** The answer of a call. The types are those of src/wasm/view.c; nothing checks them again here. */
  answer<T>(length: number): T {
    return JSON.parse(this.text(length)) as T;
  }
}
