// SPDX-License-Identifier: MIT
// The server in the state: the user's identity there, their games, the lobby, and the link that carries the news.
// Loaded with the online part of the page only.

import type { Core } from "../core/types";
import { http } from "../api/http";
import { browserSite, Link } from "../api/link";
import type { FromServer, GameSetup, Me, ToServer } from "../api/messages";
import { Problem, problemText, setErrorTexts } from "../api/problems";
import { notify } from "./actions";
import { go } from "./navigate";
import { gameAt } from "./route";
import { t } from "../text";
import { variantOf } from "./seats";
import { copy } from "./share";
import { noteOnline } from "./storage";
import { getState, update } from "./store";
import type { Online } from "./types";
import { allUnsent, dropUnsent, wasMeantFor } from "./unsent";

setErrorTexts(() => getState().core?.errors() ?? {});

const FRIEND_CLOCK = { main: 600_000, increment: 5_000, period: 0, periods: 0 };
const IDLE = 5000; // ms for which the link stays open without subscriptions

export function changeOnline(part: Partial<Online>): void {
  update({ online: { ...getState().online, ...part } });
}

// --- the link --------------------------------------------------------------------------------------

let hearer: (message: FromServer) => void = () => {};
const hearers: ((message: FromServer) => void)[] = [];
let idle = 0;
const topics = new Set<string>();

const link = new Link(browserSite("/api/v1/socket"), {
  hear(message) {
    if (message.t === "lobby") return changeOnline({ lobby: { open: message.open, live: message.live, pools: message.pools, players: message.players } });
    hearer(message);
    for (const hear of hearers) hear(message);
  },
  change() {
    const { state, trip, lag } = link;
    changeOnline({ link: { state, trip, lag } });
  },
});

addEventListener("online", () => {
  link.hurry();
  void sendUnsent();
});
document.addEventListener("visibilitychange", () => !document.hidden && link.hurry());
addEventListener("pagehide", () => link.stop());
addEventListener("pageshow", () => topics.size && link.start());

/** Registers the code that shows the game. */
export function setHearer(hear: (message: FromServer) => void): void {
  hearer = hear;
}

/** Registers a further listener, for as long as the page is loaded. */
export function alsoHear(hear: (message: FromServer) => void): void {
  hearers.push(hear);
}

export function subscribe(topic: string, message: ToServer): void {
  clearTimeout(idle);
  topics.add(topic);
  link.subscribe(topic, message);
  link.start();
}

export function unsubscribe(topic: string, message: ToServer): void {
  topics.delete(topic);
  link.unsubscribe(topic, message);
  clearTimeout(idle);
  if (!topics.size) idle = window.setTimeout(() => link.stop(), IDLE);
}

export const refresh = (topic: string): void => link.refresh(topic);
export const request = (message: ToServer, again = false): Promise<{ game?: string }> => link.request(message, again);
export const forgetRequests = (): void => link.forget();

export function watchLobby(): () => void {
  subscribe("lobby", { t: "lobby" });
  return () => unsubscribe("lobby", { t: "unlobby" });
}

/** Sends moves made without a connection in games that are not on the screen. */
async function sendUnsent(): Promise<void> {
  const later = new Set(["lost", "none", "busy", "too_fast", "failed"]);
  for (const unsent of allUnsent()) {
    const { info, sent } = unsent;
    if (gameAt(getState().route) === info.id) continue;
    try {
      if (!wasMeantFor(await http.game(info.id), unsent)) throw new Problem("stale", "");
      await http.act(info.id, "move", sent);
    } catch (error) {
      if (error instanceof Problem && later.has(error.code)) return;
      notify(t("Your move {move} was not played: {reason}", { move: sent.move, reason: problemText(error) }));
    }
    dropUnsent(info.id);
  }
}

// --- identity ----------------------------------------------------------------------------------------

function takeMe({ person, role, games, server }: Me): void {
  const before = getState().online.me;
  if (person) noteOnline();
  changeOnline({ server: "here", computers: server.computers, me: person, role, games });
  if (before?.id === person?.id) return;
  link.renew(); // a socket belongs to the person who opened it
}

/** Loads the user's identity; also finds out whether there is a server. */
export async function loadMe(): Promise<void> {
  try {
    takeMe(await http.me());
    void sendUnsent();
  } catch (error) {
    const gone = error instanceof Problem && (error.code === "none" || error.code === "lost");
    if (gone && getState().online.server !== "here") changeOnline({ server: "none" });
    else if (!gone) notify(problemText(error));
  }
}

/** Applies an answer like that of /me, from a call that changes the user's identity. */
export async function become(answer: Promise<Me>): Promise<void> {
  takeMe(await answer);
}

// --- making and joining games ------------------------------------------------------------------------

/**
 * The first game of a visitor makes them a person on the server. A socket belongs to the person who opened it, so
 * messages wait until it is theirs: otherwise the game would look like another person's.
 */
export async function asPerson<T>(act: () => Promise<T>): Promise<T> {
  if (getState().online.me) return act();
  link.stop();
  try {
    const answer = await act();
    await loadMe();
    return answer;
  } finally {
    if (topics.size) link.start();
  }
}

export async function makeGame(setup: GameSetup): Promise<void> {
  const game = await asPerson(() => http.make(setup));
  go(`/game/${game.id}`);
}

/** Makes a private game for a friend, and copies its link. */
export async function makeFriendGame(core: Core, variant: string, from?: { position: string; turn: number }): Promise<void> {
  const { layouts, players } = variantOf(core, variant);
  const seats = Array.from({ length: players }, (_, seat): "me" | "open" => (seat === (from?.turn ?? 0) ? "me" : "open"));
  const start = from ? { position: from.position } : { layout: layouts[0].name };
  const clock = core.clockText(FRIEND_CLOCK);
  try {
    const game = await asPerson(() => http.make({ variant, ...start, clock, seats, lot: !from, rated: false, public: false }));
    go(`/game/${game.id}`);
    await copy(`${location.origin}/game/${game.id}`, t("Link copied."));
  } catch (error) {
    notify(problemText(error));
  }
}

/** Takes the given seat, or any free one. */
export async function joinGame(id: string, seat?: number): Promise<void> {
  try {
    await asPerson(() => http.act(id, "join", seat === undefined ? {} : { seat }));
    go(`/game/${id}`);
    refresh("game");
  } catch (error) {
    notify(problemText(error));
  }
}

export async function leaveGame(id: string, act: "leave" | "abort"): Promise<void> {
  try {
    await http.act(id, act);
    if (act === "abort") go("/online");
    else refresh("game");
  } catch (error) {
    notify(problemText(error));
  }
}
