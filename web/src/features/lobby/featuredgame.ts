// SPDX-License-Identifier: MIT
// The live game that is shown beside other things: in the lobby, on the first screen, on television. It follows the
// server like the game on the play screen, without input.

import type { ClockState, Followed } from "../../core/types";
import type { FromServer, GameInfo, Summary } from "../../api/messages";
import { applyEvent, followGame, tellClocks } from "../../state/servergame";
import { alsoHear, changeOnline, refresh, subscribe, unsubscribe } from "../../state/online";
import { gameAt } from "../../state/route";
import { getState } from "../../state/store";
import { now } from "../../state/time";
import type { Featured } from "../../state/types";

const TOPIC = "featured";

let wanted = "";
let match: Followed | null = null;

function show(info: GameInfo, before: Featured["before"]): void {
  const { look, moves } = match!.state;
  changeOnline({ featured: { info, look, before, last: moves[moves.length - 1] ?? null } });
}

function take(info: GameInfo): void {
  const core = getState().core;
  const next = core && followGame(core, info, now());
  if (!next) return;
  match?.dispose();
  match = next;
  show(info, null);
}

alsoHear((message: FromServer) => {
  const shown = getState().online.featured;
  if (message.t === "game" && message.game.id === wanted) return take(message.game);
  if (message.t !== "event" || message.game !== wanted || !shown || !match || shown.info.id !== wanted) return;
  const before = match.state.look;
  const info = applyEvent(match, shown.info, message);
  if (!info) return refresh(TOPIC);
  if (message.clocks) tellClocks(match, info, now());
  show(info, message.kind === "move" ? before : shown.before);
});

/** Shows that game until the returned function is called. */
export function feature(id: string): () => void {
  wanted = id;
  subscribe(TOPIC, { t: "watch", game: id });
  return () => {
    if (wanted === id) wanted = "";
    // If the game is also on the play screen, the user continues to watch it there.
    unsubscribe(TOPIC, gameAt(getState().route) === id ? { t: "ping" } : { t: "unwatch", game: id });
    match?.dispose();
    match = null;
    changeOnline({ featured: null });
  };
}

export function featuredClocks(): ClockState | null {
  return match?.clockAt(now()) ?? null;
}

function strength({ seats }: Summary): number {
  return Math.max(...seats.map(({ rating, provisional }) => (rating === null ? 0 : provisional ? rating / 2 : rating)));
}

/** The best rated live game between people; games with days per move only if there is no other. */
export function bestOf(games: Summary[], game?: string): Summary | null {
  const fits = games.filter(({ variant, state }) => state === "live" && (!game || variant.split("-")[0] === game));
  const slow = ({ speed }: Summary) => (speed === "correspondence" || speed === "unlimited" ? 1 : 0);
  const computers = ({ seats }: Summary) => (seats.some(({ computer }) => computer !== null) ? 1 : 0);
  return [...fits].sort((a, b) => slow(a) - slow(b) || computers(a) - computers(b) || strength(b) - strength(a) || a.created - b.created)[0] ?? null;
}

