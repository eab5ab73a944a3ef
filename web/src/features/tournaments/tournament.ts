// SPDX-License-Identifier: MIT
// A tournament as the server sends it, the calls of its screens, and a copy that follows the server while a screen shows it.

import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api/http";
import { problemText } from "../../api/problems";
import type { FromServer } from "../../api/messages";
import type {
  TieBreakExplained, Tournament, TournamentDecision, TournamentEntries, TournamentEntry, TournamentGiven, TournamentHead, TournamentLog, TournamentMade, Tournaments,
  TournamentStandings, TournamentTable, TournamentTables,
} from "../../api/types";
import { notify } from "../../state/actions";
import { alsoHear, asPerson, subscribe, unsubscribe } from "../../state/online";
import { getState } from "../../state/store";

export type Format = TournamentHead["format"];
export type { Tournament, TournamentHead };
export type Entry = TournamentEntry;
export type Standings = TournamentStandings;
export type Explained = TieBreakExplained;
export type Decision = TournamentDecision;

export interface Table extends TournamentTable {
  /** Its number within the round, from 1: the one on the wall. */
  board: number;
}

/** The rules as settings, from the text of the log: "swiss seats=2 games=2 rounds=5 ties=BH/C1,BH". */
export interface Rules {
  cycles: number;
  together: boolean;
  twice: boolean;
  mixed: boolean;
  partners: boolean;
  streaks: boolean;
  accelerated: boolean;
  cut: number;
  points: string[];
  ties: string[];
}

export function rulesOf({ rules }: Pick<TournamentHead, "rules">): Rules {
  const settings = Object.fromEntries(rules.split(" ").slice(1).map((word) => word.split("=") as [string, string]));
  const on = (key: string) => settings[key] === "1";
  const list = (key: string) => settings[key]?.split(",").filter(Boolean) ?? [];
  return {
    cycles: Number(settings.cycles ?? 1), together: on("together"), twice: on("twice"), mixed: on("mixed"), partners: on("partners"),
    streaks: on("streaks"), accelerated: on("accelerated"), cut: Number(settings.cut ?? 0), points: list("points"), ties: list("ties"),
  };
}

// --- calls -------------------------------------------------------------------------------------------

const name = encodeURIComponent;
const at = (id: string) => `/tournaments/${name(id)}`;

/** All pages of a list. */
async function allOf<T>(page: (after: number) => Promise<{ list: T[]; next: number | null }>): Promise<T[]> {
  const all: T[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { list, next }: { list: T[]; next: number | null } = await page(after);
    all.push(...list);
    after = next;
  }
  return all;
}

const STANDINGS_PAGE = 200;

async function allStandings(id: string): Promise<Standings> {
  const page = (from: number) => call<Standings>("GET", `${at(id)}/standings?from=${from}&limit=${STANDINGS_PAGE}`);
  const first = await page(0);
  for (let from = STANDINGS_PAGE; from < first.entries && first.rows.length === from; from += STANDINGS_PAGE) first.rows.push(...(await page(from)).rows);
  return first;
}

export const tournaments = {
  list: (list: "now" | "soon" | "mine" | "past", from = 0, limit = 20) => call<Tournaments>("GET", `/tournaments?list=${list}&from=${from}&limit=${limit}`),
  create: (given: TournamentGiven) => call<TournamentMade>("POST", "/tournaments", given),
  head: (id: string) => call<Tournament>("GET", at(id)),
  entries: (id: string) => call<TournamentEntries>("GET", `${at(id)}/entries`).then(({ entries }) => entries),
  /** Of all rounds with round 0; `open`: those in play. */
  tables: (id: string, round: number, open: boolean) =>
    allOf((after) => call<TournamentTables>("GET", `${at(id)}/tables?round=${round}&after=${after}${open ? "&open=1" : ""}`).then(({ tables, next }) => ({ list: tables, next }))),
  standings: allStandings,
  explain: (id: string, entry: number) => call<Standings>("GET", `${at(id)}/standings?limit=1&explain=${entry}`).then(({ explained }) => explained),
  log: (id: string, from: number) =>
    allOf((after) => call<TournamentLog>("GET", `${at(id)}/log?after=${after || from}`).then(({ decisions, next }) => ({ list: decisions, next }))),
  act: (id: string, act: string, body: object = {}) => call<{ ok: true }>("POST", `${at(id)}/${act}`, body),
};

export function fileOf(id: string, to: "json" | "csv" | "trf26" | "trf16" | "calendar" | "games"): string {
  return `/api/v1${at(id)}/file?to=${to}`;
}

/** An act of the user: a refusal is shown. Returns whether it was done. */
export async function attempt(act: () => Promise<unknown>, said?: string): Promise<boolean> {
  try {
    await act();
    if (said) notify(said);
    return true;
  } catch (error) {
    notify(problemText(error));
    return false;
  }
}

/** Enters, as a guest if the user isn't known yet. */
export function enter(id: string, password: string): Promise<unknown> {
  return asPerson(async () => {
    if (!getState().online.me) await call("POST", "/visit");
    return tournaments.act(id, "enter", password ? { password } : {});
  });
}

// --- a copy that follows the server --------------------------------------------------------------------

/** The name of a deleted person. */
const DELETED = "?";
const REST = 1500; // ms between two readings of a small tournament
const REST_EACH = 10; // and for each player: thousands of spectators read a large one
const hearers = new Set<(id: string) => void>();

alsoHear((message: FromServer) => {
  if (message.t === "tournament") for (const hear of hearers) hear(message.tournament);
});

/** Tables have numbers through all rounds in the log; players look for the one within the round. An arena has no rounds. */
function numbered({ format }: TournamentHead, tables: TournamentTable[]): Table[] {
  const counts = new Map<number, number>();
  const all = tables.map((table) => {
    const board = (counts.get(table.round) ?? 0) + 1;
    counts.set(table.round, board);
    return { ...table, board: format === "arena" ? table.table : board };
  });
  return all.filter(({ removed }) => !removed);
}

export interface Copy {
  head: Tournament;
  entries: Entry[];
  /** The tables of the last round, or of all rounds. */
  tables: Table[];
  standings: Standings;
  nameOf(entry: number): string;
}

export interface Followed {
  copy: Copy | null;
  problem: unknown;
  reload(): void;
}

/** `all`: tables of all rounds, otherwise of the last one. `unnamed`: the name of a deleted person. */
export function useTournament(id: string, all: boolean, unnamed: string): Followed {
  const [copy, set] = useState<Copy | null>(null);
  const [problem, fail] = useState<unknown>(null);
  const latest = useRef({ all, again: () => {} });
  latest.current.all = all;
  useEffect(() => {
    let wanted = true;
    let busy = false;
    let missed = false;
    let timer = 0;
    const load = async () => {
      if (busy) return void (missed = true);
      busy = true;
      missed = false;
      let rest = REST;
      try {
        const head = await tournaments.head(id);
        const arena = head.format === "arena";
        const round = latest.current.all || arena ? 0 : head.round;
        const [entries, tables, standings] = await Promise.all([
          tournaments.entries(id), head.phase === "entries" ? [] : tournaments.tables(id, round, arena && !latest.current.all), tournaments.standings(id),
        ]);
        const names = new Map(entries.map((entry) => [entry.entry, entry.name === DELETED ? unnamed : entry.name]));
        rest += entries.length * REST_EACH;
        if (wanted) {
          set({ head, entries, tables: numbered(head, tables), standings, nameOf: (entry) => names.get(entry) ?? `#${entry}` });
          fail(null);
        }
      } catch (error) {
        if (wanted) fail(error);
      }
      timer = window.setTimeout(() => {
        busy = false;
        if (missed) void load();
      }, rest);
    };
    latest.current.again = () => {
      clearTimeout(timer);
      busy = false;
      void load();
    };
    const hear = (changed: string) => changed === id && void load();
    void load();
    hearers.add(hear);
    const topic = `tournament:${id}`;
    subscribe(topic, { t: "tournament", tournament: id });
    return () => {
      wanted = false;
      clearTimeout(timer);
      hearers.delete(hear);
      unsubscribe(topic, { t: "untournament", tournament: id });
    };
  }, [id]);
  useEffect(() => {
    if (copy) latest.current.again();
  }, [all]);
  return { copy, problem, reload: () => latest.current.again() };
}

// --- small questions about tables --------------------------------------------------------------------

export const ABSENT = 9;

/** The entry in that seat of that game: sides are swapped in every second one. */
export function entryAt({ entries }: Pick<Table, "entries">, game: number, seat: number): number {
  return entries[entries.length === 2 && game % 2 === 1 ? 1 - seat : seat];
}

/** Of a match between two: 2 for a win, 1 for a draw, by place in the table; null before the first result. */
export function scoreOf({ entries, games }: Pick<Table, "entries" | "games">): [number, number] | null {
  if (entries.length !== 2) return null;
  const known = games.filter(({ places }) => places.length > 1);
  if (!known.length) return null;
  return known.reduce<[number, number]>(([one, other], { places: [a, b] }) => {
    if (a === ABSENT && b === ABSENT) return [one, other];
    return [one + (a < b ? 2 : a === b ? 1 : 0), other + (b < a ? 2 : a === b ? 1 : 0)];
  }, [0, 0]);
}

/** A score in games: 2 points for a win make 1. */
export function halves(points: number): string {
  return `${points > 1 || points % 2 === 0 ? Math.floor(points / 2) : ""}${points % 2 ? "½" : ""}`;
}

const TOGETHER = 60_000; // ms between two proposals of the same time

/** The time that all players of a table have proposed; null before that. */
export function agreedTime({ proposals, entries }: Table): number | null {
  const times = proposals.filter((at) => at !== null);
  if (times.length < entries.length || !times.length) return null;
  return Math.max(...times) - Math.min(...times) <= TOGETHER ? Math.max(...times) : null;
}

/** The game that is on the board now. */
export function liveGame({ over, games }: Table): string | null {
  return over ? null : games.find(({ places, game }) => game && !places.length)?.game ?? null;
}
