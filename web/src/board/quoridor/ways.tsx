// SPDX-License-Identifier: MIT
// Drawings on the Quoridor board beside its pieces: the ghost of a wall and the shortest paths.

import type { VNode } from "preact";
import { livePaint } from "../paint";
import { Mark, placed, Wall } from "../pieces";
import { drawnUpright, type Slot, slotPlace, SQUARE, squarePlace, WALL_LENGTH, WALL_WIDTH } from "./square";
import { wallMove } from "../words";

/** A ghost: solid if legal, hatched if not. */
export function Ghost({
  id,
  wall,
  turned,
  legal,
  offered,
}: {
  id: string;
  wall: Slot;
  turned: number;
  legal: boolean;
  offered?: boolean;
}): VNode {
  const standing = drawnUpright(wall.upright, turned);
  const w = standing ? WALL_WIDTH : WALL_LENGTH;
  const h = standing ? WALL_LENGTH : WALL_WIDTH;
  const box = { x: -w / 2, y: -h / 2, width: w, height: h, rx: 0.045 };
  return (
    <g
      class={`board-ghost ${legal ? "legal" : "illegal"} ${offered ? "offered" : ""}`}
      data-ghost={wallMove(wall)}
      data-slot={wall.slot}
      transform={placed(slotPlace(wall.slot, turned))}
    >
      <rect x={-w / 2 - 0.3} y={-h / 2 - 0.3} width={w + 0.6} height={h + 0.6} class="board-hit" />
      {legal && !offered && <Wall id={id} standing={standing} paint={livePaint} />}
      {!legal && <rect {...box} fill={`url(#${id}hatch)`} />}
      <rect {...box} class="outline" />
    </g>
  );
}

export function squareBox(square: string, turned: number) {
  const { x, y } = squarePlace(square, turned);
  return { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE, rx: 0.07 };
}

// Each player's path keeps to its own corner of a square, so that four can be seen at once.
const CORNERS = [
  [-0.27, 0.27],
  [0.27, -0.27],
  [-0.27, -0.27],
  [0.27, 0.27],
] as const;

export function Way({ squares, owner, turned }: { squares: readonly string[]; owner: number; turned: number }): VNode {
  const [dx, dy] = CORNERS[owner]!;
  return (
    <g class="board-way" data-way={owner}>
      {squares.map((square) => {
        const { x, y } = squarePlace(square, turned);
        return (
          <g transform={placed({ x: x + dx, y: y + dy })}>
            <circle r=".105" fill={livePaint.seats[owner]} />
            <Mark seat={owner} ink={livePaint.inks[owner]!} scale={0.55} />
          </g>
        );
      })}
    </g>
  );
}
