// SPDX-License-Identifier: MIT
// The coach's lessons: an instruction and a move to show at each of the first moves, and a comment on the move just
// made. Moves and reasons come from the core and the engine; without a reason there is no comment.

import { isRefusal, type Core, type Look, type Match, type Move, type Seat } from "@meydan/core";
import { Analyser } from "@meydan/engine/analyser";
import { sentence } from "../../state/reasonwords";
import { SITE } from "../../state/computer";
import { hintFor } from "../../state/hint";
import type { ReviewedPly } from "../../api/messages";
import { t } from "../../text";

export type Lesson = "tap" | "roll" | "drag" | "step" | "wall" | "slide";

/** By the number of own moves made. */
const LESSONS: Record<"abalone" | "quoridor", Lesson[]> = { abalone: ["tap", "roll", "drag"], quoridor: ["step", "wall", "slide"] };

export function lessonOf(game: "abalone" | "quoridor", made: number): Lesson | null {
  return LESSONS[game][made] ?? null;
}

export function lessonText(lesson: Lesson): string {
  switch (lesson) {
    case "tap":
      return t("Tap one of your marbles, then an arrow.");
    case "roll":
      return t("Two or three marbles in a line move together. Tap the first one, slide over the others, then tap an arrow.");
    case "drag":
      return t("Or do it in one gesture: press, slide over your marbles, drag on and release. To cancel, go back before you release.");
    case "step":
      return t("Your pawn has to reach the far side. Tap a square with a dot to go there.");
    case "wall":
      return t("Now a wall. It makes the other path longer, but may never close it. Tap between four squares; turn it with the buttons below the board.");
    case "slide":
      return t("A pawn can also be dragged, and so can a wall from your rack.");
  }
}

/** The same for players who use keys. */
export function lessonKeys(lesson: Lesson): string {
  switch (lesson) {
    case "tap":
      return t("Keyboard: arrows move between cells, Enter selects a marble, 1 to 6 play in a direction.");
    case "roll":
    case "drag":
      return t("Keyboard: Enter selects the first marble, Shift and an arrow add the next one.");
    case "wall":
      return t("Keyboard: w selects walls, r turns one, Enter places it.");
    case "step":
    case "slide":
      return t("Keyboard: arrows move between squares, Enter moves the pawn there.");
  }
}

export interface Shown {
  move: Move;
  why: string;
}

/** The wall on the opponent's path that changes the difference of both paths most. */
function bestWall(core: Core, look: Look, seat: Seat, name: (seat: Seat) => string): Shown | null {
  const foe = look.pawns.findIndex((square, other) => other !== seat && square !== "");
  const file = look.pawns[foe].charCodeAt(0);
  const near = look.moves.filter(({ slot }) => slot !== "" && Math.abs(slot.charCodeAt(0) - file) <= 1);
  let best: { shown: Shown; gain: number } | null = null;
  for (const move of near) {
    const after = core.play(look, move.text);
    if (isRefusal(after)) continue;
    const gain = after.distance[foe] - look.distance[foe] - (after.distance[seat] - look.distance[seat]);
    if (gain <= (best?.gain ?? 0)) continue;
    const why = sentence({ code: "cuts", sure: "static", player: foe, from: look.distance[foe], to: after.distance[foe], number: 0, line: [] }, name);
    best = { shown: { move, why }, gain };
  }
  return best?.shown ?? null;
}

/** A move to show it with: the engine's best one if it suits the lesson. */
export async function shownMove(core: Core, match: Match, lesson: Lesson, name: (seat: Seat) => string): Promise<Shown | null> {
  const { look } = match.state;
  if (lesson === "wall") return bestWall(core, look, look.turn, name);
  const suits = ({ slot, cells, kind }: Move) => (lesson === "step" || lesson === "slide" ? slot === "" && kind !== "pass" : lesson === "tap" || cells.length > 1);
  const hint = await hintFor(match, name).catch(() => null);
  const best = look.moves.find(({ text }) => text === hint?.move);
  if (best && suits(best)) return { move: best, why: hint!.why };
  // Not the best move, but one that shows the technique; its value is not mentioned.
  const other = look.moves.find((move) => suits(move) && move.kind === "line") ?? look.moves.find(suits);
  return other ? { move: other, why: "" } : null;
}

const LIMIT = "nodes 60000";
const BAD = new Set(["mistake", "blunder"]);
const GIVEN = 40; // thousandths of the chance to win, from which a lost marble is mentioned

/** How many marbles of a seat are pushed off by the answer to the first move of a line. */
function givenAway(core: Core, before: Look, line: string[], seat: Seat): number {
  let look = before;
  for (const move of line.slice(0, 2)) {
    const next = core.play(look, move);
    if (isRefusal(next)) return 0;
    look = next;
  }
  return before.lost.length ? look.lost[seat] - before.lost[seat] : 0;
}

/** The fault of the last move of a match, as a sentence with the engine's reason; "" without one. */
export async function faultOf(core: Core, match: Match, name: (seat: Seat) => string): Promise<string> {
  const { look, moves, plies, base } = match.state;
  const before = match.at(plies - 1);
  const analyser = new Analyser(SITE);
  try {
    const since = moves.slice(base.ply, plies).map(({ text }) => text).join(" ");
    const { mark, why, loss, line, best } = await analyser.ask<ReviewedPly>("page_review_ply", [LIMIT, look.variant, base.position, since]);
    // The opponent can push at once.
    const given = loss >= GIVEN ? givenAway(core, before, line, before.turn) - givenAway(core, before, best, before.turn) : 0;
    if (given > 0) return sentence({ code: "marble-lost", sure: "proven", player: before.turn, from: given, to: 0, number: 1, line }, name);
    const told = BAD.has(mark) ? why.find(({ sure, code }) => sure !== "static" || code === "wasted-wall") : undefined;
    return told ? sentence(told, name) : "";
  } finally {
    analyser.close();
  }
}
