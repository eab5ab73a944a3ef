// SPDX-License-Identifier: MIT
// The difficulty of a puzzle: its level, or the server's rating once people have tried it.

import { call } from "../../api/http";
import { wasOnline } from "../../state/storage";
import { type Rating, ratingOfLevel } from "./glicko";
import type { Puzzle } from "./pack";

const known = new Map<string, Rating>();
const asked = new Set<string>();

export function ratingOf(puzzle: Puzzle): Rating {
  return known.get(puzzle.id) ?? ratingOfLevel(puzzle.level);
}

/** Asks the server, once per variant; without one, levels are used. */
export async function loadRatings(variant: string): Promise<void> {
  if (!wasOnline() || asked.has(variant)) return;
  asked.add(variant);
  try {
    const { puzzles } = await call<{ puzzles: { puzzle: string; rating: number; deviation: number }[] }>("GET", `/puzzles/ratings?variant=${variant}`);
    for (const { puzzle, rating, deviation } of puzzles) known.set(puzzle, { rating, deviation, volatility: 0.06 });
  } catch {
    asked.delete(variant);
  }
}
