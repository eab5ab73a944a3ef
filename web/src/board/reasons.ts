// SPDX-License-Identifier: MIT
// Why the core refuses something, in the reader's language. The ids are those of src/wasm/view.c; the words those of the
// rulebooks. What a text that cannot be read has wrong, and where, is told in English: there are too many such messages.

import type { Refusal } from "../core/types";
import { t } from "./text";

const TEXTS: Record<string, (detail: string) => string> = {
  "game-over": () => t("The game is over"),
  "may-not-pass": () => t("You may pass only if you have no legal move"),
  "must-pass": () => t("There is no legal move: you must pass"),
  "not-a-step": () => t("A marble moves one cell, to a neighbour"),
  "not-in-line": () => t("A side-step moves two or three neighbours on one line"),
  "not-yours": () => t("You have no marble there to move"),
  "too-many": () => t("At most three marbles move at once"),
  "own-marble-out": () => t("You cannot push out a marble of your own side"),
  "cells-taken": () => t("Every cell a side-step enters must be empty"),
  "not-outnumbered": () => t("A push needs more marbles than it pushes"),
  "no-room-behind": () => t("There is no empty cell behind the pushed marbles"),
  "out-of-reach": () => t("The pawn cannot reach that square"),
  "wall-in-the-way": () => t("A wall is in the way"),
  "square-taken": () => t("A pawn stands there"),
  "no-walls-left": () => t("No walls left"),
  "wall-overlaps": () => t("The wall overlaps another"),
  "wall-crosses": () => t("The wall crosses another"),
  "shuts-in": () => t("The wall would shut a player in"),
  "unreadable-move": () => t("This is not a move"),
  "unreadable": (detail) => t("This cannot be read: {detail}", { detail }),
  "not-possible": (detail) => t("This is not possible: {detail}", { detail }),
};

export function reasonText({ id, message }: Refusal): string {
  return TEXTS[id]?.(message) ?? message;
}
