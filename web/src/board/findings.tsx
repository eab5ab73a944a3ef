// SPDX-License-Identifier: MIT
// What the program points out on a board. Abalone: a band under connected marbles, an arrow along a line that could
// push, two bars where lines hold each other, a dashed ring around an isolated marble. Quoridor: paths and jumps. Some
// kinds come from the page and not from the core: "hint" is a suggested move, "goal" a cell to reach; in a review
// "played" is the move of the game and "better" the one to play.

import type { VNode } from "preact";
import type { Finding, Look, Move } from "../core/types";
import { DIRS, dirVector, hexPlace, hexStep } from "./abalone/hex";
import { chevronPath, degrees, MARBLE, placed } from "./pieces";
import { squarePlace } from "./quoridor/square";
import type { Point } from "./types";
import { Ghost, Way } from "./quoridor/ways";

const FROM_PAGE = new Set(["hint", "goal", "played", "better"]);
const PARTS = new Set(["pair", "spear", "arc", "shield", "block"]);

/** Among many findings, a shape inside a larger group is noise. */
function worthDrawing(findings: readonly Finding[]): Finding[] {
  if (new Set(findings.map(({ kind }) => kind)).size <= 1 || findings.some(({ kind }) => kind === "better")) return [...findings];
  return findings.filter(({ kind, whole, own }) => (PARTS.has(kind) ? whole : kind !== "group" || own.length > 3));
}

function put({ x, y }: Point): string {
  return `${x.toFixed(3)} ${y.toFixed(3)}`;
}

/** Lines between all neighbours of a set, so that a wide stroke fills the shape; a dot for a single one. */
function band(cells: readonly string[], turned: number): string {
  const set = new Set(cells);
  const links = cells.flatMap((cell) =>
    DIRS.slice(0, 3).flatMap((dir) => {
      const next = hexStep(cell, dir);
      return next && set.has(next) ? [`M${put(hexPlace(cell, turned))}L${put(hexPlace(next, turned))}`] : [];
    }),
  );
  return links.length > 0 ? links.join("") : cells.map((cell) => `M${put(hexPlace(cell, turned))}h.001`).join("");
}

/** A light arrow with a dark edge, from one point to another. */
function Arrow({ from, to }: { from: Point; to: Point }): VNode {
  const angle = degrees({ x: to.x - from.x, y: to.y - from.y });
  const line = `M${put(from)}L${put(to)}`;
  const head = <path d={chevronPath(0.17)} transform={`${placed(to)} rotate(${angle})`} />;
  return (
    <>
      <g class="under">
        <path d={line} />
        {head}
      </g>
      <path d={line} class="shaft" />
      {head}
    </>
  );
}

function beyond(cell: string, dir: number, turned: number, by: number): Point {
  const place = hexPlace(cell, turned);
  const vector = dirVector(dir, turned);
  return { x: place.x + vector.x * by, y: place.y + vector.y * by };
}

function Goals({ places }: { places: readonly Point[] }): VNode {
  return (
    <g class="board-goal">
      {places.map((place) => (
        <g transform={placed(place)}>
          <circle r=".33" />
          <circle r=".15" />
        </g>
      ))}
    </g>
  );
}

/** Drawn under the marbles. */
export function HexBands({ findings, turned }: { findings: readonly Finding[]; turned: number }): VNode {
  return (
    <g class="board-bands">
      {worthDrawing(findings).map(({ kind, seat, own, foe }) => (
        <g data-finding={kind} data-seat={seat}>
          {!FROM_PAGE.has(kind) && <path d={band(own, turned)} />}
          {(kind === "pat" || kind === "det") && <path d={band(foe, turned)} class="foe" />}
        </g>
      ))}
    </g>
  );
}

function HexSign({ finding, look, turned }: { finding: Finding; look: Look; turned: number }): VNode | null {
  const { kind, own, foe } = finding;
  const front = own[own.length - 1];
  if (front === undefined) return null;
  if (kind === "goal") return <Goals places={own.map((cell) => hexPlace(cell, turned))} />;
  if (kind === "hint" || kind === "played" || kind === "better")
    return <HexHint kind={kind} own={kind === "hint" ? own : []} move={look.moves.find((one) => one.text === finding.move)} turned={turned} />;
  if (kind === "det") return <circle class="board-det" r=".46" transform={placed(hexPlace(front, turned))} />;
  const dir = DIRS.find((one) => hexStep(front, one) === foe[0]);
  if (dir === undefined) return null;
  if (kind === "pat") {
    const transform = `${placed(beyond(front, dir, turned, 0.5))} rotate(${degrees(dirVector(dir, turned))})`;
    return (
      <g class="board-pat" transform={transform}>
        <path d="M-.07-.24V.24M.07-.24V.24" class="under" />
        <path d="M-.07-.24V.24M.07-.24V.24" />
      </g>
    );
  }
  if (kind !== "sumito" && kind !== "ejection") return null;
  const last = foe[foe.length - 1]!;
  return (
    <g class={`board-push ${kind}`}>
      <Arrow from={hexPlace(own[0]!, turned)} to={beyond(last, dir, turned, 0.55)} />
    </g>
  );
}

/** Whether the marbles follow each other. */
function isLine({ cells, dir }: Move): boolean {
  return cells.every((cell, at) => at === 0 || hexStep(cells[at - 1]!, dir) === cell);
}

function HexHint({ kind, own, move, turned }: { kind: string; own: readonly string[]; move?: Move; turned: number }): VNode {
  return (
    <g class={`board-hint ${kind}`}>
      {own.map((cell) => (
        <circle r={MARBLE + 0.03} transform={placed(hexPlace(cell, turned))} />
      ))}
      {kind !== "hint" && move && isLine(move)
        ? <Arrow from={hexPlace(move.cells[0]!, turned)} to={beyond(move.cells[move.cells.length - 1]!, move.dir, turned, 0.85)} />
        : move?.cells.map((cell) => (
          <Arrow from={hexPlace(cell, turned)} to={beyond(cell, move.dir, turned, 0.85)} />
        ))}
    </g>
  );
}

interface SignsProps {
  findings: readonly Finding[];
  look: Look;
  turned: number;
}

/** Drawn over the marbles. */
export function HexSigns({ findings, look, turned }: SignsProps): VNode {
  return (
    <g class="board-signs">
      {worthDrawing(findings).map((finding) => (
        <HexSign finding={finding} look={look} turned={turned} />
      ))}
    </g>
  );
}

export function SquareSigns({ findings, look, turned, id }: SignsProps & { id: string }): VNode {
  return (
    <g class="board-signs">
      {findings.map((finding) => {
        if (finding.kind === "path") return <Way squares={finding.own} owner={finding.seat} turned={turned} />;
        if (finding.kind === "goal") return <Goals places={finding.own.map((one) => squarePlace(one, turned))} />;
        const to = squareOf(finding.move);
        const from = look.pawns[finding.seat];
        const wall = look.moves.find((one) => one.kind === "wall" && one.text === finding.move);
        return (
          <g class={`board-hint ${finding.kind}`} data-finding={finding.kind} data-seat={finding.seat}>
            {wall && <Ghost id={id} wall={wall} turned={turned} legal offered />}
            {!wall && to && from && <Arrow from={squarePlace(from, turned)} to={squarePlace(to, turned)} />}
            {!finding.move && from && <circle r=".37" transform={placed(squarePlace(from, turned))} />}
          </g>
        );
      })}
    </g>
  );
}

/** The square that a pawn's move names. */
function squareOf(move: string): string | null {
  return /^[a-i][1-9]$/.test(move) ? move : null;
}
