// SPDX-License-Identifier: MIT
// The results on the server, for users with an account: local results are sent there, results from elsewhere are
// loaded.
//
// A result keeps its moves until the server has it, so puzzles solved without a network, or before signing in, are sent
// later. The server counts the first try of a puzzle, however often it is sent; its ratings are final.

import { call } from "../../api/http";
import { wasOnline } from "../../state/storage";
import { BEGINNER, type Rating } from "./glicko";
import type { Theme } from "./pack";
import { keep, type Progress, progress, type Result } from "./progress";

const AT_ONCE = 50;
const PAGES_MAX = 20;

interface Brought {
  results: { puzzle: string; state: "taken" | "unknown" | "later" | "old"; solved?: boolean }[];
}

interface OwnTries {
  person: string;
  rating: { rating: number; deviation: number } | null;
  results: { puzzle: string; solved: boolean; at: number; rating: number; themes: Theme[] }[];
  last: number;
  more: boolean;
}

/** Accepted results are not sent again. False if the server wants the rest later. */
async function send(): Promise<boolean> {
  for (;;) {
    const some = progress().results.filter(({ moves }) => moves !== undefined).slice(0, AT_ONCE);
    if (!some.length) return true;
    const results = some.map(({ id, moves, at }) => ({ puzzle: id, moves, at }));
    const answer = await call<Brought>("POST", "/puzzles", { results });
    const done = new Set(answer.results.filter(({ state }) => state !== "later").map(({ puzzle }) => puzzle));
    const now = progress();
    keep({ ...now, results: now.results.map((result) => (done.has(result.id) ? { ...result, moves: undefined, sent: true } : result)) });
    if (done.size < some.length) return false;
  }
}

/** The local results merged with a page from the server. Of another account's results only unsent ones stay. */
export function merged(now: Progress, page: OwnTries): Progress {
  const same = now.account?.person === page.person;
  const local = same || !now.account ? now.results : now.results.filter(({ sent }) => !sent);
  const there = new Map(page.results.map(({ puzzle, ...result }): [string, Result] => [puzzle, { id: puzzle, ...result, sent: true }]));
  const here = new Set(local.map(({ id }) => id));
  const results = [
    ...local.map((result) => there.get(result.id) ?? result),
    ...[...there.values()].filter(({ id }) => !here.has(id)),
  ];
  const rating: Rating | null = page.rating && { ...page.rating, volatility: BEGINNER.volatility };
  return { ...now, now: rating ?? (same || !now.account ? now.now : BEGINNER), results, account: { person: page.person, last: page.last } };
}

async function fetchAll(): Promise<void> {
  let after = progress().account?.last ?? 0;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await call<OwnTries>("GET", `/puzzles?after=${after}`);
    const { account } = progress();
    if (after && account?.person !== page.person) {
      after = 0; // another account's count
      continue;
    }
    keep(merged(progress(), page));
    after = page.last;
    if (!page.more) return;
  }
}

let running: Promise<boolean> | null = null;

async function exchange(): Promise<boolean> {
  try {
    await send();
    await fetchAll();
    return true;
  } catch {
    return false; // not signed in, or no network: later
  }
}

/** True once the results equal the server's. One exchange at a time, and one more if there are new results after it. */
export async function sync(): Promise<boolean> {
  if (!wasOnline()) return false;
  const done = await running;
  if (done && !progress().results.some(({ moves }) => moves !== undefined)) return true;
  running ??= exchange().finally(() => (running = null));
  return running;
}

/** How much a result changed the rating, by the server; null if unknown. */
export function changeOf(id: string): number | null {
  const sent = progress().results.filter(({ sent: there }) => there);
  const at = sent.findIndex((result) => result.id === id);
  return at < 0 ? null : sent[at].rating - (sent[at - 1]?.rating ?? BEGINNER.rating);
}
