// SPDX-License-Identifier: MIT
// What both boards share on the screen: two drawings on top of each other (one that never changes, one that lives) and the
// note with the reason of a refusal.

import type { ComponentChildren, RefObject, SVGAttributes, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Control, Note, Playing } from "./control";
import { viewBox } from "./ground";
import { run, still, TIMES } from "./motion";
import type { BoardProps, View } from "./types";

let boards = 0;

/** A prefix for the ids of one board's gradients. */
export function useBoardId(): string {
  return useMemo(() => `b${++boards}`, []);
}

/** A control that lives as long as the component, and the drawing it is shown in. */
export function useControl<S extends Playing>(props: BoardProps, make: () => Control<S>, adjust: (svg: SVGSVGElement, state: S) => void) {
  const live = useRef<SVGSVGElement>(null);
  const [, redraw] = useState(0);
  const control = useMemo(make, []);
  control.props = props;
  control.screen = {
    redraw: () => redraw((count) => count + 1),
    adjust: (state) => live.current && adjust(live.current, state),
    focus: (cell) => live.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus(),
  };
  useEffect(() => () => control.dispose(), []);
  // What is not drawn by Preact is put right after each drawing.
  useLayoutEffect(() => adjust(live.current!, control.state));
  return { control, live };
}

/** A small board without a player is a picture: nothing in it takes the focus. */
export function isPicture(props: BoardProps): boolean {
  return props.small === true && props.seat === null;
}

interface StageProps {
  props: BoardProps;
  view: View;
  label: string;
  ground: VNode;
  note: Note | null;
  live: RefObject<SVGSVGElement | null>;
  handlers: SVGAttributes<SVGSVGElement>;
  children: ComponentChildren;
}

export function Stage({ props, view, label, ground, note, live, handlers, children }: StageProps): VNode {
  const turning = useRef<HTMLDivElement>(null);
  const shown = useRef(props.turned);
  const steps = props.look.pawns.length > 0 ? 4 : 6;

  useLayoutEffect(() => {
    const by = (((props.turned - shown.current) % steps) + steps) % steps;
    shown.current = props.turned;
    if (by === 0 || still(props) || !turning.current) return;
    const angle = (by > steps / 2 ? by - steps : by) * (360 / steps); // counter-clockwise, so it comes from the right
    void run(turning.current, [{ transform: `rotate(${angle}deg)` }, { transform: "none" }], TIMES.turn, []);
  }, [props.turned]);

  const across = note ? Math.min(0.9, Math.max(0.1, (note.at.x - view.x) / view.width)) : 0;
  const place = note && {
    left: `${across * 100}%`,
    top: `${((note.at.y - view.y) / view.height) * 100}%`,
    // Towards a side of the board it hangs inwards, so that it never widens the page.
    "--hang": `${across * -100}%`,
  };
  return (
    <div class="board-stage" ref={turning}>
      <svg class="board-base" viewBox={viewBox(view)} aria-hidden="true">
        {ground}
      </svg>
      <svg
        class="board-live"
        viewBox={viewBox(view)}
        ref={live}
        role={isPicture(props) ? "img" : "grid"}
        aria-label={label}
        {...handlers}
      >
        {children}
      </svg>
      {note && place && (
        <div
          class={`board-note ${note.tone} ${note.at.y < view.y + view.height / 3 ? "below" : ""}`}
          style={place}
          aria-hidden="true"
        >
          {note.text}
        </div>
      )}
    </div>
  );
}
