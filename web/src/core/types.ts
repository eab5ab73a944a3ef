// SPDX-License-Identifier: MIT
// The page's view of the games: plain data, made by the C core (src/wasm) and never computed here. Positions are text
// (docs/formats.md); a Look has everything that a screen may draw, moves included.

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
  /** Walls a player starts with, 0 in Abalone. */
  walls: number;
}

export type MoveKind = "line" | "side" | "push" | "eject" | "step" | "jump" | "wall" | "pass" | "swap";

export interface Move {
  text: string;
  kind: MoveKind;
  /** Own marbles moved, rear first; the pawn's square; the four squares a wall touches. */
  cells: string[];
  /** Abalone: 0..5 = E NE NW W SW SE; else -1. */
  dir: number;
  /** Marbles pushed, the nearest first. */
  pushed: string[];
  /** The destinations of the own marbles, in the order of `cells`, or of the pawn. */
  to: string[];
  /** Quoridor wall slot "e3", else "". */
  slot: string;
  upright: boolean;
}

/** A move of a match. */
export interface PlayedMove extends Move {
  /** The player who made it. */
  seat: Seat;
  /** The owner of the marble it pushed out; -1: none. */
  taken: Seat | -1;
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
  /** Marbles to push out, 0 in Quoridor. */
  toWin: number;
  /** Squares of the pawns by seat, "" for one taken off. */
  pawns: string[];
  goals: ("north" | "east" | "south" | "west")[];
  walls: { slot: string; upright: boolean }[];
  wallsLeft: number[];
  /** Steps to the goal by seat, ignoring other pawns; -1 for a removed pawn. */
  distance: number[];
  /** Squares of the shortest paths by seat. */
  paths: string[][];
  moves: Move[];
}

export interface Refusal {
  code: number;
  /** Stable, e.g. "no-room-behind". */
  id: string;
  /** English, with the typed text. */
  message: string;
  /** Why, in English and for t(), if a rule was broken; otherwise empty. */
  text: string;
  /** The player who would be shut in. */
  seats: Seat[];
  /** The text is not a move or position at all. */
  malformed: boolean;
}

/** A fault of a position that is being set up. */
export interface Flaw {
  /** Stable, e.g. "wall-crosses". */
  id: string;
  /** In English and for t(), with {player} (of `seat`), {count}, {rest}, {most} and {at}. */
  text: string;
  seat: Seat | -1;
  count: number;
  rest: number;
  most: number;
  /** A cell, or a wall. */
  at: string;
}

/** A position that is being set up and may temporarily break rules. */
export interface Sketch {
  /** With flaws it has no key, winners, moves or ways, and its text cannot be read as a position. */
  look: Look;
  flaws: Flaw[];
}

export interface Finding {
  kind: string;
  seat: Seat;
  whole: boolean;
  /** How many marbles against how many; of a path, its length. */
  ours?: number;
  theirs?: number;
  own: string[];
  foe: string[];
  /** "" if it is no move. */
  move: string;
}

/** Milliseconds; main 0 and period 0 = none. */
export interface Clock {
  main: number;
  increment: number;
  period: number;
  periods: number;
  /** As a handicap: the player, from 1, who begins with `lessMain` of main time; 0 or undefined: none. */
  lessOf?: number;
  lessMain?: number;
}

export interface Setup {
  variant: string;
  layout?: string;
  position?: string;
  clock?: Clock;
  /** By seat; an empty name means none. */
  names?: string[];
  /** For the choices of the computer; kept with the game. */
  seed?: number;
  /** Further tags of the record: Event, Date, `Seat2: "computer 5"` ... */
  tags?: Record<string, string>;
}

/**
 * A move ("m"), a player's departure ("o"), a comment ("c"), a mark ("g", as "$1"), or the brackets of a variation,
 * which replaces the move before it.
 */
export type TreeEvent = ["m" | "o" | "c" | "g", string] | ["(" | ")"];

export interface Core {
  variants(): Variant[];
  /** Explanations of the server's errors to players: English texts, for t(), by the error's code. */
  errors(): Record<string, string>;
  start(variant: string, layout?: string): Look;
  read(variant: string, position: string): Look | Refusal;
  /** A text in the form of a position, legal or not, after edits in words, as in src/game/sketch.h: "put e5 1". */
  sketch(variant: string, text: string, ...edits: string[]): Sketch | Refusal;
  /** Stateless: position text in, position text out. */
  play(look: Look, move: string): Look | Refusal;
  /** Why a typed or tried move is illegal; null if it is legal. */
  check(look: Look, move: string): Refusal | null;
  leave(look: Look, seat: Seat): Look | Refusal;
  /**
   * The position for premoves of `seat`: it is that player's turn, and the moves are those that are legal now or after
   * some move of the player to move.
   */
  ahead(look: Look, seat: Seat): Look | Refusal;
  explain(look: Look): Finding[];
  /** For the non-visual mode: with letters for marbles, or with Unicode's signs. */
  drawText(look: Look, unicode?: boolean): string;
  /** Throws for an invalid setup: an unknown layout, a clock without time. */
  match(setup: Setup): Match;
  /** A file of records (docs/formats.md), or the result of `save`: a match each. */
  open(record: string): Match[] | Refusal;
  /** The contents of a game of a file of records, variations and all, in order. */
  readTree(record: string, index: number): TreeEvent[] | Refusal;
  /** The record of such events, which must be legal; `setup` has variant, position and tags. */
  writeTree(setup: Setup, result: string, reason: string, events: TreeEvent[]): string | Refusal;
  /** A match that another party judges. A first move may take `firstMove` ms, null: as long as the clock allows. */
  follow(setup: Setup, firstMove: number | null): Followed;
  /** The start and the time control with a handicap of docs/formats.md, "1 walls 3". */
  handicap(start: Look, clock: Clock | null | undefined, words: string): { position: string; clock: Clock | null } | Refusal;
  /** A time control as in docs/formats.md, "600+5+3x30" or "3d"; null for "-" and for an invalid one. And back. */
  readClock(text: string): Clock | null;
  clockText(clock: Clock | null | undefined): string;
}

/**
 * A game with history, clocks, offers, undo, repetition, result: src/game/match in C does the work. The caller passes
 * all times, in ms of one clock of its choice. The clock of a new or opened match starts with the first time it
 * receives (by `tick`, say), and stops while the match is paused; a move ends the pause. A call that the match does not
 * allow does nothing.
 */
export interface Match {
  /** A new object after each change. */
  readonly state: MatchState;
  play(move: string, now: number): Refusal | null;
  /** Without the opponents' consent. Nothing before a player's departure is taken back. */
  undo(plies: number, now?: number): void;
  /** In turn or not. The others play on unless they are a team. */
  resign(seat: Seat, now: number): void;
  /** Also agrees to an offer. */
  offerDraw(seat: Seat, now: number): void;
  answerDraw(seat: Seat, yes: boolean, now: number): void;
  /** Whether a flag fell, which changed the state. */
  tick(now: number): boolean;
  /** What the clocks show; reading them calls no flag. */
  clockAt(now: number): ClockState | null;
  pause(now: number): void;
  resume(now: number): void;
  /** Called off, without a result. */
  abort(now: number): void;
  record(): string;
  /** The board after this many plies. */
  at(ply: number): Look;
  /** For storage, also of a game in progress with its clocks and offers; `open` reads it back. */
  save(): string;
  /** Frees its memory; the match must not be used afterwards. */
  dispose(): void;
}

/**
 * A match that another party judges, such as the server: it receives events and computes their consequences. No flag
 * falls here. A method returns false if its event does not apply: then an earlier one was missed.
 */
export interface Followed {
  readonly state: MatchState;
  move(text: string): boolean;
  /** "resignation", "time" or "abandoned". */
  leave(seat: Seat, reason: string): boolean;
  offerDraw(seat: Seat): boolean;
  declineDraw(seat: Seat): boolean;
  askTakeback(seat: Seat): boolean;
  agreeTakeback(seat: Seat): boolean;
  declineTakeback(seat: Seat): boolean;
  end(result: string): boolean;
  /** All clocks as they were at `now`. */
  clocks(faces: Face[], running: boolean, now: number): boolean;
  /** The seats that offer or agreed to a draw, and the request to take back. */
  wishes(draw: Seat[], takeback: { seat: Seat; to: number; agreed: Seat[] } | null): boolean;
  clockAt(now: number): ClockState | null;
  /** A separate copy of this match. */
  copy(): Match;
  dispose(): void;
}

/** One clock as reported by the judge: periods are used once `main` is 0. */
export interface Face {
  main: number;
  /** The rest of the period. */
  period: number;
  periods: number;
}

export interface ClockState {
  /** What each clock shows: main time or, once that is used up, the rest of the period. */
  left: number[];
  /** Periods left, the one in use included. */
  periods: number[];
  /** The players in byoyomi. */
  byoyomi: boolean[];
  /** -1: none. */
  running: Seat | -1;
  /** When the next flag falls if no player moves; Infinity if none will. */
  nextFlag: number;
  /** The instant of these values. */
  at: number;
  /** The rest of the time for a first move before the game is called off; null: as long as the clock allows. */
  firstMove: number | null;
}

export interface MatchState {
  look: Look;
  moves: PlayedMove[];
  plies: number;
  over: boolean;
  /** "1-0" etc., "*" while the game goes on or if it was called off. */
  result: string;
  /** Stable id: normal, time, resignation, agreement, repetition, abandoned; "" while the game goes on. */
  reason: string;
  winners: Seat[];
  clock: ClockState | null;
  paused: boolean;
  /** The seats that offer or agreed to a draw, and those that have yet to answer. */
  offers: Seat[];
  asked: Seat[];
  /** The seat that requests to go back to this ply, those that agreed, those that have yet to answer. */
  takeback: { seat: Seat; to: number; agreed: Seat[]; asked: Seat[] } | null;
  /** By seat: how many plies would remain if they took back their last move; -1: they cannot request it. */
  takebackTo: number[];
  /** Nothing before this ply can be taken back: a player left then. */
  undoLimit: number;
  /** After how many plies the players swapped sides (R12); 0: they did not. */
  swaps: number;
  /** What a player gave at the start (R11), "1 walls 3"; "" for nothing. */
  handicap: string;
  /** All remaining players have moved, so the game can no longer be called off. */
  underWay: boolean;
  /** The players who left while others played on, or as the last but one. */
  departures: { seat: Seat; ply: number; reason: string }[];
  /** The start for the engine: the position after `ply` plies, the latest departure of a player. */
  base: { position: string; ply: number };
  /** Player1 .. Player4, Event, Date ... */
  tags: Record<string, string>;
  /**
   * Comments of the record it was opened from, verbatim ("$1", "{fine}", "(1. e3 e7)"): before the first move, after
   * the first, and so on; empty for any other game.
   */
  remarks: string[][];
}

export function isRefusal(answer: object | null): answer is Refusal {
  return answer !== null && "malformed" in answer;
}
