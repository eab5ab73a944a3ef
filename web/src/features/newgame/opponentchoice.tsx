// SPDX-License-Identifier: MIT
// The ten opponents: how they play, how strong they are, and a row of faces to choose from; one tab stop, arrows go
// from face to face. Their screen is againstcomputer.tsx. The figures are those of docs/levels.md, measured by
// bench/levels.

import type { Variant } from "@meydan/core";
import { Face, LEVELS } from "../../parts/face";
import { opponentName } from "../../state/opponents";
import { percent, t } from "../../text";

/** The score of each against the one before, in percent, of level 1 against the greedy player; 0: not measured. */
export const SCORES: Record<string, number[]> = {
  abalone: [44, 82, 83, 80, 78, 74, 81, 83, 78, 81],
  quoridor: [27, 72, 69, 67, 68, 72, 73, 63, 82, 78],
  "abalone-3": [16, 70, 57, 70, 67, 62, 66, 65, 76, 81],
  "abalone-4": [27, 83, 79, 67, 71, 77, 81, 92, 83, 88],
  "abalone-4-pairs": [38, 79, 69, 56, 67, 58, 73, 96, 96, 0],
  "quoridor-4": [32, 60, 56, 53, 52, 59, 55, 61, 53, 68],
};

const STYLES: (() => string)[] = [
  () => t("Looks one move ahead and often picks a weak move. Good for first games."),
  () => t("Looks one move ahead and is careless now and then."),
  () => t("Looks one move ahead and makes small slips."),
  () => t("Looks a move or two ahead and seldom slips."),
  () => t("Looks two moves ahead, with small slips."),
  () => t("Looks two or three moves ahead and misses little."),
  () => t("Calculates ahead, but thinks briefly."),
  () => t("Calculates deeper and punishes most mistakes."),
  () => t("Calculates far ahead and hardly leaves anything to chance."),
  () => t("Full strength: thinks as long as the clock allows."),
];

/** A short description of a level. */
export function styleOf(level: number): string {
  return STYLES[level - 1]();
}

export function strength(variant: Variant, level: number): string {
  const score = SCORES[variant.id]?.[level - 1];
  if (!score) return "";
  return level === 1
    ? t("Scores {share} against a player who always plays what looks best at first glance.", { share: percent(score / 100) })
    : t("Scores {share} against {name}.", { share: percent(score / 100), name: opponentName(level - 1) });
}

/** A row of faces: for the sheet with a choice per seat. */
export function Opponents({ variant, level, change }: { variant: Variant; level: number; change(level: number): void }) {
  return (
    <fieldset>
      <legend>{t("Opponent")}</legend>
      <div class="faces">
        {Array.from({ length: LEVELS }, (_, at) => (
          <label key={at} class="face-key">
            <input type="radio" name="opponent" checked={at + 1 === level} onChange={() => change(at + 1)} />
            <Face level={at + 1} />
            <span>{opponentName(at + 1)}</span>
          </label>
        ))}
      </div>
      <p class="note" aria-live="polite">
        <b>{t("{name}, level {n}", { name: opponentName(level), n: level })}</b>{`. ${styleOf(level)} ${strength(variant, level)}`}
      </p>
    </fieldset>
  );
}
