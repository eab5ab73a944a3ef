// SPDX-License-Identifier: MIT
// Places of the players' cards around the board: clockwise from the one below, in the order of the sides they play
// from.

import type { Seat, Variant } from "../core/types";
import { sideOf } from "./seats";

const places: Record<number, string[]> = {
  2: ["s", "n"],
  3: ["s", "nw", "ne"],
  4: ["s", "w", "n", "e"],
};

/** The place of each seat on a board turned this far. */
export function placesOf(variant: Variant, turned: number): string[] {
  const seats: Seat[] = variant.teams.map((_, seat) => seat);
  const clockwise = [...seats].sort((a, b) => sideOf(variant, a, turned) - sideOf(variant, b, turned));
  return seats.map((seat) => places[variant.players][clockwise.indexOf(seat)]);
}

/**
 * With four players at a hexagon with one side below: whether the second sits low on the left, and the fourth high on
 * the right.
 */
export function sitsLowLeft(variant: Variant, turned: number): boolean {
  const sides = variant.teams.map((_, seat) => sideOf(variant, seat, turned));
  return variant.game === "abalone" && variant.players === 4 && sides.includes(0) && sides.includes(1);
}
