// SPDX-License-Identifier: MIT
// A phone as the clock of a table of two, three or four. A press on the own side ends the turn. The times are stored as instants, so
// a phone that sleeps or a page that is loaded again loses nothing: without https a page cannot keep the screen awake.

import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { sounds } from "@meydan/board";
import type { Clock } from "../../core/types";
import { IconButton } from "../../parts/controls";
import { clockText, clockWords } from "../../state/clocktext";
import { read, write } from "../../state/storage";
import { say } from "../../state/speak";
import { now } from "../../state/time";
import { t } from "../../text";

export interface ClockFace {
  /** ms by seat, as of `since`. */
  left: number[];
  /** The seat whose time runs; null: paused, or not begun. */
  running: number | null;
  /** The seat whose time runs after a pause. */
  next: number;
  since: number;
  moves: number;
}

export function newClock(seats: number, { main, period }: Clock): ClockFace {
  return { left: Array.from({ length: seats }, () => main || period), running: null, next: 0, since: 0, moves: 0 };
}

/** The time that a seat has left at `at`. */
export function timeLeft({ left, running, since }: ClockFace, seat: number, at: number): number {
  return Math.max(0, left[seat] - (running === seat ? at - since : 0));
}

/** The next seat in order that still has time; the same seat if no other has. */
function after(face: ClockFace, seat: number, at: number): number {
  const seats = face.left.length;
  for (let step = 1; step < seats; step++) if (timeLeft(face, (seat + step) % seats, at) > 0) return (seat + step) % seats;
  return seat;
}

/** That seat ends its turn: its time is taken, the increment added, the next seat runs. A press of any other seat does nothing. */
export function press(face: ClockFace, seat: number, at: number, clock: Clock): ClockFace {
  // The first press starts the clock of the one after.
  const turn = face.running ?? face.next;
  if (seat !== turn) return face;
  const rest = timeLeft(face, seat, at);
  if (face.running !== null && rest === 0) return face;
  const left = face.left.map((time, one) => (one === seat ? (face.running === null ? time : clock.main ? rest + clock.increment : clock.period) : time));
  return { left, running: after({ ...face, left }, seat, at), next: 0, since: at, moves: face.moves + 1 };
}

export function pause(face: ClockFace, at: number): ClockFace {
  if (face.running === null) return { ...face, running: face.next, since: at };
  const left = face.left.map((_, seat) => timeLeft(face, seat, at));
  return { ...face, left, running: null, next: face.running, since: at };
}

const isFace = (value: unknown, seats: number): value is ClockFace => {
  const { left, since } = (value ?? {}) as ClockFace;
  return Array.isArray(left) && left.length === seats && left.every((time) => typeof time === "number") && typeof since === "number";
};

interface ClockProps {
  /** Where it is stored on this phone. */
  store: string;
  names: string[];
  clock: Clock;
  close(): void;
}

export function ClubClock({ store, names, clock, close }: ClockProps) {
  const key = `meydan.clubclock.${store}`;
  const seats = names.length;
  const [face, set] = useState<ClockFace>(() => {
    const stored = read<unknown>(key);
    return isFace(stored, seats) ? stored : newClock(seats, clock);
  });
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const fallen = useRef(new Set<number>());
  const change = (next: ClockFace) => {
    if (next === face) return;
    write(key, next);
    set(next);
  };
  useEffect(() => {
    if (face.running === null) return;
    const timer = setInterval(() => {
      const seat = face.running!;
      if (timeLeft(face, seat, now()) === 0 && !fallen.current.has(seat)) {
        fallen.current.add(seat);
        sounds.play("loss");
        say(t("{name} has no time left", { name: names[seat] }), true);
      }
      draw(0);
    }, 100);
    return () => clearInterval(timer);
  }, [face]);
  const time = now();
  const turn = face.running ?? face.next;
  return (
    <div class={`club-clock of-${seats}`}>
      {names.map((name, seat) => {
        const left = timeLeft(face, seat, time);
        return (
          <button key={seat} type="button" class={`club-side side-${seat}${face.running === seat ? " running" : ""}${left === 0 ? " fallen" : left < 30_000 ? " low" : ""}`} onClick={() => {
              const next = press(face, seat, now(), clock);
              if (next !== face) sounds.play("move");
              change(next);
            }}>
            <span class="club-name">{name}</span>
            <b class="club-time" aria-hidden="true">{clockText(left)}</b>
            <span class="spoken">{t("{time} left", { time: clockWords(left) })}</span>
            {face.running === null && seat === turn && <small>{face.moves ? t("stopped") : t("press after your first move")}</small>}
            {left === 0 && <small>{t("no time left")}</small>}
          </button>
        );
      })}
      <div class="club-clock-keys">
        <IconButton icon={face.running === null ? "play" : "pause"} label={face.running === null ? t("Start the clock") : t("Stop the clock")} act={() => change(pause(face, now()))} />
        <IconButton icon="undo" label={t("Set back")} disabled={face.running !== null} act={() => (fallen.current.clear(), change(newClock(seats, clock)))} />
        <IconButton icon="close" label={t("Back to the table")} act={close} />
      </div>
    </div>
  );
}
