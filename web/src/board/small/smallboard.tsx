// SPDX-License-Identifier: MIT
// A small board without a player, as in lists: a picture that shows the last move. A screen may have dozens, and the first screen loads
// nothing else of the boards.

import type { VNode } from "preact";
import type { BoardProps } from "../types";
import { SmallAbalone } from "./smallabalone";
import { SmallQuoridor } from "./smallquoridor";

/** Whether these properties need nothing that a picture lacks. */
export function isPlain({ small, seat, ahead, findings, paths, owners }: BoardProps): boolean {
  return small === true && seat === null && !ahead && !findings && !paths && !owners;
}

export function SmallBoard(props: BoardProps): VNode {
  return props.look.pawns.length > 0 ? <SmallQuoridor {...props} /> : <SmallAbalone {...props} />;
}
