// SPDX-License-Identifier: MIT
// The path of an ejected marble: with its line over the edge, along the gutter, and into the tray.

import { GUTTER_STEP } from "../ground";
import { TIMES } from "../motion";
import type { Point } from "../types";

const GUTTER_SIZE = 0.78;
const ROLL = 0.7;

/** The position of the tray's hole, relative to the marble's cell, and its size in marbles. */
export interface Hole extends Point {
  size: number;
}

function turn({ x, y }: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
}

function along(a: Point, b: Point): number {
  return a.x * b.x + a.y * b.y;
}

/** The direction in which a marble that leaves at `place` rolls along the hexagon; from a corner, down the screen. */
function gutterWay(place: Point, vector: Point): Point {
  const lead = along(place, turn(vector, 30)) - along(place, turn(vector, -30));
  const ways = [turn(vector, 120), turn(vector, -120)] as const;
  if (Math.abs(lead) > 0.01) return ways[lead > 0 ? 0 : 1];
  return ways[0].y > ways[1].y ? ways[0] : ways[1];
}

/** Key frames around the marble's cell. `begun` is how far it had been pulled; without a tray it fades. */
export function ejectFrames(
  place: Point,
  vector: Point,
  begun: number,
  hole?: Hole,
): { frames: Keyframe[]; time: number } {
  const push = TIMES.push * (1 - begun);
  const time = push + TIMES.gutter + TIMES.tray;
  const over = { x: vector.x * GUTTER_STEP, y: vector.y * GUTTER_STEP };
  const way = gutterWay(place, vector);
  const rolled = { x: over.x + way.x * ROLL, y: over.y + way.y * ROLL };
  const put = (point: Point, scale: number) => `translate(${point.x}px, ${point.y}px) scale(${scale})`;
  const frames: Keyframe[] = [
    { transform: put({ x: over.x * begun, y: over.y * begun }, 1), opacity: 1, offset: 0 },
    { transform: put(over, GUTTER_SIZE), opacity: 1, offset: push / time },
    { transform: put(rolled, GUTTER_SIZE), opacity: 1, offset: (push + TIMES.gutter) / time },
    { transform: put(hole ?? rolled, hole?.size ?? GUTTER_SIZE * 0.8), opacity: hole ? 1 : 0, offset: 1 },
  ];
  return { frames, time };
}
