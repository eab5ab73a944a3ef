// SPDX-License-Identifier: MIT
// A game of the server's, as far as the page must know without asking: what an event changes, whose win a result is, what a
// clock shows. Pure functions; the rules are the core's, the decisions the server's.

import type { Clock, ClockState, Seat, Variant } from "../core/types";
import type { ClockInfo, GameEvent, GameInfo } from "./messages";

const DAY = 24 * 60 * 60 * 1000;

function timed(info: GameInfo, event: GameEvent): GameInfo {
  const { number, clocks, turn = info.turn, now = event.at } = event;
  return clocks ? { ...info, number, clocks, turn, now } : { ...info, number };
}

/** The game after an event; null if the page must ask for all of it (it missed one, or seats have changed). */
export function applyEvent(info: GameInfo, event: GameEvent): GameInfo | null {
  if (event.number <= info.number) return info; // told twice
  if (event.number > info.number + 1) return null;
  const next = timed(info, event);
  switch (event.kind) {
    case "sit":
    case "stand":
    case "start":
    case "pause":
      return null;
    case "move": {
      if (event.ply !== info.moves.length) return null;
      // To play on is to decline a draw; a move ends the wish to take back.
      const draw = info.draw.includes(event.seat) ? info.draw : [];
      const moves = [...info.moves, event.move];
      return { ...next, moves, plies: moves.length, draw, takeback: null };
    }
    case "draw":
      return { ...next, draw: [...info.draw.filter((seat) => seat !== event.seat), event.seat] };
    case "nodraw":
      return { ...next, draw: [] };
    case "ask":
      return { ...next, takeback: { seat: event.seat, to: event.to, agreed: [] } };
    case "agree":
      return { ...next, takeback: info.takeback && { ...info.takeback, agreed: [...info.takeback.agreed, event.seat] } };
    case "noask":
      return { ...next, takeback: null };
    case "takeback":
      return { ...next, moves: info.moves.slice(0, event.plies), plies: event.plies, draw: [], takeback: null };
    case "leave": {
      const seats = info.seats.map((seat, at) => (at === event.seat ? { ...seat, out: event.reason } : seat));
      const leaves = [...info.leaves, { ply: info.moves.length, seat: event.seat, reason: event.reason }];
      return { ...next, seats, leaves, draw: info.draw.filter((seat) => seat !== event.seat), takeback: null };
    }
    case "end": {
      const { result, reason, ratings = null } = event;
      return { ...next, state: "over", running: false, ended: event.at, result, reason, ratings, draw: [], takeback: null };
    }
  }
}

/** The seats that won, by the points of a record's result. */
export function winnersOf(result: string): Seat[] {
  return result.split("-").flatMap((points, seat) => (points === "1" ? [seat] : []));
}

/** "600+5", "600+5+3x30", "3d"; null for "-". */
export function readClock(text: string): Clock | null {
  const days = /^(\d+)d$/.exec(text);
  if (days) return { main: 0, increment: 0, period: Number(days[1]) * DAY, periods: 1 };
  const parts = /^([\d.]+)(?:\+([\d.]+))?(?:\+(\d+)x([\d.]+))?$/.exec(text);
  if (!parts) return null;
  const ms = (seconds = "0") => Math.round(Number(seconds) * 1000);
  return { main: ms(parts[1]), increment: ms(parts[2]), periods: Number(parts[3] ?? 0), period: ms(parts[4]) };
}

/** A clock after `used` ms more of the same turn: main time first, then whole periods. */
function spend({ main, period, periods }: ClockInfo, whole: number, used: number): ClockInfo {
  if (used <= main || !periods || !whole) return { main: Math.max(0, main - used), period, periods };
  const over = used - main - period; // what is used beyond the present period
  if (over < 0) return { main: 0, period: -over, periods };
  const gone = 1 + Math.floor(over / whole);
  return gone < periods ? { main: 0, period: whole - (over % whole), periods: periods - gone } : { main: 0, period: 0, periods: 0 };
}

/** What all clocks show `passed` ms after `info.now`, for the page's clock faces; `at` is the page's time of that. */
export function clockState(info: GameInfo, spec: Clock | null, turn: Seat | null, passed: number, at: number): ClockState | null {
  if (!spec || info.clocks.length !== info.seats.length) return null;
  const running = info.running && info.state === "live" ? turn ?? -1 : -1;
  const faces = info.clocks.map((clock, seat) => (seat === running ? spend(clock, spec.period, Math.max(0, passed)) : clock));
  const byoyomi = faces.map(({ main, periods }) => main <= 0 && periods > 0);
  return {
    left: faces.map(({ main, period }, seat) => (byoyomi[seat] ? period : main)),
    periods: faces.map(({ periods }) => periods), byoyomi, running, nextFlag: Infinity, at,
  };
}

/** How long the player to move, who has not moved yet, may still think before the game is called off; null if as long as the
 *  clock allows. `clock` is as of `clock.at`. */
export function firstMoveLeft(info: GameInfo, spec: Clock | null, clock: ClockState | null, at: number): number | null {
  if (!info.first_move || !spec || !clock || clock.running < 0) return null;
  const seat = clock.running;
  // No clock has been touched before a first move: what is gone from it is what this turn has taken.
  const whole = spec.main + spec.periods * spec.period;
  const periods = clock.byoyomi[seat] ? clock.periods[seat] - 1 : clock.periods[seat];
  const used = whole - clock.left[seat] - periods * spec.period + at - clock.at;
  return Math.max(0, info.first_move - used);
}

/** Still to agree to a draw, or to a takeback: all of other sides who are in. */
export function mustAgree(info: GameInfo, variant: Variant, what: "draw" | "takeback"): Seat[] {
  const asker = info.takeback?.seat ?? -1;
  const agreed = what === "draw" ? info.draw : info.takeback?.agreed ?? [];
  return info.seats.flatMap((seat, at) => {
    const besideAsker = what === "takeback" && variant.teams[at] === variant.teams[asker];
    return seat.out || agreed.includes(at) || besideAsker ? [] : [at];
  });
}

/** May the game still be called off? Until everybody has moved once. */
export function canAbort(info: GameInfo): boolean {
  return info.moves.length < info.seats.length && !info.leaves.length;
}
