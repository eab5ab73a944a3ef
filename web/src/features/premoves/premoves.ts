// SPDX-License-Identifier: MIT
// Premoves: a move that is entered before the turn and played when the turn comes, if the core then finds it legal. The
// core also says which moves may be entered (core.ahead). One at a time; anything that ends the line of play it was
// meant for drops it, with a notice. The board shows it (board/ahead.tsx), game.ahead holds it.

import { refusalText } from "@meydan/board";
import { isRefusal, type Move, type Seat } from "@meydan/core";
import { t } from "../../text";
import { changeGame, playMove, refuse, remark, report, seatToMove } from "../../state/game";
import { getState, listen } from "../../state/store";
import type { Ahead, Game } from "../../state/types";

/** The moves up to the premove. */
let line = "";

function lineOf({ match: { moves, plies } }: Game, length = plies): string {
  return moves.slice(0, length).map(({ text }) => text).join(" ");
}

/** The seat that may premove; null: none. Only if a single player is at this device. */
function seatAhead(game: Game): Seat | null {
  const { match, online, players, ply } = game;
  if (!getState().settings.premoves || match.over || ply !== null || seatToMove(game) !== null) return null;
  if (online && (online.info.state !== "live" || getState().online.link.state !== "open")) return null;
  if (!online && (game.asking === "draw" || match.offers.length)) return null;
  const here = players.flatMap(({ kind }, seat) => (kind === "me" || kind === "friend" ? [seat] : []));
  const [seat] = here;
  return here.length === 1 && seat !== match.look.turn && !match.look.out.includes(seat) ? seat : null;
}

function drop(reason: string): void {
  const { ahead } = getState().game!;
  changeGame({ ahead: ahead && { ...ahead, move: null } });
  const text = t("Premove {move} cancelled: {reason}", { move: ahead!.move!.text, reason });
  remark(text);
  report(text);
}

/** Takes the premove back, if there is one. */
export function cancelPremove(): boolean {
  const { game } = getState();
  if (!game?.ahead?.move) return false;
  changeGame({ ahead: { ...game.ahead, move: null } });
  report(t("Premove cancelled"));
  return true;
}

/** The move that a text means, among the possible premoves. */
function findMove({ look }: Ahead, text: string): Move | null {
  const core = getState().core!;
  const found = look.moves.find((move) => move.text === text);
  const after = found ? null : core.play(look, text);
  if (found || !after) return found ?? null;
  if (isRefusal(after)) return refuse(refusalText(after)), null;
  // In another notation than the core's.
  const same = (other: ReturnType<typeof core.play>) => !isRefusal(other) && other.position === after.position;
  return look.moves.find((move) => same(core.play(look, move.text))) ?? null;
}

function enter(text: string): boolean {
  const { game } = getState();
  if (!game) return false;
  if (!game.ahead) return playMove(text); // the turn has just come
  const move = findMove(game.ahead, text);
  if (!move) return false;
  line = lineOf(game);
  changeGame({ ahead: { ...game.ahead, move }, remark: null });
  report(t("Premove {move}: it will be played when it is your turn", { move: move.text }));
  return true;
}

/** The turn has come. */
function playPremove(game: Game, move: Move): void {
  const { core } = getState();
  const refusal = core!.check(game.match.look, move.text);
  if (refusal) return drop(refusalText(refusal));
  changeGame({ ahead: undefined });
  playMove(move.text);
}

/** Plays, drops or offers a premove as the state requires; called after every change of it. */
function follow(): void {
  const { game, core, online } = getState();
  if (!game || !core) return;
  const { ahead } = game;
  if (ahead?.move && !game.match.over) {
    const length = line ? line.split(" ").length : 0;
    if (game.online && online.link.state !== "open") return drop(t("the connection was lost"));
    if (game.match.plies < length || lineOf(game, length) !== line) return drop(t("moves were taken back"));
    if (game.ply !== null) return drop(t("you looked at an earlier position"));
    if (seatToMove(game) === ahead.seat) return playPremove(game, ahead.move);
  }
  const seat = seatAhead(game);
  if (seat === null) return ahead && changeGame({ ahead: undefined });
  if (ahead?.seat === seat && shown === game.look) return;
  const look = core.ahead(game.look, seat);
  if (isRefusal(look)) return;
  shown = game.look;
  changeGame({ ahead: { seat, look, move: ahead?.seat === seat ? ahead.move : null, enter } });
}

let shown: Game["look"] | null = null; // the position of game.ahead.look

/** Premoves are possible until the returned function is called. */
export function offerPremoves(): () => void {
  const stop = listen(follow);
  follow();
  return () => {
    stop();
    changeGame({ ahead: undefined });
  };
}
