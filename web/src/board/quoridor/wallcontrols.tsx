// SPDX-License-Identifier: MIT
// The row under the Quoridor board: the direction of walls, the rack to drag one from, and ✓ and ✕ while one waits.

import type { VNode } from "preact";
import { t } from "../text";
import { RackHandle } from "./rack";
import type { Slot } from "./square";

interface ControlsProps {
  ghost: Slot | null;
  legal: boolean;
  standing: boolean;
  wallMode: boolean;
  walls: boolean;
  seat: number;
  left: number;
  onTurn(standing: boolean): void;
  onSettle(yes: boolean): void;
}

export function Controls(props: ControlsProps): VNode {
  const { ghost, legal, standing, wallMode, walls, seat, left } = props;
  const pressed = (which: boolean) => (wallMode || ghost !== null) && standing === which;
  return (
    <div class="board-controls" role="group" aria-label={t("Placing a wall")}>
      {[false, true].map((upright) => (
        <button
          key={upright}
          type="button"
          data-action={upright ? "vertical" : "horizontal"}
          aria-pressed={pressed(upright)}
          aria-label={upright ? t("Vertical wall") : t("Horizontal wall")}
          disabled={!walls}
          onClick={() => props.onTurn(upright)}
        >
          <svg viewBox="-12 -12 24 24" aria-hidden="true">
            <rect x="-10" y="-2" width="20" height="4" rx="1.2" transform={upright ? "rotate(90)" : undefined} />
          </svg>
        </button>
      ))}
      {ghost ? (
        <>
          <button type="button" data-action="cancel-wall" aria-label={t("Take the wall back")} onClick={() => props.onSettle(false)}>
            <svg viewBox="-12 -12 24 24" aria-hidden="true">
              <path d="M-7-7 7 7M7-7-7 7" />
            </svg>
          </button>
          <button
            type="button"
            data-action="confirm-wall"
            class="yes"
            aria-label={t("Place the wall")}
            aria-disabled={!legal}
            onClick={() => props.onSettle(true)}
          >
            <svg viewBox="-12 -12 24 24" aria-hidden="true">
              <path d="M-8 1-2 7 8-6" />
            </svg>
          </button>
        </>
      ) : (
        <RackHandle seat={seat} left={left} standing={standing} enabled={walls} />
      )}
    </div>
  );
}
