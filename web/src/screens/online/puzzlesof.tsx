// SPDX-License-Identifier: MIT
// Somebody's puzzles on their profile: a part of its own, loaded with its style.

import { usePart } from "../../parts/later";
import { loadStyle } from "../../parts/style";

const load = () => Promise.all([import("../../puzzles/solver"), loadStyle("puzzles.css")]).then(([part]) => part);

export function PuzzlesOf({ name }: { name: string }) {
  const part = usePart(load);
  return part && part !== "failed" ? <part.SolverPanel name={name} /> : null;
}
