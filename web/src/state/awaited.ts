// SPDX-License-Identifier: MIT
// The user's open games with a live clock. The user may visit other screens meanwhile: when such a game begins, the tab
// that waited goes to it. Stored for the tab, so that it survives a reload.

import { sounds } from "@meydan/board";
import type { GameInfo } from "../api/messages";
import { t } from "../text";
import { notify, tellOfBeginning } from "./actions";
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
    // the bell shows it anyway
  }
}

/** This tab shows an open game. */
export function awaitGame({ id, you, speed }: GameInfo): void {
  const live = speed !== "correspondence" && speed !== "unlimited";
  const others = awaited().filter((other) => other !== id);
  if (live && you.length) keep([...others, id]);
}

/** Whether an opponent waits for the user on this screen. */
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
  tellOfBeginning(practising);
}
