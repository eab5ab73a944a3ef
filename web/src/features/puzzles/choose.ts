// SPDX-License-Identifier: MIT
// The choice of the next puzzle: near the solver's strength in practice, harder and harder in a streak or a rush.

import type { Puzzle } from "./pack";
import { ratingOf } from "./ratings";

const NEAR = 12; // a random one of this many best fits

/** For practice: untried if possible, and near the rating. `chance`: from 0 to 1. */
export function nextPuzzle(puzzles: Puzzle[], tried: Set<string>, rating: number, chance: number): Puzzle | null {
  const fresh = puzzles.filter(({ id }) => !tried.has(id));
  const some = fresh.length ? fresh : puzzles;
  const far = (puzzle: Puzzle) => Math.abs(ratingOf(puzzle).rating - rating);
  const near = [...some].sort((a, b) => far(a) - far(b)).slice(0, NEAR);
  return near[Math.floor(chance * near.length)] ?? null;
}

/**
 * For a streak or a rush: upwards through the levels, `each` of a level before the next, and of the last level without
 * end.
 */
export function ladder(puzzles: Puzzle[], each: number, random: () => number): Puzzle[] {
  const shuffled = puzzles.map((puzzle) => ({ puzzle, at: random() })).sort((a, b) => a.at - b.at).map(({ puzzle }) => puzzle);
  const first: Puzzle[] = [];
  const rest: Puzzle[] = [];
  const counts = new Map<number, number>();
  for (const puzzle of shuffled) {
    const count = counts.get(puzzle.level) ?? 0;
    counts.set(puzzle.level, count + 1);
    (count < each ? first : rest).push(puzzle);
  }
  const up = (a: Puzzle, b: Puzzle) => a.level - b.level;
  return [...first.sort(up), ...rest.sort((a, b) => up(b, a))];
}
