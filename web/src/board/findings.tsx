// SPDX-License-Identifier: MIT
// Formations drawn over the Abalone board: a band through the marbles that hang together, an arrow where a line could push,
// two bars where lines hold each other, a dashed ring round a marble among strangers.

import type { VNode } from "preact";
import type { Finding } from "../core/types";
import { DIRS, dirVector, hexPlace, hexStep } from "./hex";
import { chevronPath, degrees } from "./pieces";
import type { Point } from "./types";

const PARTS = new Set(["pair", "spear", "arc", "shield", "block"]);

/** With many kinds at once, a shape inside a larger group is noise. */
function worthDrawing(findings: readonly Finding[]): Finding[] {
  if (new Set(findings.map(({ kind }) => kind)).size <= 1) return [...findings];
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

function between(a: string, b: string, turned: number): { middle: Point; angle: number; vector: Point } {
  const from = hexPlace(a, turned);
  const to = hexPlace(b, turned);
  const vector = { x: to.x - from.x, y: to.y - from.y };
  return { middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, angle: degrees(vector), vector };
}

function Shape({ finding, turned }: { finding: Finding; turned: number }): VNode | null {
  const { kind, own, foe } = finding;
  if (own.length === 0) return null;
  const front = own[own.length - 1]!;
  if (kind === "pat" && foe.length > 0) {
    const { middle, angle } = between(front, foe[0]!, turned);
    return (
      <g class="board-pat">
        <path d={band(own, turned)} class="band" />
        <path d={band(foe, turned)} class="band" />
        <path d="M-.07-.26V.26M.07-.26V.26" class="bars" transform={`translate(${put(middle)}) rotate(${angle})`} />
      </g>
    );
  }
  if ((kind === "sumito" || kind === "ejection") && foe.length > 0) {
    const from = hexPlace(own[0]!, turned);
    const dir = DIRS.find((one) => hexStep(front, one) === foe[0]) ?? 0;
    const vector = dirVector(dir, turned);
    const last = hexPlace(foe[foe.length - 1]!, turned);
    const tip = { x: last.x + vector.x * 0.55, y: last.y + vector.y * 0.55 };
    return (
      <g class={`board-push ${kind}`}>
        <path d={`M${put(from)}L${put(tip)}`} />
        <path d={chevronPath(0.16)} transform={`translate(${put(tip)}) rotate(${degrees(vector)})`} />
        {kind === "ejection" && <path d="M-.16-.16 .16.16M.16-.16-.16.16" transform={`translate(${put(last)})`} />}
      </g>
    );
  }
  if (kind === "det")
    return (
      <g class="board-det">
        <path d={band(foe, turned)} class="band" />
        <circle r=".46" transform={`translate(${put(hexPlace(front, turned))})`} />
      </g>
    );
  return <path d={band(own, turned)} class={`board-band ${kind}`} />;
}

export function Findings({ findings, turned }: { findings: readonly Finding[]; turned: number }): VNode {
  return (
    <g class="board-findings">
      {worthDrawing(findings).map((finding) => (
        <g data-finding={finding.kind} data-seat={finding.seat}>
          <Shape finding={finding} turned={turned} />
        </g>
      ))}
    </g>
  );
}
