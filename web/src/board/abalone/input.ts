// SPDX-License-Identifier: MIT
// Input on the Abalone board: selection by tap, sweep and both ends, pulling a group with a live preview, chevrons,
// keys. Pure functions from the state and an input to the next state and its effects.

import type { Move } from "../../core/types";
import { focused, type Result } from "../control";
import type { Input, Key, Pointer } from "../gestures";
import type { Point } from "../types";
import { cellText } from "../words";
import { hexDirection, hexNearest, hexPlace, hexStep } from "./hex";
import { CHEVRON, chevronPlace, joined, tapped } from "./select";
import { type AbaloneState, choose, dropped, go, type Press, sent, touch, waysOf } from "./state";

const TAP = 0.3; // a press that stays within this is a tap
const PULL = 0.45; // a longer pull has a direction
const HINT = 0.12;
const OVER = 0.42; // a sweep this near to a marble's middle takes it along
const ARROWS: Record<string, number> = { ArrowRight: 0, PageUp: 1, ArrowUp: 2, ArrowLeft: 3, PageDown: 4, ArrowDown: 5 };

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The chevron at a point, unless something else is nearer. */
function chevronAt(state: AbaloneState, point: Point, other = Infinity): Move | null {
  const near = waysOf(state)
    .map((move) => ({ move, far: distance(chevronPlace(move, state.turned), point) }))
    .sort((a, b) => a.far - b.far)[0];
  return near && near.far < Math.min(CHEVRON + 0.1, other) ? near.move : null;
}

function down(state: AbaloneState, { id, point }: Pointer): Result<AbaloneState> {
  const { turned, selection, hand } = state;
  const under = hexNearest(point, turned);
  const held = under !== null && selection.includes(under);
  // A chosen marble can be pulled, even where a chevron overlaps it.
  const chevron = chevronAt(state, point, held ? distance(hexPlace(under, turned), point) : Infinity);
  const cell = chevron ? null : under;
  const sweeps = chevron !== null || !held || selection.length === 1;
  const press: Press = { id, start: point, anchor: point, cell, chevron, sweeps, chose: false, restarts: false, moved: false };
  const pressed = { ...state, press, focus: cell ?? state.focus };
  if (cell === null || held || !hand.side.has(cell)) return [pressed];
  const next = tapped(hand, selection, cell);
  if (!next.includes(cell)) return [pressed];
  return choose({ ...pressed, press: { ...press, chose: true, restarts: next.length > 1, anchor: hexPlace(cell, turned) } }, next);
}

/** With a mouse over a chevron, the marbles it would move shift a little. */
function hover(state: AbaloneState, point: Point): Result<AbaloneState> {
  const move = chevronAt(state, point);
  if (move === (state.shift?.hint ?? null)) return [state];
  return [{ ...state, shift: move && { cells: [...move.cells, ...move.pushed], dir: move.dir, amount: HINT, hint: move } }];
}

function pulled(state: AbaloneState, dir: number, length: number): AbaloneState {
  const move = waysOf(state).find((one) => one.dir === dir) ?? null;
  const amount = move ? Math.min(1, Math.max(0, (length - 0.15) / 0.85)) : 0.07;
  const cells = move ? [...move.cells, ...move.pushed] : state.selection;
  const same = state.pull?.dir === dir && state.pull.move?.text === move?.text;
  return { ...state, pull: same ? state.pull : { dir, move }, shift: { cells, dir, amount } };
}

function move(state: AbaloneState, { point }: Pointer): Result<AbaloneState> {
  const { press, selection, turned, hand } = state;
  if (!press) return hover(state, point);
  if (!press.moved && distance(point, press.start) < TAP) return [state];
  const moved = { ...press, moved: true };
  if (press.cell === null || !selection.includes(press.cell)) return [{ ...state, press: moved }];
  const over = hexNearest(point, turned, OVER);
  if (press.sweeps && over !== null && !selection.includes(over)) {
    const next = joined(hand, selection, over) ?? (press.restarts ? joined(hand, [press.cell], over) : null);
    if (next) {
      const swept = { ...moved, restarts: false, anchor: hexPlace(over, turned), cell: over };
      return choose(dropped({ ...state, press: swept }), next);
    }
  }
  const vector = { x: point.x - press.anchor.x, y: point.y - press.anchor.y };
  const length = Math.hypot(vector.x, vector.y);
  const dir = hexDirection(vector, turned);
  const ahead = hexStep(press.cell, dir);
  const next = { ...state, press: moved };
  if (length < PULL || (press.sweeps && ahead !== null && joined(hand, selection, ahead)))
    return [state.pull ? dropped(next) : next];
  return [pulled(next, dir, length)];
}

function up(state: AbaloneState): Result<AbaloneState> {
  const { press, pull, shift } = state;
  const next = { ...state, press: null };
  if (!press) return [state];
  if (pull?.move) {
    // If the page refuses the move, the marbles must not stay where they were pulled.
    const settle = (later: AbaloneState) => ({ ...(later.press ? later : dropped(later)), letGo: 0 });
    return [...sent({ ...next, letGo: state.ahead ? 0 : shift?.amount ?? 0 }, pull.move), { kind: "later", update: settle }];
  }
  if (pull) return go(dropped(next), pull.dir);
  if (press.moved) return [next];
  if (press.chevron) return sent(next, press.chevron);
  return press.chose ? [next] : touch(next, press.cell);
}

function lost(state: AbaloneState): Result<AbaloneState> {
  return [dropped({ ...state, press: null })];
}

function arrow(state: AbaloneState, dir: number, shift: boolean): Result<AbaloneState> {
  const { focus, hand, selection } = state;
  const next = hexStep(focus, dir);
  if (!shift || !next) return focused(state, next);
  const base = selection.includes(focus) || !hand.own.has(focus) ? selection : tapped(hand, selection, focus);
  const longer = joined(hand, base, next);
  if (!longer) return focused(state, next);
  const [chosen, ...spoken] = choose(state, longer);
  const [moved, ...effects] = focused(chosen, next);
  return [moved, ...spoken, ...effects];
}

function key(state: AbaloneState, { name, shift }: Key): Result<AbaloneState> | null {
  const { focus, hand, selection, turned, look, seat } = state;
  const toBoard = (screen: number) => (screen - turned + 6) % 6;
  if (name in ARROWS) return arrow(state, toBoard(ARROWS[name]!), shift);
  if (name === "Enter" || name === " ") return touch(state, focus);
  if (/^[1-6]$/.test(name))
    return go(state, toBoard(Number(name) - 1), selection.length > 0 ? selection : hand.own.has(focus) ? [focus] : []);
  if (name === "Escape") return choose(dropped({ ...state, press: null }), []);
  if (name === "o") return [state, { kind: "say", text: cellText(look, seat, focus, selection) }];
  return null;
}

export const abaloneInput: Input<AbaloneState> = {
  down,
  move,
  up,
  out: (state) => [state],
  lost,
  touch,
  key,
  pressing: ({ press }) => press?.id ?? null,
  // A finger on a marble pulls it; elsewhere it may scroll.
  holds: ({ press, hand }) => press !== null && (press.chevron !== null || (press.cell !== null && hand.side.has(press.cell))),
};
