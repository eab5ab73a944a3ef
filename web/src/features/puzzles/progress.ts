// SPDX-License-Identifier: MIT
// The solver's progress, stored by the browser: the rating and its history, the days, the best streak and rush. With an
// account the results are also on the server (sync.ts).

import { read, write } from "../../state/storage";
import { BEGINNER, type Rating, rateSolver } from "./glicko";
import { type Puzzle, THEMES, type Theme } from "./pack";
import { ratingOf } from "./ratings";

const KEY = "meydan.puzzles";
const RESULTS_MAX = 1000;
export const WEAK_MIN = 4; // tries of a theme before its result is shown

export interface Result {
  id: string;
  solved: boolean;
  at: number;
  /** The rating after it. */
  rating: number;
  themes: Theme[];
  /** The solver's moves, until the server has them. */
  moves?: string;
  /** It is on the server. */
  sent?: boolean;
}

export interface Progress {
  now: Rating;
  /** First tries, oldest first: only these are rated. */
  results: Result[];
  /** Days on which the daily puzzle was tried, and whether it was solved at the first try. */
  days: Record<string, boolean>;
  best: { streak: number; rush: number };
  /** The account whose results these are on the server, and how many of them were loaded. */
  account?: { person: string; last: number };
}

const empty = (): Progress => ({ now: BEGINNER, results: [], days: {}, best: { streak: 0, rush: 0 } });

function isRating(value: Partial<Rating> | undefined): value is Rating {
  return [value?.rating, value?.deviation, value?.volatility].every((number) => typeof number === "number" && number > 0 && number < 1e5);
}

export function progress(): Progress {
  const kept = read<Partial<Progress>>(KEY);
  if (!kept || !isRating(kept.now) || !Array.isArray(kept.results)) return empty();
  const best = { streak: Number(kept.best?.streak) || 0, rush: Number(kept.best?.rush) || 0 };
  return { now: kept.now, results: kept.results, days: { ...kept.days }, best, ...(kept.account && { account: kept.account }) };
}

export function keep(now: Progress): void {
  write(KEY, { ...now, results: now.results.slice(-RESULTS_MAX) });
}

/**
 * Records a try. Only the first one of each puzzle changes the rating; returns the change, null if it did not count.
 */
export function noteResult(puzzle: Puzzle, solved: boolean, moves: string[], at: number): number | null {
  const now = progress();
  if (now.results.some(({ id }) => id === puzzle.id)) return null;
  const next = rateSolver(now.now, ratingOf(puzzle), solved ? 1 : 0);
  const result = { id: puzzle.id, solved, at, rating: Math.round(next.rating), themes: puzzle.themes, moves: moves.join(" ") };
  keep({ ...now, now: next, results: [...now.results, result] });
  return Math.round(next.rating) - Math.round(now.now.rating);
}

export function noteDay(day: number, solved: boolean): void {
  const now = progress();
  if (String(day) in now.days) return;
  write(KEY, { ...now, days: { ...now.days, [day]: solved } });
}

/** True if it is the best so far. */
export function noteBest(mode: "streak" | "rush", count: number): boolean {
  const now = progress();
  if (count <= now.best[mode]) return false;
  write(KEY, { ...now, best: { ...now.best, [mode]: count } });
  return true;
}

interface ThemeTally {
  theme: Theme;
  solved: number;
  tried: number;
}

/** Themes with enough tries, the weakest first. */
export function weakest(results: Result[]): ThemeTally[] {
  return THEMES.map((theme) => {
    const own = results.filter(({ themes }) => themes.includes(theme));
    return { theme, solved: own.filter(({ solved }) => solved).length, tried: own.length };
  }).filter(({ tried }) => tried >= WEAK_MIN).sort((a, b) => a.solved / a.tried - b.solved / b.tried);
}
