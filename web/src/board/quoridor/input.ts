// SPDX-License-Identifier: MIT
// Input on the Quoridor board: a pawn moves by a tap on a lit square or by dragging, a wall appears as a ghost. A
// touched ghost goes to the nearest crossing and waits for ✓; a mouse points at a groove and places with one click.
// Pure functions from the state and an input to the next state and its effects.

import { focused, hinted, refused, type Result } from "../control";
import type { Input, Key, Pointer } from "../gestures";
import type { Point } from "../types";
import { squareText, wallText } from "../words";
import { isLegalWall, sameWall } from "./ghost";
import { drawnUpright, type Slot, slotInGroove, slotNearest, slotPlace, squareNearest, squareStep } from "./square";
import {
  confirm, goTo, offerOf, ownPawn, placeGhost, type Press, type QuoridorState, reasoned, rotated,
} from "./state";

const TAP = 0.3; // a press that stays within this is a tap
const INSIDE = 5; // from the middle. A wall dropped farther out is off the board.
const ARROWS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
};

/** The wall that a press there means. */
function wallAt({ walls, wallMode, upright, turned }: QuoridorState, point: Point, touch: boolean): Slot | null {
  if (!walls) return null;
  if (touch || wallMode) return { slot: slotNearest(point, turned), upright };
  return slotInGroove(point, turned);
}

function isOn(point: Point, wall: Slot | null, turned: number): boolean {
  if (!wall) return false;
  const place = slotPlace(wall.slot, turned);
  const standing = drawnUpright(wall.upright, turned);
  const dx = Math.abs(point.x - place.x);
  const dy = Math.abs(point.y - place.y);
  return (standing ? dx : dy) < 0.4 && (standing ? dy : dx) < 1;
}

function asks({ confirmWalls }: QuoridorState, touch: boolean): boolean {
  return confirmWalls === "always" || (confirmWalls === "touch" && touch);
}

function down(state: QuoridorState, { id, point, mouse }: Pointer): Result<QuoridorState> {
  const { ghost, turned, mine, wallMode } = state;
  const holds = isOn(point, ghost, turned);
  const square = squareNearest(point, turned);
  const onPawn = mine && !wallMode && square !== null && square === ownPawn(state);
  const press: Press = { id, start: point, touch: !mouse, holds, rack: false, drags: holds || onPawn, moved: false };
  return [{ ...state, press, focus: square ?? state.focus, pawnLift: onPawn && !holds }];
}

/** A wall was pressed in the rack: from then on the board holds the pointer. */
export function rackDown(state: QuoridorState, { id, point, mouse }: Pointer): Result<QuoridorState> {
  return [{ ...state, press: { id, start: point, touch: !mouse, holds: true, rack: true, drags: true, moved: false } }];
}

function hover(state: QuoridorState, point: Point): Result<QuoridorState> {
  const { ghost, turned, wallMode, steps } = state;
  if (ghost) return [state];
  const square = squareNearest(point, turned);
  const lit = !wallMode && square && steps.has(square) && !slotInGroove(point, turned, 0);
  const wall = lit ? null : wallAt(state, point, false);
  if (sameWall(wall, state.hover) || wall === state.hover) return [state];
  return [reasoned({ ...state, hover: wall }, wall)];
}

function move(state: QuoridorState, { point, held, time }: Pointer): Result<QuoridorState> {
  const { press, ghost, upright, turned } = state;
  if (!press) return hover(state, point);
  if (!press.moved && Math.hypot(point.x - press.start.x, point.y - press.start.y) < TAP) return [state];
  const next = { ...state, press: { ...press, moved: true } };
  if (!press.holds) return [next];
  const wall = { slot: slotNearest(held, turned), upright };
  return sameWall(wall, ghost) ? [next] : placeGhost(next, wall, time, false);
}

/** A released ghost waits to be confirmed, is placed, or goes back to the rack if dropped outside. */
function drop(state: QuoridorState, press: Press, { point, held, time }: Pointer): Result<QuoridorState> {
  const { ghost, turned, upright, look } = state;
  const inside = Math.max(Math.abs(point.x), Math.abs(point.y)) < INSIDE;
  if (!ghost) return [state];
  if (press.rack && !inside) return placeGhost(state, null, time);
  const wall = { slot: slotNearest(held, turned), upright };
  if (press.rack && !asks(state, press.touch) && isLegalWall(look, wall)) return confirm(state, wall);
  return placeGhost(state, wall, time);
}

function tap(state: QuoridorState, { touch, early }: Press, { point, time }: Pointer): Result<QuoridorState> {
  const { mine, ghost, wallMode, walls, steps, turned } = state;
  const square = squareNearest(point, turned);
  if (!mine) return square ? goTo(state, square) : state.why ? hinted(state, state.why, point) : [state];
  const offer = offerOf(state);
  if (isOn(point, offer, turned)) return placeGhost(state, offer, time);
  const groove = touch || wallMode ? null : slotInGroove(point, turned, 0);
  if (!wallMode && square && steps.has(square) && !groove) return goTo(state, square);
  if (!wallMode && !ghost && !groove && square === ownPawn(state)) return [state];
  const wall = wallAt(state, point, touch) ?? groove;
  if (!wall) {
    if (ghost) return placeGhost(state, null, time);
    return square && square !== ownPawn(state) ? goTo(state, square) : [state];
  }
  // A finger without wall mode never places a wall at once, nor does a press that began before the position appeared.
  if (walls && (early || asks(state, touch) || (touch && !wallMode))) return placeGhost(state, wall, time);
  return confirm(state, wall);
}

function up(state: QuoridorState, pointer: Pointer): Result<QuoridorState> {
  const { press, pawnLift, ghost, turned } = state;
  if (!press) return [state];
  const next = { ...state, press: null, pawnLift: false };
  const square = squareNearest(pointer.point, turned);
  if (pawnLift && press.moved) return square && square !== ownPawn(state) ? goTo(next, square) : [next];
  if (press.holds && (press.moved || press.rack)) return drop(next, press, pointer);
  if (press.moved) return [next];
  if (press.holds && ghost) return placeGhost(next, rotated(ghost), pointer.time);
  return tap(next, press, pointer);
}

// --- keys ------------------------------------------------------------------------------------------

function slotOf(square: string): string {
  const limit = (value: number) => Math.min(8, value);
  return String.fromCharCode(96 + limit(square.charCodeAt(0) - 96)) + limit(Number(square[1]));
}

function toggleWalls(state: QuoridorState, time: number): Result<QuoridorState> {
  const { walls, mine, core, look, wallMode, ghost, focus, upright } = state;
  if (!walls) {
    const refusal = mine ? core.check(look, "e4h") : null;
    return refusal ? refused(state, refusal, { x: 0, y: 0 }) : [state];
  }
  const on = !(wallMode && ghost);
  return placeGhost({ ...state, wallMode: on }, on ? { slot: slotOf(focus), upright } : null, time);
}

function key(state: QuoridorState, { name, time }: Key): Result<QuoridorState> | null {
  const { ghost, turned, focus, core, look, seat } = state;
  const arrow = ARROWS[name];
  if (arrow && ghost) {
    const slot = squareStep(ghost.slot, arrow[0], arrow[1], turned, 8);
    return slot ? placeGhost(state, { slot, upright: ghost.upright }, time) : [state];
  }
  if (arrow) return focused(state, squareStep(focus, arrow[0], arrow[1], turned));
  if (name === "Enter" || name === " ") return ghost ? confirm(state, ghost) : goTo(state, focus);
  if (name === "w") return toggleWalls(state, time);
  if (name === "r" && ghost) return placeGhost(state, rotated(ghost), time);
  if (name === "Escape") return placeGhost({ ...state, wallMode: false }, null, time);
  if (name === "o") return [state, { kind: "say", text: ghost ? wallText(core, look, ghost) : squareText(look, seat, focus) }];
  return null;
}

export const quoridorInput: Input<QuoridorState> = {
  down,
  move,
  up,
  out: (state) => [state.hover ? { ...state, hover: null, note: null } : state],
  lost: (state) => [{ ...state, press: null, pawnLift: false }],
  touch: goTo,
  key,
  pressing: ({ press }) => press?.id ?? null,
  // A finger on the ghost or on the player's pawn drags; elsewhere it may scroll.
  holds: ({ press }) => press?.drags === true,
};
