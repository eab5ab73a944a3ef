// SPDX-License-Identifier: MIT
// The Quoridor board as plain data, and the effects of stepping and placing walls. A wall is first a ghost that is put,
// turned, slid and confirmed. Legal moves come from `look.moves`, reasons for refusals from `core.check`. Pure
// functions.

import type { Move, Refusal } from "../../core/types";
import { type Given, hinted, notYet, type Playing, refused, type Result } from "../control";
import type { BoardProps, Point } from "../types";
import { refusalText, wallMove, wallText } from "../words";
import { isLegalWall, neighbourWall, sameWall } from "./ghost";
import { drawnUpright, type Slot, slotPlace, squarePlace } from "./square";

const SETTLE = 50; // ms in which ✓ and ✕ ignore presses after the tap that showed them

/** A press under way. */
export interface Press {
  id: number;
  start: Point;
  touch: boolean;
  /** The press is on the ghost, or comes from the rack. */
  holds: boolean;
  rack: boolean;
  /** The press drags the ghost or the pawn. */
  drags: boolean;
  moved: boolean;
  /** The press began before the position on the board. */
  early?: boolean;
}

export interface WallsGiven extends Given {
  confirmWalls: BoardProps["confirmWalls"];
}

export interface QuoridorState extends WallsGiven, Playing {
  /** It is the turn of the player here, who may move the pawn. */
  mine: boolean;
  steps: ReadonlyMap<string, Move>;
  /** A wall can be placed. */
  walls: boolean;
  ghost: Slot | null;
  /** When the ghost appeared. */
  ghostTime: number;
  /** A mouse's ghost, which disappears with the pointer. */
  hover: Slot | null;
  upright: boolean;
  /** Every tap is for a wall. */
  wallMode: boolean;
  pawnLift: boolean;
  press: Press | null;
}

export const UNDRAWN = ["press", "ghostTime"] as const;

function derived({ look, seat }: Given): Pick<QuoridorState, "mine" | "steps" | "walls"> {
  const mine = seat !== null && look.turn === seat && look.winners.length === 0;
  const steps = mine ? look.moves.flatMap((move) => (move.slot === "" && move.to[0] ? [[move.to[0], move] as const] : [])) : [];
  return { mine, steps: new Map(steps), walls: mine && (look.wallsLeft[seat] ?? 0) > 0 };
}

export function quoridorState(given: WallsGiven): QuoridorState {
  const { look, seat } = given;
  return {
    ...given, ...derived(given), ghost: null, ghostTime: -1e9, hover: null, upright: false, wallMode: false, pawnLift: false,
    press: null, focus: (seat !== null && look.pawns[seat]) || "e1", note: null,
  };
}

/**
 * The board as the page provides it now. A new position ends every choice, except that a finger that is down during the
 * opponent's move still means its place, and a ghost from before the turn stays.
 */
export function given(state: QuoridorState, next: WallsGiven): QuoridorState {
  const { look, seat, press } = state;
  const taken = look === next.look && seat === next.seat ? { ...state, ...next } : { ...state, ...next, ...derived(next) };
  if (look.position === next.look.position && seat === next.seat) return taken;
  const still = press && !press.moved && !press.rack ? { ...press, holds: false, drags: false, early: true } : null;
  const ended = { ...taken, press: still, hover: null, pawnLift: false, note: null };
  if (state.ahead && seat === next.seat && ended.walls) return reasoned(ended, ended.ghost);
  return { ...ended, ghost: null, wallMode: false };
}

export function ownPawn({ look, seat }: QuoridorState): string | undefined {
  return seat === null ? undefined : look.pawns[seat];
}

export function reasonOf({ look, core }: QuoridorState, wall: Slot): Refusal | null {
  return isLegalWall(look, wall) ? null : core.check(look, wallMove(wall));
}

/** The legal wall beside an illegal ghost. */
export function offerOf({ look, ghost, turned }: QuoridorState): Slot | null {
  return ghost && !isLegalWall(look, ghost) ? neighbourWall(look, ghost, slotPlace(ghost.slot, turned), turned) : null;
}

/** With the reason against a wall beside it, as long as it is there. */
export function reasoned(state: QuoridorState, wall: Slot | null): QuoridorState {
  const refusal = wall && reasonOf(state, wall);
  const at = wall && slotPlace(wall.slot, state.turned);
  return { ...state, note: refusal && { text: refusalText(refusal), at: at!, tone: "refused", stays: true } };
}

export function placeGhost(state: QuoridorState, wall: Slot | null, time: number, spoken = true): Result<QuoridorState> {
  if (!wall) return [{ ...state, ghost: null, hover: null, note: null }];
  const ghostTime = sameWall(wall, state.ghost) ? state.ghostTime : time;
  const next = reasoned({ ...state, ghost: wall, hover: null, ghostTime, upright: wall.upright }, wall);
  return spoken ? [next, { kind: "say", text: wallText(state.core, state.look, wall) }] : [next];
}

export function rotated({ slot, upright }: Slot): Slot {
  return { slot, upright: !upright };
}

/** A premove doesn't change the board, so the choice ends here. */
function sent(state: QuoridorState, move: string): Result<QuoridorState> {
  const next = state.ahead ? { ...state, ghost: null, hover: null, wallMode: false, note: null } : state;
  return [next, { kind: "send", move }];
}

export function confirm(state: QuoridorState, wall: Slot): Result<QuoridorState> {
  const refusal = reasonOf(state, wall);
  return refusal ? refused(state, refusal, slotPlace(wall.slot, state.turned)) : sent(state, wallMove(wall));
}

export function goTo(state: QuoridorState, square: string): Result<QuoridorState> {
  const { steps, seat, look, turned, mine, core, why } = state;
  const move = steps.get(square);
  if (move) return sent(state, move.text);
  const at = squarePlace(square, turned);
  if (why) return hinted(state, why, at);
  if (seat !== null && seat !== look.turn && look.winners.length === 0) return notYet(state, at);
  const refusal = mine ? core.check(look, square) : null;
  return refusal ? refused(state, refusal, at) : [state];
}

// --- the row of controls ---------------------------------------------------------------------------

/** Chooses the direction of walls as seen, flat or upright. The same choice again ends wall mode. */
export function orient(state: QuoridorState, standing: boolean, time: number): Result<QuoridorState> {
  const { ghost, wallMode, upright, turned } = state;
  const next = drawnUpright(standing, turned);
  if (ghost) return placeGhost(state, { slot: ghost.slot, upright: next }, time);
  return [{ ...state, upright: next, wallMode: !(wallMode && next === upright) }];
}

/** Confirms the ghost wall (`yes`) or discards it. */
export function settle(state: QuoridorState, yes: boolean, time: number): Result<QuoridorState> {
  const { ghost, ghostTime } = state;
  if (!ghost || time - ghostTime <= SETTLE) return [state];
  return yes ? confirm(state, ghost) : placeGhost(state, null, time);
}
