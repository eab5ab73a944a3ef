// SPDX-License-Identifier: MIT
// Shows a move on the drawn board: marbles roll, pawns step, walls come down. Everything is already drawn at its
// destination.

import { reachedBy } from "./abalone/directions";
import { ejectFrames, type Hole } from "./abalone/eject";
import { HEX_VIEW } from "./ground";
import { dirVector, hexPlace } from "./abalone/hex";
import { comeFrom, type Passage, run, TIMES } from "./motion";
import { MARBLE } from "./pieces";
import { squarePlace } from "./quoridor/square";
import { pointOf, scaleOf } from "./gestures";
import type { Point } from "./types";
import { wallMove } from "./words";

export interface Showing {
  svg: Element;
  turned: number;
  /** Without motion: a highlight instead. */
  still: boolean;
  running: Animation[];
}

function marbleAt(svg: Element, cell: string): SVGElement | null {
  return svg.querySelector(`[data-marble="${cell}"] > g`);
}

/** Shifts marbles from their places, or back: a pull that has not become a move. */
export function shiftMarbles(svg: Element, cells: readonly string[], by: Point | null): void {
  for (const cell of cells) {
    const node = marbleAt(svg, cell);
    if (node) node.style.transform = by ? `translate(${by.x}px, ${by.y}px)` : "";
  }
}

function flash(nodes: readonly Element[], running: Animation[]): Promise<unknown> {
  return Promise.all(nodes.map((node) => run(node, [{ opacity: 0.35 }, { opacity: 1 }], TIMES.flash, running)));
}

function holeFrom(svg: Element, hole: Element, start: Point): Hole {
  const box = hole.getBoundingClientRect();
  const at = pointOf(svg, HEX_VIEW, { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
  return { x: at.x - start.x, y: at.y - start.y, size: box.width / scaleOf(svg, HEX_VIEW) / (2 * MARBLE) };
}

/** The ejected marble: with its line, into the gutter, then to its captor's tray. */
function leave(
  node: Element,
  { move, from }: Passage,
  begun: number,
  { svg, turned, running }: Showing,
): Promise<void> {
  const start = hexPlace(move.pushed[move.pushed.length - 1]!, turned);
  const holes = document.querySelectorAll(`[data-tray="${from.turn}"] [data-hole="full"]`);
  const hole = holes[holes.length - 1];
  const { frames, time } = ejectFrames(start, dirVector(move.dir, turned), begun, hole && holeFrom(svg, hole, start));
  if (hole) void run(hole, [{ opacity: 0 }, { opacity: 0 }], time, running); // it appears with the marble
  return run(node, frames, time, running);
}

/** `begun` is the part of the way by which the marbles had already been pulled. */
export function showMarbles(passage: Passage, begun: number, showing: Showing): Promise<unknown> {
  const { move, back } = passage;
  const { svg, turned, running } = showing;
  if (move.dir < 0) return Promise.resolve(); // a pass
  const moved = back ? [...move.cells, ...move.pushed] : reachedBy(move);
  const nodes = moved.flatMap((cell) => marbleAt(svg, cell) ?? []);
  if (showing.still) return flash(nodes, running);
  const vector = dirVector(move.dir, turned);
  const time = move.pushed.length > 0 ? TIMES.push : TIMES.step;
  const away = back ? 1 : begun - 1;
  const rolls = nodes.map((node) => comeFrom(node, vector.x * away, vector.y * away, time, running));
  const leaving = svg.querySelector("[data-leaving] > g");
  if (leaving && !back) rolls.push(leave(leaving, passage, begun, showing));
  return Promise.all(rolls);
}

function showWall(node: Element, { still, running }: Showing): Promise<unknown> {
  if (still) return flash([node], running);
  const frames = [
    { transform: "scale(1.25)", opacity: 0 },
    { transform: "none", opacity: 1 },
  ];
  return run(node, frames, TIMES.wall, running);
}

export function showQuoridor({ move, back }: Passage, showing: Showing): Promise<unknown> {
  const { svg, turned, running } = showing;
  if (move.slot) {
    const node = back ? null : svg.querySelector(`[data-wall="${wallMove(move)}"] > g`);
    return node ? showWall(node, showing) : Promise.resolve();
  }
  const [start, end] = back ? [move.to[0], move.cells[0]] : [move.cells[0], move.to[0]];
  const node = svg.querySelector(`[data-pawn="${end}"] > g`);
  if (!start || !end || !node) return Promise.resolve(); // a pass
  if (showing.still) return flash([node], running);
  const from = squarePlace(start, turned);
  const to = squarePlace(end, turned);
  return comeFrom(node, from.x - to.x, from.y - to.y, TIMES.pawn, running);
}
