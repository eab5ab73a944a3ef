// SPDX-License-Identifier: MIT
// Whether a first game with a coach was offered, and which game it is. It is offered once, to a user without a stored
// game.

import { read, write } from "../../state/storage";
import { getState, update } from "../../state/store";

const KEY = "meydan.coach";

/** The game's id; "" once it is over or was declined; null: never offered. */
let coached = read<string>(KEY);

export function isCoachOffered(): boolean {
  return coached === null && getState().games.length === 0;
}

export function isCoached(game: { id: string }): boolean {
  return coached === game.id;
}

/** Coaches a game from now on; "": none. */
export function coachGame(id: string): void {
  coached = id;
  write(KEY, id);
  update({});
}
