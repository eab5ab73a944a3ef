// SPDX-License-Identifier: MIT
// The board of the shown game. A player whose only move is to pass gets a note and a button.

import type { VNode } from "preact";
import { t } from "./text";
import { AbaloneBoard } from "./abalone/view";
import { QuoridorBoard } from "./quoridor/view";
import { isPlain, SmallBoard } from "./small/smallboard";
import type { BoardProps } from "./types";

export function Board(props: BoardProps): VNode {
  const { look, seat, onMove } = props;
  if (isPlain(props)) return <SmallBoard {...props} />;
  const passes = seat !== null && look.turn === seat && look.moves.length === 1 && look.moves[0]!.kind === "pass";
  return (
    <>
      {look.pawns.length > 0 ? <QuoridorBoard {...props} /> : <AbaloneBoard {...props} />}
      {passes && (
        <div class="board-pass">
          <span>{t("There is no legal move: you must pass")}</span>
          <button type="button" data-action="pass" onClick={() => onMove("pass")}>
            {t("Pass")}
          </button>
        </div>
      )}
    </>
  );
}
