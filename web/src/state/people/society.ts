// SPDX-License-Identifier: MIT
// Challenges to us and by us, kept in step while the page is open; and what is said in the game on the screen.

import { sounds } from "@meydan/board";
import { http } from "../../online/http";
import type { FromServer } from "../../online/messages";
import { problemText } from "../../online/problems";
import { society, type Challenge, type DeclineReason, type Said } from "../../online/society";
import { notify } from "../actions";
import { alsoHear, changeOnline, joinGame, request, subscribe } from "../online";
import { read, write } from "../storage";
import { getState, listen } from "../store";

// --- challenges ------------------------------------------------------------------------------------

let started = false;

function hear(message: FromServer): void {
  if (message.t === "said") return hearSaid(message);
  if (message.t !== "challenges") return;
  const known = new Set(getState().online.challenges?.map(({ id }) => id));
  changeOnline({ challenges: message.in });
  if (message.in.some(({ id }) => !known.has(id))) sounds.play("offer");
}

/** Once, as soon as we are somebody. */
export function startChallenges(): void {
  if (started) return;
  started = true;
  alsoHear(hear);
  let who: string | undefined;
  const look = () => {
    const { me } = getState().online;
    if (me?.id === who) return;
    who = me?.id;
    if (me) subscribe("challenges", { t: "challenges" });
    else changeOnline({ challenges: [] });
  };
  look();
  listen(look);
}

export async function accept(challenge: Challenge): Promise<void> {
  await joinGame(challenge.id);
}

export async function decline(challenge: Challenge, reason: DeclineReason): Promise<void> {
  try {
    await http.act(challenge.id, "decline", { reason });
    changeOnline({ challenges: getState().online.challenges?.filter(({ id }) => id !== challenge.id) });
  } catch (error) {
    notify(problemText(error));
  }
}

// --- what is said ----------------------------------------------------------------------------------

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

function hearSaid({ game, ...said }: { game: string } & Said): void {
  if (loading === game && talk?.game !== game) early.push(said);
  if (talk?.game !== game) return;
  talk = { ...talk, said: [...talk.said, said] };
  tell();
}

/** What is said in a game, from now on and before; null while it is not known. */
export function listenTo(game: string, listener: () => void): () => void {
  startChallenges();
  listeners.add(listener);
  if (talk?.game !== game) {
    talk = null;
    loading = game;
    early = [];
    society.said(game).then((told) => {
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
