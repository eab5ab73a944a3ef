// SPDX-License-Identifier: MIT
// Positions of the 81 squares and the 64 crossings of the Quoridor board on the screen. Squares are one unit apart, e5
// is (0, 0), y goes down. A wall is named by the square at its lower left: slot e3 is the crossing of e3, f3, e4 and
// f4.
//
//    e4 | f4        e3h: lies between e3 f3 and e4 f4
//    ---+---  e3    e3v: is upright between e3 e4 and f3 f4
//    e3 | f3
//
// `turned` counts quarter turns counter-clockwise. After an odd number an upright wall is drawn flat.

import type { Point } from "../types";

export const SQUARE = 0.79;
export const WALL_LENGTH = 1 + SQUARE;
export const WALL_WIDTH = 0.2; // almost fills the groove
const FILES = "abcdefghi";
const CENTRE = 5;

export interface Slot {
  slot: string;
  upright: boolean;
}

/** Rows 9 to 1, each from a to i. */
export const SQUARE_ROWS: readonly (readonly string[])[] = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
  [...FILES].map((file) => file + rank),
);

function fileRank(name: string): [number, number] {
  return [FILES.indexOf(name[0]!) + 1, Number(name[1])];
}

function turn(x: number, y: number, quarters: number): Point {
  switch (((quarters % 4) + 4) % 4) {
    case 1:
      return { x: y, y: -x };
    case 2:
      return { x: -x, y: -y };
    case 3:
      return { x: -y, y: x };
    default:
      return { x, y };
  }
}

function centre(x: number, y: number, turned: number): Point {
  const point = turn(x, y, turned);
  return { x: point.x + 0, y: point.y + 0 }; // no -0 in the drawing
}

export function squarePlace(square: string, turned = 0): Point {
  const [file, rank] = fileRank(square);
  return centre(file - CENTRE, CENTRE - rank, turned);
}

export function slotPlace(slot: string, turned = 0): Point {
  const [file, rank] = fileRank(slot);
  return centre(file - CENTRE + 0.5, CENTRE - rank - 0.5, turned);
}

function limited(value: number, most: number): number {
  return Math.min(most, Math.max(1, value));
}

export function squareNearest(point: Point, turned = 0): string | null {
  const { x, y } = turn(point.x, point.y, -turned);
  const file = Math.round(x) + CENTRE;
  const rank = CENTRE - Math.round(y);
  return file >= 1 && file <= 9 && rank >= 1 && rank <= 9 ? FILES[file - 1]! + rank : null;
}

export function slotNearest(point: Point, turned = 0): string {
  const { x, y } = turn(point.x, point.y, -turned);
  const file = limited(Math.round(x - 0.5) + CENTRE, 8);
  const rank = limited(CENTRE - Math.round(y + 0.5), 8);
  return FILES[file - 1]! + rank;
}

/** The square a step away on the screen (dx right, dy down), or null off the board; `most` is 8 for slots. */
export function squareStep(name: string, dx: number, dy: number, turned = 0, most = 9): string | null {
  const [file, rank] = fileRank(name);
  const delta = turn(dx, dy, -turned);
  const f = file + Math.round(delta.x);
  const r = rank - Math.round(delta.y);
  return f >= 1 && f <= most && r >= 1 && r <= most ? FILES[f - 1]! + r : null;
}

/** Whether a wall is drawn upright. */
export function drawnUpright(upright: boolean, turned: number): boolean {
  return upright !== (turned % 2 !== 0);
}

/** The wall whose groove contains a point, for a mouse; null inside a square, except within `slack` of its edge. */
export function slotInGroove(point: Point, turned = 0, slack = 0.05): Slot | null {
  const off = (value: number): number => Math.abs(value - Math.floor(value) - 0.5); // from the groove's middle line
  const half = (1 - SQUARE) / 2 + slack;
  const nearX = off(point.x);
  const nearY = off(point.y);
  const standing = nearX < nearY;
  const across = standing ? point.x : point.y;
  if (Math.min(nearX, nearY) > half || Math.abs(across) > 4 || Math.max(Math.abs(point.x), Math.abs(point.y)) > 4.5)
    return null;
  // Along a wall the two squares on either side of the crossing are its halves.
  return { slot: slotNearest(point, turned), upright: drawnUpright(standing, turned) };
}
