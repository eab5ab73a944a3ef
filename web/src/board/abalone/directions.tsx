// SPDX-License-Identifier: MIT
// Directions on the Abalone board: the chevrons around a selection (open for a plain move, filled for a push, crossed
// for an ejection), the marks of the last move, and the six-way pad under the board.

import type { VNode } from "preact";
import type { Move, MoveKind } from "../../core/types";
import { t } from "../text";
import { dirVector, hexPlace, hexStep } from "./hex";
import { chevronPath, degrees, MARBLE, placed } from "../pieces";
import { CHEVRON, chevronPlace } from "./select";

/** The sign of a kind of move, around (0, 0): an open arrow, a filled arrow, or a cross with an arrow before it. */
function Sign({ kind, angle }: { kind: MoveKind; angle: number }): VNode {
  const turn = `rotate(${angle})`;
  if (kind === "eject")
    return (
      <>
        <path d="M.25-.12.46 0 .25.12Z" class="board-filled" transform={turn} />
        <path d="M-.12-.12 .12.12M.12-.12-.12.12" class="board-open" />
      </>
    );
  if (kind === "push") return <path d="M-.1-.17.16 0-.1.17Z" class="board-filled" transform={turn} />;
  return <path d={chevronPath(0.14)} class="board-open" transform={turn} />;
}

export function Chevron({ move, turned, strong }: { move: Move; turned: number; strong: boolean }): VNode {
  return (
    <g
      class={`board-chevron ${move.kind} ${strong ? "strong" : ""}`}
      data-dir={move.dir}
      data-action="play"
      data-move={move.text}
      transform={placed(chevronPlace(move, turned))}
    >
      <circle r={CHEVRON} class="board-disc" />
      <Sign kind={move.kind} angle={degrees(dirVector(move.dir, turned))} />
    </g>
  );
}

/** The cells of a move's marbles, pushed ones included, after it. */
export function reachedBy(move: Move): string[] {
  return [...move.to, ...move.pushed.flatMap((cell) => hexStep(cell, move.dir) ?? [])];
}

/** Marks where the last move came from, and draws a small arrow on each marble it moved. */
export function lastMarks(last: Move, turned: number): { origins: VNode[]; arrows: VNode[] } {
  const vector = dirVector(last.dir, turned);
  const reached = new Set(reachedBy(last));
  const origins = last.cells
    .filter((cell) => !reached.has(cell))
    .map((cell) => (
      <circle class="board-origin" data-origin={cell} transform={placed(hexPlace(cell, turned))} r={MARBLE - 0.07} />
    ));
  const arrows = [...reached].map((cell) => {
    const place = hexPlace(cell, turned);
    const tip = { x: place.x + vector.x * 0.32, y: place.y + vector.y * 0.32 };
    return (
      <g class="board-arrow" transform={`${placed(tip)} rotate(${degrees(vector)})`}>
        <path d={chevronPath(0.13)} class="under" />
        <path d={chevronPath(0.13)} />
      </g>
    );
  });
  return { origins, arrows };
}

const PAD_ORDER = [2, 1, 0, 5, 4, 3]; // on the screen, clockwise from the upper left

/** Six large keys, each at the side it moves to; the style shows it on phones only. */
export function Pad({ turned, ways, onGo }: { turned: number; ways: Move[]; onGo(dir: number): void }): VNode {
  const names = [
    t("to the right"),
    t("up to the right"),
    t("up to the left"),
    t("to the left"),
    t("down to the left"),
    t("down to the right"),
  ];
  return (
    <div class="board-pad" role="group" aria-label={t("Directions")}>
      {PAD_ORDER.map((screen) => {
        const dir = (screen - turned + 6) % 6;
        const move = ways.find((one) => one.dir === dir);
        return (
          <button
            type="button"
            key={screen}
            data-dir={dir}
            data-action="go"
            aria-label={names[screen]}
            class={`go-${screen}${move ? ` lit ${move.kind}` : ""}`}
            aria-disabled={!move}
            onClick={() => onGo(dir)}
          >
            <svg viewBox="-.5 -.5 1 1" aria-hidden="true">
              <g transform="scale(1.15)">
                <Sign kind={move?.kind ?? "line"} angle={degrees(dirVector(screen))} />
              </g>
            </svg>
          </button>
        );
      })}
    </div>
  );
}
