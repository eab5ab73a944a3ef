// SPDX-License-Identifier: MIT
// Texts that are spoken on a key: clocks, last move, moves so far, scores.

import { clockWords } from "./clocktext";
import { say } from "./speak";
import { n, t } from "../text";
import { describeMove, describeTurn } from "./describe";
import { clocksNow, currentMatch, gameVariant } from "./game";
import { capital, colourName } from "./seats";
import { getState } from "./store";
import type { Game } from "./types";

const MOVES_SPOKEN = 8;

function clocksText(game: Game): string {
  const clock = clocksNow();
  if (!clock) return t("There is no clock in this game.");
  return game.players.map((_, seat) => `${colourName(seat)}: ${clockWords(clock.left[seat])}`).join(". ");
}

function lastText(game: Game): string {
  const match = currentMatch();
  const at = game.ply ?? game.match.plies;
  if (!match || at === 0) return t("No moves yet");
  return describeMove(gameVariant(game), game.match.moves[at - 1], match.at(at - 1), match.at(at));
}

/** Each player's score or distance. */
export function scoreText(game: Game): string {
  const variant = gameVariant(game);
  return game.players.map((_, seat) => {
    const colour = capital(colourName(seat));
    if (variant.game === "abalone")
      return t("{colour}: {score} of {goal} pushed out", { colour, score: game.look.score[variant.teams[seat]], goal: game.look.toWin });
    const walls = n("{n} wall left", "{n} walls left", game.look.wallsLeft[seat]);
    const steps = n("{n} step to go", "{n} steps to go", Math.max(0, game.look.distance[seat]));
    return `${colour}: ${walls}, ${steps}`;
  }).join(". ");
}

function speak(text: (game: Game) => string): void {
  const { game } = getState();
  if (game) say(text(game), true);
}

export const sayClocks = (): void => speak(clocksText);
export const sayLast = (): void => speak((game) => `${lastText(game)}. ${describeTurn(game.players, getState().settings.name, game.match.look.turn)}`);
export const sayScore = (): void => speak(scoreText);
export const sayMoves = (): void =>
  speak((game) => game.match.moves.slice(0, game.match.plies).slice(-MOVES_SPOKEN).map(({ text }) => text).join(", ") || t("No moves yet"));
