// SPDX-License-Identifier: MIT
// The rulebook as data: chapters of figures, exercises, terms. A figure is a position (docs/formats.md) and the reader's
// tasks on it; the core, never this folder, decides what is legal. Texts are English keys, marked by mark.ts and
// translated when shown. web/tests/unit/learn.test.mjs checks every position, move, refusal and solution with the core.

import type { MoveKind } from "../../core/types";

export type GameName = "abalone" | "quoridor";

/** The first board: a layout of the variant, or a position. */
export interface Begin {
  variant: string;
  layout?: string;
  position?: string;
}

/** Make a move: one of `moves`, or any of `kinds`, or any at all. */
export interface PlayTask {
  kind: "play";
  ask: string;
  moves?: string[];
  kinds?: MoveKind[];
  /** What the reader has just seen. */
  then: string;
  /** Continues from the end of the previous task. */
  on?: boolean;
}

/** Try an illegal move, and read the reason. */
interface RefusedTask {
  kind: "refused";
  ask: string;
  move: string;
  /** The id of the core's refusal. */
  reason: string;
}

export type Task = PlayTask | RefusedTask;

/**
 * The highlights: findings of these kinds (`meydan explain`), optionally only those of one seat, those within `cells`,
 * or those that form a separate group.
 */
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

/** The condition after the solver's move, which the core's description of the position decides. */
export type Goal =
  | { kind: "win" }
  /** This many marbles pushed out since the start. */
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
  /** A pawn's path has at least `least` steps, and the solver's at most `most`. */
  | { kind: "delay"; seat: number; least: number; most?: number };

export interface Exercise extends Begin {
  id: string;
  game: GameName;
  title: string;
  ask: string;
  goal: Goal;
  /** The number of own moves that suffice. */
  par: number;
  /**
   * Whether the opponents don't move, so that there is no hurry, or answer as well as they can: then the goal must be
   * reached within par, and a move that loses it is taken back.
   */
  foe: "still" | "answers";
  /** A solution: own moves if the opponents don't move, else the first move. */
  solution: string[];
  /** For the longest ones: every first move that works, and its answer. */
  answers?: Record<string, string>;
}

/** A stage has a few exercises of one kind, the easier ones first. */
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
