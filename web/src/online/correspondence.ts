// SPDX-License-Identifier: MIT
// Games with days for each move: conditional moves and vacation, as in docs/correspondence.md.

import { call } from "./http";
import type { VacationSpan } from "./messages";

export interface Lines {
  /** Moves played so far. */
  ply: number;
  /** Each with blanks between the moves, from the present position on. */
  lines: string[];
  /** How many there can be, and how many moves one can have. */
  most: number;
  longest: number;
}

export interface Vacation {
  vacation: VacationSpan | null;
  /** In a year; 0: there are none on this server. */
  days: number;
  /** What is left of them, in ms. */
  left: number;
  now: number;
}

const path = (game: string) => `/games/${encodeURIComponent(game)}/conditional`;

export const correspondence = {
  lines: (game: string) => call<Lines>("GET", path(game)),
  store: (game: string, ply: number, lines: string[]) => call<Lines>("POST", path(game), { ply, lines }),
  vacation: () => call<Vacation>("GET", "/vacation"),
  begin: (days: number) => call<Vacation>("POST", "/vacation", { days }),
  end: () => call<Vacation>("POST", "/vacation/end", {}),
};
