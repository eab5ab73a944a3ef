// SPDX-License-Identifier: MIT
// The engine explains a puzzle: what its first move does, and how another move is answered. Without an engine the page
// shows no reason.

import type { Reason, ReviewedPly } from "../../api/messages";
import { SITE } from "../../state/computer";
import { sentence } from "../../state/reasonwords";
import { capital, colourName } from "../../state/seats";
import { percent, t } from "../../text";
import type { Puzzle } from "./pack";

const LIMIT = "nodes 30000";
const name = (seat: number) => capital(colourName(seat));
const first = (why: Reason[] | undefined) => why?.map((reason) => sentence(reason, name)).find(Boolean) ?? "";

/** One sentence for the solution, one for the move that was tried instead; either may be "". */
export async function whyOf({ variant, position, line }: Puzzle, wrong: string | null): Promise<{ right: string; wrong: string }> {
  const { Analyser } = await import("@meydan/engine/analyser");
  const analyser = new Analyser(SITE);
  try {
    const hint = await analyser.ask<{ move?: string[]; why?: Reason[] }>("page_hint", [LIMIT, variant, position, ""]);
    const right = hint.move?.[0] === line[0] ? first(hint.why) : "";
    if (!wrong) return { right, wrong: "" };
    const tried = await analyser.ask<ReviewedPly>("page_review_ply", [LIMIT, variant, position, wrong]);
    const answer = tried.line[1];
    const fell = t("{move}: the chance to win falls from {before} to {after}.", { move: wrong, before: percent(tried.before / 1000), after: percent(tried.after / 1000) });
    return { right, wrong: [fell, first(tried.why), answer && t("The answer is {move}.", { move: answer })].filter(Boolean).join(" ") };
  } finally {
    analyser.close();
  }
}
