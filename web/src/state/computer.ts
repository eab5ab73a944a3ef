// SPDX-License-Identifier: MIT
// The computer at the table: moves, hints and answers to a draw offer from the engine's worker.

import type { Match, Seat } from "../core/types";
import type { Engine, Search, Site } from "../engine";
import { fileUrl } from "../built/files";
import { now } from "./time";
import type { Game } from "./types";

const PACE = 450; // ms; an immediate move would look like a slip of the user's hand

/** How long a review searches at each move (docs/analysis.md). */
export const REVIEW_NODES = 100_000;

export const SITE: Site = { makeWorker: () => new Worker(fileUrl("worker.js"), { type: "module" }), fileUrl };

let engine: Engine | null = null;
let turn = 0; // counts questions: an answer to an older one is dropped

async function theEngine(): Promise<Engine> {
  const { Engine } = await import("@meydan/engine");
  engine ??= new Engine(SITE);
  return engine;
}

/** Drops the present question. */
export function stopThinking(): void {
  turn++;
  engine?.stop();
}

/** The clock by which the engine plans. */
function clockOf(game: Game, match: Match): Search["clock"] {
  const clock = match.clockAt(now());
  if (!clock || !game.clock) return undefined;
  const seat = match.state.look.turn;
  const { increment, period } = game.clock;
  // In byoyomi the main time is used up and the clock shows the rest of the period.
  const left = clock.byoyomi[seat] ? 0 : clock.left[seat];
  return { left, increment, period: clock.periods[seat] > 0 ? period : 0 };
}

/** The part of the game that the engine needs: all of it that counts for repetition. */
function question(match: Match): Pick<Search, "variant" | "start" | "moves" | "plies"> {
  const { look, moves, plies, base } = match.state;
  return { variant: look.variant, start: base.position, moves: moves.slice(base.ply, plies).map(({ text }) => text), plies };
}

/** The seed of a game: the same game continues the same way, also after a move is taken back. */
function seedOf(game: Game): number {
  let seed = 1;
  for (const letter of game.id) seed = (seed * 31 + letter.charCodeAt(0)) % 2 ** 31;
  return seed;
}

/** The move of the player to move, a computer; null if the question was dropped. */
export async function askComputer(game: Game, match: Match): Promise<string | null> {
  stopThinking();
  const mine = turn;
  const seat = game.match.look.turn;
  const asked = performance.now();
  const { level } = game.players[seat];
  const thinker = await theEngine();
  if (mine !== turn) return null;
  const answer = await thinker.go({ ...question(match), level, clock: clockOf(game, match), seed: seedOf(game) });
  const wait = PACE - (performance.now() - asked);
  if (wait > 0 && mine === turn) await new Promise((done) => setTimeout(done, wait));
  return mine === turn && answer.move ? answer.move : null;
}

/** Whether the computer on that seat accepts a draw. */
export async function agreesToDraw(game: Game, match: Match, seat: Seat): Promise<boolean> {
  const { level } = game.players[seat];
  const answer = await (await theEngine()).go({ ...question(match), level, seed: seedOf(game), draw: seat });
  return answer.draw === true;
}
