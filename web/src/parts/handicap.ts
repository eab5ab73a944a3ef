// SPDX-License-Identifier: MIT
// Handicaps of games for two: the stronger player starts with marbles already pushed off, or with fewer walls. A handicap
// is a start position, so that records, links and the engine need nothing new; the tag Handicap says who gave what.

import type { Core, Seat, Sketch, Variant } from "../core/types";
import { n } from "../text";

export interface Handicap {
  /** The seat of the player who gives it. */
  seat: Seat;
  /** Marbles or walls; 0: none. */
  size: number;
}

const SIZES: Record<string, number[]> = { abalone: [1, 2, 3], quoridor: [1, 2, 3, 4, 5, 6] };

/** The sizes that a variant offers. */
export function handicapsOf(variant: Variant): number[] {
  return SIZES[variant.id] ?? [];
}

/** The handicap if the variant offers it. */
export function offered(variant: Variant, handicap: Handicap): Handicap | null {
  return handicapsOf(variant).includes(handicap.size) && variant.letters[handicap.seat] !== undefined ? handicap : null;
}

/** How far a cell is from the centre, e5. */
function distance(cell: string): number {
  const row = cell.charCodeAt(0) - "e".charCodeAt(0);
  const digit = Number(cell[1]) - 5;
  return Math.max(Math.abs(row), Math.abs(digit), Math.abs(row - digit));
}

/** The start position with the handicap. Marbles leave from the edge: those furthest from the centre, by name. */
export function handicapStart(core: Core, variant: Variant, layout: string, { seat, size }: Handicap): string {
  const look = core.start(variant.id, layout);
  const farthest = look.marbles.filter((marble) => marble.seat === seat).map(({ cell }) => cell)
    .sort((a, b) => distance(b) - distance(a) || (a < b ? -1 : 1));
  const edits = variant.walls ? [`count ${seat} ${variant.walls - size}`] : farthest.slice(0, size).map((cell) => `take ${cell}`);
  return (core.sketch(variant.id, look.position, ...edits) as Sketch).look.position;
}

/** The value of the tag Handicap: "2 walls 3", the second player has three walls fewer. */
export function handicapTag(variant: Variant, { seat, size }: Handicap): string {
  return `${seat + 1} ${variant.walls ? "walls" : "marbles"} ${size}`;
}

export function readHandicap(variant: Variant, tag: string | undefined): Handicap | null {
  const found = /^([12]) (walls|marbles) ([1-9])$/.exec(tag ?? "");
  if (!found || (found[2] === "walls") !== variant.walls > 0) return null;
  return offered(variant, { seat: (Number(found[1]) - 1) as Seat, size: Number(found[3]) });
}

export function handicapText(variant: Variant, size: number, player: string): string {
  return variant.walls
    ? n("{player}: {n} wall fewer", "{player}: {n} walls fewer", size, { player })
    : n("{player}: {n} marble already pushed off", "{player}: {n} marbles already pushed off", size, { player });
}
