// SPDX-License-Identifier: MIT
// Holds the state. `update` is the only way to change it; listeners are called once per turn of the event loop.

import type { State } from "./types";
import { readDraft, readGames, readSettings } from "./storage";
import { readRoute } from "./route";

let state: State = {
  route: readRoute(location),
  settings: readSettings(),
  core: null,
  failed: "",
  games: readGames(),
  game: null,
  draft: readDraft(),
  notice: null,
  zen: false,
  online: { server: "unknown", computers: true, me: null, games: [], lobby: null, places: [], featured: null, link: { state: "idle", trip: null, lag: null } },
};

const listeners = new Set<() => void>();
let told = true;

function tell(): void {
  told = true;
  for (const listener of listeners) listener();
}

export function getState(): State {
  return state;
}

export function update(change: Partial<State>): void {
  state = { ...state, ...change };
  if (!told) return;
  told = false;
  queueMicrotask(tell);
}

export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
