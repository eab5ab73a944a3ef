// SPDX-License-Identifier: MIT
// The Abalone board as plain data, and the effects of choosing marbles and a direction. Legal moves come from
// `look.moves`, reasons for refusals from `core.check`. Pure functions.

import type { Move } from "../../core/types";
import { type Given, hinted, notYet, type Playing, refused, type Result } from "../control";
import { t } from "../text";
import type { Point } from "../types";
import { selectionText } from "../words";
import { DIRS, hexPlace, hexStep } from "./hex";
import { aimedAt, asMove, choices, directionsTo, type Hand, handOf, tapped } from "./select";

/** A press under way. */
export interface Press {
  id: number;
  start: Point;
  /** The start of a pull: the press, or the last marble swept over. */
  anchor: Point;
  cell: string | null;
  chevron: Move | null;
  /** The press may still sweep over marbles. */
  sweeps: boolean;
  /** The cell was chosen by this very press, so letting go must not put it back. */
  chose: boolean;
  /** It may become the first of a new line. */
  restarts: boolean;
  moved: boolean;
}

/** A pull in one direction, and the legal move it would make, if any. */
export interface Pull {
  dir: number;
  move: Move | null;
}

/** Marbles shifted from their places by part of a step. */
export interface Shift {
  cells: readonly string[];
  dir: number;
  amount: number;
  /** The chevron under the mouse that shifts them. */
  hint?: Move;
}

export interface AbaloneState extends Given, Playing {
  hand: Hand;
  selection: readonly string[];
  pull: Pull | null;
  press: Press | null;
  shift: Shift | null;
  /** How far the marbles had been pulled when the move was sent. */
  letGo: number;
}

export const UNDRAWN = ["press", "shift", "letGo"] as const;

function handIn({ look, seat, core }: Given): Hand {
  const { teams } = core.variants().find(({ id }) => id === look.variant)!;
  return handOf(look, seat, teams);
}

export function abaloneState(given: Given): AbaloneState {
  return { ...given, hand: handIn(given), selection: [], pull: null, press: null, shift: null, letGo: 0, focus: "e5", note: null };
}

/**
 * The board as the page provides it now. A new position ends every choice, except that a finger that is down during the
 * opponent's move still means its cell, and marbles chosen before the turn stay chosen if they are still there.
 */
export function given(state: AbaloneState, next: Given): AbaloneState {
  const { look, seat, press } = state;
  const taken = look === next.look && seat === next.seat ? { ...state, ...next } : { ...state, ...next, hand: handIn(next) };
  if (look.position === next.look.position && seat === next.seat) return taken;
  const stays = state.ahead && seat === next.seat && state.selection.every((cell) => taken.hand.side.has(cell));
  const still = press && !press.moved && press.cell !== null ? { ...press, chose: press.chose && stays, restarts: false } : null;
  return { ...taken, press: still, selection: stays ? state.selection : [], pull: null, shift: null, note: null };
}

/** The legal moves of the chosen marbles. */
export function waysOf({ look, selection }: AbaloneState): Move[] {
  return choices(look, selection);
}

export function middleOf({ turned }: AbaloneState, cells: readonly string[]): Point {
  const places = cells.map((cell) => hexPlace(cell, turned));
  const sum = places.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / (places.length || 1), y: sum.y / (places.length || 1) };
}

/** All marbles on their places. */
export function dropped(state: AbaloneState): AbaloneState {
  return { ...state, pull: null, shift: null };
}

export function choose(state: AbaloneState, selection: readonly string[], spoken = true): Result<AbaloneState> {
  const next = { ...state, selection, note: null };
  return spoken ? [next, { kind: "say", text: selectionText(selection, waysOf(next).length) }] : [next];
}

/** A move of the chosen marbles. A premove doesn't change the board, so the choice ends here. */
export function sent(state: AbaloneState, { text }: Move): Result<AbaloneState> {
  return [state.ahead ? { ...state, selection: [] } : state, { kind: "send", move: text }];
}

/** Moves these marbles, the chosen ones, in a direction, or shows why not. */
export function go(state: AbaloneState, dir: number, marbles = state.selection): Result<AbaloneState> {
  if (marbles.length === 0) return [state];
  const { look, core } = state;
  const move = choices(look, marbles).find((one) => one.dir === dir);
  if (move) return sent(state, move);
  const at = middleOf(state, marbles);
  const text = asMove(marbles, dir);
  const refusal = text && core.check(look, text);
  if (refusal) return refused(state, refusal, at);
  const words = text ? t("That moves the whole line: select it") : t("That is the edge of the board");
  return [{ ...state, note: { text: words, at, tone: "refused" } }, { kind: "refuse", text: words }];
}

/** A first tap on a cell without own marbles: the core explains, in the words of the rules. */
function startRefused(state: AbaloneState, cell: string): Result<AbaloneState> {
  const { look, seat, turned, core, why } = state;
  if (why) return hinted(state, why, hexPlace(cell, turned));
  if (seat === null || !look.marbles.some((marble) => marble.cell === cell)) return [state];
  if (look.turn !== seat) return notYet(state, hexPlace(cell, turned));
  const next = DIRS.map((dir) => hexStep(cell, dir)).find((one) => one !== null)!;
  const refusal = core.check(look, cell + next);
  return refusal ? refused(state, refusal, hexPlace(cell, turned)) : [state];
}

/** A tap or Enter on a cell; null is outside the board. */
export function touch(state: AbaloneState, cell: string | null): Result<AbaloneState> {
  const { hand, selection, turned } = state;
  if (cell === null) return choose(state, [], selection.length > 0);
  const ways = waysOf(state);
  const aimed = aimedAt(ways, hand, cell);
  if (aimed) return sent(state, aimed);
  if (hand.own.has(cell) || (hand.side.has(cell) && selection.length > 0))
    return choose(state, tapped(hand, selection, cell));
  if (selection.length === 0) return startRefused(state, cell);
  const dirs = directionsTo(selection, cell);
  if (dirs.length === 0) return choose(state, []);
  if (dirs.some((dir) => ways.some((move) => move.dir === dir)))
    return hinted(state, t("Two moves lead there: choose an arrow"), hexPlace(cell, turned));
  return go(state, dirs[0]!);
}
