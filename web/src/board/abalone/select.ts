// SPDX-License-Identifier: MIT
// Choosing Abalone marbles and a direction. A selection is a line of cells in order. Its moves are the core's legal
// moves; any other direction is written as a move for the core to refuse.

import type { Look, Move, Seat } from "../../core/types";
import { dirVector, hexAxis, hexPlace, hexSpan, hexStep } from "./hex";
import type { Point } from "../types";

const MOST = 3; // marbles in one move
export const CHEVRON = 0.3; // its radius

/** The marbles from which a seat may start a selection, and those it may include. */
export interface Hand {
  own: ReadonlySet<string>;
  side: ReadonlySet<string>;
}

export function handOf(look: Look, seat: Seat | null, teams: readonly number[]): Hand {
  const of = (wanted: (owner: Seat) => boolean) =>
    new Set(look.marbles.filter((marble) => wanted(marble.seat)).map((marble) => marble.cell));
  if (seat === null || look.turn !== seat || look.winners.length > 0) return { own: new Set(), side: new Set() };
  return { own: of((owner) => owner === seat), side: of((owner) => teams[owner] === teams[seat]) };
}

/** The line from the selection to one more marble, or null if they form none. */
export function joined(hand: Hand, selection: readonly string[], cell: string): string[] | null {
  if (selection.length === 0 || !hand.side.has(cell) || selection.includes(cell)) return null;
  const span = hexSpan([...selection, cell]);
  return span && span.length <= MOST && span.every((one) => hand.side.has(one)) ? span : null;
}

/** A tap on one of the hand's marbles: joins the line, starts over, or deselects it. */
export function tapped(hand: Hand, selection: readonly string[], cell: string): string[] {
  if (selection.includes(cell)) {
    const rest = selection.filter((one) => one !== cell);
    return hexSpan(rest)?.length === rest.length && rest.some((one) => hand.own.has(one)) ? rest : [];
  }
  return joined(hand, selection, cell) ?? (hand.own.has(cell) ? [cell] : [...selection]);
}

/** The marbles that form a movable line with the selection. */
export function joinable(look: Look, hand: Hand, selection: readonly string[]): Set<string> {
  const ends = new Set<string>();
  if (selection.length === 0) return ends;
  for (const { cells } of look.moves)
    if (cells.length > selection.length && selection.every((cell) => cells.includes(cell)))
      for (const end of [cells[0]!, cells[cells.length - 1]!]) if (joined(hand, selection, end)) ends.add(end);
  return ends;
}

/** The legal moves of exactly these marbles; a single marble also pushes its own line. */
export function choices(look: Look, selection: readonly string[]): Move[] {
  if (selection.length === 0) return [];
  return look.moves.filter(
    ({ cells, kind }) =>
      (cells.length === selection.length && cells.every((cell) => selection.includes(cell))) ||
      (selection.length === 1 && kind !== "side" && cells[0] === selection[0]),
  );
}

/** The move meant by a tap on this cell: the only one that lands there or pushes a marble there. */
export function aimedAt(moves: readonly Move[], hand: Hand, cell: string): Move | null {
  if (hand.side.has(cell)) return null;
  const found = moves.filter(({ to, pushed }) => to.includes(cell) || pushed.includes(cell));
  return found.length === 1 ? found[0]! : null;
}

/** A selection and a direction as the text of a move; null if it would leave the board at once. */
export function asMove(selection: readonly string[], dir: number): string | null {
  const first = selection[0]!;
  const last = selection[selection.length - 1]!;
  const axis = hexAxis(selection);
  if (axis < 0 || dir % 3 === axis) {
    const rear = axis < 0 || dir === axis ? first : last;
    const next = hexStep(rear, dir);
    return next && rear + next;
  }
  for (const [from, other] of [
    [first, last],
    [last, first],
  ] as const) {
    const landing = hexStep(from, dir);
    if (landing) return from + other + landing;
  }
  return null;
}

/** The directions from the selection towards a cell, the selection's own line first. */
export function directionsTo(selection: readonly string[], cell: string): number[] {
  const axis = hexAxis(selection);
  const found = [0, 1, 2, 3, 4, 5].filter((dir) => selection.some((one) => hexStep(one, dir) === cell));
  return found.sort((a, b) => Number(b % 3 === axis) - Number(a % 3 === axis));
}

/** The place of a move's chevron: before the front marble, or beside the middle of the line. */
export function chevronPlace(move: Move, turned: number): Point {
  const vector = dirVector(move.dir, turned);
  if (move.kind === "side") {
    const places = move.cells.map((cell) => hexPlace(cell, turned));
    const sum = places.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
    return { x: sum.x / places.length + vector.x, y: sum.y / places.length + vector.y };
  }
  const front = hexPlace(move.cells[move.cells.length - 1]!, turned);
  return { x: front.x + vector.x, y: front.y + vector.y };
}
