// SPDX-License-Identifier: MIT
// Parts of the Abalone board, drawn without state: the marbles, and the shape of a cell.

import type { VNode } from "preact";
import type { Look } from "../../core/types";
import { hexPlace } from "./hex";
import type { Shape } from "../cells";
import { livePaint } from "../paint";
import { MARBLE, Marble, placed, Ring } from "../pieces";

interface MarblesProps {
  id: string;
  look: Look;
  turned: number;
  marked: boolean;
  chosen: ReadonlySet<string>;
  /** Ends of lines that the chosen marbles can form. */
  ends: ReadonlySet<string>;
}

export function Marbles({ id, look, turned, marked, chosen, ends }: MarblesProps): VNode {
  return (
    <>
      {look.marbles.map(({ cell, seat }) => (
        <g
          key={cell}
          data-marble={cell}
          data-seat={seat}
          class={chosen.has(cell) ? "board-held" : undefined}
          transform={placed(hexPlace(cell, turned))}
        >
          <g>
            <Marble id={id} seat={seat} paint={livePaint} marked={marked} />
            {chosen.has(cell) && <Ring r={MARBLE + 0.005} kind="board-ring" />}
            {ends.has(cell) && <Ring r={MARBLE - 0.02} kind="board-joinable" />}
          </g>
        </g>
      ))}
    </>
  );
}

export const HEX_SHAPE: Shape = ["circle", { r: 0.48 }];
