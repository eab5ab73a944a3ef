// SPDX-License-Identifier: MIT
// The marks of moves: !! ! !? ?! ? ??, each with a word for screen readers.

import { SIGNS, type Sign } from "./tree";
import { t } from "../../text";

const WORDS: Record<string, () => string> = {
  "!!": () => t("brilliant"),
  "!": () => t("good"),
  "!?": () => t("interesting"),
  "?!": () => t("doubtful"),
  "?": () => t("mistake"),
  "??": () => t("blunder"),
};

export function signWord(sign: Sign): string {
  return sign ? WORDS[sign]() : "";
}

export function SignBadge({ sign }: { sign: Sign }) {
  return (
    <>
      <span class={`sign sign-${SIGNS.indexOf(sign)}`} aria-hidden="true">{sign}</span>
      <span class="spoken">, {signWord(sign)}</span>
    </>
  );
}
