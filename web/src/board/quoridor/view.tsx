// SPDX-License-Identifier: MIT
// The Quoridor board on the screen, drawn from its state (state.ts), which hands change (input.ts).

import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Control } from "../control";
import { handlersOf, pointerOf } from "../events";
import { SquareSigns } from "../findings";
import { SQUARE_VIEW, SquareGround } from "../ground";
import { type Passage, still, usePassage } from "../motion";
import { livePaint } from "../paint";
import { PieceDefs } from "../pieces";
import { showQuoridor } from "../showing";
import { sounds } from "../sounds";
import { isPicture, Stage, useBoardId, useControl } from "../stage";
import { t } from "../text";
import type { BoardProps } from "../types";
import { squareText } from "../words";
import { Controls } from "./controls";
import { isLegalWall } from "./ghost";
import { quoridorInput, rackDown } from "./input";
import { onRackPress } from "./rack";
import { drawnUpright, squarePlace } from "./square";
import { Hatch, Pawns, Squares, Walls } from "./squares";
import { given, type Given, offerOf, orient, ownPawn, quoridorState, reasonOf, settle, UNDRAWN } from "./state";
import { Ghost, squareBox, Way } from "./ways";

export function QuoridorBoard(props: BoardProps): VNode {
  const { look, seat, core, last, small, confirmWalls } = props;
  const turned = ((props.turned % 4) + 4) % 4;
  const id = useBoardId();
  const now: Given = { look, seat, turned, core, confirmWalls };
  const { control, live } = useControl(props, () => new Control(quoridorState(now), UNDRAWN), () => {});
  control.take(given(control.state, now));
  const { state } = control;
  const handlers = useMemo(() => handlersOf(control, quoridorInput, () => live.current!, SQUARE_VIEW), []);

  function animate(passage: Passage, running: Animation[]): Promise<unknown> {
    if (!passage.back) sounds.play(passage.move.slot ? "wall" : "move");
    return showQuoridor(passage, { svg: live.current!, turned, still: still(props), running });
  }
  usePassage(props, animate);

  // A wall taken from a rack: the board holds the pointer from then on.
  useEffect(() => {
    if (!state.walls) return;
    return onRackPress(seat!, (event) => {
      if (control.state.press || !live.current) return;
      live.current.setPointerCapture(event.pointerId);
      control.apply(rackDown(control.state, pointerOf(live.current, SQUARE_VIEW, event)));
    });
  });

  const { mine, steps, walls, ghost, hover, upright, wallMode, pawnLift, focus } = state;
  const shown = ghost ?? hover;
  const shownLegal = shown !== null && isLegalWall(look, shown);
  const offer = offerOf(state);
  const refusal = shown && reasonOf(state, shown);
  const ground = useMemo(
    () => (
      <SquareGround id={id} paint={livePaint} turned={turned} coordinates={props.coordinates && !small} look={look} />
    ),
    [id, turned, props.coordinates, small, look.out.join()],
  );
  const pawnFrom = last && last.slot === "" ? last.cells[0] : null;
  const dim = wallMode || ghost !== null;
  const marked = props.marks === "on" || (props.marks === "auto" && look.pawns.length > 2);

  return (
    <div
      class={`board quoridor ${small ? "small" : ""} ${mine ? "playable" : ""} ${dim ? "walling" : ""}`}
      data-game="quoridor"
      data-turned={turned}
    >
      <Stage
        props={props}
        view={SQUARE_VIEW}
        label={t("Quoridor board")}
        ground={ground}
        note={state.note}
        live={live}
        handlers={handlers}
      >
        <PieceDefs id={id} />
        <Hatch id={id} />
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
          <Walls id={id} look={look} turned={turned} last={last} owners={marked ? props.owners : undefined} />
          <Pawns id={id} look={look} turned={turned} last={last} marked={marked} lifted={pawnLift ? seat : null} />
        </g>
        {!isPicture(props) && (
          <Squares
            turned={turned}
            focus={focus}
            lit={steps}
            mine={mine ? ownPawn(state) : undefined}
            text={(square) => squareText(look, seat, square)}
            onFocus={(square) => control.apply([{ ...control.state, focus: square }])}
          />
        )}
        <g aria-hidden="true">
          {props.findings && <SquareSigns findings={props.findings} look={look} turned={turned} id={id} />}
          {offer && <Ghost id={id} wall={offer} turned={turned} legal offered />}
          {shown && <Ghost id={id} wall={shown} turned={turned} legal={shownLegal} />}
        </g>
      </Stage>
      {!small && seat !== null && (
        <Controls
          ghost={ghost}
          legal={shownLegal}
          standing={drawnUpright(upright, turned)}
          wallMode={wallMode}
          walls={walls}
          seat={seat}
          left={look.wallsLeft[seat] ?? 0}
          onTurn={(standing) => control.apply(orient(control.state, standing, performance.now()))}
          onYes={() => control.apply(settle(control.state, true, performance.now()))}
          onNo={() => control.apply(settle(control.state, false, performance.now()))}
        />
      )}
    </div>
  );
}
