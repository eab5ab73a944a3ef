// SPDX-License-Identifier: MIT
// The keys of the analysis board: arrows walk through the tree wherever the focus is, unless another element needs
// them; on the board, reached by Tab, they go from cell to cell. Letters work outside text fields.

import { useEffect, useRef } from "preact/hooks";
import { aside, back, forward, toEnd, toStart } from "./analysis";

const WALK: Record<string, () => void> = {
  ArrowLeft: back,
  ArrowRight: forward,
  ArrowUp: () => aside(-1),
  ArrowDown: () => aside(1),
  Home: toStart,
  End: toEnd,
};

const ELSEWHERE = "input, select, textarea, dialog, [role=radiogroup], [role=tablist], [role=slider]";

/** `letters`: the actions of other keys. */
export function useKeys(letters: Record<string, () => void>): void {
  const pointed = useRef(false); // a pointer was used last, not Tab
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target as Element;
      if (event.key === "Tab") pointed.current = false;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || at.closest(ELSEWHERE)) return;
      const onBoard = at.closest(".board-live") !== null;
      const act = onBoard && !pointed.current ? undefined : WALK[event.key] ?? (onBoard ? undefined : letters[event.key]);
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    const point = () => (pointed.current = true);
    document.addEventListener("pointerdown", point, true);
    document.addEventListener("keydown", press, true);
    return () => {
      document.removeEventListener("pointerdown", point, true);
      document.removeEventListener("keydown", press, true);
    };
  });
}

const WHEEL_STEP = 80; // the way of a wheel for one move
let wheeled = 0;

export function wheel({ deltaY, deltaMode }: WheelEvent): void {
  wheeled += deltaMode ? Math.sign(deltaY) * WHEEL_STEP : deltaY;
  if (Math.abs(wheeled) < WHEEL_STEP) return;
  if (wheeled > 0) forward();
  else back();
  wheeled = 0;
}
