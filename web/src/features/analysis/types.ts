// SPDX-License-Identifier: MIT
// The analysis on the screen, as plain data.

import type { Info } from "@meydan/engine";
import type { Reason } from "../../api/messages";
import type { Core, Look, Move } from "@meydan/core";
import type { Settings } from "../../state/types";
import type { Colour, Sign, Tree } from "./tree";

export type { Sign };

/** An analysis as the browser keeps it. */
export interface Kept {
  id: string;
  variant: string;
  /** The position it begins from. */
  start: string;
  /** By seat; "" for nobody in particular. */
  names: string[];
  /** "1-0" and "resignation", of a game that was played to an end; "*" and "" otherwise. */
  result: string;
  reason: string;
  tree: Tree;
  /** The node looked at. */
  at: number;
  changed: number;
}

export interface Threat {
  threat: boolean;
  player: number;
  gain: number;
  position: string;
  line: string[];
  why: Reason[];
}

export interface Thinking {
  on: boolean;
  /** How many lines are wanted. */
  lines: number;
  /** What is known of the position; null: nothing yet. */
  info: Info | null;
  running: boolean;
  failed: boolean;
  /** null: not asked for. */
  threat: Threat | "asked" | null;
}

export interface Analysis extends Kept {
  /** What is on the board, what was before it, and the move between. */
  look: Look;
  before: Look | null;
  last: Move | null;
  turned: number;
  /** The panel that is shown where there is room for one. */
  panel: string;
  engine: Thinking;
  /** The colour that a pointer draws with; null: it plays. */
  drawing: Colour | null;
  /** Which remark of Explain is shown; null: none. */
  explained: number | null;
  /** Moves that are only being looked at, and the board there. */
  preview: { moves: string[]; look: Look; last: Move | null } | null;
}

/** What each panel beside the board is drawn from. */
export interface PanelProps {
  core: Core;
  /** `look` is the position on the board; `preview`, if there is one, only a line that is being pointed at. */
  analysis: Analysis;
  settings: Settings;
}

declare module "../../state/types" {
  interface State {
    /** The one on the analysis board. */
    analysis?: Analysis | null;
  }
}
