// SPDX-License-Identifier: MIT
// The ten levels of the computer by name. Their portraits are in features/newgame/opponentchoice.tsx, the levels in
// docs/levels.md.

import { t } from "../text";
import type { Player } from "./types";

const NAMES: (() => string)[] = [
  () => t("Lina"), () => t("Teo"), () => t("Roza"), () => t("Felix"), () => t("Kaya"),
  () => t("Mira"), () => t("Oskar"), () => t("Iris"), () => t("Viktor"), () => t("Atlas"),
];

/** The name of level 1..10. */
export function opponentName(level: number): string {
  return NAMES[level - 1]?.() ?? t("Computer");
}

/** Computers of one level at the same table: each has a name of its own. */
const TWINS: (() => string)[] = [() => t("Nora"), () => t("Emil"), () => t("Vera")];

/** The name at the table: always with the level, so that no user mistakes it for a person. */
export function computerName(level: number, twin = 0): string {
  return `${twin ? TWINS[(twin - 1) % TWINS.length]() : opponentName(level)} ${level}`;
}

/** After a win of the user against one opponent, the level of the next; 0 if there is none. */
export function nextOpponent(players: Player[], winners: number[]): number {
  const beaten = players.find(({ kind }) => kind === "computer")?.level ?? 0;
  const won = players.length === 2 && winners.some((seat) => players[seat].kind === "me");
  return won && beaten > 0 && beaten < NAMES.length ? beaten + 1 : 0;
}
