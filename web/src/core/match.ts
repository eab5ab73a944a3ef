// SPDX-License-Identifier: MIT
// A match of the core, by its handle. Its state is read on demand, and cached until the next change.

import type { Page } from "./page";
import type { ClockState, Look, Match, MatchState, PlayedMove, Refusal, Seat } from "./types";

/** JSON has no Infinity. */
function finish(clock: ClockState | null): ClockState | null {
  return clock && { ...clock, nextFlag: clock.nextFlag ?? Infinity };
}

/** The common part of a match that is played here and one that is only followed. */
export class Handle {
  protected readonly page: Page;
  protected readonly handle: number;
  #state: MatchState | null = null;
  #known: PlayedMove[]; // moves whose descriptions are cached

  constructor(page: Page, handle: number, known: PlayedMove[] = []) {
    this.page = page;
    this.handle = handle;
    this.#known = known;
  }

  get state(): MatchState {
    this.#state ??= this.#read();
    return this.#state;
  }

  #read(): MatchState {
    const { wasm } = this.page;
    const known = this.#known;
    const state = this.page.answer<MatchState>(wasm.page_match_state(this.handle));
    const more = state.plies > known.length ? wasm.page_match_moves(this.handle, known.length) : 0;
    const moves = more ? known.concat(this.page.answer<PlayedMove[]>(more)) : known.slice(0, state.plies);
    this.#known = moves;
    return { ...state, moves, clock: finish(state.clock) };
  }

  protected changed(): void {
    this.#state = null;
  }

  /** Moves may have been removed: cuts the cached ones before others take their place. */
  protected shortened(): void {
    this.#state = this.#read();
  }

  clockAt(now: number): ClockState | null {
    return finish(this.page.answer<ClockState | null>(this.page.wasm.page_match_clock(this.handle, now)));
  }

  dispose(): void {
    this.page.wasm.page_match_free(this.handle);
  }
}

export class CoreMatch extends Handle implements Match {
  play(move: string, now: number): Refusal | null {
    const length = this.page.put(move);
    const refusal = this.page.answer<Refusal | null>(this.page.wasm.page_match_play(this.handle, length, now));
    this.changed(); // a refused move may still have called a flag
    return refusal;
  }

  undo(plies: number, now = -Infinity): void {
    // A time before the last one counts as the last one.
    this.page.wasm.page_match_undo(this.handle, plies, now);
    this.shortened();
  }

  resign(seat: Seat, now: number): void {
    this.page.wasm.page_match_resign(this.handle, seat, now);
    this.changed();
  }

  offerDraw(seat: Seat, now: number): void {
    this.page.wasm.page_match_offer_draw(this.handle, seat, now);
    this.changed();
  }

  answerDraw(seat: Seat, yes: boolean, now: number): void {
    if (yes) this.page.wasm.page_match_offer_draw(this.handle, seat, now);
    else this.page.wasm.page_match_decline_draw(this.handle, seat, now);
    this.changed();
  }

  tick(now: number): boolean {
    const fell = this.page.wasm.page_match_tick(this.handle, now) !== 0;
    if (fell) this.changed();
    return fell;
  }

  pause(now: number): void {
    this.page.wasm.page_match_pause(this.handle, now);
    this.changed();
  }

  resume(now: number): void {
    this.page.wasm.page_match_resume(this.handle, now);
    this.changed();
  }

  abort(now: number): void {
    this.page.wasm.page_match_abort(this.handle, now);
    this.changed();
  }

  record(): string {
    return this.page.text(this.page.wasm.page_match_record(this.handle));
  }

  at(ply: number): Look {
    return this.page.answer<Look>(this.page.wasm.page_match_at(this.handle, ply));
  }

  save(): string {
    return this.record();
  }
}
