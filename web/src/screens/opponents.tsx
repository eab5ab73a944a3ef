// SPDX-License-Identifier: MIT
// The ten opponents: their faces, how they play, how strong they are. A row of faces to choose from; one tab stop, arrows go
// from face to face. The figures are those of docs/levels.md, measured by bench/levels.

import type { Variant } from "@meydan/core";
import { opponentName } from "../state/opponents";
import { t } from "../text";

/** What each scores against the one before, in percent, level 1 against the greedy player; 0: not measured. */
export const SCORES: Record<string, number[]> = {
  abalone: [44, 82, 83, 80, 78, 74, 81, 83, 78, 81],
  quoridor: [27, 72, 69, 67, 68, 72, 73, 63, 82, 78],
  "abalone-3": [16, 70, 57, 70, 67, 62, 66, 65, 76, 81],
  "abalone-4": [27, 83, 79, 67, 71, 77, 81, 92, 83, 88],
  "abalone-4-pairs": [38, 79, 69, 56, 67, 58, 73, 96, 96, 0],
  "quoridor-4": [32, 60, 56, 53, 52, 59, 55, 61, 53, 68],
};

const STYLES: (() => string)[] = [
  () => t("Looks one move ahead and often takes a weak one. Good for first games."),
  () => t("Looks one move ahead and is careless now and then."),
  () => t("Looks one move ahead and makes small slips."),
  () => t("Looks a move or two ahead and seldom slips."),
  () => t("Looks two moves ahead, with small slips."),
  () => t("Looks two or three moves ahead and misses little."),
  () => t("Searches ahead, with little time to think."),
  () => t("Searches deeper and punishes most mistakes."),
  () => t("Searches far ahead and hardly leaves anything to chance."),
  () => t("Full strength: thinks as long as the clock allows."),
];

interface Look {
  skin: string;
  ground: string;
  hair: string;
  /** Behind the head, and in front of it. */
  back?: string;
  front: string;
  mouth: string;
  more?: string;
}

const OVAL = "M10 21a10 11 0 0 1 20 0v3a10 10 0 0 1-20 0z";
const FACES: Look[] = [
  { skin: "#f3cda4", ground: "#e8927c", hair: "#7a4a24", back: "M7 24C5 6 35 6 33 24l-3 2V18H10v8z", front: "M10 18c4-1 8-4 9-7 2 4 6 6 11 7-1-12-19-12-20 0z", mouth: "M15 27q5 5 10 0" },
  { skin: "#e6b48a", ground: "#7fa7b8", hair: "#2f2620", front: "M9 19c0-13 22-13 22 0l-3-5H12z", mouth: "M16 28h8", more: "M12 26c2 8 14 8 16 0l1 2c-1 8-17 8-18 0z" },
  { skin: "#f0c8a0", ground: "#9db36a", hair: "#1f2a44", back: "M6 33C3 4 37 4 34 33z", front: "M9 21c0-13 22-13 22 0-5-5-17-5-22 0z", mouth: "M15 28q5 3 10 0" },
  { skin: "#f2c9a6", ground: "#c79a4b", hair: "#c9671f", front: "M9 18l2-8 4 3 4-5 4 5 5-3 3 8-5-3H14z", mouth: "M15 27q5 4 10 0" },
  { skin: "#f7d9bd", ground: "#a98ac0", hair: "#d9c27a", back: "M8 32V18a12 12 0 0 1 24 0v14l-3-3V19H11v10z", front: "M10 18c0-10 20-10 20 0-8 0-12-2-14-5-1 3-3 5-6 5z", mouth: "M16 28q4 2 8 0" },
  { skin: "#cf9a6c", ground: "#5b9aa0", hair: "#15120f", front: "M9 20C6 4 34 4 31 20c-1-6-4-8-11-8s-10 2-11 8z", mouth: "M15 28h10", more: "M12 20h6v4h-6zM22 20h6v4h-6zM18 21h4v1h-4z" },
  { skin: "#f3cfae", ground: "#d28aa0", hair: "#5a2a1c", back: "M6 30c0-6 2-8 2-14a12 11 0 0 1 24 0c0 6 2 8 2 14l-5-1V18H11v11z", front: "M10 17c6 1 12-1 15-5 1 3 3 5 5 5-1-11-19-11-20 0z", mouth: "M15 28q5 2 10-1" },
  { skin: "#e9c19b", ground: "#7c86a8", hair: "#9b9b9b", front: "M9 18c1-3 2-6 5-8h12c3 2 4 5 5 8l-3-4H12z", mouth: "M15 29q5-2 10 0", more: "M14 25q6-3 12 0l-1 2q-5-2-10 0z" },
  { skin: "#dba97c", ground: "#b5503c", hair: "#171312", back: "M8 22a12 13 0 0 1 24 0zM17 4a4 4 0 1 1 6 0z", front: "M10 18c3-4 17-4 20 0-1-11-19-11-20 0z", mouth: "M16 28h8" },
  { skin: "#c9d2d8", ground: "#3d4a5c", hair: "#5d7186", front: "M9 17l2-6h18l2 6zM19 4h2v7h-2z", mouth: "M14 28h12M17 26v4M20 26v4M23 26v4" },
];

/** The face of level 1..10, a picture beside its name. */
export function Face({ level }: { level: number }) {
  const { skin, ground, hair, back, front, mouth, more } = FACES[level - 1];
  return (
    <svg class="face" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill={ground} />
      {back && <path d={back} fill={hair} />}
      <path d="M8 40c1-8 6-9 12-9s11 1 12 9z" fill={hair} opacity=".75" />
      <path d={OVAL} fill={skin} />
      <path d={front} fill={hair} />
      {more && <path d={more} fill={hair} />}
      <circle cx="15.5" cy="22" r="1.4" fill="#1c1715" />
      <circle cx="24.5" cy="22" r="1.4" fill="#1c1715" />
      <path d={mouth} fill="none" stroke="#5d2b22" stroke-width="1.4" stroke-linecap="round" />
    </svg>
  );
}

function strength(variant: Variant, level: number): string {
  const score = SCORES[variant.id]?.[level - 1];
  if (!score) return "";
  return level === 1
    ? t("Scores {n} % against a player who always takes what looks best at once.", { n: score })
    : t("Scores {n} % against {name}.", { n: score, name: opponentName(level - 1) });
}

export function Opponents({ variant, level, change }: { variant: Variant; level: number; change(level: number): void }) {
  return (
    <fieldset class="opponents">
      <legend>{t("Opponent")}</legend>
      <div class="faces">
        {FACES.map((_, at) => (
          <label key={at} class="face-key">
            <input type="radio" name="opponent" checked={at + 1 === level} onChange={() => change(at + 1)} />
            <Face level={at + 1} />
            <span>{opponentName(at + 1)}</span>
          </label>
        ))}
      </div>
      <p class="note" aria-live="polite">
        <b>{t("{name}, level {n}", { name: opponentName(level), n: level })}</b>{`. ${STYLES[level - 1]()} ${strength(variant, level)}`}
      </p>
    </fieldset>
  );
}
