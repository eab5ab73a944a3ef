// SPDX-License-Identifier: MIT
// A premove, drawn over the pieces that it will move: all dashed, unlike any other move, with an arrow to its
// destination. For the page's BoardProps.over.

import type { VNode } from "preact";
import type { Move } from "../core/types";
import { dirVector, hexPlace } from "./abalone/hex";
import { degrees, MARBLE, placed } from "./pieces";
import { drawnUpright, slotPlace, squarePlace, WALL_LENGTH, WALL_WIDTH } from "./quoridor/square";
import type { Point } from "./types";

/** Dark under light, so that it is visible on every board. */
function Dashed({ d }: { d: string }): VNode {
  return (
    <>
      <path d={d} class="board-ahead under" />
      <path d={d} class="board-ahead" />
    </>
  );
}

function circle(r: number): string {
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** An arrow of this length from (0, 0) to the right. */
function Arrow({ from, vector, length }: { from: Point; vector: Point; length: number }): VNode {
  const tip = length - 0.06;
  return (
    <g transform={`${placed(from)} rotate(${degrees(vector)})`}>
      <path d={`M${tip} 0 ${tip - 0.3} .22V-.22Z`} class="board-ahead-head" />
      <Dashed d={`M.1 0H${tip - 0.3}`} />
    </g>
  );
}

function Marbles({ move, turned }: { move: Move; turned: number }): VNode {
  const vector = dirVector(move.dir, turned);
  const front = move.kind === "side" ? move.cells : move.cells.slice(-1);
  return (
    <>
      {move.cells.map((cell) => (
        <g key={cell} transform={placed(hexPlace(cell, turned))}><Dashed d={circle(MARBLE + 0.03)} /></g>
      ))}
      {front.map((cell) => <Arrow key={cell} from={hexPlace(cell, turned)} vector={vector} length={1} />)}
    </>
  );
}

function Pawn({ move, turned }: { move: Move; turned: number }): VNode {
  const [from, to] = [squarePlace(move.cells[0]!, turned), squarePlace(move.to[0]!, turned)];
  const vector = { x: to.x - from.x, y: to.y - from.y };
  return (
    <>
      <g transform={placed(to)}><Dashed d={circle(0.34)} /></g>
      <Arrow from={from} vector={vector} length={Math.hypot(vector.x, vector.y)} />
    </>
  );
}

function Wall({ move, turned }: { move: Move; turned: number }): VNode {
  const standing = drawnUpright(move.upright, turned);
  const [w, h] = standing ? [WALL_WIDTH, WALL_LENGTH] : [WALL_LENGTH, WALL_WIDTH];
  return <g transform={placed(slotPlace(move.slot, turned))}><Dashed d={`M${-w / 2} ${-h / 2}h${w}v${h}h${-w}Z`} /></g>;
}

export function AheadMark({ move, turned }: { move: Move; turned: number }): VNode {
  const Kind = move.slot ? Wall : move.dir >= 0 ? Marbles : Pawn;
  return (
    <g class="board-premove" data-premove={move.text} aria-hidden="true">
      <Kind move={move} turned={turned} />
    </g>
  );
}
