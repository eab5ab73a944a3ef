// SPDX-License-Identifier: MIT
// The cells of a board for the keyboard and assistive technology: a grid that is one stop for Tab and navigated by
// arrows.

import { h, type VNode } from "preact";
import type { Control, Playing } from "./control";
import { placed } from "./pieces";
import type { Point } from "./types";

/** The shape of a cell, which takes the pointer and shows the focus. */
export type Shape = readonly ["circle" | "rect", Record<string, number>];

interface CellsProps<S extends Playing> {
  control: Control<S>;
  rows: readonly (readonly string[])[];
  place(cell: string): Point;
  /** The spoken text. */
  text(cell: string): string;
  /** Further classes: "mine", "lit". */
  kind(cell: string): string;
  selected?(cell: string): boolean;
  shape: Shape;
}

export function Cells<S extends Playing>({ control, rows, place, text, kind, selected, shape }: CellsProps<S>): VNode {
  return (
    <>
      {rows.map((row) => (
        <g role="row" key={row[0]}>
          {row.map((cell) =>
            h(shape[0], {
              ...shape[1],
              key: cell,
              role: "gridcell",
              class: `board-cell ${kind(cell)}`,
              "data-cell": cell,
              tabindex: cell === control.state.focus ? 0 : -1,
              "aria-label": text(cell),
              "aria-selected": selected?.(cell),
              transform: placed(place(cell)),
            }),
          )}
        </g>
      ))}
    </>
  );
}
