// SPDX-License-Identifier: MIT
// The cells of a board for the keyboard and assistive technology: a grid that is one stop for Tab and navigated by
// arrows.

import type { VNode } from "preact";
import type { Control, Playing } from "./control";
import { placed } from "./pieces";
import type { Point } from "./types";

interface CellsProps<S extends Playing> {
  control: Control<S>;
  rows: readonly (readonly string[])[];
  place(cell: string): Point;
  /** The spoken text. */
  text(cell: string): string;
  /** Further classes: "mine", "lit". */
  kind(cell: string): string;
  selected?(cell: string): boolean;
  /** The shape that takes the pointer, and the mark of the focus. */
  shape(): VNode;
}

export function Cells<S extends Playing>({ control, rows, place, text, kind, selected, shape }: CellsProps<S>): VNode {
  return (
    <>
      {rows.map((row) => (
        <g role="row" key={row[0]}>
          {row.map((cell) => (
            <g
              key={cell}
              role="gridcell"
              class={`board-cell ${kind(cell)}`}
              data-cell={cell}
              tabindex={cell === control.state.focus ? 0 : -1}
              aria-label={text(cell)}
              aria-selected={selected?.(cell)}
              onFocus={() => control.apply([{ ...control.state, focus: cell }])}
              transform={placed(place(cell))}
            >
              {shape()}
            </g>
          ))}
        </g>
      ))}
    </>
  );
}
