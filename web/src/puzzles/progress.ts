// SPDX-License-Identifier: MIT
// What the solver has done, kept by the browser: the rating and how it went, the days, the best streak and rush.

import { read, write } from "../state/storage";
import { BEGINNER, type Rating, rate, ratingOfLevel } from "./glicko";
import { type Puzzle, THEMES, type Theme } from "./pack";

const KEY = "meydan.puzzles";
const RESULTS_MAX = 1000;
const WEAK_MIN = 4; // tries of a theme before anything is said of it

export interface Result {
  id: string;
  solved: boolean;
  at: number;
  /** The rating after it. */
  rating: number;
  themes: Theme[];
}

interface Progress {
  now: Rating;
  /** First tries, oldest first: only these are rated. */
  results: Result[];
  /** Days on which the daily puzzle was tried, and whether it was solved at the first try. */
  days: Record<string, boolean>;
  best: { streak: number; rush: number };
}

const empty = (): Progress => ({ now: BEGINNER, results: [], days: {}, best: { streak: 0, rush: 0 } });

function isRating(value: Partial<Rating> | undefined): value is Rating {
  return [value?.rating, value?.deviation, value?.volatility].every((number) => typeof number === "number" && number > 0 && number < 1e5);
}

export function progress(): Progress {
  const kept = read<Partial<Progress>>(KEY);
  if (!kept || !isRating(kept.now) || !Array.isArray(kept.results)) return empty();
  const best = { streak: Number(kept.best?.streak) || 0, rush: Number(kept.best?.rush) || 0 };
  return { now: kept.now, results: kept.results, days: { ...kept.days }, best };
}

/** Notes a try. Only the first one of each puzzle changes the rating; how much it did, null if it did not count. */
export function noteResult(puzzle: Puzzle, solved: boolean, at: number): number | null {
  const now = progress();
  if (now.results.some(({ id }) => id === puzzle.id)) return null;
  const next = rate(now.now, ratingOfLevel(puzzle.level), solved ? 1 : 0);
  const result = { id: puzzle.id, solved, at, rating: Math.round(next.rating), themes: puzzle.themes };
  write(KEY, { ...now, now: next, results: [...now.results, result].slice(-RESULTS_MAX) });
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

/** How many days in a row the daily puzzle was tried, up to today or yesterday. */
export function daysInARow(days: Record<string, boolean>, today: number): number {
  let day = String(today) in days ? today : today - 1;
  let count = 0;
  for (; String(day) in days; day--) count++;
  return count;
}

export interface ThemeTally {
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
