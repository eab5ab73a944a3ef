// SPDX-License-Identifier: MIT
// The unused walls. A wall pressed here can be dragged onto the board: the rack only reports the press to the board of
// that seat, which holds the pointer from then on.

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { Seat } from "../../core/types";
import { colourName } from "../words";
import { n } from "../text";
import { livePaint } from "../paint";
import { Wall } from "../pieces";
import { SHARED, useSharedDefs } from "../small/shareddefs";

type Taker = (event: PointerEvent) => void;
const takers = new Map<Seat, Set<Taker>>();

/** Reports presses on the walls of a seat to its board; returns a function that ends that. */
export function onRackPress(seat: Seat, taker: Taker): () => void {
  const set = takers.get(seat) ?? new Set();
  takers.set(seat, set.add(taker));
  return () => set.delete(taker);
}

function pressed(seat: Seat, event: PointerEvent): void {
  if (event.button !== 0) return;
  const all = [...(takers.get(seat) ?? [])];
  all[all.length - 1]?.(event);
}

function wallsText(seat: Seat, left: number): string {
  return n("{colour}: {n} wall left", "{colour}: {n} walls left", left, { colour: colourName(seat) });
}

/** The stack of walls beside the board's switch: drag one off it. */
export function RackHandle({
  seat,
  left,
  standing,
  enabled,
}: {
  seat: Seat;
  left: number;
  standing: boolean;
  enabled: boolean;
}): VNode {
  const board = useRef<SVGSVGElement>(null);
  useSharedDefs(board);
  return (
    <div
      class={`board-rack ${enabled ? "" : "empty"}`}
      data-rack={seat}
      onPointerDown={(event) => enabled && pressed(seat, event)}
    >
      <svg ref={board} viewBox="-1.2 -.95 2.4 1.9" aria-hidden="true">
        <Wall id={SHARED} standing={standing} paint={livePaint} />
      </svg>
      <span class="board-count">{left}</span>
      <span class="board-spoken">{wallsText(seat, left)}</span>
    </div>
  );
}
