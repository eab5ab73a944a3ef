// SPDX-License-Identifier: MIT
// The drawing of a small board, and the motion of its last move.

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { HEX_VIEW, SQUARE_VIEW, viewBox } from "../ground";
import { type Passage, usePassage } from "../motion";
import { t } from "../text";
import type { BoardProps } from "../types";
import { useSharedDefs } from "./shareddefs";

interface SmallStageProps {
  props: BoardProps;
  game: "abalone" | "quoridor";
  turned: number;
  animate(svg: SVGSVGElement, passage: Passage, running: Animation[]): Promise<unknown>;
  children(passage: Passage | null): VNode;
}

export function SmallStage({ props, game, turned, animate, children }: SmallStageProps): VNode {
  const svg = useRef<SVGSVGElement>(null);
  useSharedDefs(svg);
  const passage = usePassage(props, (next, running) => animate(svg.current!, next, running));
  const abalone = game === "abalone";
  return (
    <div class={`board ${game} small`} data-game={game} data-turned={turned}>
      <div class="board-stage">
        <svg class="board-live" viewBox={viewBox(abalone ? HEX_VIEW : SQUARE_VIEW)} ref={svg} role="img" aria-label={abalone ? t("Abalone board") : t("Quoridor board")}>
          {children(passage)}
          {props.over}
        </svg>
      </div>
    </div>
  );
}
