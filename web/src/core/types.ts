// SPDX-License-Identifier: MIT
// What the page knows of the games: plain data, made by the C core (src/wasm) and never computed here. Positions are
// text (FORMATS.md); a Look is everything a screen may want to draw of one, moves included.

/** A player, counted from 0 in the order of the variant's numbers. */
export type Seat = number;

export interface Layout {
  name: string;
  position: string;
}

export interface Variant {
  id: string;
  game: "abalone" | "quoridor";
  players: number;
  /** Which team each seat plays for; without teams every seat is its own. */
  teams: number[];
  title: string;
  layouts: Layout[];
  /** The order in which the seats move. */
  order: Seat[];
  /** The letters of the seats: b w a c, or 1 2 3 4. */
  letters: string[];
  /** Marbles to push out, 0 in Quoridor. */
  toWin: number;
  /** Walls a player starts with, 0 in Abalone. */
  walls: number;
}

export type MoveKind = "line" | "side" | "push" | "eject" | "step" | "jump" | "wall" | "pass";

export interface Move {
  text: string;
  kind: MoveKind;
  /** Own marbles moved, rear first; the pawn's square; the four squares a wall touches. */
  cells: string[];
  /** Abalone: 0..5 = E NE NW W SW SE; else -1. */
  dir: number;
  /** Marbles pushed, the nearest first. */
  pushed: string[];
  /** Where the own marbles, in the order of `cells`, or the pawn land. */
  to: string[];
  /** Quoridor wall slot "e3", else "". */
  slot: string;
  upright: boolean;
}

export interface Look {
  variant: string;
  position: string;
  /** Two positions with the same key count as the same for repetition. */
  key: string;
  turn: Seat;
  /** Empty while the game goes on. */
  winners: Seat[];
  out: Seat[];
  marbles: { cell: string; seat: Seat }[];
  /** Marbles lost by seat. */
  lost: number[];
  /** Marbles pushed out by team. */
  score: number[];
  /** Squares of the pawns by seat, "" for one taken off. */
  pawns: string[];
  goals: ("north" | "east" | "south" | "west")[];
  walls: { slot: string; upright: boolean }[];
  wallsLeft: number[];
  /** Steps to the goal by seat, other pawns not in the way; -1 for a pawn taken off. */
  distance: number[];
  /** Squares on the shortest ways by seat. */
  paths: string[][];
  moves: Move[];
}

export interface Refusal {
  code: number;
  /** Stable, e.g. "no-room-behind". */
  id: string;
  /** English; see text/reasons.ts for the other languages. */
  message: string;
  /** Who would be shut in. */
  seats: Seat[];
  /** The text is no move or position at all. */
  malformed: boolean;
}

export interface Event {
  kind: "move" | "push" | "eject" | "wall" | "jump" | "pass" | "win" | "draw" | "leave";
  seat: Seat;
  move: Move | null;
  ejected: Seat | null;
}

export interface Finding {
  kind: string;
  seat: Seat;
  whole: boolean;
  own: string[];
  foe: string[];
  move: string;
}

/** Milliseconds; main 0 and period 0 = none. */
export interface Clock {
  main: number;
  increment: number;
  period: number;
  periods: number;
}

export interface Setup {
  variant: string;
  layout?: string;
  position?: string;
  clock?: Clock;
  names?: string[];
  seed?: number;
}

export interface Core {
  variants(): Variant[];
  start(variant: string, layout?: string): Look;
  read(variant: string, position: string): Look | Refusal;
  /** Stateless: position text in, position text out. */
  play(look: Look, move: string): Look | Refusal;
  /** A typed or tried move: why not. */
  check(look: Look, move: string): Refusal | null;
  leave(look: Look, seat: Seat): Look | Refusal;
  explain(look: Look): Finding[];
  /** For the non-visual mode. */
  drawText(look: Look): string;
  match(setup: Setup): Match;
  /** A file of records as FORMATS.md; a match each. */
  open(record: string): Match[] | Refusal;
}

/** A game with history, clocks, offers, undo, repetition, result: src/game/match in C does the work. All times are given by the
 *  caller (ms). */
export interface Match {
  readonly state: MatchState;
  play(move: string, now: number): Refusal | null;
  undo(plies: number): void;
  resign(seat: Seat, now: number): void;
  offerDraw(seat: Seat, now: number): void;
  answerDraw(seat: Seat, yes: boolean, now: number): void;
  /** Did a flag fall? Then the state has changed. */
  tick(now: number): boolean;
  pause(now: number): void;
  resume(now: number): void;
  abort(now: number): void;
  record(): string;
  at(ply: number): Look;
  /** For storage; `open` reads it back. */
  save(): string;
  dispose(): void;
}

export interface MatchState {
  look: Look;
  moves: Move[];
  plies: number;
  over: boolean;
  /** "1-0" etc., "*" while the game goes on. */
  result: string;
  /** Stable id: normal, time, resignation, agreement, repetition, abandoned; "" while the game goes on. */
  reason: string;
  winners: Seat[];
  clock: { left: number[]; periods: number[]; running: Seat | -1; nextFlag: number } | null;
  offers: Seat[];
}

export function isRefusal(answer: object | null): answer is Refusal {
  return answer !== null && "malformed" in answer;
}
