// SPDX-License-Identifier: MIT
// A board for setting up a position. It shows a sketch, which need not be a legal position, and reports presses, drags
// and keys. Its user asks the core for the consequences; nothing is judged here.

import { h, type VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Look } from "../core/types";
import { HEX_CELLS, HEX_ROWS, hexNearest, hexPlace, hexStep } from "./abalone/hex";
import { HEX_SHAPE, Marbles } from "./abalone/marbles";
import { pointOf } from "./gestures";
import { HEX_VIEW, HexGround, SQUARE_VIEW, SquareGround, viewBox } from "./ground";
import { livePaint } from "./paint";
import { placed } from "./pieces";
import { drawnUpright, slotNearest, SQUARE_ROWS, squareNearest, squarePlace, squareStep } from "./quoridor/square";
import { Pawns, SQUARE_SHAPE, Walls } from "./quoridor/squares";
import { Ghost } from "./quoridor/ways";
import { SHARED, useSharedDefs } from "./small/shareddefs";
import { t } from "./text";
import type { Point } from "./types";
import { cellText, squareText } from "./words";

/** The target of a press: a piece on a cell, or a wall, upright or flat on the screen. */
export type EditAim = "cell" | "standing" | "lying";

export interface EditBoardProps {
  look: Look;
  turned: number;
  coordinates: boolean;
  marks: "auto" | "on" | "off";
  aim: EditAim;
  /** A press on a cell ("e5") or wall ("e3h"). */
  onPress(place: string): void;
  /** A piece was dragged to another cell, or off the board (""). */
  onDrag(from: string, to: string): void;
  /** The right button, or Delete. */
  onTake(cell: string): void;
  /** A number key, 1 to 4, or h and v, on a cell. */
  onKey(key: string, cell: string): boolean;
}

const NOWHERE = new Set<string>();

function isHex(look: Look): boolean {
  return look.pawns.length === 0;
}

/** The wall that a point means. */
function wallAt(point: Point, turned: number, aim: EditAim): string {
  const upright = drawnUpright(aim === "standing", turned);
  return slotNearest(point, turned) + (upright ? "v" : "h");
}

function cellAt(look: Look, point: Point, turned: number): string {
  return (isHex(look) ? hexNearest(point, turned) : squareNearest(point, turned)) ?? "";
}

/** The place that a pointer over the board `svg` means; "" beside it. */
export function editPlace(svg: Element, { look, turned, aim }: Pick<EditBoardProps, "look" | "turned" | "aim">, event: PointerEvent): string {
  const point = pointOf(svg, isHex(look) ? HEX_VIEW : SQUARE_VIEW, event);
  if (!cellAt(look, point, turned)) return "";
  return aim === "cell" ? cellAt(look, point, turned) : wallAt(point, turned, aim);
}

function hasPiece(look: Look, cell: string): boolean {
  return look.pawns.includes(cell) || look.marbles.some((marble) => marble.cell === cell);
}

/** The cell that an arrow leads to, on the screen. */
function stepTo(look: Look, cell: string, key: string, turned: number): string | null {
  if (!isHex(look)) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    return way ? squareStep(cell, way[0]!, way[1]!, turned) : null;
  }
  const dir = { ArrowRight: 0, PageUp: 1, ArrowUp: 2, ArrowLeft: 3, PageDown: 4, ArrowDown: 5 }[key];
  return dir === undefined ? null : hexStep(cell, (dir - turned + 12) % 6);
}

export function EditBoard(props: EditBoardProps): VNode {
  const { look, turned, marks, aim, onPress, onDrag, onTake, onKey } = props;
  const hex = isHex(look);
  const view = hex ? HEX_VIEW : SQUARE_VIEW;
  const svg = useRef<SVGSVGElement>(null);
  useSharedDefs(svg);
  const [focus, setFocus] = useState("");
  const [ghost, setGhost] = useState("");
  const [lift, setLift] = useState<{ from: string; at: Point } | null>(null);
  const press = useRef<{ id: number; from: string; moved: boolean } | null>(null);
  const ground = useMemo(() => (hex
    ? <HexGround id={SHARED} paint={livePaint} turned={turned} coordinates={props.coordinates} />
    : <SquareGround id={SHARED} paint={livePaint} turned={turned} coordinates={props.coordinates} look={look} />
  ), [hex, turned, props.coordinates, look.variant, look.out.join()]);
  const count = hex ? new Set(look.marbles.map(({ seat }) => seat)).size : look.pawns.length;
  const marked = marks === "on" || (marks === "auto" && count > 2);
  const cells = hex ? HEX_ROWS : SQUARE_ROWS;
  const stop = focus && (hex ? HEX_CELLS.includes(focus) : true) ? focus : "e5";

  const down = (event: PointerEvent) => {
    if (press.current) return;
    const cell = cellAt(look, pointOf(svg.current!, view, event), turned);
    if (event.button === 2 && cell) return onTake(cell);
    if (event.button !== 0) return;
    svg.current!.setPointerCapture(event.pointerId);
    press.current = { id: event.pointerId, from: cell, moved: false };
  };
  const move = (event: PointerEvent) => {
    const held = press.current;
    if (!held && event.pointerType === "mouse") setGhost(aim === "cell" ? "" : editPlace(svg.current!, props, event));
    if (!held || held.id !== event.pointerId) return;
    const at = pointOf(svg.current!, view, event);
    held.moved ||= cellAt(look, at, turned) !== held.from;
    if (held.moved && aim === "cell" && hasPiece(look, held.from)) setLift({ from: held.from, at });
    if (aim !== "cell") setGhost(editPlace(svg.current!, props, event));
  };
  const up = (event: PointerEvent) => {
    const held = press.current;
    if (!held || held.id !== event.pointerId) return;
    press.current = null;
    setLift(null);
    setGhost("");
    const place = editPlace(svg.current!, props, event);
    if (aim === "cell" && held.moved) {
      if (hasPiece(look, held.from) && held.from !== place) onDrag(held.from, place);
    } else if (place) onPress(place);
  };
  const lose = () => {
    press.current = null;
    setLift(null);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = stepTo(look, stop, event.key, turned);
    if (to) {
      setFocus(to);
      svg.current!.querySelector<SVGElement>(`[data-cell="${to}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      onPress(aim === "cell" ? stop : wallAt(squarePlaceOf(stop, turned), turned, aim));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      onTake(stop);
    } else if (!onKey(event.key.toLowerCase(), stop)) return;
    event.preventDefault();
  };
  const text = (cell: string) => (hex ? cellText(look, null, cell, []) : squareText(look, null, cell));
  const shape = hex ? HEX_SHAPE : SQUARE_SHAPE;
  const lifted = lift && { transform: placed(lift.at) };
  return (
    <div class={`board editing ${hex ? "abalone" : "quoridor"} aim-${aim}`} data-game={hex ? "abalone" : "quoridor"} data-turned={turned}>
      <div class="board-stage">
        <svg class="board-base" viewBox={viewBox(view)} aria-hidden="true">{ground}</svg>
        <svg class="board-live" viewBox={viewBox(view)} ref={svg} role="grid" aria-label={t("Position editor")} onPointerDown={down}
          onPointerMove={move} onPointerUp={up} onPointerCancel={lose} onPointerLeave={() => press.current ?? setGhost("")}
          onContextMenu={(event) => event.preventDefault()} onKeyDown={key}>
          <g aria-hidden="true">
            {hex
              ? <Marbles id={SHARED} look={look} turned={turned} marked={marked} chosen={NOWHERE} ends={NOWHERE} />
              : (
                <>
                  <Walls id={SHARED} look={look} turned={turned} last={null} />
                  <Pawns id={SHARED} look={look} turned={turned} last={null} marked={marked} lifted={null} />
                </>
              )}
            {ghost && <Ghost id={SHARED} wall={{ slot: ghost.slice(0, 2), upright: ghost[2] === "v" }} turned={turned} legal />}
            {lifted && <circle {...lifted} r=".5" class="board-lift" />}
          </g>
          {cells.map((row) => (
            <g role="row" key={row[0]}>
              {row.map((cell) =>
                h(shape[0], {
                  ...shape[1], key: cell, role: "gridcell", class: "board-cell", "data-cell": cell, tabindex: cell === stop ? 0 : -1, "aria-label": text(cell),
                  onFocus: () => setFocus(cell),
                  onClick: (event: MouseEvent) => event.detail === 0 && onPress(aim === "cell" ? cell : wallAt(squarePlaceOf(cell, turned), turned, aim)),
                  transform: placed(hex ? hexPlace(cell, turned) : squarePlace(cell, turned)),
                }),
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** From a square to the crossing towards i9, which names its walls. */
function squarePlaceOf(square: string, turned: number): Point {
  const { x, y } = squarePlace(square, turned);
  const up = squarePlace("f6", turned); // one step towards i9 from the middle
  return { x: x + up.x / 2, y: y + up.y / 2 };
}
