// SPDX-License-Identifier: MIT
// How often the user has beaten each opponent. Counted from the stored games; a game that is deleted to make room is
// added to a tally, so that a win stays counted. A game that the user deletes is not.

import { read, write } from "./storage";
import type { Saved } from "./types";

const KEY = "meydan.tally";

/** Won, lost, drawn. */
export type Tally = [won: number, lost: number, drawn: number];

/** The opponent and the result of a finished game for two; null for any other game. */
function ended({ variant, players, over, result }: Saved): { whom: string; how: 0 | 1 | 2 } | null {
  const own = players.findIndex(({ kind }) => kind === "me");
  const other = players[1 - own];
  if (!over || players.length !== 2 || own < 0 || other?.kind !== "computer") return null;
  const points = result.split("-");
  return points.length === 2 ? { whom: `${variant}.${other.level}`, how: points[own] === "1" ? 0 : points[own] === "0" ? 1 : 2 } : null;
}

function kept(): Record<string, Tally> {
  const found = read<Record<string, Tally>>(KEY);
  return typeof found === "object" && found && !Array.isArray(found) ? found : {};
}

function at(tallies: Record<string, Tally>, whom: string): Tally {
  const tally = tallies[whom];
  return Array.isArray(tally) && tally.length === 3 && tally.every((count) => count >= 0) ? tally : [0, 0, 0];
}

/** Counts a game that is deleted to make room. */
export function countDropped(game: Saved): void {
  const end = ended(game);
  if (!end) return;
  const tallies = kept();
  const tally: Tally = [...at(tallies, end.whom)];
  tally[end.how]++;
  write(KEY, { ...tallies, [end.whom]: tally });
}

/** Against each of the levels 1 to 10, the first at 0. */
export function talliesOf(games: Saved[], variant: string): Tally[] {
  const tallies = kept();
  const all = Array.from({ length: 10 }, (_, level) => [...at(tallies, `${variant}.${level + 1}`)] as Tally);
  for (const game of games) {
    const end = game.variant === variant ? ended(game) : null;
    if (end) all[Number(end.whom.split(".")[1]) - 1][end.how]++;
  }
  return all;
}
