// SPDX-License-Identifier: MIT
// The solver's rating: Glicko-2 (Mark Glickman), each puzzle as one game. The same arithmetic as
// src/server/games/rating/glicko.c.

export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

const CENTRE = 1500;
const SCALE = 173.7178;
const TAU = 0.5;
const STEP = 1e-6;
const DEVIATION_MAX = 350;

export const BEGINNER: Rating = { rating: CENTRE, deviation: DEVIATION_MAX, volatility: 0.06 };

/** A puzzle's rating from its level, which is its difficulty for the engine, not yet for people. */
export function ratingOfLevel(level: number): Rating {
  return { rating: 700 + 140 * level, deviation: 120, volatility: 0.06 };
}

/** The most that one puzzle may change a solver's rating, either way. As PUZZLE_STEP_MAX of the server. */
export const STEP_MAX = 50;

function nextVolatility(volatility: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(volatility ** 2);
  const f = (x: number) => {
    const e = Math.exp(x);
    const sum = phi ** 2 + variance + e;
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high: number;
  if (delta ** 2 > phi ** 2 + variance) high = Math.log(delta ** 2 - phi ** 2 - variance);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let fLow = f(low);
  let fHigh = f(high);
  while (Math.abs(high - low) > STEP) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [middle, fMiddle];
  }
  return Math.exp(low / 2);
}

/** The rating after one game: score 1 if it was solved, 0 if not. */
export function rate(player: Rating, opponent: Rating, score: number): Rating {
  const mu = (player.rating - CENTRE) / SCALE;
  const phi = player.deviation / SCALE;
  const other = opponent.deviation / SCALE;
  const g = 1 / Math.sqrt(1 + (3 * other ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-g * (mu - (opponent.rating - CENTRE) / SCALE)));
  const variance = 1 / (g ** 2 * expected * (1 - expected));
  const delta = variance * g * (score - expected);
  const volatility = nextVolatility(player.volatility, phi, variance, delta);
  const before = Math.sqrt(phi ** 2 + volatility ** 2);
  const after = 1 / Math.sqrt(1 / before ** 2 + 1 / variance);
  return {
    rating: CENTRE + SCALE * (mu + after ** 2 * g * (score - expected)),
    deviation: Math.min(DEVIATION_MAX, SCALE * after), volatility,
  };
}

/** A solver's rating after a puzzle. A new rating is unsure, and Glicko-2 alone would let the first failure cost 106 points. */
export function rateSolver(solver: Rating, puzzle: Rating, score: number): Rating {
  const next = rate(solver, puzzle, score);
  const step = Math.max(-STEP_MAX, Math.min(STEP_MAX, next.rating - solver.rating));
  return { ...next, rating: solver.rating + step };
}
