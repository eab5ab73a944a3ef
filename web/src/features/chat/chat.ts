// SPDX-License-Identifier: MIT
// What players say in the game on the screen.

import { call } from "../../api/http";
import type { FromServer, Said } from "../../api/messages";
import { problemText } from "../../api/problems";
import { notify } from "../../state/actions";
import { alsoHear, request } from "../../state/online";
import { read, write } from "../../state/storage";

const MUTED = "meydan.muted";
const MUTED_MAX = 200;

export interface Talk {
  game: string;
  said: Said[];
  /** The seats that may be written to. */
  chat: number[];
}

let talk: Talk | null = null;
let loading = "";
let early: Said[] = []; // what was heard before the rest was there
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

let listening = false;

function hear(message: FromServer): void {
  if (message.t !== "said") return;
  const { t: _, game, ...said } = message;
  if (loading === game && talk?.game !== game) early.push(said);
  if (talk?.game !== game) return;
  talk = { ...talk, said: [...talk.said, said] };
  tell();
}

/** What is said in a game, from now on and before; null while it is not known. */
export function listenTo(game: string, listener: () => void): () => void {
  if (!listening) alsoHear(hear);
  listening = true;
  listeners.add(listener);
  if (talk?.game !== game) {
    talk = null;
    loading = game;
    early = [];
    call<Omit<Talk, "game">>("GET", `/games/${encodeURIComponent(game)}/said`).then((told) => {
      if (loading !== game) return;
      const known = new Set(told.said.map(({ at, seat }) => `${at} ${seat}`));
      talk = { game, said: [...told.said, ...early.filter(({ at, seat }) => !known.has(`${at} ${seat}`))], chat: told.chat };
      tell();
    }, () => {});
  }
  return () => listeners.delete(listener);
}

export const currentTalk = (game: string): Talk | null => (talk?.game === game ? talk : null);

/** False, with a notice, if it could not be said. */
export async function say(game: string, words: { phrase: string } | { text: string }): Promise<boolean> {
  try {
    await request({ t: "say", game, ...words });
    return true;
  } catch (error) {
    notify(problemText(error));
    return false;
  }
}

/** Players whose words we do not want to read, on this device. */
export function isMuted(person: string): boolean {
  return (read<string[]>(MUTED) ?? []).includes(person);
}

export function mute(person: string, on: boolean): void {
  const others = (read<string[]>(MUTED) ?? []).filter((other) => other !== person);
  write(MUTED, on ? [...others, person].slice(-MUTED_MAX) : others);
  tell();
}
