// SPDX-License-Identifier: MIT
// A wall that is not placed yet. The core's legal moves decide whether it may be.

import type { Look } from "../../core/types";
import { drawnUpright, slotPlace, squareStep, type Slot } from "./square";
import type { Point } from "../types";

export function isLegalWall(look: Look, wall: Slot): boolean {
  return look.moves.some((move) => move.kind === "wall" && move.slot === wall.slot && move.upright === wall.upright);
}

export function sameWall(a: Slot | null, b: Slot | null): boolean {
  return a !== null && b !== null && a.slot === b.slot && a.upright === b.upright;
}

/** A legal wall next to one that is not: along its own line first, then across, the nearest to the point. */
export function neighbourWall(look: Look, wall: Slot, point: Point, turned: number): Slot | null {
  const standing = drawnUpright(wall.upright, turned);
  const along = standing
    ? [
        [0, -1],
        [0, 1],
      ]
    : [
        [-1, 0],
        [1, 0],
      ];
  const across = standing
    ? [
        [-1, 0],
        [1, 0],
      ]
    : [
        [0, -1],
        [0, 1],
      ];
  for (const steps of [along, across]) {
    const found = steps
      .map(([dx, dy]) => squareStep(wall.slot, dx!, dy!, turned, 8))
      .flatMap((slot) => (slot && isLegalWall(look, { slot, upright: wall.upright }) ? [slot] : []))
      .map((slot) => ({ slot, far: far(slotPlace(slot, turned), point) }))
      .sort((a, b) => a.far - b.far)[0];
    if (found) return { slot: found.slot, upright: wall.upright };
  }
  return null;
}

function far(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
