// SPDX-License-Identifier: MIT
// The pieces of both boards, drawn without state, so that the screen and the exported picture share them: marbles,
// pawns, walls, the marks that distinguish colours, and their gradients. Light comes from the upper left; colours are
// flat fills from the theme with translucent shading over them.

import type { VNode } from "preact";
import type { Seat } from "../core/types";
import { livePaint, type Paint } from "./paint";
import type { Point } from "./types";
import { WALL_LENGTH, WALL_WIDTH } from "./quoridor/square";

export const MARBLE = 0.44;
const PAWN = 0.3;

// The rim keeps each colour 3:1 apart from every well and square; the shading is stronger on dark glass than on ivory.
export const GLASS = [
  { rim: "#c0c0ca", light: 0.34, shade: "#000000", dark: 0.5, gloss: 0.75 },
  { rim: "#4a3a1e", light: 0.9, shade: "#7a5a28", dark: 0.58, gloss: 0.95 },
  { rim: "#180f00", light: 0.55, shade: "#5a3400", dark: 0.45, gloss: 0.85 },
  { rim: "#f8fcff", light: 0.42, shade: "#04152c", dark: 0.52, gloss: 0.8 },
] as const;

/** A stop of a gradient. */
export type Stop = readonly [offset: number, colour: string, opacity: number];

export function Stops({ stops }: { stops: readonly Stop[] }): VNode {
  return (
    <>
      {stops.map(([offset, colour, opacity]) => (
        <stop offset={offset} stop-color={colour} stop-opacity={opacity} />
      ))}
    </>
  );
}

const EDGE: readonly Stop[] = [[0, "#fff", 0.55], [0.35, "#fff", 0], [1, "#000", 0.35]];

function shaded({ light, shade, dark }: (typeof GLASS)[number]): Stop[] {
  return [
    [0, "#fff", light], [0.25, "#fff", light * 0.55], [0.55, "#fff", light * 0.1],
    [0.66, shade, dark * 0.08], [0.85, shade, dark * 0.42], [1, shade, dark],
  ];
}

const ROW = Math.sqrt(3) / 2; // the distance of two rows of cells
const LATTICE = [[0, 0], [1, 0], [0, 2 * ROW], [1, 2 * ROW], [0.5, ROW]] as const;

/** A pattern with a drawing on each cell of the Abalone board. */
export function Lattice({ id, children }: { id: string; children(place: { cx: number; cy: number }): VNode }): VNode {
  return (
    <pattern id={id} width="1" height={2 * ROW} patternUnits="userSpaceOnUse">
      {LATTICE.map(([cx, cy]) => children({ cx, cy }))}
    </pattern>
  );
}

/** The gradients that pieces refer to, with ids that begin with `id`. */
export function PieceDefs({ id }: { id: string }): VNode {
  return (
    <defs>
      {GLASS.map((glass, seat) => (
        <radialGradient id={`${id}g${seat}`} cx="50%" cy="50%" r="50%" fx="36%" fy="30%">
          <Stops stops={shaded(glass)} />
        </radialGradient>
      ))}
      <radialGradient id={`${id}s`}>
        <Stops stops={[[0.55, "#000", 0.55], [1, "#000", 0]]} />
      </radialGradient>
      <linearGradient id={`${id}w`} x1="0" y1="0" x2="0" y2="1">
        <Stops stops={EDGE} />
      </linearGradient>
      <linearGradient id={`${id}v`} x1="0" y1="0" x2="1" y2="0">
        <Stops stops={EDGE} />
      </linearGradient>
    </defs>
  );
}

/** The patterns that small boards refer to: the shadows, the shading of each glass, and the edges of flat and upright walls. */
export function ManyDefs({ id }: { id: string }): VNode {
  return (
    <defs>
      <Lattice id={`${id}shadows`}>{({ cx, cy }) => <circle cx={cx + 0.035} cy={cy + 0.085} r={MARBLE + 0.06} fill={`url(#${id}s)`} />}</Lattice>
      {GLASS.map((_, seat) => (
        <Lattice id={`${id}shades${seat}`}>{(place) => <circle {...place} r={MARBLE - 0.012} fill={`url(#${id}g${seat})`} />}</Lattice>
      ))}
      <pattern id={`${id}flat`} width="1" height="1" patternUnits="userSpaceOnUse">
        <rect y={0.5 - WALL_WIDTH / 2} width="1" height={WALL_WIDTH} fill={`url(#${id}w)`} />
      </pattern>
      <pattern id={`${id}upright`} width="1" height="1" patternUnits="userSpaceOnUse">
        <rect x={0.5 - WALL_WIDTH / 2} width={WALL_WIDTH} height="1" fill={`url(#${id}v)`} />
      </pattern>
    </defs>
  );
}

const MARKS = [
  { d: round(0.08), filled: true },
  { d: round(0.115), filled: false },
  { d: "m-.16-.042h.32v.084h-.32z", filled: true },
  { d: "m0-.165 .155.27h-.31z", filled: false },
] as const;

/** A circle around a place, as a part of a path that begins there. */
function round(r: number, dx = 0, dy = 0): string {
  return `m${dx - r} ${dy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** All marbles of a colour at these places, in a few paths: for small boards, of which a screen has many. */
export function ManyMarbles({ id, seat, places, paint, marked }: PieceProps & { places: readonly Point[] }): VNode {
  const each = (d: string) => places.map(({ x, y }) => `M${x.toFixed(3)} ${y.toFixed(3)}${d}`).join("");
  const glass = GLASS[seat]!;
  const body = each(round(MARBLE - 0.012));
  const mark = MARKS[seat]!;
  const line = mark.filled ? { fill: paint.inks[seat] } : { fill: "none", stroke: paint.inks[seat], "stroke-width": 0.058 };
  return (
    <>
      <path d={body} fill={paint.seats[seat]} stroke={glass.rim} stroke-width=".026" />
      <path d={body} fill={`url(#${id}shades${seat})`} opacity={paint.shade} />
      <path d={each(round(MARBLE * 0.8) + round(MARBLE * 0.56, MARBLE * 0.8))} fill="none" stroke={paint.inks[seat]} stroke-opacity=".5"
        stroke-width={MARBLE * 0.07} opacity={paint.rings} />
      <path d={each("m-.249-.138a.125.075-38 1 0 .197-.154a.125.075-38 1 0-.197.154")} fill="#fff" fill-opacity={paint.shine} opacity={glass.gloss} />
      {marked && <path d={each(mark.d)} {...line} stroke-linejoin="round" />}
    </>
  );
}

/** The shadows of marbles at these places. */
export function ManyShadows({ id, places }: { id: string; places: readonly Point[] }): VNode {
  return <path d={places.map(({ x, y }) => `M${(x + 0.035).toFixed(3)} ${(y + 0.085).toFixed(3)}${round(MARBLE + 0.06)}`).join("")} fill={`url(#${id}shadows)`} />;
}

/** All walls around these crossings, in a few paths. */
export function ManyWalls({ id, walls, paint }: { id: string; walls: readonly { at: Point; standing: boolean }[]; paint: Paint }): VNode {
  const each = (some: typeof walls, dx = 0, dy = 0) => some.map(({ at, standing }) => {
    const [w, h] = standing ? [WALL_WIDTH, WALL_LENGTH] : [WALL_LENGTH, WALL_WIDTH];
    return `M${at.x - w / 2 + dx} ${at.y - h / 2 + dy}h${w}v${h}h${-w}z`;
  }).join("");
  return (
    <>
      <path d={each(walls, 0.03, 0.06)} fill="#000" opacity=".4" />
      <path d={each(walls)} fill={paint.wall} stroke="#000" stroke-opacity=".45" stroke-width=".014" stroke-linejoin="round" />
      <path d={each(walls.filter(({ standing }) => !standing))} fill={`url(#${id}flat)`} />
      <path d={each(walls.filter(({ standing }) => standing))} fill={`url(#${id}upright)`} />
    </>
  );
}

/** Dot, ring, bar or triangle: identifies the colour without colour. */
export function Mark({ seat, ink, scale = 1 }: { seat: Seat; ink: string; scale?: number }): VNode {
  const line = { fill: "none", stroke: ink, "stroke-width": 0.058 };
  const shapes = [
    <circle r=".08" fill={ink} />,
    <circle r=".115" {...line} />,
    <rect x="-.16" y="-.042" width=".32" height=".084" rx=".03" fill={ink} />,
    <path d="M0-.165.155.105H-.155Z" {...line} stroke-linejoin="round" />,
  ];
  return <g transform={scale === 1 ? undefined : `scale(${scale})`}>{shapes[seat]}</g>;
}

interface PieceProps {
  id: string;
  seat: Seat;
  paint: Paint;
  marked: boolean;
}

/** The grooves of a draughtsman of this size. */
function Rings({ seat, paint, r }: { seat: Seat; paint: Paint; r: number }): VNode {
  const ring = (part: number) => `M${-r * part} 0a${r * part} ${r * part} 0 1 0 ${2 * r * part} 0a${r * part} ${r * part} 0 1 0 ${-2 * r * part} 0`;
  return (
    <path d={ring(0.8) + ring(0.56)} fill="none" stroke={paint.inks[seat]} stroke-opacity=".5" stroke-width={r * 0.07} opacity={paint.rings} />
  );
}

/** The light on a piece of glass. */
function gloss(seat: Seat, paint: Paint, [cx, cy, rx, ry]: readonly string[]): VNode {
  return <ellipse cx={cx} cy={cy} rx={rx} ry={ry} transform={`rotate(-38 ${cx} ${cy})`} fill="#fff" fill-opacity={paint.shine} opacity={GLASS[seat]!.gloss} />;
}
const MARBLE_GLOSS = ["-.15", "-.215", ".125", ".075"];

export function Marble({ id, seat, paint, marked }: PieceProps): VNode {
  const glass = GLASS[seat]!;
  return (
    <>
      <circle cx=".035" cy=".085" r={MARBLE + 0.06} fill={`url(#${id}s)`} />
      <circle r={MARBLE - 0.012} fill={paint.seats[seat]} stroke={glass.rim} stroke-width=".026" />
      <circle r={MARBLE - 0.012} fill={`url(#${id}g${seat})`} opacity={paint.shade} />
      <Rings seat={seat} paint={paint} r={MARBLE} />
      {gloss(seat, paint, MARBLE_GLOSS)}
      {marked && <Mark seat={seat} ink={paint.inks[seat]!} />}
    </>
  );
}

/** A marble for small sizes: without a shadow, its mark large. `id` as in PieceDefs. */
export function Piece({ id, seat, marked }: { id: string; seat: Seat; marked: boolean }): VNode {
  const glass = GLASS[seat]!;
  return (
    <>
      <circle r={MARBLE} fill={livePaint.seats[seat]} stroke={glass.rim} stroke-width=".05" />
      <circle r={MARBLE} fill={`url(#${id}g${seat})`} opacity={livePaint.shade} />
      <Rings seat={seat} paint={livePaint} r={MARBLE} />
      {gloss(seat, livePaint, MARBLE_GLOSS)}
      {marked && <Mark seat={seat} ink={livePaint.inks[seat]!} scale={1.35} />}
    </>
  );
}

/** A turned pawn seen from above: foot, collar, head. */
export function Pawn({ id, seat, paint, marked }: PieceProps): VNode {
  const glass = GLASS[seat]!;
  const head = PAWN * 0.66;
  return (
    <>
      <circle cx=".04" cy=".08" r={PAWN + 0.09} fill={`url(#${id}s)`} />
      <circle r={PAWN} fill={paint.seats[seat]} stroke={glass.rim} stroke-width=".028" />
      <circle r={PAWN} fill={`url(#${id}g${seat})`} opacity={paint.shade} />
      <Rings seat={seat} paint={paint} r={PAWN} />
      <g opacity={paint.head}>
        <circle cx=".015" cy=".03" r={head + 0.03} fill="#000" opacity=".28" />
        <circle r={head} fill={paint.seats[seat]} stroke={glass.rim} stroke-width=".016" stroke-opacity=".7" />
        <circle r={head} fill={`url(#${id}g${seat})`} opacity={paint.shade} />
        {gloss(seat, paint, ["-.07", "-.1", ".06", ".036"])}
      </g>
      {marked && <Mark seat={seat} ink={paint.inks[seat]!} scale={0.72} />}
    </>
  );
}

/** A wall around its crossing at (0, 0), flat or upright. */
export function Wall({ id, standing, paint }: { id: string; standing: boolean; paint: Paint }): VNode {
  const w = standing ? WALL_WIDTH : WALL_LENGTH;
  const h = standing ? WALL_LENGTH : WALL_WIDTH;
  const box = { x: -w / 2, y: -h / 2, width: w, height: h, rx: 0.045 };
  return (
    <>
      <rect {...box} x={box.x + 0.03} y={box.y + 0.06} fill="#000" opacity=".4" />
      <rect {...box} fill={paint.wall} stroke="#000" stroke-opacity=".45" stroke-width=".014" />
      <rect {...box} fill={`url(#${id}${standing ? "v" : "w"})`} />
    </>
  );
}

/** The wall's owner: a stud of the player's colour in its middle, with the mark. */
export function Seal({ seat, paint }: { seat: Seat; paint: Paint }): VNode {
  return (
    <>
      <circle r=".115" fill={paint.seats[seat]} stroke={GLASS[seat]!.rim} stroke-width=".02" />
      <Mark seat={seat} ink={paint.inks[seat]!} scale={0.55} />
    </>
  );
}

/** A ring in the colour of marks, on a light one that keeps it visible on every ground. */
export function Ring({ r, kind }: { r: number; kind: string }): VNode {
  return (
    <>
      <circle r={r} class={`${kind} board-under`} />
      <circle r={r} class={kind} />
    </>
  );
}

/** An arrow head around (0, 0) that points along a screen vector. */
export function chevronPath(size: number): string {
  return `M${-0.55 * size} ${-size}L${0.55 * size} 0L${-0.55 * size} ${size}`;
}

export function degrees(vector: { x: number; y: number }): number {
  return Math.round((Math.atan2(vector.y, vector.x) * 180) / Math.PI);
}

export function placed({ x, y }: { x: number; y: number }): string {
  return `translate(${x.toFixed(3)} ${y.toFixed(3)})`;
}
