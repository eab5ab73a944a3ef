// SPDX-License-Identifier: MIT
// The analysis on the screen, as plain data.

import type { Info } from "@meydan/engine";
import type { Reason } from "../../api/messages";
import type { Core, Look, Move } from "@meydan/core";
import type { Settings } from "../../state/types";
import type { Colour, Sign, Tree } from "./tree";

export type { Sign };

/** An analysis as stored in the browser. */
export interface Kept {
  id: string;
  variant: string;
  /** The position it begins from. */
  start: string;
  /** By seat; "" without a name. */
  names: string[];
  /** "1-0" and "resignation", of a finished game; "*" and "" otherwise. */
  result: string;
  reason: string;
  tree: Tree;
  /** The present node. */
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
  /** How many lines to find. */
  lines: number;
  /** The engine's lines; null: none yet. */
  info: Info | null;
  running: boolean;
  failed: boolean;
  /** null: not requested. */
  threat: Threat | "asked" | null;
}

export interface Analysis extends Kept {
  /** The board, the one before it, and the move in between. */
  look: Look;
  before: Look | null;
  last: Move | null;
  turned: number;
  /** The panel that is shown if there is space for one. */
  panel: string;
  engine: Thinking;
  /** The colour that a pointer draws with; null: it plays. */
  drawing: Colour | null;
  /** Which finding of Explain is shown; null: none. */
  explained: number | null;
  /** Moves under the pointer, and the board there. */
  preview: { moves: string[]; look: Look; last: Move | null } | null;
}

/** The data of each panel beside the board. */
export interface PanelProps {
  core: Core;
  /** `look` is the position on the board; `preview` is the line under the pointer, if any. */
  analysis: Analysis;
  settings: Settings;
}

declare module "../../state/types" {
  interface State {
    /** The one on the analysis board. */
    analysis?: Analysis | null;
  }
}
