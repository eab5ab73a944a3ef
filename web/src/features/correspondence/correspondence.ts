// SPDX-License-Identifier: MIT
// Games with days per move: conditional moves and vacation, as in docs/correspondence.md.

import { call } from "../../api/http";
import type { Lines, Vacation } from "../../api/messages";

const path = (game: string) => `/games/${encodeURIComponent(game)}/conditional`;

export const correspondence = {
  lines: (game: string) => call<Lines>("GET", path(game)),
  store: (game: string, ply: number, lines: string[]) => call<Lines>("POST", path(game), { ply, lines }),
  vacation: () => call<Vacation>("GET", "/vacation"),
  begin: (days: number) => call<Vacation>("POST", "/vacation", { days }),
  end: () => call<Vacation>("POST", "/vacation/end", {}),
};
