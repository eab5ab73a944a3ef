// SPDX-License-Identifier: MIT
// The ten levels of the computer by name. Who they are is features/newgame/opponentchoice.tsx; what a level is, docs/levels.md.

import { t } from "../text";

const NAMES: (() => string)[] = [
  () => t("Lina"), () => t("Teo"), () => t("Roza"), () => t("Felix"), () => t("Kaya"),
  () => t("Mira"), () => t("Oskar"), () => t("Iris"), () => t("Viktor"), () => t("Atlas"),
];

/** Of level 1..10. */
export function opponentName(level: number): string {
  return NAMES[level - 1]?.() ?? t("Computer");
}

/** As a player is called at the table: the level always stands beside the name, so that nobody takes it for a person. */
export function computerName(level: number): string {
  return `${opponentName(level)} ${level}`;
}
