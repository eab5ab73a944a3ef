// SPDX-License-Identifier: MIT
// A short notation for exercises: fields that are left out have their usual values.

import type { Exercise, GameName, Stage } from "../types";

type Usual = Pick<Exercise, "variant" | "par" | "foe">;
/** By default the game for two, one move, and opponents who answer. */
type Draft = Omit<Exercise, "game" | keyof Usual> & Partial<Usual>;

export function stagesOf(game: GameName, stages: (Omit<Stage, "game" | "exercises"> & { exercises: Draft[] })[]): Stage[] {
  const usual: Usual = { variant: game, par: 1, foe: "answers" };
  return stages.map((stage) => ({ ...stage, game, exercises: stage.exercises.map((draft) => ({ ...usual, ...draft, game })) }));
}
