// SPDX-License-Identifier: MIT
// The parts that both boards share: two drawings on top of each other (a static and a live one) and the note with the
// reason of a refusal.

import type { ComponentChildren, RefObject, SVGAttributes, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Control, Playing } from "./control";
import { handlersOf, type Input } from "./gestures";
import { viewBox } from "./ground";
import { run, still, TIMES } from "./motion";
import { useSharedDefs } from "./small/shareddefs";
import type { BoardProps, View } from "./types";

/** The parts of a board: its first state, its input, and what is shown without a redraw. */
interface Making<S extends Playing> {
  view: View;
  input: Input<S>;
  make(): Control<S>;
  adjust?(svg: SVGSVGElement, state: S): void;
}

/** A control that lives as long as the component, its drawing, and the function that updates the drawing. */
export function useControl<S extends Playing>(props: BoardProps, { view, input, make, adjust = () => {} }: Making<S>) {
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
  // Parts that Preact doesn't draw are updated right after each drawing.
  useLayoutEffect(() => adjust(live.current!, control.state));
  const handlers = useMemo(() => handlersOf(control, input, () => live.current!, view), []);
  const onFocus = (cell: string) => control.apply([{ ...control.state, focus: cell }]);
  return { control, live, handlers, view, onFocus };
}

/** A small board without a player is a picture: none of its parts takes the focus. */
export function isPicture(props: BoardProps): boolean {
  return props.small === true && props.seat === null;
}

interface StageProps {
  props: BoardProps;
  /** The result of useControl(). */
  held: { control: { readonly state: Playing }; live: RefObject<SVGSVGElement | null>; handlers: SVGAttributes<SVGSVGElement>; view: View; onFocus(cell: string): void };
  game: "abalone" | "quoridor";
  turned: number;
  /** Further classes: "playable", "walling". */
  kind: string;
  label: string;
  ground: VNode;
  /** The part under the board of a player. */
  below: VNode;
  children: ComponentChildren;
}

export function Stage({ props, held, game, turned, kind, label, ground, below, children }: StageProps): VNode {
  const { control, live, handlers, view, onFocus } = held;
  const { note } = control.state;
  useSharedDefs(live);
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
    // Near the side of the board it hangs inwards, so that it never widens the page.
    "--hang": `${across * -100}%`,
  };
  return (
    <div class={`board ${game} ${props.small ? "small" : ""} ${props.ahead ? "ahead" : ""} ${kind}`} data-game={game} data-turned={turned}>
      {/* Heard here, not on a part of the drawing: that would be a stop for Tab itself. */}
      <div class="board-stage" ref={turning} onFocusIn={({ target }) => target instanceof SVGElement && target.dataset.cell && onFocus(target.dataset.cell)}>
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
          {props.over}
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
      {!props.small && props.seat !== null && below}
    </div>
  );
}
