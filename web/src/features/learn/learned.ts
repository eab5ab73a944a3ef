// SPDX-License-Identifier: MIT
// The reader's progress, stored by the browser between visits.

import { useEffect, useState } from "preact/hooks";
import type { Chapter, Figure } from "./types";

const KEY = "meydan.learn";

interface Progress {
  read: Record<string, true>;
  stars: Record<string, number>;
}

const listeners = new Set<() => void>();
let progress: Progress | null = null;

function load(): Progress {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress> | null;
    return { read: { ...kept?.read }, stars: { ...kept?.stars } };
  } catch {
    return { read: {}, stars: {} };
  }
}

function now(): Progress {
  progress ??= load();
  return progress;
}

function keep(next: Progress): void {
  progress = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage it lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

export function figureKey({ game, id }: Chapter, figure: Figure): string {
  return `${game}/${id}/${figure.id}`;
}

export function markRead(key: string): void {
  const { read, stars } = now();
  if (!read[key]) keep({ read: { ...read, [key]: true }, stars });
}

/** Keeps the best result. */
export function markSolved(id: string, count: number): void {
  const { read, stars } = now();
  if ((stars[id] ?? 0) < count) keep({ read, stars: { ...stars, [id]: count } });
}

export function forgetAll(): void {
  keep({ read: {}, stars: {} });
}

/** The progress, redrawn when it changes, even in another tab. */
export function useProgress(): Progress {
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((count) => count + 1);
    const other = (event: StorageEvent) => {
      if (event.key !== KEY) return;
      progress = null;
      again();
    };
    listeners.add(again);
    addEventListener("storage", other);
    return () => {
      listeners.delete(again);
      removeEventListener("storage", other);
    };
  }, []);
  return now();
}
