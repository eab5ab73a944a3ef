// SPDX-License-Identifier: MIT
// The chat of the game on the screen.

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
  /** The seats that accept texts from the user. */
  chat: number[];
}

let talk: Talk | null = null;
let loading = "";
let early: Said[] = []; // messages that came before the earlier ones were loaded
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

/** The chat of a game, past and future; null while it is unknown. */
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

/** False, with a notice, if it was refused. */
export async function say(game: string, words: { phrase: string } | { text: string }): Promise<boolean> {
  try {
    await request({ t: "say", game, ...words });
    return true;
  } catch (error) {
    notify(problemText(error));
    return false;
  }
}

/** Players that the user has muted on this device. */
export function isMuted(person: string): boolean {
  return (read<string[]>(MUTED) ?? []).includes(person);
}

export function mute(person: string, on: boolean): void {
  const others = (read<string[]>(MUTED) ?? []).filter((other) => other !== person);
  write(MUTED, on ? [...others, person].slice(-MUTED_MAX) : others);
  tell();
}
