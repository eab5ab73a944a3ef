// SPDX-License-Identifier: MIT
// What the browser keeps between visits, in localStorage because it is written before a tab can close: settings, the last
// new-game sheet, and every game under a key of its own, so that two tabs do not overwrite each other's. Where nothing can
// be kept (private windows, a full disk) the page works on without.

import type { Draft, Saved, Settings } from "./types";

const SETTINGS = "meydan.settings";
const DRAFT = "meydan.draft";
const GAME = "meydan.game.";
const ONLINE = "meydan.online";
const GAMES_KEPT = 60;

const defaultSettings: Settings = {
  lang: "auto",
  theme: "auto",
  marks: "auto",
  sounds: true,
  coordinates: false,
  motion: "auto",
  confirmWalls: "touch",
  textBoard: false,
  name: "",
};

const defaultDraft: Draft = {
  variant: "abalone",
  layout: "",
  players: [{ kind: "me", level: 3 }, { kind: "computer", level: 3 }],
  lots: false,
  time: "none",
  own: { main: 300_000, increment: 3_000, period: 0, periods: 0 },
  place: "here",
  seats: [{ kind: "me", level: 3, name: "" }, { kind: "open", level: 3, name: "" }],
  pace: "10+5",
  days: 3,
  rated: false,
  listed: true,
};

function read<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function readSettings(): Settings {
  return { ...defaultSettings, ...read<Partial<Settings>>(SETTINGS) };
}

export function writeSettings(settings: Settings): void {
  write(SETTINGS, settings);
}

export function readDraft(): Draft {
  return { ...defaultDraft, ...read<Partial<Draft>>(DRAFT) };
}

export function writeDraft(draft: Draft): void {
  write(DRAFT, draft);
}

/** Has anybody played online from this browser? The session itself is a cookie that scripts do not see. */
export function wasOnline(): boolean {
  return read<boolean>(ONLINE) === true;
}

export function noteOnline(): void {
  write(ONLINE, true);
}

/** The stored games, the last changed first. */
export function readGames(): Saved[] {
  const games: Saved[] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i)!;
      const game = key.startsWith(GAME) ? read<Saved>(key) : null;
      if (game?.id && game.match) games.push(game);
    }
  } catch {
    return [];
  }
  return games.sort((a, b) => b.changed - a.changed);
}

/** Keeps a game; when there are many, the oldest finished ones go. False if the browser keeps nothing. */
export function writeGame(game: Saved): boolean {
  const finished = readGames().filter(({ over }) => over);
  for (const old of finished.slice(GAMES_KEPT)) removeGame(old.id);
  return write(GAME + game.id, game);
}

export function readGame(id: string): Saved | null {
  return read<Saved>(GAME + id);
}

export function removeGame(id: string): void {
  try {
    localStorage.removeItem(GAME + id);
  } catch {
    // nothing was kept
  }
}

/** Calls back when another tab has changed a game or the settings. */
export function onOtherTab(act: (change: { settings?: Settings; game?: string }) => void): void {
  addEventListener("storage", (event) => {
    if (event.key === SETTINGS) act({ settings: readSettings() });
    else if (event.key?.startsWith(GAME)) act({ game: event.key.slice(GAME.length) });
  });
}
