// SPDX-License-Identifier: MIT
// The Quoridor board on the screen, drawn from its state (state.ts), which input changes (input.ts).

import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Cells } from "../cells";
import { Control } from "../control";
import { pointerOf } from "../gestures";
import { SquareSigns } from "../findings";
import { SQUARE_VIEW, SquareGround } from "../ground";
import { type Passage, still, usePassage } from "../motion";
import { livePaint } from "../paint";
import { showQuoridor } from "../showing";
import { sounds } from "../sounds";
import { SHARED } from "../small/shareddefs";
import { isPicture, Stage, useControl } from "../stage";
import { t } from "../text";
import type { BoardProps } from "../types";
import { squareText, wallMove } from "../words";
import { Controls } from "./wallcontrols";
import { isLegalWall } from "./ghost";
import { quoridorInput, rackDown } from "./input";
import { onRackPress } from "./rack";
import { drawnUpright, SQUARE_ROWS, squarePlace } from "./square";
import { Pawns, SQUARE_SHAPE, Walls } from "./squares";
import { given, offerOf, orient, ownPawn, quoridorState, reasonOf, settle, UNDRAWN, type WallsGiven } from "./state";
import { Ghost, squareBox, Way } from "./ways";

export function QuoridorBoard(props: BoardProps): VNode {
  const { look, seat, core, last, small, confirmWalls } = props;
  const turned = ((props.turned % 4) + 4) % 4;
  const now: WallsGiven = { look: props.ahead ?? look, seat, turned, core, confirmWalls, why: props.why, ahead: props.ahead !== undefined };
  const held = useControl(props, { view: SQUARE_VIEW, input: quoridorInput, make: () => new Control(quoridorState(now), UNDRAWN) });
  const { control, live } = held;
  control.take(given(control.state, now));
  const { state } = control;

  function animate(passage: Passage, running: Animation[]): Promise<unknown> {
    if (!passage.back) sounds.play(passage.move.slot ? "wall" : "move");
    return showQuoridor(passage, { svg: live.current!, turned, still: still(props), running });
  }
  usePassage(props, animate);

  // A wall was taken from the rack: from then on the board holds the pointer.
  useEffect(() => {
    if (!state.walls) return;
    return onRackPress(seat!, (event) => {
      if (control.state.press || !live.current) return;
      live.current.setPointerCapture(event.pointerId);
      control.apply(rackDown(control.state, pointerOf(live.current, SQUARE_VIEW, event)));
    });
  });

  const { mine, steps, walls, ghost, hover, upright, wallMode, pawnLift } = state;
  const shown = ghost ?? hover;
  const shownLegal = shown !== null && isLegalWall(now.look, shown);
  const looked = shown && shownLegal ? wallMove(shown) : null;
  useEffect(() => props.onGhost?.(looked), [looked, look.position]);
  const offer = offerOf(state);
  const refusal = shown && reasonOf(state, shown);
  const ground = useMemo(
    () => (
      <SquareGround id={SHARED} paint={livePaint} turned={turned} coordinates={props.coordinates && !small} look={look} />
    ),
    [turned, props.coordinates, small, look.out.join()],
  );
  const pawnFrom = last && last.slot === "" ? last.cells[0] : null;
  const marked = props.marks === "on" || (props.marks === "auto" && look.pawns.length > 2);

  return (
    <Stage
      props={props}
      held={held}
      game="quoridor"
      turned={turned}
      kind={`${mine ? "playable" : ""} ${wallMode || ghost ? "walling" : ""}`}
      label={t("Quoridor board")}
      ground={ground}
      below={
        <Controls
          ghost={ghost}
          legal={shownLegal}
          standing={drawnUpright(upright, turned)}
          wallMode={wallMode}
          walls={walls}
          seat={seat!}
          left={look.wallsLeft[seat!] ?? 0}
          onTurn={(standing) => control.apply(orient(control.state, standing, performance.now()))}
          onSettle={(yes) => control.apply(settle(control.state, yes, performance.now()))}
        />
      }
    >
        <g aria-hidden="true">
          {pawnFrom && <rect class="board-origin" {...squareBox(pawnFrom, turned)} data-origin={pawnFrom} />}
          {props.paths &&
            look.paths.map((squares, owner) => <Way key={owner} squares={squares} owner={owner} turned={turned} />)}
          {refusal?.seats.map((owner) => (
            <g class="board-closed" data-closed={owner}>
              <Way squares={look.paths[owner] ?? []} owner={owner} turned={turned} />
            </g>
          ))}
          {[...steps.keys()].map((square) => {
            const { x, y } = squarePlace(square, turned);
            return <circle key={square} class="board-dot" cx={x} cy={y} r=".13" />;
          })}
          <Walls id={SHARED} look={look} turned={turned} last={last} owners={marked ? props.owners : undefined} />
          <Pawns id={SHARED} look={look} turned={turned} last={last} marked={marked} lifted={pawnLift ? seat : null} />
        </g>
        {!isPicture(props) && (
          <Cells
            control={control}
            rows={SQUARE_ROWS}
            place={(square) => squarePlace(square, turned)}
            text={(square) => squareText(now.look, seat, square)}
            kind={(square) => `${steps.has(square) ? "lit" : ""} ${mine && square === ownPawn(state) ? "mine" : ""}`}
            shape={SQUARE_SHAPE}
          />
        )}
        <g aria-hidden="true">
          {props.findings && <SquareSigns findings={props.findings} look={look} turned={turned} id={SHARED} />}
          {offer && <Ghost id={SHARED} wall={offer} turned={turned} legal offered />}
          {shown && <Ghost id={SHARED} wall={shown} turned={turned} legal={shownLegal} />}
        </g>
    </Stage>
  );
}
