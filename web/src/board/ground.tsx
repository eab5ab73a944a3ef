// SPDX-License-Identifier: MIT
// The static part: rim, gutter, deck and wells of the Abalone board, squares and grooves of the Quoridor board, and the
// coordinates, which keep their names when the view turns.

import type { VNode } from "preact";
import type { Look } from "../core/types";
import { dirVector, HEX_CELLS, HEX_ROWS, hexPlace } from "./abalone/hex";
import type { Paint } from "./paint";
import { Lattice, MARBLE, Mark, Stops } from "./pieces";
import { SQUARE, SQUARE_ROWS, squarePlace } from "./quoridor/square";
import type { Point } from "./types";

// Distance of the hexagon's sides from the centre.
const DECK = 3.93;
const GUTTER = 4.27;
const RIM = 4.5;
export const GUTTER_STEP = (GUTTER + DECK) / 2 / Math.cos(Math.PI / 6) - 4; // from an edge cell's centre into the
                                                                            // gutter

const HALF = 4.5 + 0.02; // of the Quoridor board without its rim
const QUORIDOR_RIM = HALF + 0.22;

export const HEX_VIEW = { x: -5.22, y: -4.52, width: 10.44, height: 9.04 };
export const SQUARE_VIEW = { x: -QUORIDOR_RIM, y: -QUORIDOR_RIM, width: 2 * QUORIDOR_RIM, height: 2 * QUORIDOR_RIM };

export function viewBox(view: typeof HEX_VIEW): string {
  return `${view.x} ${view.y} ${view.width} ${view.height}`;
}

/** A hexagon with flat top and rounded corners. */
function hexagon(apothem: number, round: number): string {
  const radius = apothem / Math.cos(Math.PI / 6);
  const corner = (i: number) => ({ x: radius * Math.cos((i * Math.PI) / 3), y: radius * Math.sin((i * Math.PI) / 3) });
  const toward = (i: number, j: number) => {
    const a = corner(i);
    const b = corner(j);
    return `${(a.x + ((b.x - a.x) * round) / radius).toFixed(3)} ${(a.y + ((b.y - a.y) * round) / radius).toFixed(3)}`;
  };
  const parts = [0, 1, 2, 3, 4, 5].map((i) => {
    const at = corner(i);
    return `${i ? "L" : "M"}${toward(i, i + 5)}Q${at.x.toFixed(3)} ${at.y.toFixed(3)} ${toward(i, i + 1)}`;
  });
  return `${parts.join("")}Z`;
}

// One path for all cells that look alike: a board is drawn often, and lists have many small ones.
const WELL = MARBLE + 0.012;
const begin = (x: number, y: number) => `M${x.toFixed(3)} ${y.toFixed(3)}`;
const round = ({ x, y }: Point) => `${begin(x - WELL, y)}a${WELL} ${WELL} 0 1 0 ${2 * WELL} 0a${WELL} ${WELL} 0 1 0 ${-2 * WELL} 0`;
/** The lower edge of a well, which catches the light. */
const brim = ({ x, y }: Point) => `${begin(x - WELL * 0.94, y + WELL * 0.34)}a${WELL} ${WELL} 0 0 0 ${(WELL * 1.88).toFixed(3)} 0`;
const WELLS = HEX_CELLS.map((cell) => hexPlace(cell));
const WELL_HOLES = WELLS.map(round).join("");
const WELL_BRIMS = WELLS.map(brim).join("");

const CORNER = 0.07;
const SIDE = (SQUARE - 2 * CORNER).toFixed(3);
const bend = (dx: number, dy: number) => `a${CORNER} ${CORNER} 0 0 1 ${dx * CORNER} ${dy * CORNER}`;
const tile = ({ x, y }: Point) =>
  `${begin(x - SQUARE / 2 + CORNER, y - SQUARE / 2)}h${SIDE}${bend(1, 1)}v${SIDE}${bend(-1, 1)}h-${SIDE}${bend(-1, -1)}v-${SIDE}${bend(1, -1)}`;
/** A tile's upper edge, which is light, or its lower one. */
const tileEdge = (side: number) => ({ x, y }: Point) => `${begin(x - SQUARE / 2 + 0.05, y + side * (SQUARE / 2 - 0.012))}h${(SQUARE - 0.1).toFixed(3)}`;
// The board looks the same from all sides.
const SQUARES = SQUARE_ROWS.flat().map((cell) => squarePlace(cell));
const TILES = SQUARES.map(tile).join("");
const EDGES = [-1, 1].map((side) => SQUARES.map(tileEdge(side)).join(""));

/** The definitions that the grounds of both boards refer to, with ids that begin with `id`. */
export function GroundDefs({ id }: { id: string }): VNode {
  return (
    <defs>
      <clipPath id={`${id}hexagon`}>
        <path d={hexagon(DECK, 0.12)} />
      </clipPath>
      <clipPath id={`${id}tiles`}>
        <path d={TILES} />
      </clipPath>
      <radialGradient id={`${id}well`} cx="50%" cy="62%" r="66%" fy="70%">
        <Stops stops={[[0, "#000", 0.04], [0.55, "#000", 0.16], [1, "#000", 0.46]]} />
      </radialGradient>
      <Lattice id={`${id}wells`}>{(place) => <circle {...place} r={WELL} fill={`url(#${id}well)`} />}</Lattice>
      <linearGradient id={`${id}bevel`} x1="0" y1="0" x2="0" y2="1">
        <Stops stops={[[0, "#fff", 0.1], [0.5, "#fff", 0], [1, "#000", 0.25]]} />
      </linearGradient>
      <filter id={`${id}grain`} x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
        <feTurbulence type="fractalNoise" baseFrequency=".35 5" numOctaves="4" seed="7" />
        <feColorMatrix values="0 0 0 0 .16  0 0 0 0 .08  0 0 0 0 .02  0 0 0 -2.6 1.75" />
      </filter>
    </defs>
  );
}

function Grain({ id, paint, clip, half }: { id: string; paint: Paint; clip: string; half: number }): VNode {
  return (
    <g clip-path={`url(#${clip})`} opacity={paint.grain}>
      <rect x={-half} y={-half} width={2 * half} height={2 * half} filter={`url(#${id}grain)`} />
    </g>
  );
}

function Label({ x, y, text, size, fill }: { x: number; y: number; text: string; size: number; fill: string }): VNode {
  return (
    <text x={x} y={y + size * 0.36} font-size={size} text-anchor="middle" fill={fill} class="board-coordinate">
      {text}
    </text>
  );
}

function hexLabels(turned: number): VNode[] {
  const put = (cell: string, dir: number, text: string) => {
    const place = hexPlace(cell, turned);
    const out = dirVector(dir, turned);
    return (
      <Label x={place.x + out.x * GUTTER_STEP} y={place.y + out.y * GUTTER_STEP} text={text} size={0.3} fill="#fff" />
    );
  };
  const letters = HEX_ROWS.map((row) => put(row[0]!, 3, row[0]![0]!));
  const lowest = ["a1", "a2", "a3", "a4", "a5", "b6", "c7", "d8", "e9"];
  return [...letters, ...lowest.map((cell) => put(cell, 5, cell[1]!))];
}

interface GroundProps {
  id: string;
  paint: Paint;
  turned: number;
  coordinates: boolean;
  /** Without the grain of the wood, which takes long to paint. */
  plain?: boolean;
}

export function HexGround({ id, paint, turned, coordinates, plain }: GroundProps): VNode {
  return (
    <>
      <path d={hexagon(RIM, 0.22)} fill={paint.rim} />
      <path d={hexagon(RIM, 0.22)} fill={`url(#${id}bevel)`} />
      <path d={hexagon(GUTTER, 0.16)} fill={paint.gutter} stroke="#000" stroke-opacity=".4" stroke-width=".03" />
      <path d={hexagon(DECK, 0.12)} fill={paint.deck} stroke="#fff" stroke-opacity=".12" stroke-width=".03" />
      {!plain && <Grain id={id} paint={paint} clip={`${id}hexagon`} half={5} />}
      <path d={WELL_HOLES} fill={paint.well} />
      <path d={WELL_HOLES} fill={`url(#${id}wells)`} />
      <path d={WELL_BRIMS} fill="none" stroke="#fff" stroke-opacity=".34" stroke-width=".03" stroke-linecap="round" />
      {coordinates && <g opacity=".85">{hexLabels(turned)}</g>}
    </>
  );
}

const SIDES = ["north", "west", "south", "east"] as const; // counter-clockwise

/** A line in the player's colour along the goal side, with the colour's mark in the rim. */
function Goal({ side, seat, turned, paint }: { side: string; seat: number; turned: number; paint: Paint }): VNode {
  const quarter = -90 * (SIDES.indexOf(side as "north") + turned);
  const mid = -(HALF + QUORIDOR_RIM) / 2;
  return (
    <g transform={`rotate(${quarter})`}>
      <rect
        x={-4.4}
        y={mid - 0.05}
        width="8.8"
        height=".1"
        rx=".05"
        fill={paint.seats[seat]}
        stroke="#999"
        stroke-opacity=".7"
        stroke-width=".016"
      />
      <g transform={`translate(0 ${mid}) rotate(${-quarter})`}>
        <circle r=".115" fill={paint.seats[seat]} stroke="#999" stroke-width=".016" />
        <Mark seat={seat} ink={paint.inks[seat]!} scale={0.55} />
      </g>
    </g>
  );
}

function squareLabels(turned: number, paint: Paint): VNode[] {
  const labels: VNode[] = [];
  const at = (cell: string, dx: number, dy: number, text: string) => {
    const { x, y } = squarePlace(cell, turned);
    labels.push(<Label x={x + dx} y={y + dy} text={text} size={0.24} fill={paint.text} />);
  };
  const sideways = turned % 2 !== 0;
  for (const cell of SQUARE_ROWS.flat()) {
    const { x, y } = squarePlace(cell, turned);
    if (y === 4) at(cell, 0.29, 0.27, sideways ? cell[1]! : cell[0]!);
    if (x === -4) at(cell, -0.29, -0.26, sideways ? cell[0]! : cell[1]!);
  }
  return labels;
}

export function SquareGround({ id, paint, turned, coordinates, plain, look }: GroundProps & { look: Look }): VNode {
  return (
    <>
      {[paint.rim, `url(#${id}bevel)`].map((fill) => (
        <rect
          x={-QUORIDOR_RIM}
          y={-QUORIDOR_RIM}
          width={2 * QUORIDOR_RIM}
          height={2 * QUORIDOR_RIM}
          rx=".22"
          fill={fill}
        />
      ))}
      <rect x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} rx=".1" fill={paint.groove} />
      {look.goals.map(
        (side, seat) => !look.out.includes(seat) && <Goal side={side} seat={seat} turned={turned} paint={paint} />,
      )}
      <path d={TILES} fill={paint.square} />
      <path d={EDGES[0]} stroke="#fff" stroke-opacity=".3" stroke-width=".026" />
      <path d={EDGES[1]} stroke="#000" stroke-opacity=".3" stroke-width=".026" />
      {!plain && <Grain id={id} paint={paint} clip={`${id}tiles`} half={4.5} />}
      {coordinates && <g opacity=".75">{squareLabels(turned, paint)}</g>}
    </>
  );
}
