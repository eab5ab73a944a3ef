// SPDX-License-Identifier: MIT
// What a figure or term points at, out of all that the core explains of a position.

import type { Core, Finding, Look } from "../core/types";
import type { Show } from "./types";

export function findingsOf(core: Core, look: Look, show: Show): Finding[] {
  const { kinds, seat, cells, whole } = show;
  return core.explain(look).filter((finding) =>
    kinds.includes(finding.kind) && (seat === undefined || finding.seat === seat) &&
    (!cells || finding.own.every((cell) => cells.includes(cell))) && (!whole || finding.whole));
}

/** Cells to look at that no formation is about: a hint's, a goal's. */
export function pointer(kind: "hint" | "goal", look: Look, cells: string[]): Finding {
  return { kind, seat: look.turn, whole: true, ours: cells.length, theirs: 0, own: cells, foe: [], move: "" };
}

/** Shortest ways are not drawn as findings but by the board itself. */
export function showsWays(show: Show | undefined): boolean {
  return show?.kinds.includes("path") ?? false;
}
