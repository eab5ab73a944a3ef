// SPDX-License-Identifier: MIT
// The rulebook as data: chapters of figures, exercises, terms. A figure is a position (FORMATS.md) and what a reader does
// on it; the core, never this folder, decides what is allowed. Texts are English keys, marked by mark.ts and translated
// when shown. tests/learn.test.mjs holds every position, move, refusal and solution against the core.

import type { MoveKind } from "../../core/types";

export type GameName = "abalone" | "quoridor";

/** A board to begin from: a layout of the variant, or a position. */
export interface Begin {
  variant: string;
  layout?: string;
  position?: string;
}

/** Make a move: one of `moves`, or any of `kinds`, or simply any. */
export interface PlayTask {
  kind: "play";
  ask: string;
  moves?: string[];
  kinds?: MoveKind[];
  /** What the reader has just seen. */
  then: string;
  /** Goes on from where the task before it ended. */
  on?: boolean;
}

/** Try what is forbidden, and read why. */
interface RefusedTask {
  kind: "refused";
  ask: string;
  move: string;
  /** The id of the core's refusal. */
  reason: string;
}

export type Task = PlayTask | RefusedTask;

/** What to point at: findings of these kinds (`meydan explain`), if given only those of one seat, only those that lie within
 *  `cells`, only those that are a group of their own. */
export interface Show {
  kinds: string[];
  seat?: number;
  cells?: string[];
  whole?: boolean;
}

export interface Figure extends Begin {
  id: string;
  text: string;
  tasks: Task[];
  show?: Show;
}

export interface Chapter {
  id: string;
  game: GameName;
  title: string;
  figures: Figure[];
}

/** What must hold after the solver's move. All of it is read off what the core says of the position. */
export type Goal =
  | { kind: "win" }
  /** So many marbles pushed out since the start. */
  | { kind: "eject"; count: number }
  /** The move is a push. */
  | { kind: "push" }
  /** Own marbles, or the pawn, on all of these. */
  | { kind: "reach"; cells: string[] }
  /** A formation of the glossary, holding all of `cells` if given. */
  | { kind: "form"; name: string; cells?: string[] }
  /** The next player cannot push anything out. */
  | { kind: "safe" }
  /** The next player cannot push at all. */
  | { kind: "firm" }
  /** A pawn's way is at least `least` steps, and the own way at most `most`. */
  | { kind: "delay"; seat: number; least: number; most?: number };

export interface Exercise extends Begin {
  id: string;
  game: GameName;
  title: string;
  ask: string;
  goal: Goal;
  /** Own moves that are enough. */
  par: number;
  /** Whether the others stand still, so that there is no hurry, or answer as well as they can: then the goal must be
   *  reached within par, and a move that lets it slip is taken back. */
  foe: "still" | "answers";
  /** A way to do it: own moves if the others stand still, else the first move. */
  solution: string[];
  /** For the longest ones: every first move that works, and the answer to it. */
  answers?: Record<string, string>;
}

/** A stage is a few exercises of one kind, the easier ones first. */
export interface Stage {
  id: string;
  game: GameName;
  title: string;
  exercises: Exercise[];
}

export interface Term extends Begin {
  id: string;
  game: GameName;
  name: string;
  text: string;
  show?: Show;
  /** A move that shows it. */
  move?: string;
}
