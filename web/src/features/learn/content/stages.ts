// SPDX-License-Identifier: MIT
// How exercises are written down: what an exercise does not say is what most of them have.

import type { Exercise, GameName, Stage } from "../types";

type Usual = Pick<Exercise, "variant" | "par" | "foe">;
/** Unless said: the game for two, one move, and others who answer. */
type Draft = Omit<Exercise, "game" | keyof Usual> & Partial<Usual>;

export function stagesOf(game: GameName, stages: (Omit<Stage, "game" | "exercises"> & { exercises: Draft[] })[]): Stage[] {
  const usual: Usual = { variant: game, par: 1, foe: "answers" };
  return stages.map((stage) => ({ ...stage, game, exercises: stage.exercises.map((draft) => ({ ...usual, ...draft, game })) }));
}
