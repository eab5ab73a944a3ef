// SPDX-License-Identifier: MIT
// The ghost finger: it repeats a hand's movement over the board, and takes no presses. The places of cells are read
// from the drawn board. Without motion the places are numbered instead.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Move } from "@meydan/core";
import type { Lesson } from "./lessons";

interface Stop {
  x: number;
  y: number;
  /** The finger is down on arrival here. */
  down: boolean;
}

const STEP = 650; // ms from place to place
const PRESS = 260; // ms down on a place
const REST = 1100; // ms between two rounds

function middle(cell: string): { x: number; y: number } | null {
  const hit = document.querySelector(`.play .board-live [data-cell="${cell}"]`);
  if (!hit) return null;
  const { left, top, width, height } = hit.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The finger's path, and where it is down on the way; null while no board is drawn. */
function stopsOf(lesson: Lesson, { cells, to, slot }: Move): Stop[] | null {
  const at = (cell: string, down: boolean): Stop | null => {
    const place = middle(cell);
    return place && { ...place, down };
  };
  const first = cells[0];
  const last = cells[cells.length - 1];
  const target = to[cells.length - 1] ?? to[0];
  let stops: (Stop | null)[];
  if (slot) {
    const corners = cells.flatMap((cell) => middle(cell) ?? []);
    if (corners.length < 4) return null;
    const mean = (way: "x" | "y") => corners.reduce((all, corner) => all + corner[way] / 4, 0);
    stops = [{ x: mean("x"), y: mean("y"), down: false }];
  } else if (lesson === "step") stops = [at(target, false)];
  else if (lesson === "slide") stops = [at(first, false), at(target, true)];
  else if (lesson === "drag") stops = [at(first, false), ...(cells.length > 1 ? [at(last, true)] : []), at(target, true)];
  else if (lesson === "roll") stops = [at(first, false), at(last, true), at(target, false)];
  else stops = [at(first, false), ...(cells.length > 1 ? [at(last, false)] : []), at(target, false)];
  return stops.every((stop) => stop !== null) ? stops : null;
}

/** Presses at each place where it lifts before the next one, or at the end. */
function framesOf(stops: Stop[]): { frames: Keyframe[]; time: number } {
  const frames: (Keyframe & { at: number })[] = [];
  let at = 0;
  const put = ({ x, y }: Stop, down: boolean) => frames.push({ at, transform: `translate(${x}px, ${y}px) scale(${down ? 0.8 : 1})`, opacity: down ? 1 : 0.75 });
  stops.forEach((stop, index) => {
    if (index) at += STEP;
    put(stop, stop.down);
    at += stop.down ? 0 : PRESS;
    put(stop, true);
    if (!stops[index + 1]?.down) {
      at += PRESS;
      put(stop, false);
    }
  });
  at += REST;
  put(stops[stops.length - 1], false);
  return { frames: frames.map(({ at: time, ...frame }) => ({ ...frame, offset: time / at })), time: at };
}

export function Finger({ lesson, move, motion, turned }: { lesson: Lesson; move: Move; motion: boolean; turned: number }) {
  const [stops, set] = useState<Stop[] | null>(null);
  const hand = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = () => set(stopsOf(lesson, move));
    look();
    // The board may not be drawn yet, or may move.
    const sizes = new ResizeObserver(look);
    const board = document.querySelector(".play .board-place");
    if (board) sizes.observe(board);
    addEventListener("scroll", look, true);
    addEventListener("resize", look);
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", look, true);
      removeEventListener("resize", look);
    };
  }, [lesson, move, turned]);
  useEffect(() => {
    if (!stops || !motion || !hand.current) return;
    const { frames, time } = framesOf(stops);
    const running = hand.current.animate(frames, { duration: time, iterations: Infinity, easing: "ease-in-out" });
    return () => running.cancel();
  }, [stops, motion]);
  if (!stops) return null;
  if (!motion)
    return (
      <>
        {stops.map(({ x, y }, index) => <span key={index} class="coach-place" style={{ left: `${x}px`, top: `${y}px` }} aria-hidden="true">{index + 1}</span>)}
      </>
    );
  return (
    <div ref={hand} class="coach-finger" aria-hidden="true">
      <svg viewBox="0 0 40 48">
        <circle cx="12" cy="10" r="9" class="ring" />
        <path d="M12 5c2.2 0 4 1.7 4 4v11l11 2.5c4 1 6 3.5 6 7.5v6c0 6-4 11-11 11h-4c-4 0-7-2-9-5.5L2.5 31c-1.5-2.6-.5-5 1.500-5.600 1.600-.5 3 .2 4 1.600V9c0-2.300 1.800-4 4-4z" class="hand" />
      </svg>
    </div>
  );
}
