// SPDX-License-Identifier: MIT
// The Quoridor board: pawns by a tap on a lit square, walls as a ghost that is put, turned, slid and confirmed. On touch the
// ghost goes to the nearest crossing and waits for ✓; a mouse points at a groove and places with one click.

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../text";
import { Controls } from "./controls";
import { SquareSigns } from "./findings";
import { isLegalWall, neighbourWall, sameWall } from "./ghost";
import { SQUARE_VIEW, SquareGround } from "./ground";
import { type Passage, still, usePassage } from "./motion";
import { livePaint } from "./paint";
import { PieceDefs } from "./pieces";
import { onRackPress } from "./rack";
import { showQuoridor } from "./showing";
import { sounds } from "./sounds";
import {
  drawnUpright,
  type Slot,
  slotInGroove,
  slotNearest,
  slotPlace,
  squareNearest,
  squarePlace,
  squareStep,
} from "./square";
import { Hatch, Pawns, Squares, Walls } from "./squares";
import { isPicture, keyName, pageKey, pointOf, scaleOf, Stage, useBoardId, useNote, useSender } from "./stage";
import type { BoardProps, Point } from "./types";
import { Ghost, squareBox, Way } from "./ways";
import { refusalText, squareText, wallMove, wallText } from "./words";

const TAP = 0.3;
const LIFT = 40; // px above the finger
const SETTLE = 50; // ms in which ✓ and ✕ take no press after the tap that brought them

interface Press {
  id: number;
  start: Point;
  touch: boolean;
  /** The press is on the ghost, or comes from the rack. */
  holds: boolean;
  rack: boolean;
  /** Takes something along, the ghost or the pawn. */
  drags: boolean;
  moved: boolean;
  /** It began before the position on the board. */
  early?: boolean;
}

export function QuoridorBoard(props: BoardProps): VNode {
  const { look, seat, core, last, small, confirmWalls } = props;
  const turned = ((props.turned % 4) + 4) % 4;
  const id = useBoardId();
  const live = useRef<SVGSVGElement>(null);
  const marked = props.marks === "on" || (props.marks === "auto" && look.pawns.length > 2);
  const mine = seat !== null && look.turn === seat && look.winners.length === 0;
  const steps = useMemo(
    () =>
      new Map(mine ? look.moves.flatMap((move) => (move.slot === "" && move.to[0] ? [[move.to[0], move]] : [])) : []),
    [look, mine],
  );
  const walls = mine && (look.wallsLeft[seat] ?? 0) > 0;

  const [ghost, setGhost] = useState<Slot | null>(null);
  const [hover, setHover] = useState<Slot | null>(null); // a mouse's ghost, gone with the pointer
  const [upright, setUpright] = useState(false);
  const [wallMode, setWallMode] = useState(false); // every tap means a wall
  const [focus, setFocus] = useState(() => (seat !== null && look.pawns[seat]) || "e1");
  const [pawnLift, setPawnLift] = useState(false);
  const press = useRef<Press | null>(null);
  const tapTime = useRef(-1e9);
  const ghostTime = useRef(-1e9);
  const { note, show, refuse, notYet } = useNote(props);
  const { send, accepts } = useSender(props);

  // A new position ends every choice. A finger that is down just then, when the other player moves, still means its place.
  useLayoutEffect(() => {
    const now = press.current;
    press.current = now && !now.moved && !now.rack ? { ...now, holds: false, drags: false, early: true } : null;
    setGhost(null);
    setHover(null);
    setWallMode(false);
    setPawnLift(false);
    show(null);
  }, [look.position, seat]);

  // ---- motion

  function animate(passage: Passage, running: Animation[]): Promise<unknown> {
    if (!passage.back) sounds.play(passage.move.slot ? "wall" : "move");
    return showQuoridor(passage, { svg: live.current!, turned, still: still(props), running });
  }
  usePassage(props, animate);

  // ---- playing

  function reasonOf(wall: Slot): ReturnType<typeof core.check> {
    return isLegalWall(look, wall) ? null : core.check(look, wallMove(wall));
  }

  function placeGhost(wall: Slot | null, spoken = true): void {
    setGhost(wall);
    setHover(null);
    if (!wall) return show(null);
    if (!sameWall(wall, ghost)) ghostTime.current = performance.now();
    setUpright(wall.upright);
    const refusal = reasonOf(wall);
    show(refusal && { text: refusalText(refusal), at: slotPlace(wall.slot, turned), tone: "refused", stays: true });
    if (spoken) props.say(wallText(core, look, wall));
  }

  function confirm(wall: Slot): void {
    const refusal = reasonOf(wall);
    if (refusal) return refuse(refusal, slotPlace(wall.slot, turned));
    send(wallMove(wall));
  }

  function asks(touch: boolean): boolean {
    return confirmWalls === "always" || (confirmWalls === "touch" && touch);
  }

  function goTo(square: string): void {
    const move = steps.get(square);
    if (move) return send(move.text);
    if (seat !== null && seat !== look.turn && look.winners.length === 0) return notYet(squarePlace(square, turned));
    if (!mine) return;
    const refusal = core.check(look, square);
    if (refusal) refuse(refusal, squarePlace(square, turned));
  }

  function rotated(wall: Slot): Slot {
    return { slot: wall.slot, upright: !wall.upright };
  }

  // ---- pointer

  function wallAt(point: Point, touch: boolean): Slot | null {
    if (!walls) return null;
    if (touch || wallMode) return { slot: slotNearest(point, turned), upright };
    return slotInGroove(point, turned);
  }

  function onGhost(point: Point, wall: Slot | null): boolean {
    if (!wall) return false;
    const place = slotPlace(wall.slot, turned);
    const standing = drawnUpright(wall.upright, turned);
    const dx = Math.abs(point.x - place.x);
    const dy = Math.abs(point.y - place.y);
    return (standing ? dx : dy) < 0.4 && (standing ? dy : dx) < 1;
  }

  /** The point that means a place for a held ghost: a little above a finger. */
  function held(event: PointerEvent, now: Press): Point {
    const point = pointOf(live.current!, SQUARE_VIEW, event);
    return now.touch ? { x: point.x, y: point.y - LIFT / scaleOf(live.current!, SQUARE_VIEW) } : point;
  }

  function onPointerDown(event: PointerEvent): void {
    if (event.button !== 0 || press.current || !accepts(event)) return;
    const point = pointOf(live.current!, SQUARE_VIEW, event);
    const touch = event.pointerType !== "mouse";
    const holds = onGhost(point, ghost);
    press.current = { id: event.pointerId, start: point, touch, holds, rack: false, drags: false, moved: false };
    const square = squareNearest(point, turned);
    if (square) setFocus(square);
    const onPawn = mine && !wallMode && square !== null && square === look.pawns[seat!];
    press.current.drags = holds || onPawn;
    live.current!.setPointerCapture(event.pointerId);
    if (onPawn && !holds) setPawnLift(true);
  }

  function onPointerMove(event: PointerEvent): void {
    const now = press.current;
    if (!now) {
      if (event.pointerType === "mouse") onHover(pointOf(live.current!, SQUARE_VIEW, event));
      return;
    }
    if (event.pointerId !== now.id) return;
    const point = pointOf(live.current!, SQUARE_VIEW, event);
    if (!now.moved && Math.hypot(point.x - now.start.x, point.y - now.start.y) < TAP) return;
    now.moved = true;
    if (!now.holds) return;
    const wall = { slot: slotNearest(held(event, now), turned), upright };
    if (!sameWall(wall, ghost)) placeGhost(wall, false);
  }

  function onHover(point: Point): void {
    if (ghost) return;
    const square = squareNearest(point, turned);
    let wall = wallAt(point, false);
    if (wall && !wallMode && square && steps.has(square) && !slotInGroove(point, turned, 0)) wall = null;
    if (sameWall(wall, hover) || wall === hover) return;
    setHover(wall);
    const refusal = wall && reasonOf(wall);
    show(refusal && { text: refusalText(refusal), at: slotPlace(wall!.slot, turned), tone: "refused", stays: true });
  }

  function onPointerUp(event: PointerEvent): void {
    const now = press.current;
    if (!now || event.pointerId !== now.id) return;
    press.current = null;
    tapTime.current = event.timeStamp;
    const point = pointOf(live.current!, SQUARE_VIEW, event);
    const square = squareNearest(point, turned);
    if (pawnLift) {
      setPawnLift(false);
      if (now.moved) {
        if (square && square !== look.pawns[seat!]) goTo(square);
        return;
      }
    }
    if (now.holds && (now.moved || now.rack)) return drop(event, now, point);
    if (now.moved) return;
    if (now.holds && ghost) return placeGhost(rotated(ghost));
    tap(point, square, now);
  }

  /** A ghost let go of: it stays to be confirmed, is placed, or goes back to the rack if dropped outside. */
  function drop(event: PointerEvent, now: Press, point: Point): void {
    const inside = Math.max(Math.abs(point.x), Math.abs(point.y)) < 5;
    if (!ghost) return;
    if (now.rack && !inside) return placeGhost(null);
    const wall = { slot: slotNearest(held(event, now), turned), upright };
    if (now.rack && !asks(now.touch) && isLegalWall(look, wall)) return confirm(wall);
    placeGhost(wall);
  }

  function tap(point: Point, square: string | null, { touch, early }: Press): void {
    if (!mine) {
      if (square) goTo(square);
      return;
    }
    const offer =
      ghost && !isLegalWall(look, ghost) ? neighbourWall(look, ghost, slotPlace(ghost.slot, turned), turned) : null;
    if (offer && onGhost(point, offer)) return placeGhost(offer);
    const groove = touch || wallMode ? null : slotInGroove(point, turned, 0);
    if (!wallMode && square && steps.has(square) && !groove) return goTo(square);
    if (!wallMode && !ghost && !groove && square === look.pawns[seat!]) return;
    const wall = wallAt(point, touch) ?? groove;
    if (!wall) {
      if (ghost) return placeGhost(null);
      if (square && square !== look.pawns[seat!]) goTo(square);
      return;
    }
    // A finger that did not say "wall" first never places one at once, nor a press that has not seen the position.
    if (walls && (early || asks(touch) || (touch && !wallMode))) return placeGhost(wall);
    confirm(wall);
  }

  /** A finger on the ghost or on one's pawn drags it and does not scroll the page. */
  function onTouchStart(event: TouchEvent): void {
    if (press.current?.drags) event.preventDefault();
  }

  function onLostPointerCapture(): void {
    press.current = null;
    setPawnLift(false);
  }

  function onPointerLeave(): void {
    if (!hover) return;
    setHover(null);
    show(null);
  }

  function onClick(event: MouseEvent): void {
    if (event.timeStamp - tapTime.current < 700) return;
    const target = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell");
    if (target) goTo(target);
  }

  // A wall taken from a rack: the board holds the pointer from then on.
  useEffect(() => {
    if (!walls) return;
    return onRackPress(seat!, (event) => {
      if (press.current || !live.current) return;
      live.current.setPointerCapture(event.pointerId);
      const touch = event.pointerType !== "mouse";
      const start = pointOf(live.current, SQUARE_VIEW, event);
      press.current = { id: event.pointerId, start, touch, holds: true, rack: true, drags: true, moved: false };
    });
  });

  // ---- keys

  function moveFocus(square: string | null): void {
    if (square === null) return;
    setFocus(square);
    (live.current?.querySelector(`[data-cell="${square}"]`) as SVGElement | null)?.focus();
  }

  function slotOf(square: string): string {
    const limit = (value: number) => Math.min(8, value);
    return String.fromCharCode(96 + limit(square.charCodeAt(0) - 96)) + limit(Number(square[1]));
  }

  function toggleWalls(): void {
    if (!walls) {
      const refusal = mine ? core.check(look, "e4h") : null;
      if (refusal) refuse(refusal, { x: 0, y: 0 });
      return;
    }
    const on = !(wallMode && ghost);
    setWallMode(on);
    placeGhost(on ? { slot: slotOf(focus), upright } : null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keyName(event);
    const arrows: Record<string, [number, number]> = {
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowLeft: [-1, 0],
      ArrowDown: [0, 1],
    };
    const arrow = arrows[key];
    if (arrow && ghost) {
      const slot = squareStep(ghost.slot, arrow[0], arrow[1], turned, 8);
      if (slot) placeGhost({ slot, upright: ghost.upright });
    } else if (arrow) moveFocus(squareStep(focus, arrow[0], arrow[1], turned));
    else if (key === "Enter" || key === " ") {
      if (ghost) confirm(ghost);
      else goTo(focus);
    } else if (key === "w") toggleWalls();
    else if (key === "r" && ghost) placeGhost(rotated(ghost));
    else if (key === "Escape") {
      setWallMode(false);
      placeGhost(null);
    } else if (key === "o") props.say(ghost ? wallText(core, look, ghost) : squareText(look, seat, focus));
    else if (!pageKey(props, key)) return;
    event.preventDefault();
  }

  // ---- the row of controls

  function setOrientation(standing: boolean): void {
    const next = drawnUpright(standing, turned); // h and v are those of the screen
    if (ghost) return placeGhost({ slot: ghost.slot, upright: next });
    const off = wallMode && next === upright;
    setUpright(next);
    setWallMode(!off);
  }

  function settle(action: () => void): void {
    if (performance.now() - ghostTime.current > SETTLE) action();
  }

  // ---- drawing

  const shown = ghost ?? hover;
  const shownLegal = shown !== null && isLegalWall(look, shown);
  const offer = ghost && !shownLegal ? neighbourWall(look, ghost, slotPlace(ghost.slot, turned), turned) : null;
  const refusal = shown && !shownLegal ? reasonOf(shown) : null;
  const ground = useMemo(
    () => (
      <SquareGround id={id} paint={livePaint} turned={turned} coordinates={props.coordinates && !small} look={look} />
    ),
    [id, turned, props.coordinates, small, look.out.join()],
  );
  const pawnFrom = last && last.slot === "" ? last.cells[0] : null;
  const dim = wallMode || ghost !== null;

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
        note={note}
        live={live}
        handlers={{
          onPointerDown,
          onPointerMove,
          onPointerUp,
          onLostPointerCapture,
          onTouchStart,
          onPointerLeave,
          onClick,
          onKeyDown,
        }}
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
            mine={mine ? look.pawns[seat!] : undefined}
            text={(square) => squareText(look, seat, square)}
            onFocus={setFocus}
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
          onTurn={setOrientation}
          onYes={() => settle(() => ghost && confirm(ghost))}
          onNo={() => settle(() => placeGhost(null))}
        />
      )}
    </div>
  );
}
