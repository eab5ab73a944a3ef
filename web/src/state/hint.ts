// SPDX-License-Identifier: MIT
// A hint with its reason: the engine's best move, and the first reason it can give.

import type { Match } from "@meydan/core";
import { Analyser } from "@meydan/engine/analyser";
import { sentence } from "./reasonwords";
import { SITE } from "./computer";
import type { Reason } from "../api/messages";

const LIMIT = "nodes 150000";

/** `name`: the name of a seat in the sentence. */
export async function hintFor(match: Match, name: (seat: number) => string): Promise<{ move: string; why: string } | null> {
  const { look, moves, plies, base } = match.state;
  const analyser = new Analyser(SITE);
  try {
    const since = moves.slice(base.ply, plies).map(({ text }) => text).join(" ");
    const answer = await analyser.ask<{ move?: string[]; why?: Reason[] }>("page_hint", [LIMIT, look.variant, base.position, since]);
    if (!answer.move?.length) return null;
    return { move: answer.move[0], why: answer.why?.map((reason) => sentence(reason, name)).find(Boolean) ?? "" };
  } finally {
    analyser.close();
  }
}
