// SPDX-License-Identifier: MIT
// Where the 61 cells of the Abalone board lie on the screen. Cells are one unit apart, the centre e5 is (0, 0), y goes down.
//
//          i5 ... i9             directions, as in the core:
//        h4 ....... h9               NW 2   1 NE
//      e1 .... e5 .... e9           W 3 -- * -- 0 E
//        b1 ....... b6               SW 4   5 SE
//          a1 ... a5
//
// `turned` counts steps of 60° counter-clockwise: the cell's name stays, its place turns.

import type { Point } from "../types";

export const DIRS = [0, 1, 2, 3, 4, 5] as const;
const CENTRE = 5;
const ROW_LETTERS = "abcdefghi";

const DELTA = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, -1],
  [-1, -1],
  [-1, 0],
] as const; // (row, digit) of each direction

/** All cells, rows i to a, each from left to right: the order of a position's text. */
export const HEX_ROWS: readonly (readonly string[])[] = [...ROW_LETTERS].reverse().map((letter) => {
  const row = ROW_LETTERS.indexOf(letter) + 1;
  const first = Math.max(1, row - 4);
  return Array.from({ length: 9 - Math.abs(row - CENTRE) }, (_, i) => letter + (first + i));
});
export const HEX_CELLS: readonly string[] = HEX_ROWS.flat();
const known = new Set(HEX_CELLS);

function rowDigit(cell: string): [number, number] {
  return [ROW_LETTERS.indexOf(cell[0]!) + 1, Number(cell[1])];
}

/** The unit vector of a direction on the screen. */
export function dirVector(dir: number, turned = 0): Point {
  const angle = ((dir + turned) * Math.PI) / 3;
  return { x: Math.cos(angle), y: -Math.sin(angle) };
}

export function hexPlace(cell: string, turned = 0): Point {
  const [row, digit] = rowDigit(cell);
  const east = dirVector(0, turned);
  const up = dirVector(2, turned);
  const d = digit - CENTRE;
  const r = row - CENTRE;
  return { x: d * east.x + r * up.x, y: d * east.y + r * up.y };
}

/** The cell `count` steps away, or null off the board. */
export function hexStep(cell: string, dir: number, count = 1): string | null {
  const [row, digit] = rowDigit(cell);
  const [dr, dd] = DELTA[dir]!;
  const name = `${ROW_LETTERS[row - 1 + dr * count]}${digit + dd * count}`;
  return known.has(name) ? name : null;
}

/** The direction on the board (not the screen) in which a vector points best. */
export function hexDirection(vector: Point, turned = 0): number {
  const steps = Math.round((Math.atan2(-vector.y, vector.x) * 3) / Math.PI);
  return (((steps - turned) % 6) + 6) % 6;
}

/** The cell nearest to a point, within `reach`. */
export function hexNearest(point: Point, turned = 0, reach = 0.75): string | null {
  let best: string | null = null;
  let least = reach;
  for (const cell of HEX_CELLS) {
    const place = hexPlace(cell, turned);
    const distance = Math.hypot(place.x - point.x, place.y - point.y);
    if (distance < least) {
      least = distance;
      best = cell;
    }
  }
  return best;
}

/** All cells of the shortest straight line that holds these; null if they are on none. In order along the line. */
export function hexSpan(cells: readonly string[]): string[] | null {
  const start = cells[0];
  if (start === undefined) return [];
  const [row, digit] = rowDigit(start);
  if (cells.length === 1) return [start];
  for (const dir of [0, 1, 2]) {
    const [dr, dd] = DELTA[dir]!;
    const offsets = cells.map((cell) => {
      const [r, d] = rowDigit(cell);
      const count = dr !== 0 ? (r - row) / dr : (d - digit) / dd;
      return row + dr * count === r && digit + dd * count === d ? count : NaN;
    });
    if (offsets.some(Number.isNaN)) continue;
    const least = Math.min(...offsets);
    const most = Math.max(...offsets);
    return Array.from({ length: most - least + 1 }, (_, i) => hexStep(start, dir, least + i)!);
  }
  return null;
}

/** The direction from the first cell of a span to its last, 0 to 2; -1 for a single cell. */
export function hexAxis(span: readonly string[]): number {
  if (span.length < 2) return -1;
  return [0, 1, 2].find((dir) => hexStep(span[0]!, dir) === span[1]) ?? -1;
}
