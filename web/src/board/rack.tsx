// SPDX-License-Identifier: MIT
// Where captured marbles and unused walls lie. A wall pressed here can be dragged on to the board: the rack only tells the
// board of that seat about the press, and the board holds the pointer from then on.

import type { VNode } from "preact";
import type { Core, Look, Seat } from "../core/types";
import { colourName } from "../state/seats";
import { n, t } from "../text";
import { livePaint } from "./paint";
import { Mark, Marble, PieceDefs, Wall } from "./pieces";
import { useBoardId } from "./stage";

type Taker = (event: PointerEvent) => void;
const takers = new Map<Seat, Set<Taker>>();

/** A board asks to be told of presses on the walls of its seat; the answer ends that. */
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
  const id = useBoardId();
  return (
    <div
      class={`board-rack ${enabled ? "" : "empty"}`}
      data-rack={seat}
      onPointerDown={(event) => enabled && pressed(seat, event)}
    >
      <svg viewBox="-1.2 -.95 2.4 1.9" aria-hidden="true">
        <PieceDefs id={id} />
        <Wall id={id} standing={standing} paint={livePaint} />
      </svg>
      <span class="board-count">{left}</span>
      <span class="board-spoken">{wallsText(seat, left)}</span>
    </div>
  );
}

interface TrayProps {
  look: Look;
  seat: Seat;
  core: Core;
}

/** A player's tray: holes for the marbles to push out, or the walls in hand; always with the number. */
export function Tray({ look, seat, core }: TrayProps): VNode {
  const id = useBoardId();
  const variant = core.variants().find((one) => one.id === look.variant)!;
  return variant.game === "abalone" ? (
    <MarbleTray id={id} look={look} seat={seat} teams={variant.teams} holes={variant.toWin} />
  ) : (
    <WallTray id={id} left={look.wallsLeft[seat] ?? 0} most={variant.walls} seat={seat} />
  );
}

/** The colours of the marbles in a tray, as far as they are known: with three sides the scores do not tell. */
function caught(look: Look, teams: readonly number[], team: number): (Seat | null)[] {
  const score = look.score[team] ?? 0;
  if (new Set(teams).size > 2) return Array.from({ length: score }, () => null);
  return look.lost.flatMap((lost, seat) => (teams[seat] === team ? [] : Array.from({ length: lost }, () => seat)));
}

function MarbleTray({
  id,
  look,
  seat,
  teams,
  holes,
}: {
  id: string;
  look: Look;
  seat: Seat;
  teams: number[];
  holes: number;
}): VNode {
  const marbles = caught(look, teams, teams[seat] ?? seat);
  const marked = teams.length > 2;
  const label = t("{colour}: {n} of {goal} pushed out", { colour: colourName(seat), n: marbles.length, goal: holes });
  return (
    <div class="board-tray" data-tray={seat} role="img" aria-label={label}>
      <svg viewBox={`-.55 -.55 ${holes + 0.1} 1.1`} aria-hidden="true">
        <PieceDefs id={id} />
        {Array.from({ length: holes }, (_, i) => {
          const owner = marbles[i];
          return (
            <g transform={`translate(${i} 0)`} data-hole={i < marbles.length ? "full" : "free"}>
              <circle r=".42" class="board-hole" />
              {owner !== undefined && owner !== null && (
                <g class="board-caught">
                  <Marble id={id} seat={owner} paint={livePaint} marked={marked} />
                </g>
              )}
              {owner === null && <circle r=".42" class="board-caught board-pearl" />}
            </g>
          );
        })}
      </svg>
      <span class="board-count" aria-hidden="true">
        {marbles.length}
      </span>
    </div>
  );
}

function WallTray({ id, left, most, seat }: { id: string; left: number; most: number; seat: Seat }): VNode {
  const label = wallsText(seat, left);
  return (
    <div
      class="board-tray walls"
      data-tray={seat}
      data-rack={seat}
      role="img"
      aria-label={label}
      onPointerDown={(event) => pressed(seat, event)}
    >
      <svg viewBox={`-.2 -1 ${most * 0.42} 2`} aria-hidden="true">
        <PieceDefs id={id} />
        {Array.from({ length: most }, (_, i) => (
          <g transform={`translate(${i * 0.42} 0)`}>
            {i < left ? (
              <Wall id={id} standing paint={livePaint} />
            ) : (
              <rect x="-.07" y="-.91" width=".14" height="1.82" rx=".05" class="board-slot" />
            )}
          </g>
        ))}
      </svg>
      <span class="board-count" aria-hidden="true">
        {left}
      </span>
    </div>
  );
}

/** A colour as a small piece with its mark, for cards and lists. */
export function Token({ seat, size = 20 }: { seat: Seat; size?: number }): VNode {
  const glyph = <Mark seat={seat} ink={livePaint.inks[seat]!} scale={2.4} />;
  return (
    <svg class="board-token" viewBox="-.55 -.55 1.1 1.1" width={size} height={size} aria-hidden="true">
      <circle r=".5" fill={livePaint.seats[seat]} stroke="currentColor" stroke-opacity=".5" stroke-width=".06" />
      {glyph}
    </svg>
  );
}
