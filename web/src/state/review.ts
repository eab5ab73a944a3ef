// SPDX-License-Identifier: MIT
// The review of the game on the play screen: each move judged by the engine, in the browser's workers. What is found is kept,
// so a review that was stopped goes on where it was. Numbers are those of src/study; nothing is judged here.

import type { Match } from "../core/types";
import type { Study } from "../engine/study";
import { SITE } from "./computer";
import { currentMatch } from "./game";
import { getState, update } from "./store";
import type { Game } from "./types";

export type Mark = "" | "inaccuracy" | "mistake" | "blunder" | "great";

export interface Reason {
  code: string;
  sure: "proven" | "searched" | "static";
  player: number;
  from: number;
  to: number;
  number: number;
  line: string[];
}

/** As page_review_ply answers; chances in thousandths. */
export interface ReviewedPly {
  ply: number;
  player: number;
  mark: Mark;
  phase: "opening" | "middle" | "end";
  before: number;
  after: number;
  loss: number;
  chances: number[];
  best: string[];
  line: string[];
  why: Reason[];
}

export interface ReviewTotal {
  players: { player: number; moves: number; accuracy: number; inaccuracies: number; mistakes: number; blunders: number; great: number }[];
  turning: number[];
  phases: { phase: string; from: number; to: number }[];
}

export interface Review {
  game: string;
  /** The first move that is judged: what stood before a player left is not. */
  base: number;
  plies: (ReviewedPly | null)[];
  total: ReviewTotal | null;
  running: boolean;
  failed: boolean;
}

const NODES = 100_000; // docs/analysis.md
const QUALITY = `nodes ${NODES}`;
const KEPT_MAX = 20;
const KEY = "meydan.reviews";

let study: Study | null = null;

interface Kept {
  game: string;
  moves: string;
  plies: (ReviewedPly | null)[];
}

function readKept(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

function keep(entry: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...readKept().filter(({ game }) => game !== entry.game)].slice(0, KEPT_MAX)));
  } catch {
    // It is computed again the next time.
  }
}

function question(match: Match): { variant: string; start: string; moves: string[]; base: number } {
  const { look, moves, plies, base } = match.state;
  return { variant: look.variant, start: base.position, moves: moves.slice(base.ply, plies).map(({ text }) => text), base: base.ply };
}

function change(part: Partial<Review>): void {
  const { review } = getState();
  if (review) update({ review: { ...review, ...part } });
}

/** The review of this game, if there is one. */
export function reviewOf(game: Game): Review | null {
  const { review } = getState();
  return review?.game === game.id ? review : null;
}

async function total(variant: string, plies: ReviewedPly[]): Promise<ReviewTotal> {
  const rows = plies.map(({ player, mark, phase, before, after, loss }) => `${player} ${mark || "-"} ${phase} ${before} ${after} ${loss}`);
  return study!.ask<ReviewTotal>("page_review_total", [variant, ...rows]);
}

/**
 * What the server has found about a game of its own, if it is as good as what would be found here; else null, and the server
 * is asked for a review, which others will find there.
 */
async function fromServer(game: Game, moves: number): Promise<{ plies: ReviewedPly[]; total: ReviewTotal } | null> {
  if (!game.online) return null;
  const { http } = await import("../online/http");
  const { id } = game.online.info;
  const answer = await http.review(id).catch(() => null);
  if (answer?.state === "none") void http.askReview(id).catch(() => null);
  const report = answer?.report;
  return report && report.nodes >= NODES && report.plies.length === moves ? report : null;
}

/** Begins, or goes on. */
export async function startReview(game: Game): Promise<void> {
  const match = currentMatch();
  if (!match || reviewOf(game)?.running) return;
  stopReview();
  const { variant, start, moves, base } = question(match);
  const text = moves.join(" ");
  const kept = readKept().find((entry) => entry.game === game.id && entry.moves === text && entry.plies.length === moves.length);
  const plies = kept?.plies ?? moves.map(() => null);
  update({ review: { game: game.id, base, plies, total: null, running: true, failed: false } });
  if (!base && !kept) {
    const report = await fromServer(game, moves.length);
    if (reviewOf(game)?.plies !== plies || !reviewOf(game)?.running) return; // stopped, or another game
    if (report) {
      keep({ game: game.id, moves: text, plies: report.plies });
      change({ plies: report.plies, total: report.total, running: false });
      return;
    }
  }
  const { Study } = await import("@meydan/engine/study");
  study = new Study(SITE);
  const mine = study;
  const found = [...plies];
  try {
    await Promise.all(moves.map(async (_, at) => {
      if (found[at]) return;
      const ply = await mine.ask<ReviewedPly>("page_review_ply", [QUALITY, variant, start, moves.slice(0, at + 1).join(" ")]);
      if (mine !== study) return;
      found[at] = ply;
      change({ plies: [...found] });
      if (at % 8 === 0) keep({ game: game.id, moves: text, plies: found });
    }));
    if (mine !== study) return;
    keep({ game: game.id, moves: text, plies: found });
    change({ total: await total(variant, found as ReviewedPly[]), running: false });
  } catch {
    if (mine === study) change({ running: false, failed: true });
  } finally {
    if (mine === study) {
      study.close();
      study = null;
    }
  }
}

/** What is found stays. */
export function stopReview(): void {
  study?.close();
  study = null;
  change({ running: false });
}
