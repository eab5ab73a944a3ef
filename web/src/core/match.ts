// SPDX-License-Identifier: MIT
// A match of the core, by its handle. The state is asked for after each change and kept until the next one.

import type { Page } from "./page";
import type { ClockState, Look, Match, MatchState, PlayedMove, Refusal, Seat } from "./types";

/** JSON has no Infinity. */
function finish(clock: ClockState | null): ClockState | null {
  return clock && { ...clock, nextFlag: clock.nextFlag ?? Infinity };
}

export class CoreMatch implements Match {
  readonly #page: Page;
  readonly #handle: number;
  #state: MatchState;

  constructor(page: Page, handle: number) {
    this.#page = page;
    this.#handle = handle;
    this.#state = this.#read([]);
  }

  get state(): MatchState {
    return this.#state;
  }

  /** `known`: moves that are described already; those are not asked for again. */
  #read(known: PlayedMove[]): MatchState {
    const { wasm } = this.#page;
    const state = this.#page.answer<MatchState>(wasm.page_match_state(this.#handle));
    const more = state.plies > known.length ? wasm.page_match_moves(this.#handle, known.length) : 0;
    const moves = more ? known.concat(this.#page.answer<PlayedMove[]>(more)) : known.slice(0, state.plies);
    return { ...state, moves, clock: finish(state.clock) };
  }

  #refresh(): void {
    this.#state = this.#read(this.#state.moves);
  }

  play(move: string, now: number): Refusal | null {
    const length = this.#page.put(move);
    const refusal = this.#page.answer<Refusal | null>(this.#page.wasm.page_match_play(this.#handle, length, now));
    this.#refresh(); // a refused move may still have come after a flag
    return refusal;
  }

  undo(plies: number, now = -Infinity): void {
    // A time before the last one counts as the last one.
    this.#page.wasm.page_match_undo(this.#handle, plies, now);
    this.#refresh();
  }

  resign(seat: Seat, now: number): void {
    this.#page.wasm.page_match_resign(this.#handle, seat, now);
    this.#refresh();
  }

  offerDraw(seat: Seat, now: number): void {
    this.#page.wasm.page_match_offer_draw(this.#handle, seat, now);
    this.#refresh();
  }

  answerDraw(seat: Seat, yes: boolean, now: number): void {
    if (yes) this.#page.wasm.page_match_offer_draw(this.#handle, seat, now);
    else this.#page.wasm.page_match_decline_draw(this.#handle, seat, now);
    this.#refresh();
  }

  tick(now: number): boolean {
    const fell = this.#page.wasm.page_match_tick(this.#handle, now) !== 0;
    if (fell) this.#refresh();
    else if (this.#state.clock) {
      const clock = finish(this.#page.answer<ClockState>(this.#page.wasm.page_match_clock(this.#handle)));
      this.#state = { ...this.#state, clock };
    }
    return fell;
  }

  pause(now: number): void {
    this.#page.wasm.page_match_pause(this.#handle, now);
    this.#refresh();
  }

  resume(now: number): void {
    this.#page.wasm.page_match_resume(this.#handle, now);
    this.#refresh();
  }

  abort(now: number): void {
    this.#page.wasm.page_match_abort(this.#handle, now);
    this.#refresh();
  }

  record(): string {
    return this.#page.text(this.#page.wasm.page_match_record(this.#handle));
  }

  at(ply: number): Look {
    return this.#page.answer<Look>(this.#page.wasm.page_match_at(this.#handle, ply));
  }

  save(): string {
    return this.record();
  }

  dispose(): void {
    this.#page.wasm.page_match_free(this.#handle);
  }
}
