// SPDX-License-Identifier: MIT
// The Abalone board on the screen, drawn from its state (state.ts), which input changes (input.ts).

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { Cells } from "../cells";
import { Control, type Given } from "../control";
import { HexBands, HexSigns } from "../findings";
import { HEX_VIEW, HexGround } from "../ground";
import { type Passage, still, usePassage } from "../motion";
import { livePaint } from "../paint";
import { Marble, placed } from "../pieces";
import { shiftMarbles, showMarbles } from "../showing";
import { sounds } from "../sounds";
import { SHARED } from "../small/shareddefs";
import { isPicture, Stage, useControl } from "../stage";
import { t } from "../text";
import type { BoardProps } from "../types";
import { cellText } from "../words";
import { Chevron, lastMarks, Pad } from "./directions";
import { dirVector, HEX_ROWS, hexPlace } from "./hex";
import { abaloneInput } from "./input";
import { HEX_SHAPE, Marbles } from "./marbles";
import { joinable } from "./select";
import { abaloneState, type AbaloneState, given, go, middleOf, UNDRAWN, waysOf } from "./state";

const NONE: ReadonlySet<string> = new Set();

/** Shows some marbles shifted, all others in their places. */
function showShift(svg: SVGSVGElement, { look, shift, turned }: AbaloneState): void {
  if (!shift && !svg.hasAttribute("data-shifted")) return;
  svg.toggleAttribute("data-shifted", shift !== null);
  shiftMarbles(svg, look.marbles.map(({ cell }) => cell), null);
  if (!shift) return;
  const vector = dirVector(shift.dir, turned);
  shiftMarbles(svg, shift.cells, { x: vector.x * shift.amount, y: vector.y * shift.amount });
}

export function AbaloneBoard(props: BoardProps): VNode {
  const { look, seat, core, last, small } = props;
  const turned = ((props.turned % 6) + 6) % 6;
  const now: Given = { look: props.ahead ?? look, seat, turned, core, why: props.why, ahead: props.ahead !== undefined };
  const held = useControl(props, {
    view: HEX_VIEW, input: abaloneInput, make: () => new Control(abaloneState(now), UNDRAWN), adjust: showShift,
  });
  const { control, live } = held;
  control.take(given(control.state, now));
  const { state } = control;

  function animate(passage: Passage, running: Animation[]): Promise<unknown> {
    const { kind } = passage.move;
    if (!passage.back) sounds.play(kind === "eject" || kind === "push" ? kind : "move");
    const begun = passage.back ? 0 : control.state.letGo;
    control.take({ ...control.state, letGo: 0 });
    return showMarbles(passage, begun, { svg: live.current!, turned, still: still(props), running });
  }

  const passage = usePassage(props, animate);
  const leaving = passage && !passage.back && passage.move.kind === "eject" && !still(props) ? passage.move : null;
  const leaver = leaving && passage!.from.marbles.find(({ cell }) => cell === leaving.pushed[leaving.pushed.length - 1]);

  const marks = last && last.dir >= 0 ? lastMarks(last, turned) : null;
  const ground = useMemo(
    () => <HexGround id={SHARED} paint={livePaint} turned={turned} coordinates={props.coordinates && !small} />,
    [turned, props.coordinates, small],
  );
  const { hand, selection, pull } = state;
  const ways = waysOf(state);
  const ends = useMemo(() => joinable(now.look, hand, selection), [now.look, hand, selection]);
  const chosen = new Set(selection);
  const marked = props.marks === "on" || (props.marks === "auto" && look.lost.length > 2);

  return (
    <Stage
      props={props}
      held={held}
      game="abalone"
      turned={turned}
      kind={hand.own.size > 0 ? "playable" : ""}
      label={t("Abalone board")}
      ground={ground}
      below={<Pad turned={turned} ways={ways} onGo={(dir) => control.apply(go(control.state, dir))} />}
    >
        <g aria-hidden="true">
          {props.findings && <HexBands findings={props.findings} turned={turned} />}
          {marks?.origins}
          <Marbles id={SHARED} look={look} turned={turned} marked={marked} chosen={chosen} ends={pull ? NONE : ends} />
          {leaving && leaver && (
            <g key={`leaving${look.position}`} data-leaving transform={placed(hexPlace(leaver.cell, turned))}>
              <g>
                <Marble id={SHARED} seat={leaver.seat} paint={livePaint} marked={marked} />
              </g>
            </g>
          )}
          {!passage && marks?.arrows}
          {props.findings && <HexSigns findings={props.findings} look={look} turned={turned} />}
        </g>
        {!isPicture(props) && (
          <Cells
            control={control}
            rows={HEX_ROWS}
            place={(cell) => hexPlace(cell, turned)}
            text={(cell) => cellText(look, seat, cell, selection)}
            kind={(cell) => (hand.own.has(cell) ? "mine" : "")}
            selected={(cell) => chosen.has(cell)}
            shape={HEX_SHAPE}
          />
        )}
        {!pull && (
          <g class="board-chevrons" aria-hidden="true">
            {ways.map((move) => (
              <Chevron key={move.text} move={move} turned={turned} strong={false} />
            ))}
          </g>
        )}
        {pull?.move && (
          <g class="board-chevrons" aria-hidden="true">
            <Chevron move={pull.move} turned={turned} strong />
          </g>
        )}
        {pull && !pull.move && (
          <path class="board-no" d="M-.2-.2 .2.2M.2-.2-.2.2" transform={placed(middleOf(state, selection))} aria-hidden="true" />
        )}
    </Stage>
  );
}
