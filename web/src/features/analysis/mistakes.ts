// SPDX-License-Identifier: MIT
// Mistakes to learn from: the position before each, found by reviews, stored in the browser. One that is solved at the
// first try comes again after a longer time each time; any other comes again tomorrow.

import { Analyser } from "@meydan/engine/analyser";
import { REVIEW_NODES, SITE } from "../../state/computer";
import type { ReviewedPly } from "../../api/messages";
import type { Game } from "../../state/types";
import { database } from "./database";

const DAY = 24 * 60 * 60 * 1000;
const PAUSES = [1, 3, 7, 16, 35, 90]; // days, by how often it was solved in a row
const QUALITY = `nodes ${REVIEW_NODES}`;
const LOSS_EQUAL = 50; // src/analysis/review.h: a move that loses less than this is as good

export interface Mistake {
  id: string;
  game: string;
  variant: string;
  /** The game up to the position, from the start of the review. */
  start: string;
  moves: string[];
  played: string;
  /** The review's result there. */
  review: ReviewedPly;
  solved: number;
  due: number;
}

const here = new Map<string, Mistake>(); // of this tab, if nothing can be stored

async function all(): Promise<Mistake[]> {
  try {
    return (await (await database()).getAllFromIndex("mistakes", "due")) as Mistake[];
  } catch {
    return [...here.values()].sort((a, b) => a.due - b.due);
  }
}

async function put(mistake: Mistake): Promise<void> {
  here.set(mistake.id, mistake);
  try {
    await (await database()).put("mistakes", mistake);
  } catch {
    // It stays in the tab.
  }
}

/** The moves of a review from which people at this device may learn. */
function mistakesIn(game: Game, plies: (ReviewedPly | null)[]): ReviewedPly[] {
  const people = game.players.flatMap(({ kind }, seat) => (kind === "me" ? [seat] : []));
  const seats = people.length ? people : game.players.flatMap(({ kind }, seat) => (kind === "computer" ? [] : [seat]));
  return plies.filter((ply): ply is ReviewedPly => ply !== null && (ply.mark === "mistake" || ply.mark === "blunder") && seats.includes(ply.player));
}

/** Adds the mistakes of a reviewed game to the exercises; existing ones stay as they are. */
export async function learnFrom(game: Game, plies: (ReviewedPly | null)[]): Promise<void> {
  const known = new Set((await all()).map(({ id }) => id));
  const { moves, base } = game.match;
  for (const ply of mistakesIn(game, plies)) {
    const id = `${game.id} ${ply.ply}`;
    if (known.has(id)) continue;
    const since = moves.slice(base.ply, base.ply + ply.ply).map(({ text }) => text);
    await put({
      id, game: game.id, variant: game.variant, start: base.position, moves: since.slice(0, -1), played: since.at(-1)!, review: ply, solved: 0, due: Date.now(),
    });
  }
}

/** Those of a game, or those that are due; and when the next one will be. */
export async function toLearn(game: string | null): Promise<{ mistakes: Mistake[]; next: number | null }> {
  const found = await all();
  const mistakes = found.filter((mistake) => (game ? mistake.game === game : mistake.due <= Date.now()));
  return { mistakes, next: found.find(({ due }) => due > Date.now())?.due ?? null };
}

/** Returns when it comes again. */
export async function learned(mistake: Mistake, firstTry: boolean): Promise<void> {
  const solved = firstTry ? mistake.solved + 1 : 0;
  await put({ ...mistake, solved, due: Date.now() + DAY * PAUSES[Math.min(firstTry ? mistake.solved : 0, PAUSES.length - 1)] });
}

/** Whether a move is as good as the best one. `loss` is what it loses, in thousandths of the chance to win. */
export async function judge({ variant, start, moves, review }: Mistake, move: string): Promise<{ good: boolean; loss: number }> {
  if (move === review.best[0]) return { good: true, loss: 0 };
  const analyser = new Analyser(SITE);
  try {
    const { loss } = await analyser.ask<ReviewedPly>("page_review_ply", [QUALITY, variant, start, [...moves, move].join(" ")]);
    return { good: loss < LOSS_EQUAL, loss };
  } finally {
    analyser.close();
  }
}
