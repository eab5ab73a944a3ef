// SPDX-License-Identifier: MIT
// Knowledge of a position beyond the engine's present search: its name, the engine's book, the games played from it.
// Keys and numbers of moves come from the engine's module (src/wasm/page_explorer.h), games from the server or from
// this device.

import { isRefusal } from "@meydan/core";
import { Analyser } from "@meydan/engine/analyser";
import { call } from "../../api/http";
import type { ExplorerAnswer, ExplorerMove } from "../../api/messages";
import { Problem } from "../../api/problems";
import { SITE } from "../../state/computer";
import { readGame } from "../../state/storage";
import { getState } from "../../state/store";

/** Which games are counted: all or the user's on the server, or those on this device. */
export type Source = "all" | "mine" | "device";

export interface Wanted {
  source: Source;
  /** Of the server's games; "" is any. */
  speed: string;
  rating: string;
  /** The last this many days. */
  days: string;
}

/** The answer of page_explorer. */
export interface Lore {
  key: string;
  opening?: string;
  moves: [string, number][];
  book: { move: string; chance: number }[];
}

type Row = Omit<ExplorerMove, "move">;

let analyser: Analyser | null = null;
let own: { variant: string; games: number; rows: Map<string, Map<number, Row>> } | null = null;

/** Called with the panel's end: terminates the engine's worker. */
export function closeExplorer(): void {
  analyser?.close();
  analyser = null;
  own = null;
}

export function loreOf(variant: string, position: string): Promise<Lore> {
  analyser ??= new Analyser(SITE);
  return analyser.ask<Lore>("page_explorer", [variant, position]);
}

// --- on this device --------------------------------------------------------------------------------

function count(rows: Map<string, Map<number, Row>>, plies: [string, number, number][], result: string, game: string): void {
  const points = result.split("-");
  for (const [key, move, player] of plies) {
    const moves = rows.get(key) ?? new Map<number, Row>();
    const row = moves.get(move) ?? { games: 0, won: 0, drawn: 0, last: [] };
    rows.set(key, moves.set(move, {
      games: row.games + 1, won: row.won + Number(points[player] === "1"), drawn: row.drawn + Number(points[player] === "1/2"),
      last: [...row.last, { game, result }].slice(0, 4),
    }));
  }
}

/** Every finished game of this device, by the keys of its first positions. */
async function indexOwn(variant: string): Promise<Map<string, Map<number, Row>>> {
  const { core, games } = getState();
  const finished = games.filter((game) => game.variant === variant && game.over && game.result !== "*");
  if (own?.variant === variant && own.games === finished.length) return own.rows;
  const rows = new Map<string, Map<number, Row>>();
  for (const { id, result } of finished) {
    const saved = readGame(id);
    const opened = saved && core!.open(saved.match);
    if (!opened || isRefusal(opened)) continue;
    const [match] = opened;
    const lines = [variant, match.at(0).position, match.state.moves.slice(0, match.state.plies).map(({ text }) => text).join(" ")];
    for (const one of opened) one.dispose();
    analyser ??= new Analyser(SITE);
    const { plies } = await analyser.ask<{ plies: [string, number, number][] }>("page_explorer_game", lines);
    count(rows, plies, result, id);
  }
  own = { variant, games: finished.length, rows };
  return rows;
}

async function fromDevice(variant: string, { key, moves }: Lore): Promise<ExplorerMove[]> {
  const rows = (await indexOwn(variant)).get(key) ?? new Map<number, Row>();
  const found = [...rows].map(([number, row]) => ({ move: moves.find(([, other]) => other === number)?.[0] ?? "", ...row }));
  return found.filter(({ move }) => move).sort((a, b) => b.games - a.games || a.move.localeCompare(b.move));
}

// --- on the server ---------------------------------------------------------------------------------

const DAY = 86_400_000;

async function fromServer(variant: string, position: string, { source, speed, rating, days }: Wanted): Promise<ExplorerMove[]> {
  if (getState().online.server === "unknown") await (await import("../../state/online")).loadMe();
  const { server, me } = getState().online;
  if (server !== "here") throw new Problem("none", "no server");
  if (source === "mine" && !me) return [];
  const query: Record<string, string> = { variant, position };
  if (source === "mine") query.mine = "true";
  if (speed) query.speed = speed;
  if (rating) query.min = rating;
  if (days) query.since = String(Date.now() - Number(days) * DAY);
  return (await call<ExplorerAnswer>("GET", `/explorer?${new URLSearchParams(query)}`)).moves;
}

/** The moves played in a position, the most played first; a Problem if the server does not answer. */
export function playedIn(variant: string, position: string, lore: Lore, wanted: Wanted): Promise<ExplorerMove[]> {
  return wanted.source === "device" ? fromDevice(variant, lore) : fromServer(variant, position, wanted);
}
