// SPDX-License-Identifier: MIT
// Events in words: for the live regions, the log of the text board and the result panel.

import type { Look, MatchState, Move, Seat, Variant } from "../core/types";
import { n, t } from "../text";
import { capital, colourName, playerName } from "./seats";
import type { Game, Player } from "./types";

export { moveNumber } from "./seats";

function span(cells: string[]): string {
  return cells.length > 1 ? `${cells[0]}–${cells[cells.length - 1]}` : cells[0];
}

function ejectedSeat(before: Look, after: Look): Seat {
  return after.lost.findIndex((lost, seat) => lost > before.lost[seat]);
}

/** One sentence about a move. */
export function describeMove(variant: Variant, move: Move, before: Look, after: Look): string {
  const player = capital(colourName(before.turn));
  const from = span(move.cells);
  const to = span(move.to);
  switch (move.kind) {
    case "line":
    case "step":
      return t("{player}: {from} to {to}", { player, from, to });
    case "side":
      return t("{player}: side-step {from} to {to}", { player, from, to });
    case "push":
      return t("{player} pushes: {from} to {to}", { player, from, to });
    case "eject": {
      const score = after.score[variant.teams[before.turn]];
      const lost = colourName(ejectedSeat(before, after));
      return t("{player} pushes: {from} to {to}. Off the board: {colour}, {score} of {goal}",
        { player, from, to, colour: lost, score, goal: after.toWin });
    }
    case "jump":
      return t("{player} jumps: {from} to {to}", { player, from, to });
    case "wall":
      return move.upright
        ? t("{player}: vertical wall {slot}", { player, slot: move.slot })
        : t("{player}: horizontal wall {slot}", { player, slot: move.slot });
    case "pass":
      return t("{player} passes", { player });
    case "swap":
      return t("The players swap sides");
  }
}

export function describeTurn(players: Player[], own: string, seat: Seat): string {
  if (players[seat].kind === "me") return t("Your turn");
  return t("To move: {player}", { player: `${playerName(players, seat, own)}, ${colourName(seat)}` });
}

const REASONS: Record<string, () => string> = {
  time: () => t("time is up"),
  resignation: () => t("resignation"),
  agreement: () => t("a draw was agreed"),
  repetition: () => t("the same position for the third time"),
  abandoned: () => t("abandoned"),
  aborted: () => t("cancelled"),
};

/** Why a game ended. For a win on the board, the goal of the variant. */
export function describeReason(reason: string, variant: string): string {
  if (Object.hasOwn(REASONS, reason)) return REASONS[reason]();
  return variant.startsWith("quoridor") ? t("reached the far side") : t("enough marbles pushed off");
}

/** The marbles of both sides at the end of a game of Abalone, the user's first: "6 : 5"; "" if it has no such score. */
export function scoreText({ match: { look, winners }, players }: Game): string {
  const { score } = look;
  if (look.pawns.length || score.length !== 2 || !score.some(Boolean)) return "";
  const mine = players.findIndex(({ kind }) => kind === "me");
  const first = (mine >= 0 ? mine : winners[0] ?? 0) % 2;
  return `${score[first]} : ${score[1 - first]}`;
}

/** "You win", "Winner: black and amber", "Draw", "No result". */
export function describeResult(players: Player[], own: string, match: MatchState): string {
  const { winners } = match;
  if (!winners.length) return match.result.includes("1/2") ? t("Draw") : t("No result");
  const mine = players.flatMap((player, seat) => (player.kind === "me" ? [seat] : []));
  const others = players.some(({ kind }) => kind === "friend"); // at the same board
  if (mine.length === 1 && !others) return winners.includes(mine[0]) ? t("You win") : t("You lose");
  const names = winners.map((seat) => {
    const [name, colour] = [playerName(players, seat, own), colourName(seat)];
    return name === capital(colour) ? name : `${name} (${colour})`;
  }).join(" + ");
  return n("Winner: {names}", "Winners: {names}", winners.length, { names });
}
