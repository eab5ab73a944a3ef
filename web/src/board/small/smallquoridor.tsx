// SPDX-License-Identifier: MIT
// A small Quoridor board without a player. Its walls are a few paths, except that of the last move, which comes down.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { SquareGround } from "../ground";
import { still } from "../motion";
import { livePaint } from "../paint";
import { ManyWalls } from "../pieces";
import { showQuoridor } from "../showing";
import type { BoardProps } from "../types";
import { SHARED } from "./shareddefs";
import { SmallStage } from "./smallstage";
import { sameWall } from "../quoridor/ghost";
import { drawnUpright, slotPlace } from "../quoridor/square";
import { Pawns, Walls } from "../quoridor/squares";
import { squareBox } from "../quoridor/ways";

const COMMON = { id: SHARED, paint: livePaint };

export function SmallQuoridor(props: BoardProps): VNode {
  const { look, last } = props;
  const turned = ((props.turned % 4) + 4) % 4;
  const marked = props.marks === "on" || (props.marks === "auto" && look.pawns.length > 2);
  const ground = useMemo(() => <SquareGround {...COMMON} turned={turned} coordinates={false} look={look} plain />, [turned, look.variant, look.out.join()]);
  const isLast = (wall: { slot: string; upright: boolean }) => Boolean(last?.slot && sameWall(last, wall));
  const walls = look.walls.filter((wall) => !isLast(wall)).map(({ slot, upright }) => ({ at: slotPlace(slot, turned), standing: drawnUpright(upright, turned) }));
  const from = last && last.slot === "" ? last.cells[0] : undefined;
  return (
    <SmallStage props={props} game="quoridor" turned={turned}
      animate={(svg, passage, running) => showQuoridor(passage, { svg, turned, still: still(props), running })}>
      {() => (
        <>
          {ground}
          {from && <rect class="board-origin" {...squareBox(from, turned)} data-origin={from} />}
          <ManyWalls {...COMMON} walls={walls} />
          <Walls id={SHARED} look={{ ...look, walls: look.walls.filter(isLast) }} turned={turned} last={last} />
          <Pawns id={SHARED} look={look} turned={turned} last={last} marked={marked} lifted={null} />
        </>
      )}
    </SmallStage>
  );
}
