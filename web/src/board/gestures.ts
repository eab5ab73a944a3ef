// SPDX-License-Identifier: MIT
// From the browser's events to the inputs of a board: points of the drawing instead of pixels, names of keys instead of
// letters.

import type { Control, Playing, Result } from "./control";
import type { Point, View } from "./types";

const LIFT = 40; // px above a finger
const CLICK_AFTER = 700; // ms in which a click belongs to the preceding pointer
const PAGE_KEYS = new Set(["i", "t", "m", "c", "l", "f", "z", "?", "[", "]", "Home", "End"]);

export interface Pointer {
  id: number;
  point: Point;
  /** The point that a dragged piece means: a little above a finger. */
  held: Point;
  mouse: boolean;
  /** ms */
  time: number;
}

export interface Key {
  name: string;
  shift: boolean;
  time: number;
}

/** The inputs of a board. */
export interface Input<S extends Playing> {
  down(state: S, pointer: Pointer): Result<S>;
  move(state: S, pointer: Pointer): Result<S>;
  up(state: S, pointer: Pointer): Result<S>;
  /** The pointer left the board without being pressed. */
  out(state: S): Result<S>;
  /** The browser cancelled the pointer, or it was released outside the board's reach. */
  lost(state: S): Result<S>;
  /** Assistive technology presses a cell without a pointer. */
  touch(state: S, cell: string): Result<S>;
  /** Null: not a key of the board. */
  key(state: S, key: Key): Result<S> | null;
  /** The id of the pointer that is down; null: none is. */
  pressing(state: S): number | null;
  /** Whether the finger holds something, so that it must not scroll the page. */
  holds(state: S): boolean;
}

export function pointOf(svg: Element, view: View, event: { clientX: number; clientY: number }): Point {
  const box = svg.getBoundingClientRect();
  return {
    x: view.x + ((event.clientX - box.left) / box.width) * view.width,
    y: view.y + ((event.clientY - box.top) / box.height) * view.height,
  };
}

/** How many screen pixels one unit of the drawing has. */
export function scaleOf(svg: Element, view: View): number {
  return svg.getBoundingClientRect().width / view.width || 1;
}

export function pointerOf(svg: Element, view: View, event: PointerEvent): Pointer {
  const point = pointOf(svg, view, event);
  const mouse = event.pointerType === "mouse";
  const held = mouse ? point : { x: point.x, y: point.y - LIFT / scaleOf(svg, view) };
  return { id: event.pointerId, point, held, mouse, time: performance.now() };
}

/** The letter of a key by its position: ц is w on a Russian keyboard, ı is i on a Turkish one. */
function keyName(event: KeyboardEvent): string {
  const { key, code } = event;
  if (key.length > 1 || (key >= "!" && key <= "~")) return key.length > 1 ? key : key.toLowerCase();
  if (/^Key[A-Z]$/.test(code)) return code[3]!.toLowerCase();
  return code === "BracketLeft" ? "[" : code === "BracketRight" ? "]" : key;
}

/** The handlers of the drawing `svg()`. */
export function handlersOf<S extends Playing>(control: Control<S>, input: Input<S>, svg: () => SVGSVGElement, view: View) {
  const ours = (event: PointerEvent) => input.pressing(control.state) === event.pointerId;
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || input.pressing(control.state) !== null || !control.accepts(event)) return;
      control.apply(input.down(control.state, pointerOf(svg(), view, event)));
      svg().setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      const hovers = input.pressing(control.state) === null && event.pointerType === "mouse";
      if (hovers || ours(event)) control.apply(input.move(control.state, pointerOf(svg(), view, event)));
    },
    onPointerUp(event: PointerEvent) {
      if (!ours(event)) return;
      control.released = event.timeStamp;
      control.apply(input.up(control.state, pointerOf(svg(), view, event)));
    },
    onLostPointerCapture() {
      if (input.pressing(control.state) !== null) control.apply(input.lost(control.state));
    },
    onPointerLeave() {
      control.apply(input.out(control.state));
    },
    onTouchStart(event: TouchEvent) {
      if (input.holds(control.state)) event.preventDefault();
    },
    onClick(event: MouseEvent) {
      if (event.timeStamp - control.released < CLICK_AFTER) return;
      const cell = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell");
      if (cell) control.apply(input.touch(control.state, cell));
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const name = keyName(event);
      const result = input.key(control.state, { name, shift: event.shiftKey, time: performance.now() });
      if (result) control.apply(result);
      else if (PAGE_KEYS.has(name) && control.props.onKey) control.props.onKey(name);
      else return;
      event.preventDefault();
    },
  };
}
