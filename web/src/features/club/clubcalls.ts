// SPDX-License-Identifier: MIT
// A table of players who sit at it, read from its tournament by the number of the table, which is in the address of its QR code.
//
// uses tournaments

import { call } from "../../api/http";
import { Problem } from "../../api/problems";
import type { TournamentTables } from "../../api/types";
import { tournaments, type Tournament } from "../tournaments/tournament";

export interface AtTable {
  head: Tournament;
  table: TournamentTables["tables"][number];
  /** By seat of the table. */
  names: string[];
}

/** The name in that seat of that game, from 0: sides are swapped in every second one. */
export function nameAt({ names }: Pick<AtTable, "names">, game: number, seat: number): string {
  return names[names.length === 2 && game % 2 === 1 ? 1 - seat : seat];
}

export async function readTable(id: string, number: number, unnamed: string): Promise<AtTable> {
  const [head, entries, { tables: [table] }] = await Promise.all([
    tournaments.head(id), tournaments.entries(id),
    call<TournamentTables>("GET", `/tournaments/${encodeURIComponent(id)}/tables?after=${number - 1}&limit=1`),
  ]);
  if (!table || table.table !== number || table.removed) throw new Problem("not_found", "there is no such table");
  const names = new Map(entries.map((entry) => [entry.entry, entry.name === "?" ? unnamed : entry.name]));
  return { head, table, names: table.entries.map((entry) => names.get(entry) ?? `#${entry}`) };
}

/** Enters a result as the organiser or a helper; a game counts from 0. */
export function enterResult({ head, table }: AtTable, game: number, places: number[]): Promise<unknown> {
  return tournaments.act(head.id, "decide", { what: `result ${table.table} ${game + 1} ${places.join(" ")}` });
}
