// SPDX-License-Identifier: MIT
// What runs a board. A board is one plain state object; whatever a player does is a pure function from that state and an
// input to the next state and the effects that follow from it:
//
//     down(state, press) -> [next state, { kind: "say", text: "..." }, ...]
//
// The control holds the state, carries the effects out, and has the board drawn again. It knows neither of the games.

import type { Core, Look, Refusal, Seat } from "../core/types";
import { sounds } from "./sounds";
import type { BoardProps, Point } from "./types";
import { refusalText } from "./words";
import { t } from "./text";

const NOTE_TIME = 3500; // ms
const SENT_TIME = 1000; // in which a move is sent once
const SAME_SPOT = { time: 350, distance: 14 }; // a second click of a double click

export interface Note {
  text: string;
  /** Where it points. */
  at: Point;
  tone: "refused" | "hint";
  /** Until something else happens; others go by themselves. */
  stays?: boolean;
}

/** What the states of both boards have. */
export interface Playing {
  readonly note: Note | null;
  /** The cell that has the keyboard's focus. */
  readonly focus: string;
}

/** What the page gives. */
export interface Given {
  look: Look;
  seat: Seat | null;
  turned: number;
  core: Core;
  /** Why nobody may move here. */
  why?: string;
  /** Moves are entered before the turn: `look` is as if it had come. */
  ahead: boolean;
}

export type Effect<S> =
  | { kind: "send"; move: string }
  | { kind: "say"; text: string; urgent?: boolean }
  /** Heard and spoken; where it stands is the state's note. */
  | { kind: "refuse"; text: string; refusal?: Refusal }
  | { kind: "focus"; cell: string }
  /** When all that follows from the input has happened, the page's answer included. */
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

/** The focus goes to a cell, if there is one. */
export function focused<S extends Playing>(state: S, cell: string | null): Result<S> {
  return cell === null ? [state] : [{ ...state, focus: cell }, { kind: "focus", cell }];
}

// --- the control -----------------------------------------------------------------------------------

/** How a board is put on the screen. */
export interface Screen<S> {
  /** Draws it again. */
  redraw(): void;
  /** Shows what changes too often for that. */
  adjust(state: S): void;
  focus(cell: string): void;
}

export class Control<S extends Playing> {
  state: S;
  props!: BoardProps;
  screen!: Screen<S>;
  /** When a pointer was let go of last, to tell the click that follows from one without a pointer. */
  released = -1e9;
  readonly #undrawn: ReadonlySet<keyof S>;
  #timer = 0;
  #sent = { position: "", time: -1e9, x: -1e9, y: -1e9 };
  #pressed = { x: -1e9, y: -1e9 };

  /** `undrawn`: parts of the state whose change needs no drawing. */
  constructor(state: S, undrawn: readonly (keyof S)[]) {
    this.state = state;
    this.#undrawn = new Set(undrawn);
  }

  apply([next, ...effects]: Result<S>): void {
    this.#put(next);
    for (const effect of effects) this.#carryOut(effect);
  }

  /** The state as something new is drawn with: no need to draw again. */
  take(next: S): void {
    if (next.note !== this.state.note) this.#time(next.note);
    this.state = next;
  }

  /** To be asked at every press; false if it is an echo of the one that sent a move: the second half of a double click. */
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

  /** A note goes by itself. */
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

  /** Once: nothing more until the position changes. */
  #send(move: string): void {
    const { position } = this.props.look;
    const time = performance.now();
    // What is entered before the turn may be changed until then.
    if (!this.props.ahead && this.#sent.position === position && time - this.#sent.time < SENT_TIME) return;
    this.#sent = { position, time, ...this.#pressed };
    this.props.onMove(move);
  }
}
