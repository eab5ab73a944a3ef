// SPDX-License-Identifier: MIT
// The sides of the boards: the one from which each seat starts, and how a board is turned to show it below.

import type { Seat, Variant } from "../core/types";

/** Sides are counted clockwise from the one below: six of the hexagon, four of the square. */
const homeSides: Record<string, number[]> = {
  abalone: [0, 3],
  "abalone-3": [0, 2, 4],
  "abalone-4": [0, 1, 3, 4],
  "abalone-4-pairs": [0, 1, 3, 4],
  quoridor: [0, 2],
  "quoridor-4": [0, 1, 2, 3],
};

export function sidesOf(variant: Variant): number {
  return variant.game === "abalone" ? 6 : 4;
}

/** How far the board is turned when the seat's own side is below. */
export function turnedFor(variant: Variant, seat: Seat): number {
  return homeSides[variant.id]?.[seat] ?? 0;
}
