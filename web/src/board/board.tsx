// SPDX-License-Identifier: MIT
// The board of whichever game is being looked at.

import type { VNode } from "preact";
import { AbaloneBoard } from "./abalone";
import { QuoridorBoard } from "./quoridor";
import type { BoardProps } from "./types";

export function Board(props: BoardProps): VNode {
  return props.look.pawns.length > 0 ? <QuoridorBoard {...props} /> : <AbaloneBoard {...props} />;
}
