// SPDX-License-Identifier: MIT

/** The day of a game, for its picture and its file: when it ended, or began; today if nobody knows. */
export function dayOf(game: { ended?: number | null; created?: number | null } | null | undefined): string {
  return new Date(game?.ended ?? game?.created ?? Date.now()).toISOString().slice(0, 10);
}
