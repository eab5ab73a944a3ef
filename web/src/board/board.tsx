// SPDX-License-Identifier: MIT
// The board of the shown game. A player whose only move is to pass gets a note and a button, and so does one who may
// swap sides (R12).

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { t } from "./text";
import { AbaloneBoard } from "./abalone/view";
import { QuoridorBoard } from "./quoridor/view";
import { isPlain, SmallBoard } from "./small/smallboard";
import type { BoardProps } from "./types";

export function Board(props: BoardProps): VNode {
  const { look, seat, onMove } = props;
  const own = seat !== null && look.turn === seat;
  const swaps = look.moves.some(({ kind }) => kind === "swap");
  const onBoard = useMemo(() => (swaps ? { ...look, moves: look.moves.filter(({ kind }) => kind !== "swap") } : look), [look, swaps]);
  const shown = { ...props, look: onBoard };
  if (isPlain(props)) return <SmallBoard {...props} />;
  const passes = own && look.moves.length === 1 && look.moves[0]!.kind === "pass";
  return (
    <>
      {look.pawns.length > 0 ? <QuoridorBoard {...shown} /> : <AbaloneBoard {...shown} />}
      {own && swaps && (
        <div class="board-pass">
          <span>{t("Play on, or swap sides")}</span>
          <button type="button" data-action="swap" onClick={() => onMove("swap")}>
            {t("Swap sides")}
          </button>
        </div>
      )}
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
