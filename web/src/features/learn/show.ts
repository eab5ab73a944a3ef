// SPDX-License-Identifier: MIT
// The findings highlighted by a figure or term, among all that the core explains of a position.

import type { Core, Finding, Look, Move } from "../../core/types";
import type { Exercise, Show } from "./types";

export function findingsOf(core: Core, look: Look, show: Show): Finding[] {
  const { kinds, seat, cells, whole } = show;
  return core.explain(look).filter((finding) =>
    kinds.includes(finding.kind) && (seat === undefined || finding.seat === seat) &&
    (!cells || finding.own.every((cell) => cells.includes(cell))) && (!whole || finding.whole));
}

function pointer(kind: "hint" | "goal", look: Look, cells: string[], move = ""): Finding {
  return { kind, seat: look.turn, whole: true, ours: cells.length, theirs: 0, own: cells, foe: [], move };
}

/** The goal cells of an exercise. */
export function goalFindings({ goal }: Exercise, look: Look): Finding[] {
  return goal.kind === "reach" ? [pointer("goal", look, goal.cells)] : [];
}

/** A hint on the board: the piece, then also its destination. A wall shows only when its place is given. */
export function hintFindings(look: Look, move: Move, level: number): Finding[] {
  if (move.slot && level < 3) return [];
  return [pointer("hint", look, move.cells, level > 1 ? move.text : "")];
}
