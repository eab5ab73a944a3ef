// SPDX-License-Identifier: MIT
// The games of this device: the list in the state and the browser's storage. The list is read once, when the page is
// loaded; after that a change reads or writes only the changed game.

import { readGame, removeGame, writeGame } from "./storage";
import { getState, update } from "./store";
import { countDropped } from "./tally";
import type { Saved } from "./types";

const FINISHED_MAX = 60;

/** Puts a game into the list, which is sorted by last change; null removes it. */
function put(id: string, game: Saved | null): void {
  const others = getState().games.filter((other) => other.id !== id);
  update({ games: game ? [game, ...others].sort((a, b) => b.changed - a.changed) : others });
}

/** Stores a game; if there are many, the oldest finished ones are deleted. False if the browser stores nothing. */
export function keepSaved(game: Saved): boolean {
  const kept = writeGame(game);
  put(game.id, game);
  const finished = getState().games.filter(({ over }) => over);
  for (const old of finished.slice(FINISHED_MAX)) {
    countDropped(old);
    dropSaved(old.id);
  }
  return kept;
}

export function dropSaved(id: string): void {
  removeGame(id);
  put(id, null);
}

/** The game as another tab has left it; null if it has deleted it. */
export function rereadSaved(id: string): Saved | null {
  const game = readGame(id);
  put(id, game);
  return game;
}
