// SPDX-License-Identifier: MIT
// A player's colour beside their name: one of the board's marbles with its mark, so that the colour is never the only
// sign. All share the gradients of MarbleDefs, which the page has once.

import { Piece, PieceDefs } from "@meydan/board";
import type { Seat } from "../core/types";
import { memo } from "./memo";

const ID = "page";

export const MarbleDefs = memo(() => <svg class="spoken" aria-hidden="true"><PieceDefs id={ID} /></svg>);

/** As a separate drawing, 24 wide and high. */
export function MarbleShape({ seat, marked = true }: { seat: Seat; marked?: boolean }) {
  return <g transform="translate(12 12) scale(24)"><Piece id={ID} seat={seat} marked={marked} /></g>;
}

export function Marble({ seat }: { seat: Seat }) {
  return (
    <svg class="marble" viewBox="0 0 24 24" aria-hidden="true">
      <MarbleShape seat={seat} />
    </svg>
  );
}
