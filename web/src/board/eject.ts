// SPDX-License-Identifier: MIT
// The way of a marble pushed out: with its line over the edge, on along the gutter, and into the tray.

import { GUTTER_STEP } from "./ground";
import { TIMES } from "./motion";
import type { Point } from "./types";

const GUTTER_SIZE = 0.78;
const TRAY_SIZE = 0.5;

/** Key frames around the marble's cell. `begun` is how far it had been pulled; without a tray it fades. */
export function ejectFrames(vector: Point, begun: number, tray?: Point): { frames: Keyframe[]; time: number } {
  const push = TIMES.push * (1 - begun);
  const time = push + TIMES.gutter + TIMES.tray;
  const over = { x: vector.x * GUTTER_STEP, y: vector.y * GUTTER_STEP };
  // In the gutter it rolls aside, down the screen where it can.
  const side = vector.x >= 0 ? { x: -vector.y, y: vector.x } : { x: vector.y, y: -vector.x };
  const rolled = { x: over.x + side.x * 0.6, y: over.y + side.y * 0.6 };
  const put = (point: Point, scale: number) => `translate(${point.x}px, ${point.y}px) scale(${scale})`;
  const frames: Keyframe[] = [
    { transform: put({ x: over.x * begun, y: over.y * begun }, 1), opacity: 1, offset: 0 },
    { transform: put(over, GUTTER_SIZE), opacity: 1, offset: push / time },
    { transform: put(rolled, GUTTER_SIZE), opacity: 1, offset: (push + TIMES.gutter) / time },
    { transform: put(tray ?? rolled, tray ? TRAY_SIZE : GUTTER_SIZE * 0.8), opacity: tray ? 1 : 0, offset: 1 },
  ];
  return { frames, time };
}
