// SPDX-License-Identifier: MIT
// What lies on the Abalone board, drawn without state of its own: the marbles, and the cells that take the focus.

import type { VNode } from "preact";
import type { Look } from "../../core/types";
import { HEX_ROWS, hexPlace } from "./hex";
import { livePaint } from "../paint";
import { MARBLE, Marble, placed, Ring } from "../pieces";

interface MarblesProps {
  id: string;
  look: Look;
  turned: number;
  marked: boolean;
  chosen: ReadonlySet<string>;
  /** Line ends that the chosen ones can join. */
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

interface CellsProps {
  turned: number;
  focus: string;
  own: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  text(cell: string): string;
  onFocus(cell: string): void;
}

export function HexCells({ turned, focus, own, chosen, text, onFocus }: CellsProps): VNode {
  return (
    <>
      {HEX_ROWS.map((row) => (
        <g role="row" key={row[0]}>
          {row.map((cell) => (
            <g
              key={cell}
              role="gridcell"
              class={`board-cell ${own.has(cell) ? "mine" : ""}`}
              data-cell={cell}
              tabindex={cell === focus ? 0 : -1}
              aria-label={text(cell)}
              aria-selected={chosen.has(cell)}
              onFocus={() => onFocus(cell)}
              transform={placed(hexPlace(cell, turned))}
            >
              <circle r=".5" class="board-hit" />
              <circle r=".47" class="board-focus" />
            </g>
          ))}
        </g>
      ))}
    </>
  );
}
