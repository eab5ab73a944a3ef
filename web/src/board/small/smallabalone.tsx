// SPDX-License-Identifier: MIT
// A small Abalone board without a player. A screen may have dozens, so its marbles are a few paths, except those of the last move, which
// roll.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { Move } from "../../core/types";
import { HexGround } from "../ground";
import { type Passage, still } from "../motion";
import { livePaint } from "../paint";
import { ManyMarbles, ManyShadows, Marble, placed } from "../pieces";
import { showMarbles } from "../showing";
import type { BoardProps } from "../types";
import { SHARED } from "./shareddefs";
import { SmallStage } from "./smallstage";
import { lastMarks, reachedBy } from "../abalone/directions";
import { hexPlace } from "../abalone/hex";
import { Marbles } from "../abalone/marbles";

const NONE: ReadonlySet<string> = new Set();
const COMMON = { id: SHARED, paint: livePaint };

/** The cells of the marbles that roll. */
function rolling(last: Move | null, passage: Passage | null): ReadonlySet<string> {
  const cells = last && last.dir >= 0 ? reachedBy(last) : [];
  if (!passage?.back) return new Set(cells);
  return new Set([...cells, ...passage.move.cells, ...passage.move.pushed]);
}

export function SmallAbalone(props: BoardProps): VNode {
  const { look, last } = props;
  const turned = ((props.turned % 6) + 6) % 6;
  const marked = props.marks === "on" || (props.marks === "auto" && look.lost.length > 2);
  const marks = last && last.dir >= 0 ? lastMarks(last, turned) : null;
  const ground = useMemo(() => <HexGround {...COMMON} turned={turned} coordinates={false} plain />, [turned]);
  return (
    <SmallStage props={props} game="abalone" turned={turned}
      animate={(svg, passage, running) => showMarbles(passage, 0, { svg, turned, still: still(props), running })}>
      {(passage) => {
        const single = rolling(last, passage);
        const still = look.marbles.filter(({ cell }) => !single.has(cell));
        const places = look.lost.map((_, seat) => still.filter((marble) => marble.seat === seat).map(({ cell }) => hexPlace(cell, turned)));
        const gone = passage && !passage.back && passage.move.kind === "eject" ? passage.move.pushed.at(-1) : undefined;
        const leaver = gone && passage!.from.marbles.find(({ cell }) => cell === gone);
        return (
          <>
            {ground}
            {marks?.origins}
            <ManyShadows id={SHARED} places={places.flat()} />
            {places.map((own, seat) => own.length > 0 && <ManyMarbles key={seat} {...COMMON} seat={seat} places={own} marked={marked} />)}
            <Marbles id={SHARED} look={{ ...look, marbles: look.marbles.filter(({ cell }) => single.has(cell)) }} turned={turned} marked={marked} chosen={NONE} ends={NONE} />
            {leaver && (
              <g key={`leaving${look.position}`} data-leaving transform={placed(hexPlace(leaver.cell, turned))}>
                <g><Marble {...COMMON} seat={leaver.seat} marked={marked} /></g>
              </g>
            )}
            {!passage && marks?.arrows}
          </>
        );
      }}
    </SmallStage>
  );
}
