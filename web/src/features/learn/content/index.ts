// SPDX-License-Identifier: MIT
// All chapters, exercises and terms, in reading order.

import type { Chapter, Exercise, Stage } from "../types";
import { abaloneForTwo } from "./abalone";
import { abaloneForMore } from "./abalone-more";
import { abaloneStages } from "./exercises-abalone";
import { quoridorStages } from "./exercises-quoridor";
import { quoridorChapters } from "./quoridor";

export { glossary } from "./glossary";

export const chapters: Chapter[] = [...abaloneForTwo, ...abaloneForMore, ...quoridorChapters];
export const stages: Stage[] = [...abaloneStages, ...quoridorStages];
export const exercises: Exercise[] = stages.flatMap((stage) => stage.exercises);
