// SPDX-License-Identifier: MIT
// Puzzles in words: the task, and the names of the themes.

import { capital, colourName } from "../../state/seats";
import { named, n, t } from "../../text";
import type { Puzzle } from "./pack";

const THEME_NAMES: Record<string, () => string> = {
  ejection: () => t("Push off"),
  "double-threat": () => t("Double threat"),
  defence: () => t("Defence"),
  "break-pat": () => t("Break a standoff"),
  sidestep: () => t("Side-step"),
  cut: () => t("Cut off"),
  jump: () => t("Jump"),
  race: () => t("Race"),
  "last-wall": () => t("Last wall"),
  win: () => t("Win the game"),
};

export function themeName(theme: string): string {
  return named(THEME_NAMES, theme);
}

/** "Black to move. Push off a marble in 2 moves." */
export function askText({ goal: { kind, moves } }: Puzzle, seat: number): string {
  const who = t("{player} to move.", { player: capital(colourName(seat)) });
  switch (kind) {
    case "win":
      return `${who} ${n("Win in {n} move.", "Win in {n} moves.", moves)}`;
    case "eject":
      return `${who} ${n("Push off a marble in {n} move.", "Push off a marble in {n} moves.", moves)}`;
    case "ahead":
      return `${who} ${t("One move keeps the advantage. Find it.")}`;
    case "save":
      return `${who} ${t("One move saves the game. Find it.")}`;
  }
}
