// SPDX-License-Identifier: MIT
// Analyses in the browser's database, by their ids. If it stores nothing (a private window), they live as long as the
// tab.

import { database } from "./database";
import type { Kept } from "./types";

const KEPT_MAX = 200;

const here = new Map<string, Kept>(); // the entries of this tab, which also exist if storing fails

export async function keep(entry: Kept): Promise<void> {
  here.set(entry.id, entry);
  try {
    const db = await database();
    await db.put("analyses", entry);
    const keys = await db.getAllKeysFromIndex("analyses", "changed");
    for (const key of keys.slice(0, Math.max(0, keys.length - KEPT_MAX))) await db.delete("analyses", key);
  } catch {
    // It stays in the tab.
  }
}

export async function find(id: string): Promise<Kept | null> {
  const known = here.get(id);
  if (known) return known;
  try {
    return ((await (await database()).get("analyses", id)) as Kept | undefined) ?? null;
  } catch {
    return null;
  }
}

export async function drop(id: string): Promise<void> {
  here.delete(id);
  try {
    await (await database()).delete("analyses", id);
  } catch {
    // Without a database nothing was stored.
  }
}

/** The newest first. */
export async function list(): Promise<Kept[]> {
  let found: Kept[] = [];
  try {
    found = (await (await database()).getAllFromIndex("analyses", "changed")) as Kept[];
  } catch {
    // Those of this tab.
  }
  const all = new Map([...found.map((entry) => [entry.id, entry] as const), ...here]);
  return [...all.values()].sort((a, b) => b.changed - a.changed);
}
