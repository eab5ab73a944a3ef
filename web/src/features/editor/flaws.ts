// SPDX-License-Identifier: MIT
// Faults that the core finds in a position, in words. The words are the core's (src/game/flaw.c).

import type { Flaw } from "@meydan/core";
import { capital, colourName } from "../../state/seats";
import { t } from "../../text";

export function flawText({ text, seat, count, rest, most, at }: Flaw): string {
  const player = seat < 0 ? "" : colourName(seat);
  return `${capital(t(text, { player, count, rest, most, at }))}.`;
}
