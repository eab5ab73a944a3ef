// SPDX-License-Identifier: MIT
// A move of an online game that the server has not acknowledged, stored in the browser with the game at that time: a
// tab that is closed or reloaded without a connection loses neither.

import type { GameInfo } from "../api/messages";
import { keysOf, read, remove, write } from "./storage";
import type { OnlineGame } from "./types";

const UNSENT = "meydan.unsent.";

export interface Unsent {
  info: GameInfo;
  sent: NonNullable<OnlineGame["sent"]>;
  /** The page's time of info.now. */
  told: number;
}

type Meant = Pick<Unsent, "info" | "sent">;

/**
 * Whether the game still has or had the position in which the move was made: taken back and continued on another
 * device, it may have reached the same ply by other moves.
 */
export function wasMeantFor(now: GameInfo, { info, sent }: Meant): boolean {
  return now.moves.slice(0, sent.ply).join() === info.moves.join();
}

export function wasPlayed(now: GameInfo, meant: Meant): boolean {
  return wasMeantFor(now, meant) && now.moves[meant.sent.ply] === meant.sent.move;
}

export function keepUnsent(unsent: Unsent): void {
  write(UNSENT + unsent.info.id, unsent);
}

export function readUnsent(id: string): Unsent | null {
  const kept = read<Unsent>(UNSENT + id);
  return kept?.info?.id === id && typeof kept.sent?.move === "string" && Array.isArray(kept.info.moves) ? kept : null;
}

export function dropUnsent(id: string): void {
  remove(UNSENT + id);
}

export function allUnsent(): Unsent[] {
  return keysOf(UNSENT).flatMap((id) => readUnsent(id) ?? []);
}
