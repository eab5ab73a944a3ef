// SPDX-License-Identifier: MIT
// Texts for the judge's results: why a move was wrong, and hints from vague to plain.

import type { Move } from "../../core/types";
import { capital, colourName } from "../../state/seats";
import { n, t } from "../../text";
import type { Judge, Step } from "./judge";

/** One line that names the part still missing, or the answer that refutes the move. */
export function whyWrong(judge: Judge, step: Step): string {
  const { after, spoiler } = step;
  const { goal } = judge.exercise;
  const player = capital(colourName(after.turn));
  if (after.winners.length) return t("That ends the game, but not in your favour.");
  if (spoiler) return t("{player} answers {move}, and the goal is out of reach.", { player, move: spoiler.text });
  const threat = (kinds: string[]) => after.moves.find(({ kind }) => kinds.includes(kind))?.text ?? "";
  switch (goal.kind) {
    case "eject":
      return t("Nothing was pushed out.");
    case "push":
      return t("Nothing was pushed.");
    case "form":
      return t("Not yet: the formation is not complete.");
    case "safe":
      return t("{player} can still push a marble out: {move}.", { player, move: threat(["eject"]) });
    case "firm":
      return t("{player} can still push: {move}.", { player, move: threat(["push", "eject"]) });
    case "delay": {
      const own = after.distance[judge.seat]!;
      if (own > (goal.most ?? Infinity)) return n("Your own path is now {n} step long.", "Your own path is now {n} steps long.", own);
      return n("The path is only {n} step long.", "The path is only {n} steps long.", after.distance[goal.seat]!);
    }
    default:
      return t("That does not win in time.");
  }
}

function directionName(move: Move): string {
  if (move.dir >= 0)
    return [t("to the right"), t("up to the right"), t("up to the left"), t("to the left"), t("down to the left"), t("down to the right")][move.dir]!;
  const [from, to] = [move.cells[0]!, move.to[0]!];
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const ranks = Number(to[1]) - Number(from[1]);
  if (files && ranks) return t("diagonally");
  if (files) return files > 0 ? t("to the right") : t("to the left");
  return ranks > 0 ? t("up") : t("down");
}

/** The piece, then the direction, then the move. */
export function hintText(move: Move, level: number): string {
  if (level >= 3) return t("Play {move}.", { move: move.text });
  if (move.slot) return level === 1 ? t("Place a wall.") : move.upright ? t("Place a vertical wall.") : t("Place a horizontal wall.");
  if (level === 2) return t("Move {direction}.", { direction: directionName(move) });
  if (move.kind === "step" || move.kind === "jump") return t("Move the pawn.");
  return n("Look at this marble: {cells}.", "Look at these marbles: {cells}.", move.cells.length, { cells: move.cells.join(" ") });
}

