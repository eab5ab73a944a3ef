// SPDX-License-Identifier: MIT
// The browser's storage between visits, in localStorage because it is written before a tab can close: settings, the
// last new-game sheet, and every game under its own key, so that two tabs do not overwrite each other's. Without
// storage (private windows, a full disk) the page works on.

import type { Draft, Pieces, PlayerKind, Saved, SeatDraft, Settings, Skin, Theme } from "./types";

const SETTINGS = "meydan.settings";
const DRAFT = "meydan.draft";
const GAME = "meydan.game.";
const ONLINE = "meydan.online";

const THEMES: Theme[] = ["auto", "light", "dark", "contrast"];
const PIECES: Pieces[] = ["glass", "stone", "draughts"];
const SKINS: Skin[] = ["auto", "wood", "slate", "walnut", "contrast"];

const defaultSettings: Settings = {
  lang: "auto",
  theme: "auto",
  skin: "auto",
  pieces: "glass",
  marks: "auto",
  sounds: true,
  coordinates: false,
  motion: "auto",
  confirmWalls: "touch",
  premoves: true,
  textBoard: false,
  name: "",
};

const defaultDraft: Draft = {
  variant: "abalone",
  layout: "",
  players: [{ kind: "me", level: 1 }, { kind: "computer", level: 1 }],
  lots: { abalone: false, quoridor: true }, // Q1: the first player is drawn by lot
  handicap: { seat: 0, kind: "none", size: 0 },
  swap: false,
  time: "none",
  own: { main: 300_000, increment: 3_000, period: 0, periods: 0 },
  place: "here",
  seats: [{ kind: "me", level: 3, name: "" }, { kind: "open", level: 3, name: "" }],
  pace: "10+5",
  days: 3,
  rated: false,
  listed: true,
};

export function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

export function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing is stored
  }
}

/** The remainders of all keys that begin like this. */
export function keysOf(begin: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(begin)).map((key) => key.slice(begin.length));
  } catch {
    return [];
  }
}

/** The stored value, as far as it has the shape of the model: an older page, or a user, may have written anything. */
function shaped<T extends object>(model: T, kept: unknown): T {
  const entries = Object.entries(model).map(([key, value]) => {
    const found = (kept as Record<string, unknown> | null)?.[key];
    const fits = typeof found === typeof value && found !== null && Array.isArray(found) === Array.isArray(value);
    if (!fits || (typeof found === "number" && !(found >= 0 && found < Infinity))) return [key, value];
    return [key, typeof value === "object" && !Array.isArray(value) ? shaped(value as object, found) : found];
  });
  return Object.fromEntries(entries) as T;
}

/** Players of these kinds, at least one. */
function areSeated(players: unknown, kinds: readonly string[]): boolean {
  return Array.isArray(players) && players.length > 0 && players.every((player) => kinds.includes(player?.kind) && player.level >= 1 && player.level <= 10);
}

const HERE: PlayerKind[] = ["me", "friend", "computer"];
const ONLINE_KINDS: SeatDraft["kind"][] = ["me", "open", "invite", "computer"];

export function readSettings(): Settings {
  const settings = shaped(defaultSettings, read(SETTINGS));
  // "wood" was a theme before it became the colours of the light one.
  if (!THEMES.includes(settings.theme)) settings.theme = (settings.theme as string) === "wood" ? "light" : "auto";
  if (!SKINS.includes(settings.skin)) settings.skin = "auto";
  if (!PIECES.includes(settings.pieces)) settings.pieces = "glass";
  return settings;
}

/** The settings of all tabs; null if the browser keeps none. */
export function keptSettings(): Settings | null {
  return read(SETTINGS) ? readSettings() : null;
}

export function writeSettings(settings: Settings): void {
  write(SETTINGS, settings);
}

export function readDraft(): Draft {
  const draft = shaped(defaultDraft, read(DRAFT));
  if (!areSeated(draft.players, HERE)) draft.players = defaultDraft.players;
  if (!areSeated(draft.seats, ONLINE_KINDS)) draft.seats = defaultDraft.seats;
  if (!["none", "10", "15", "own"].includes(draft.time)) draft.time = defaultDraft.time;
  if (!/^(\d+\+\d+|own|days|none)$/.test(draft.pace)) draft.pace = defaultDraft.pace;
  return draft;
}

export function writeDraft(draft: Draft): void {
  write(DRAFT, draft);
}

export function readGame(id: string): Saved | null {
  const game = read<Saved>(GAME + id);
  const whole = game?.id === id && typeof game.match === "string" && areSeated(game.players, HERE) && game.players[game.turn];
  return whole ? game : null;
}

/** Whether this browser has played online. The session itself is a cookie that scripts cannot see. */
export function wasOnline(): boolean {
  return read<boolean>(ONLINE) === true;
}

export function noteOnline(): void {
  write(ONLINE, true);
}

/** The stored games, the last changed first. Called once: games.ts has the list. */
export function readGames(): Saved[] {
  const games = keysOf(GAME).flatMap((id) => readGame(id) ?? []);
  return games.sort((a, b) => b.changed - a.changed);
}

/** Stores a game. False if the browser stores nothing. */
export function writeGame(game: Saved): boolean {
  return write(GAME + game.id, game);
}

export function removeGame(id: string): void {
  remove(GAME + id);
}

/** Calls back when another tab has changed a game or the settings. */
export function onOtherTab(act: (change: { settings?: Settings; game?: string }) => void): void {
  addEventListener("storage", (event) => {
    if (event.key === SETTINGS) act({ settings: readSettings() });
    else if (event.key?.startsWith(GAME)) act({ game: event.key.slice(GAME.length) });
  });
}
