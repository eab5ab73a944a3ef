// SPDX-License-Identifier: MIT
// Games with a live clock that we sit in and that wait for players. We may look at something else meanwhile: when such a game
// begins, the tab in which we waited goes there. Kept for the tab, so that a reload forgets nothing.

import { sounds } from "@meydan/board";
import type { GameInfo } from "../api/messages";
import { t } from "../text";
import { notify } from "./actions";
import { go } from "./navigate";
import { gameAt } from "./route";
import { getState } from "./store";

const KEY = "meydan.awaited";
const MOST = 8;

function awaited(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

function keep(ids: string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(ids.slice(-MOST)));
  } catch {
    // the bell tells of it all the same
  }
}

/** This tab shows a game that waits. */
export function awaitGame({ id, you, speed }: GameInfo): void {
  const live = speed !== "correspondence" && speed !== "unlimited";
  const others = awaited().filter((other) => other !== id);
  if (live && you.length) keep([...others, id]);
}

/** Whether somebody waits for us right now, where we are. */
function isPlaying(): boolean {
  const { route, game } = getState();
  const info = game?.online?.info;
  return info?.state === "live" && info.you.length > 0 && info.id === gameAt(route);
}

/** Goes to a game that has begun, if this tab waited for it. */
export function goWhereAwaited(id: string): void {
  const { route } = getState();
  if (!awaited().includes(id)) return;
  keep(awaited().filter((other) => other !== id));
  if (gameAt(route) === id) return;
  const practising = route.screen === "play";
  sounds.play("start");
  if (isPlaying()) return notify(t("Your other game has begun."), { label: t("Go there"), act: () => go(`/game/${id}`) });
  go(`/game/${id}`);
  notify(practising ? t("Your opponent is here. The game against the computer is saved.") : t("Your opponent is here."));
}
