// SPDX-License-Identifier: MIT
// A player's colour beside their name: one of the marbles of the board with its mark, so that colour never stands alone. They
// share the gradients of MarbleDefs, which stand once in the page.

import { Piece, PieceDefs } from "@meydan/board";
import type { Seat } from "../core/types";

const ID = "page";

export function MarbleDefs() {
  return <svg class="spoken" aria-hidden="true"><PieceDefs id={ID} /></svg>;
}

/** In a drawing of its own, 24 wide and high. */
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
