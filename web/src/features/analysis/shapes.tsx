// SPDX-License-Identifier: MIT
// Arrows and circles over the board: drawn with the right button, or with any pointer while a colour is chosen. The
// places of cells are read from the drawn board, so this file knows neither of the games.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { setShapes } from "./analysis";
import type { Colour, Shape } from "./tree";
import type { Analysis } from "./types";

interface Point {
  x: number;
  y: number;
}

interface Cells {
  width: number;
  height: number;
  /** Half a cell. */
  size: number;
  at: Map<string, Point>;
}

/** The middles of the cells, in pixels of the board's container. */
function measure(place: Element): Cells | null {
  const box = place.getBoundingClientRect();
  const hits = [...place.querySelectorAll<SVGElement>(".board-live [data-cell]")];
  if (!hits.length) return null;
  let size = Infinity;
  const at = new Map(hits.map((hit) => {
    const { left, top, width, height } = hit.getBoundingClientRect();
    size = Math.min(size, width / 2, height / 2);
    return [hit.getAttribute("data-cell")!, { x: left + width / 2 - box.left, y: top + height / 2 - box.top }] as const;
  }));
  return { width: box.width, height: box.height, size, at };
}

/** The cell a point is in; "" beside the board. */
function cellAt({ at, size }: Cells, { x, y }: Point): string {
  let [best, least] = ["", size * 1.5];
  for (const [cell, middle] of at) {
    const far = Math.hypot(middle.x - x, middle.y - y);
    if (far < least) [best, least] = [cell, far];
  }
  return best;
}

function same(a: Shape, b: Shape): boolean {
  return a.from === b.from && a.to === b.to;
}

/** Drawing a shape again removes it; in another colour it changes. */
function toggled(shapes: Shape[], shape: Shape): Shape[] {
  const known = shapes.find((one) => same(one, shape));
  const others = shapes.filter((one) => !same(one, shape));
  return known?.colour === shape.colour ? others : [...others, shape];
}

function colourOf({ shiftKey, altKey }: PointerEvent): Colour {
  return shiftKey ? (altKey ? "yellow" : "red") : altKey ? "blue" : "green";
}

function Drawn({ shape: { colour, from, to }, cells, faint }: { shape: Shape; cells: Cells; faint?: boolean }) {
  const [a, b] = [cells.at.get(from), cells.at.get(to)];
  if (!a) return null;
  const unit = cells.size;
  const kind = `shape ${colour}${faint ? " faint" : ""}`;
  if (!b || from === to) return <circle class={kind} data-shape={from} cx={a.x} cy={a.y} r={unit * 0.82} stroke-width={unit * 0.16} />;
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  const [dx, dy] = [(b.x - a.x) / long, (b.y - a.y) / long];
  const neck = { x: b.x - dx * unit * 0.7, y: b.y - dy * unit * 0.7 };
  const wing = unit * 0.42;
  return (
    <g class={kind} data-shape={from + to}>
      <path d={`M${a.x + dx * unit * 0.35} ${a.y + dy * unit * 0.35}L${neck.x} ${neck.y}`} stroke-width={unit * 0.3} />
      <path class="head" d={`M${b.x} ${b.y}L${neck.x - dy * wing} ${neck.y + dx * wing}L${neck.x + dy * wing} ${neck.y - dx * wing}Z`} />
    </g>
  );
}

export function Shapes({ analysis }: { analysis: Analysis }) {
  const { tree, at, turned, drawing, preview } = analysis;
  const { shapes } = tree.nodes[at];
  const svg = useRef<SVGSVGElement>(null);
  const [cells, setCells] = useState<Cells | null>(null);
  const [draft, setDraft] = useState<Shape | null>(null);
  const now = useRef({ shapes, drawing });
  now.current = { shapes, drawing };

  useLayoutEffect(() => {
    const place = svg.current!.parentElement!;
    const look = () => setCells(measure(place));
    const sizes = new ResizeObserver(look);
    sizes.observe(place);
    look();
    return () => sizes.disconnect();
  }, [turned, analysis.variant]);

  useEffect(() => {
    const place = svg.current!.parentElement!;
    let from = "";
    let colour: Colour = "green";
    let pointer = -1;
    const cellOf = (event: PointerEvent) => {
      const measured = measure(place);
      const box = place.getBoundingClientRect();
      return measured ? cellAt(measured, { x: event.clientX - box.left, y: event.clientY - box.top }) : "";
    };
    const shapeTo = (to: string): Shape => ({ colour, from, to: to === from ? "" : to });
    const down = (event: PointerEvent) => {
      if (event.button !== 2 && !(now.current.drawing && event.button === 0)) return;
      from = cellOf(event);
      if (!from) return;
      colour = now.current.drawing ?? colourOf(event);
      pointer = event.pointerId;
      event.preventDefault();
      event.stopPropagation(); // it is not a move
      setDraft(shapeTo(from));
    };
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointer || !from) return;
      const to = cellOf(event);
      setDraft(to ? shapeTo(to) : null);
    };
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pointer || !from) return;
      const to = cellOf(event);
      if (to && event.type === "pointerup") setShapes(toggled(now.current.shapes, shapeTo(to)));
      from = "";
      pointer = -1;
      setDraft(null);
    };
    const menu = (event: Event) => event.preventDefault();
    place.addEventListener("pointerdown", down, true);
    place.addEventListener("contextmenu", menu);
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    return () => {
      place.removeEventListener("pointerdown", down, true);
      place.removeEventListener("contextmenu", menu);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  }, []);

  return (
    <svg ref={svg} class={drawing ? "shapes drawing" : "shapes"} viewBox={cells ? `0 0 ${cells.width} ${cells.height}` : undefined} aria-hidden="true">
      {cells && !preview && shapes.map((shape) => <Drawn key={shape.from + shape.to} shape={shape} cells={cells} />)}
      {cells && draft && <Drawn shape={draft} cells={cells} faint />}
    </svg>
  );
}
