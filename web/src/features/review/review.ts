// SPDX-License-Identifier: MIT
// The review of the game on the play screen: the engine judges each move, in the browser's workers. Results are stored,
// so a stopped review continues where it was. Numbers are those of src/analysis; nothing is judged here. The review
// has the game's address with "?review". With "?review=move" a phone shows the board of one move.

import type { ReviewedPly, ReviewTotal } from "../../api/messages";
import type { ServerReview } from "../../api/types";
import type { Match, Move, PlayedMove } from "../../core/types";
import type { Analyser } from "../../engine/analyser";
import { REVIEW_NODES, SITE } from "../../state/computer";
import { currentMatch, lookAt, showHint } from "../../state/game";
import { getState, update } from "../../state/store";
import type { Game } from "../../state/types";

export interface Review {
  game: string;
  /** The first move that is judged: moves before a player's departure are not. */
  base: number;
  plies: (ReviewedPly | null)[];
  total: ReviewTotal | null;
  running: boolean;
  failed: boolean;
}

const QUALITY = `nodes ${REVIEW_NODES}`;
const KEPT_MAX = 20;
const KEY = "meydan.reviews";

let analyser: Analyser | null = null;

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
    // It is computed again next time.
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

/** Whether the address is that of the review, and of one of its moves. */
export function isReviewing(): boolean {
  return new URLSearchParams(getState().route.search).has("review");
}
export function atMove(): boolean {
  return new URLSearchParams(getState().route.search).get("review") === "move";
}
export function reviewPath(part = ""): string {
  return `${location.pathname}?review${part && `=${part}`}`;
}

/** The move that a reviewed ply is about. */
export function moveOf(game: Game, { ply }: ReviewedPly): PlayedMove {
  return game.match.moves[(reviewOf(game)?.base ?? 0) + ply - 1];
}

/** Shows the position before a move, with the better one on it. */
export function showBetter(ply: ReviewedPly, base: number): void {
  lookAt(base + ply.ply - 1);
  const move = getState().game?.look.moves.find(({ text }) => text === ply.best[0]);
  if (move) showHint(move);
}

/** Beside the better move: the one that was played in the position shown. */
export function playedInstead(game: Game): Move | null {
  if (!game.hint || game.ply === null || !reviewOf(game)) return null;
  const { text } = game.match.moves[game.ply];
  return text === game.hint.text ? null : game.look.moves.find((move) => move.text === text) ?? null;
}

async function total(variant: string, plies: ReviewedPly[]): Promise<ReviewTotal> {
  const rows = plies.map(({ player, mark, phase, before, after, loss }) => `${player} ${mark || "-"} ${phase} ${before} ${after} ${loss}`);
  return analyser!.ask<ReviewTotal>("page_review_total", [variant, ...rows]);
}

/**
 * The server's review of one of its games, if it is as good as one made here. Otherwise null, with a request to the server
 * for a review, which other users will find there.
 */
async function fromServer(game: Game, moves: number): Promise<{ plies: ReviewedPly[]; total: ReviewTotal } | null> {
  if (!game.online) return null;
  const { call } = await import("../../api/http");
  const path = `/games/${game.online.info.id}/review`;
  const answer = await call<ServerReview>("GET", path).catch(() => null);
  if (answer?.state === "none") void call("POST", path).catch(() => null);
  const report = answer?.report as { nodes: number; plies: ReviewedPly[]; total: ReviewTotal } | undefined;
  return report && report.nodes >= REVIEW_NODES && report.plies.length === moves ? report : null;
}

/** The kept review of the shown game, if it is complete. */
export function known(game: Game): ReviewedPly[] | null {
  const match = currentMatch();
  if (!match) return null;
  const { moves } = question(match);
  const entry = readKept().find(({ game: id, moves: text }) => id === game.id && text === moves.join(" "));
  return entry?.plies.length === moves.length && entry.plies.every(Boolean) ? (entry.plies as ReviewedPly[]) : null;
}

const ESTIMATE = "nodes 1500";

/** Quick chances of the shown game, without marks; null if the screen was left meanwhile. */
export async function estimate(game: Game): Promise<ReviewedPly[] | null> {
  const match = currentMatch();
  if (!match || !game.match.plies) return null;
  const { variant, start, moves } = question(match);
  const { Analyser } = await import("@meydan/engine/analyser");
  const mine = new Analyser(SITE);
  try {
    const plies = await Promise.all(moves.map((_, at) => mine.ask<ReviewedPly>("page_review_ply", [ESTIMATE, variant, start, moves.slice(0, at + 1).join(" ")])));
    return getState().game?.id === game.id ? plies.map((ply) => ({ ...ply, mark: "" as const })) : null;
  } finally {
    mine.close();
  }
}

/** Starts or continues the review. */
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
  const { Analyser } = await import("@meydan/engine/analyser");
  analyser = new Analyser(SITE);
  const mine = analyser;
  const found = [...plies];
  try {
    await Promise.all(moves.map(async (_, at) => {
      if (found[at]) return;
      const ply = await mine.ask<ReviewedPly>("page_review_ply", [QUALITY, variant, start, moves.slice(0, at + 1).join(" ")]);
      if (mine !== analyser) return;
      found[at] = ply;
      change({ plies: [...found] });
      if (at % 8 === 0) keep({ game: game.id, moves: text, plies: found });
    }));
    if (mine !== analyser) return;
    keep({ game: game.id, moves: text, plies: found });
    change({ total: await total(variant, found as ReviewedPly[]), running: false });
  } catch {
    if (mine === analyser) change({ running: false, failed: true });
  } finally {
    if (mine === analyser) {
      analyser.close();
      analyser = null;
    }
  }
}

/** Finished results stay. */
export function stopReview(): void {
  analyser?.close();
  analyser = null;
  change({ running: false });
}

declare module "../../state/types" {
  interface State {
    /** Of the game on the play screen, or of the last one. */
    review?: Review | null;
  }
}
