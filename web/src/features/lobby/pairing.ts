// SPDX-License-Identifier: MIT
// Quick pairing: the pools in which the user waits, and the game that begins. The server forgets a person who
// disconnects, so every new connection enters the pools again. Games with days per move need no waiting, only a seat.

import { sounds } from "@meydan/board";
import { call } from "../../api/http";
import type { FromServer, Me, PlaceInfo, PoolName } from "../../api/messages";
import { Problem, problemText } from "../../api/problems";
import { notify, tellOfBeginning } from "../../state/actions";
import { go } from "../../state/navigate";
import { alsoHear, asPerson, changeOnline, request, subscribe, unsubscribe } from "../../state/online";
import { getState } from "../../state/store";
import { now } from "../../state/time";

const HOLD = "pool-seat"; // keeps the link while a seat is taken

let entered: PoolName[] = [];
let entering = false; // the server has not confirmed yet that the user waits

const topicOf = ({ variant, clock, rated }: PoolName) => `pair:${variant}:${clock}:${rated}`;

export function isIn(places: PlaceInfo[], pool: PoolName): boolean {
  return places.some((place) => topicOf(place) === topicOf(pool));
}

/** Forgets all pools; a repeated `unpair` does no harm. */
function forget(): void {
  for (const pool of entered) unsubscribe(topicOf(pool), { t: "unpair" });
  entered = [];
  entering = false;
  changeOnline({ places: [] });
}

export const leavePools = forget;

/** Accepts computers for the free seats. */
export async function fillSeats(): Promise<void> {
  try {
    await request({ t: "fill" });
  } catch (error) {
    notify(problemText(error));
  }
}

async function takeSeat(pool: PoolName): Promise<void> {
  subscribe(HOLD, { t: "ping" });
  try {
    const { game } = await request({ t: "pair", ...pool }, true);
    if (game) go(`/game/${game}`);
  } finally {
    unsubscribe(HOLD, { t: "ping" });
  }
}

/** Enters that pool. */
export async function enterPool(pool: PoolName): Promise<void> {
  try {
    await asPerson(() => call<Me>("POST", "/visit"));
    if (pool.clock.endsWith("d")) return await takeSeat(pool);
    if (entered.some((other) => topicOf(other) === topicOf(pool))) return;
    entered.push(pool);
    entering = true;
    subscribe(topicOf(pool), { t: "pair", ...pool });
  } catch (error) {
    notify(problemText(error));
  }
}

function begin(game: string): void {
  const practising = getState().route.screen === "play";
  forget();
  sounds.play("start");
  go(`/game/${game}`);
  tellOfBeginning(practising);
}

alsoHear((message: FromServer) => {
  switch (message.t) {
    case "paired":
      if (entered.length) begin(message.game);
      break;
    case "pairing": {
      if (message.pools.length) entering = false;
      else if (entering) return; // an answer to an earlier request
      // By the page's clock from here on.
      changeOnline({ places: message.pools.map((place) => ({ ...place, since: now() - (message.now - place.since) })) });
      if (!message.pools.length && entered.length) forget();
      if (message.error) notify(problemText(new Problem(message.error, "")));
      break;
    }
    case "error":
      if (!entering || message.n !== null) return;
      forget();
      notify(problemText(new Problem(message.code, message.text)));
  }
});
