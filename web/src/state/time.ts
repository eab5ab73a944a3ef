// SPDX-License-Identifier: MIT
// The page's time, which all matches use.

/** Milliseconds that never go back, even over a reload. */
export function now(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/** For the tags of records. */
export function today(): string {
  return new Date().toLocaleDateString("sv");
}

/** The date of a game, for its picture and its file: of its end, or of its beginning; today if unknown. */
export function dayOf(game: { ended?: number | null; created?: number | null } | null | undefined): string {
  return new Date(game?.ended ?? game?.created ?? Date.now()).toISOString().slice(0, 10);
}
