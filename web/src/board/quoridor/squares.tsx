// SPDX-License-Identifier: MIT
// Parts of the Quoridor board, drawn without state: walls, pawns, and the shape of a square.

import type { VNode } from "preact";
import type { Look, Move, Seat } from "../../core/types";
import { sameWall } from "./ghost";
import type { Shape } from "../cells";
import { livePaint } from "../paint";
import { Pawn, placed, Ring, Seal, Wall } from "../pieces";
import { drawnUpright, slotPlace, squarePlace } from "./square";
import type { BoardProps } from "../types";
import { wallMove } from "../words";

/** The fill of an illegal wall. */
export function Hatch({ id }: { id: string }): VNode {
  return (
    <defs>
      <pattern
        id={`${id}hatch`}
        width=".12"
        height=".12"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width=".12" height=".12" class="board-hatch-ground" />
        <rect width=".055" height=".12" class="board-hatch-line" />
      </pattern>
    </defs>
  );
}

interface PiecesProps {
  id: string;
  look: Look;
  turned: number;
  last: Move | null;
}

export function Walls({ id, look, turned, last, owners }: PiecesProps & Pick<BoardProps, "owners">): VNode {
  return (
    <>
      {look.walls.map((wall) => {
        const owner = owners?.get(wallMove(wall));
        return (
          <g
            key={wallMove(wall)}
            data-wall={wallMove(wall)}
            data-slot={wall.slot}
            data-owner={owner}
            class={last?.slot && sameWall(last, wall) ? "board-newest" : undefined}
            transform={placed(slotPlace(wall.slot, turned))}
          >
            <g>
              <Wall id={id} standing={drawnUpright(wall.upright, turned)} paint={livePaint} />
              {owner !== undefined && <Seal seat={owner} paint={livePaint} />}
            </g>
          </g>
        );
      })}
    </>
  );
}

interface PawnsProps extends PiecesProps {
  marked: boolean;
  /** The seat whose pawn is being dragged. */
  lifted: Seat | null;
}

export function Pawns({ id, look, turned, last, marked, lifted }: PawnsProps): VNode {
  return (
    <>
      {look.pawns.map(
        (square, owner) =>
          square && (
            <g
              key={owner}
              data-pawn={square}
              data-seat={owner}
              class={owner === lifted ? "board-held" : undefined}
              transform={placed(squarePlace(square, turned))}
            >
              <g>
                {owner === look.turn && look.winners.length === 0 && <Ring r={0.36} kind="board-turn" />}
                <Pawn id={id} seat={owner} paint={livePaint} marked={marked} />
                {look.winners.includes(owner) && <Ring r={0.36} kind="board-won" />}
                {last && last.slot === "" && last.to[0] === square && <circle r=".34" class="board-landed" />}
              </g>
            </g>
          ),
      )}
    </>
  );
}

export const SQUARE_SHAPE: Shape = ["rect", { x: -0.5, y: -0.5, width: 1, height: 1, rx: 0.12 }];
