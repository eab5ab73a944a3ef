// SPDX-License-Identifier: MIT
// The page's time, which all matches are given.

/** Milliseconds that only ever go on, also over a reload. */
export function now(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/** For the tags of records. */
export function today(): string {
  return new Date().toLocaleDateString("sv");
}

/** The day of a game, for its picture and its file: when it ended, or began; today if nobody knows. */
export function dayOf(game: { ended?: number | null; created?: number | null } | null | undefined): string {
  return new Date(game?.ended ?? game?.created ?? Date.now()).toISOString().slice(0, 10);
}
