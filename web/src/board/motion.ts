// SPDX-License-Identifier: MIT
// Moving pieces. A piece is drawn at its destination, and an animation brings it there from its origin, so that
// stopping one at any moment leaves the board right. `usePassage` notices when the board goes one move forward or back.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Look, Move } from "../core/types";
import type { BoardProps } from "./types";

export const TIMES = { step: 180, push: 220, gutter: 160, tray: 180, pawn: 160, wall: 140, turn: 300, flash: 600 };
const EASE = "cubic-bezier(.3,.1,.25,1)";

/** One move between the position shown before and the one shown now. */
export interface Passage {
  move: Move;
  /** The position before the move, and the one after it. */
  from: Look;
  to: Look;
  /** The move was taken back: from `to` to `from`. */
  back: boolean;
}

export function still(props: Pick<BoardProps, "motion">): boolean {
  return !props.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Runs eased key frames on an element; resolves at the end or when cancelled. */
export function run(element: Element, frames: Keyframe[], duration: number, running: Animation[]): Promise<void> {
  const eased = frames.map((frame) => ({ easing: EASE, ...frame }));
  const animation = element.animate(eased, { duration });
  running.push(animation);
  return animation.finished.then(
    () => undefined,
    () => undefined,
  );
}

/** Moves an element from (dx, dy), in the units of the drawing, to its place. */
export function comeFrom(
  element: Element,
  dx: number,
  dy: number,
  duration: number,
  running: Animation[],
): Promise<void> {
  return run(element, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], duration, running);
}

interface Shown {
  look: Look;
  last: Move | null;
  before: Look | null;
}

function passageBetween(shown: Shown, props: BoardProps): Passage | null {
  const { look, last, before } = props;
  if (last && before?.position === shown.look.position) return { move: last, from: before, to: look, back: false };
  if (shown.last && shown.before?.position === look.position)
    return { move: shown.last, from: look, to: shown.look, back: true };
  return null;
}

/**
 * The move being shown, until `animate` has finished; null most of the time. A new position ends a running animation.
 * `animate` is called once for each move, after the new position is drawn.
 */
export function usePassage(
  props: BoardProps,
  animate: (passage: Passage, running: Animation[]) => Promise<unknown>,
): Passage | null {
  const shown = useRef<Shown>({ look: props.look, last: props.last, before: props.before });
  const current = useRef<{ passage: Passage | null; running: Animation[] }>({ passage: null, running: [] });
  const [, redraw] = useState(0);

  const fresh = shown.current.look.position !== props.look.position;
  if (fresh) {
    for (const animation of current.current.running) animation.cancel();
    current.current = { passage: passageBetween(shown.current, props), running: [] };
  }
  shown.current = { look: props.look, last: props.last, before: props.before };

  useLayoutEffect(() => {
    const mine = current.current;
    if (!mine.passage) return;
    void animate(mine.passage, mine.running).then(() => {
      if (current.current !== mine) return;
      current.current = { passage: null, running: [] };
      redraw((n) => n + 1);
    });
  }, [props.look.position]);
  return current.current.passage;
}
