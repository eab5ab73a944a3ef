// SPDX-License-Identifier: MIT
// Keeps a game of the server in step: the core's match receives the server's events, and the core computes their
// consequences (missing consents, the clocks, whether the game can be called off); this file doesn't.

import type { Core, Followed } from "../core/types";
import type { GameEvent, GameInfo } from "../api/messages";

/** Sets the clocks of a game, as of the page's time `told`. */
export function tellClocks(match: Followed, info: GameInfo, told: number): void {
  if (info.clocks.length === info.seats.length) match.clocks(info.clocks, info.running && info.state === "live", told);
}

/** A match in the state of the server's; `told` is the page's time of info.now. Null for an impossible game. */
export function followGame(core: Core, info: GameInfo, told: number): Followed | null {
  const names = info.seats.map(({ person }) => person?.name ?? "");
  const clock = core.readClock(info.clock) ?? undefined;
  const match = core.follow({ variant: info.variant, position: info.start, names, clock }, info.first_move);
  const leaves = (ply: number) => info.leaves.every((leave) => leave.ply !== ply || match.leave(leave.seat, leave.reason));
  const played = info.moves.every((move, ply) => leaves(ply) && match.move(move)) && leaves(info.moves.length);
  if (!played) {
    match.dispose();
    return null;
  }
  if (info.state === "live") match.wishes(info.draw, info.takeback);
  tellClocks(match, info, told);
  if (info.state === "over") match.end(info.result);
  return match;
}

/** Applies an event to the match; false if it does not apply, or if more has changed than the event contains. */
function tell(match: Followed, event: GameEvent): boolean {
  switch (event.kind) {
    case "sit":
    case "stand":
    case "start":
    case "pause":
    case "decline":
      return false;
    case "move":
      // A swap exchanges the seats (R12).
      return event.move !== "swap" && event.ply === match.state.plies && match.move(event.move);
    case "draw":
      return match.offerDraw(event.seat);
    case "nodraw":
      return match.declineDraw(event.seat);
    case "ask":
      return match.askTakeback(event.seat);
    case "agree":
      return match.agreeTakeback(event.seat);
    case "noask":
      return match.declineTakeback(event.seat);
    case "takeback":
      return match.state.plies === event.plies; // the last agreement took the moves back
    case "leave":
      return match.leave(event.seat, event.reason);
    case "end":
      return match.end(event.result);
  }
}

/** The game after an event, which is then applied to the match; null if the page must load the whole game. */
export function applyEvent(match: Followed, info: GameInfo, event: GameEvent): GameInfo | null {
  if (event.number <= info.number) return info; // received twice
  if (event.number > info.number + 1 || !tell(match, event)) return null;
  const { number, clocks, turn = info.turn, now = event.at } = event;
  const { moves, offers, takeback } = match.state;
  const next: GameInfo = {
    ...info, ...(clocks && { clocks, turn, now }), number,
    moves: moves.map(({ text }) => text), plies: moves.length, draw: offers, takeback,
  };
  if (event.kind === "leave") {
    next.seats = info.seats.map((seat, at) => (at === event.seat ? { ...seat, out: event.reason } : seat));
    next.leaves = [...info.leaves, { ply: info.moves.length, seat: event.seat, reason: event.reason }];
  }
  if (event.kind !== "end") return next;
  const { result, reason, ratings = null, uncounted } = event;
  return { ...next, state: "over", running: false, ended: event.at, result, reason, ratings, ...(uncounted && { uncounted }) };
}
