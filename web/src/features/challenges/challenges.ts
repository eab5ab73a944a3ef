// SPDX-License-Identifier: MIT
// Challenges to and by the user, kept up to date while the page is open.

import { sounds } from "@meydan/board";
import { http } from "../../api/http";
import type { Challenge, DeclineReason, FromServer } from "../../api/messages";
import { problemText } from "../../api/problems";
import { notify } from "../../state/actions";
import { alsoHear, changeOnline, joinGame, subscribe } from "../../state/online";
import { getState, listen } from "../../state/store";

export const DECLINE_REASONS: DeclineReason[] = ["later", "busy", "variant", "faster", "slower", "rated", "casual", "unsaid"];

let started = false;

function hear(message: FromServer): void {
  if (message.t !== "challenges") return;
  const known = new Set(getState().online.challenges?.map(({ id }) => id));
  changeOnline({ challenges: message.in });
  if (message.in.some(({ id }) => !known.has(id))) sounds.play("offer");
}

/** Called once, when the user is known. */
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
