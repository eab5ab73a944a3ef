// SPDX-License-Identifier: MIT
// Runs a board. A board is one plain state object; a player's input is handled by a pure function from that state and
// the input to the next state and its effects:
//
//    down(state, press) -> [next state, { kind: "say", text: "..." }, ...]
//
// The control holds the state, carries out the effects, and has the board redrawn. It knows neither of the games.

import type { Core, Look, Refusal, Seat } from "../core/types";
import { sounds } from "./sounds";
import type { BoardProps, Point } from "./types";
import { refusalText } from "./words";
import { t } from "./text";

const NOTE_TIME = 3500; // ms
const SENT_TIME = 1000; // ms in which a move is sent once
const SAME_SPOT = { time: 350, distance: 14 }; // of the second click of a double click

export interface Note {
  text: string;
  /** The place it points at. */
  at: Point;
  tone: "refused" | "hint";
  /** Shown until something else happens; other notes expire. */
  stays?: boolean;
}

/** The fields that the states of both boards share. */
export interface Playing {
  readonly note: Note | null;
  /** The cell that has the keyboard's focus. */
  readonly focus: string;
}

/** The page's input. */
export interface Given {
  look: Look;
  seat: Seat | null;
  turned: number;
  core: Core;
  /** Why no player may move here. */
  why?: string;
  /** Moves are premoves: `look` is as if the turn had come. */
  ahead: boolean;
}

export type Effect<S> =
  | { kind: "send"; move: string }
  | { kind: "say"; text: string; urgent?: boolean }
  /** Played as a sound and spoken; the state's note has its place. */
  | { kind: "refuse"; text: string; refusal?: Refusal }
  | { kind: "focus"; cell: string }
  /** After all consequences of the input, the page's answer included. */
  | { kind: "later"; update(state: S): S };

export type Result<S> = readonly [state: S, ...effects: Effect<S>[]];

// --- results that both boards give -----------------------------------------------------------------

export function refused<S extends Playing>(state: S, refusal: Refusal, at: Point): Result<S> {
  const text = refusalText(refusal);
  return [{ ...state, note: { text, at, tone: "refused" } }, { kind: "refuse", text, refusal }];
}

export function hinted<S extends Playing>(state: S, text: string, at: Point): Result<S> {
  return [{ ...state, note: { text, at, tone: "hint" } }, { kind: "say", text }];
}

export function notYet<S extends Playing>(state: S, at: Point): Result<S> {
  return hinted(state, t("It is not your turn"), at);
}

/** Moves the focus to a cell, if there is one. */
export function focused<S extends Playing>(state: S, cell: string | null): Result<S> {
  return cell === null ? [state] : [{ ...state, focus: cell }, { kind: "focus", cell }];
}

// --- the control -----------------------------------------------------------------------------------

/** How a board is put on the screen. */
export interface Screen<S> {
  /** Draws it again. */
  redraw(): void;
  /** Shows changes that are too frequent to redraw. */
  adjust(state: S): void;
  focus(cell: string): void;
}

export class Control<S extends Playing> {
  state: S;
  props!: BoardProps;
  screen!: Screen<S>;
  /** The time of the last release of a pointer, to recognise clicks without a pointer. */
  released = -1e9;
  readonly #undrawn: ReadonlySet<keyof S>;
  #timer = 0;
  #sent = { position: "", time: -1e9, x: -1e9, y: -1e9 };
  #pressed = { x: -1e9, y: -1e9 };

  /** `undrawn`: parts of the state whose change needs no redraw. */
  constructor(state: S, undrawn: readonly (keyof S)[]) {
    this.state = state;
    this.#undrawn = new Set(undrawn);
  }

  apply([next, ...effects]: Result<S>): void {
    this.#put(next);
    for (const effect of effects) this.#carryOut(effect);
  }

  /** The state with which a new drawing is made, so no redraw is needed. */
  take(next: S): void {
    if (next.note !== this.state.note) this.#time(next.note);
    this.state = next;
  }

  /** Called at every press; false for an echo of the press that sent a move: the second half of a double click. */
  accepts(event: PointerEvent): boolean {
    const { time, x, y } = this.#sent;
    const near = Math.hypot(event.clientX - x, event.clientY - y) < SAME_SPOT.distance;
    this.#pressed = { x: event.clientX, y: event.clientY };
    return event.timeStamp - time >= SAME_SPOT.time || !near;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #put(next: S): void {
    const before = this.state;
    const keys = Object.keys(next) as (keyof S)[];
    const changed = keys.filter((key) => next[key] !== before[key]);
    this.take(next);
    if (changed.some((key) => !this.#undrawn.has(key))) this.screen.redraw();
    else if (changed.length > 0) this.screen.adjust(next);
  }

  /** Notes expire. */
  #time(note: Note | null): void {
    clearTimeout(this.#timer);
    if (note && !note.stays) this.#timer = window.setTimeout(() => this.#put({ ...this.state, note: null }), NOTE_TIME);
  }

  #carryOut(effect: Effect<S>): void {
    switch (effect.kind) {
      case "send":
        return this.#send(effect.move);
      case "say":
        return this.props.say(effect.text, effect.urgent);
      case "refuse":
        sounds.play("refused");
        this.props.say(effect.text, true);
        if (effect.refusal) this.props.onRefuse?.(effect.refusal);
        return;
      case "focus":
        return this.screen.focus(effect.cell);
      case "later":
        window.setTimeout(() => this.#put(effect.update(this.state)), 0);
    }
  }

  /** Sends once: nothing more until the position changes. */
  #send(move: string): void {
    const { position } = this.props.look;
    const time = performance.now();
    // A premove may be changed until the turn comes.
    if (!this.props.ahead && this.#sent.position === position && time - this.#sent.time < SENT_TIME) return;
    this.#sent = { position, time, ...this.#pressed };
    this.props.onMove(move);
  }
}
