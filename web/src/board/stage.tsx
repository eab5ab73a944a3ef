// SPDX-License-Identifier: MIT
// What both boards share: two drawings on top of each other (one that never changes, one that lives), the note with the
// reason of a refusal, the way from a pointer to a point of the drawing, and the keys that belong to the page.

import type { ComponentChildren, RefObject, SVGAttributes, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Refusal } from "../core/types";
import { t } from "../text";
import { viewBox } from "./ground";
import { run, still, TIMES } from "./motion";
import { sounds } from "./sounds";
import type { BoardProps, Point } from "./types";
import { refusalText } from "./words";

export type View = { x: number; y: number; width: number; height: number };

const NOTE_TIME = 3500;
const SAME_SPOT = { time: 350, distance: 14 }; // a second click of a double click
const PAGE_KEYS = new Set(["i", "t", "m", "c", "l", "f", "z", "?", "[", "]", "Home", "End"]);

let boards = 0;

/** A prefix for the ids of one board's gradients. */
export function useBoardId(): string {
  return useMemo(() => `b${++boards}`, []);
}

export function pointOf(svg: Element, view: View, event: { clientX: number; clientY: number }): Point {
  const box = svg.getBoundingClientRect();
  return {
    x: view.x + ((event.clientX - box.left) / box.width) * view.width,
    y: view.y + ((event.clientY - box.top) / box.height) * view.height,
  };
}

/** How many screen pixels one unit of the drawing has. */
export function scaleOf(svg: Element, view: View): number {
  return svg.getBoundingClientRect().width / view.width || 1;
}

export interface Note {
  text: string;
  /** Where it points. */
  at: Point;
  tone: "refused" | "hint";
  /** Until something else happens; others go by themselves. */
  stays?: boolean;
}

/** A note that goes away by itself, and the ways to show one. */
export function useNote(props: BoardProps) {
  const [note, setNote] = useState<Note | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(next: Note | null): void {
    clearTimeout(timer.current);
    setNote(next);
    if (next && !next.stays) timer.current = window.setTimeout(() => setNote(null), NOTE_TIME);
  }
  function refuse(refusal: Refusal, at: Point): void {
    const text = refusalText(refusal);
    show({ text, at, tone: "refused" });
    sounds.play("refused");
    props.say(text, true);
    props.onRefuse?.(refusal);
  }
  function notYet(at: Point): void {
    const text = t("It is not your turn");
    show({ text, at, tone: "hint" });
    props.say(text);
  }
  return { note, show, refuse, notYet };
}

/**
 * Sends a move once: nothing more until the position changes, and no press on the same spot right after it, which is the
 * second half of a double click.
 */
export function useSender(props: BoardProps) {
  const sent = useRef({ position: "", time: 0, x: -1e9, y: -1e9 });
  const pressed = useRef({ x: -1e9, y: -1e9 });
  function send(text: string): void {
    if (sent.current.position === props.look.position && performance.now() - sent.current.time < 1000) return;
    sent.current = { position: props.look.position, time: performance.now(), ...pressed.current };
    props.onMove(text);
  }
  /** To be asked at every press; false if it is an echo of the last one. */
  function accepts(event: PointerEvent): boolean {
    const { time, x, y } = sent.current;
    const echo =
      event.timeStamp - time < SAME_SPOT.time && Math.hypot(event.clientX - x, event.clientY - y) < SAME_SPOT.distance;
    pressed.current = { x: event.clientX, y: event.clientY };
    return !echo;
  }
  return { send, accepts };
}

/** The letter of a key wherever it lies: ц is w on a Russian keyboard, ı is i on a Turkish one. */
export function keyName(event: KeyboardEvent): string {
  const { key, code } = event;
  if (key.length > 1 || (key >= "!" && key <= "~")) return key.length > 1 ? key : key.toLowerCase();
  if (/^Key[A-Z]$/.test(code)) return code[3]!.toLowerCase();
  return code === "BracketLeft" ? "[" : code === "BracketRight" ? "]" : key;
}

/** Hands a key of the page on; false if it is not one. */
export function pageKey(props: BoardProps, key: string): boolean {
  if (!PAGE_KEYS.has(key) || !props.onKey) return false;
  props.onKey(key);
  return true;
}

/** A small board without a player is a picture: nothing in it takes the focus. */
export function isPicture(props: BoardProps): boolean {
  return props.small === true && props.seat === null;
}

interface StageProps {
  props: BoardProps;
  view: View;
  label: string;
  ground: VNode;
  note: Note | null;
  live: RefObject<SVGSVGElement | null>;
  handlers: SVGAttributes<SVGSVGElement>;
  children: ComponentChildren;
}

export function Stage({ props, view, label, ground, note, live, handlers, children }: StageProps): VNode {
  const turning = useRef<HTMLDivElement>(null);
  const shown = useRef(props.turned);
  const steps = props.look.pawns.length > 0 ? 4 : 6;

  useLayoutEffect(() => {
    const by = (((props.turned - shown.current) % steps) + steps) % steps;
    shown.current = props.turned;
    if (by === 0 || still(props) || !turning.current) return;
    const angle = (by > steps / 2 ? by - steps : by) * (360 / steps); // counter-clockwise, so it comes from the right
    void run(turning.current, [{ transform: `rotate(${angle}deg)` }, { transform: "none" }], TIMES.turn, []);
  }, [props.turned]);

  const across = note ? Math.min(0.9, Math.max(0.1, (note.at.x - view.x) / view.width)) : 0;
  const place = note && {
    left: `${across * 100}%`,
    top: `${((note.at.y - view.y) / view.height) * 100}%`,
    // Towards a side of the board it hangs inwards, so that it never widens the page.
    "--hang": `${across * -100}%`,
  };
  return (
    <div class="board-stage" ref={turning}>
      <svg class="board-base" viewBox={viewBox(view)} aria-hidden="true">
        {ground}
      </svg>
      <svg
        class="board-live"
        viewBox={viewBox(view)}
        ref={live}
        role={isPicture(props) ? "img" : "grid"}
        aria-label={label}
        {...handlers}
      >
        {children}
      </svg>
      {note && place && (
        <div
          class={`board-note ${note.tone} ${note.at.y < view.y + view.height / 3 ? "below" : ""}`}
          style={place}
          aria-hidden="true"
        >
          {note.text}
        </div>
      )}
    </div>
  );
}
