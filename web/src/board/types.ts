// SPDX-License-Identifier: MIT
// The properties of a board. It holds no rules: legal moves are those of `look.moves`, reasons come from `core.check`.

import type { ComponentChildren } from "preact";
import type { Core, Finding, Look, Move, Refusal, Seat } from "../core/types";

export interface BoardProps {
  look: Look;
  /** The seat that may move here; null = none. */
  seat: Seat | null;
  /** Why no move may be made here now; shown at an attempt. */
  why?: string;
  /** `seat` may premove: core.ahead() of the position. */
  ahead?: Look;
  /** Drawn over the pieces, in the units of the drawing; see cellPlace() and wallPlace(). */
  over?: ComponentChildren;
  /** Steps of 60° (Abalone) or 90°, counter-clockwise; 0 = seat 0 below. See turnFor(). */
  turned: number;
  core: Core;
  /** The move that led to `look`, and its origin: for the marks and the animation. */
  last: Move | null;
  before: Look | null;
  coordinates: boolean;
  marks: "auto" | "on" | "off";
  confirmWalls: "touch" | "always" | "never";
  motion: boolean;
  /** Quoridor: the owner of each wall ("e3h"), as far as known. */
  owners?: ReadonlyMap<string, Seat>;
  findings?: Finding[];
  /** Quoridor: show the squares of all shortest paths. */
  paths?: boolean;
  onMove(text: string): void;
  /** The board shows and speaks the reason itself; this is for other consequences. */
  onRefuse?(refusal: Refusal): void;
  /** Spoken text: polite, or at once if urgent. */
  say(text: string, urgent?: boolean): void;
  /** A playing picture: no pad, no rack, no coordinates. */
  small?: boolean;
  /** Quoridor: the wall under consideration ("e3h"), or null when there is none. */
  onGhost?(move: string | null): void;
  /** Keys of the page, pressed with the board in focus: i t m c f z ? [ ] Home End. */
  onKey?(key: string): void;
}

/** The part of the plane that a drawing shows. */
export interface View {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}
