// SPDX-License-Identifier: MIT
// A puzzle being solved. The proven move is the only good one, so it is the only one that counts; the answer is the one
// that holds out longest. A wrong move is shown, and taken back.
//
//    open -> the move of the line: answered, and open again; after the last one "solved"
//         -> another legal one: `failed` is reported once, the move goes back, open again
//         -> show(): the line is played through, "shown"

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { reasonText, sounds } from "@meydan/board";
import { type Core, isRefusal, type Look, type Move, type Refusal } from "@meydan/core";
import { say } from "../../state/speak";
import { type Shown, shownAfter, shownStill } from "../../parts/taskboard";
import { capital, colourName, turnedFor, variantOf } from "../../state/seats";
import { t } from "../../text";
import type { Puzzle } from "./pack";

const STARS = 3;
const SEEN_AFTER = 380; // ms for which a move is seen before it is judged
const ANSWER_AFTER = 500;
const BACK_AFTER = 900;
const SHOWN_EVERY = 900;

export interface Remark {
  tone: "good" | "wrong";
  text(): string;
}

interface SolveState {
  shown: Shown;
  /** How many moves of the line are on the board. */
  at: number;
  state: "open" | "busy" | "solved" | "shown";
  wrong: boolean;
  remark: Remark | null;
  shake: number;
  hint: Move | null;
  /** How many hints of the present move were given: where, which way, the move. */
  hints: number;
  /** Three, less one for each hint and wrong move; a solved puzzle has at least one. */
  stars: number;
  /** The first wrong move from the start of the puzzle. */
  tried: string | null;
}

export interface Told {
  /** Called once: at the first wrong move, or at the solution without one. `moves`: the solver's moves. */
  decided(solved: boolean, moves: string[]): void;
  /** Called at the end: solved, or shown. */
  over?(): void;
}

const fewer = (stars: number) => Math.max(1, stars - 1);

const AREAS: (() => string)[] = [() => t("to the right"), () => t("up to the right"), () => t("up to the left"), () => t("to the left"), () => t("down to the left"), () => t("down to the right")];

/** The words of a hint; `before`: how many were given. */
function hintText(move: Move | null, before: number, turned: number): string {
  if (!move || before > 1) return t("Hint: {move}", { move: move?.text ?? "" });
  if (move.slot) return before ? (move.upright ? t("Hint: a vertical wall.") : t("Hint: a horizontal wall.")) : t("Hint: place a wall.");
  if (!before) return t("Hint: look at what is highlighted.");
  const area = AREAS[(move.dir + turned) % 6]; // as the board is shown
  return move.dir >= 0 && area ? t("Hint: {direction}", { direction: area() }) : t("Hint: move the pawn to {cell}.", { cell: move.to[0] ?? move.text });
}

function begin(core: Core, { variant, position }: Puzzle): Look {
  const look = core.read(variant, position);
  if (isRefusal(look)) throw new Error(look.message);
  return look;
}

export function useSolve(core: Core, puzzle: Puzzle, told: Told) {
  const start = useMemo(() => begin(core, puzzle), [core, puzzle]);
  const first = (): SolveState => ({ shown: shownStill(start), at: 0, state: "open", wrong: false, remark: null, shake: 0, hint: null, hints: 0, stars: STARS, tried: null });
  const [state, set] = useState(first);
  const timer = useRef(0);
  const decided = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: Partial<SolveState>) => set((old) => ({ ...old, ...next }));
  const later = (act: () => void, time: number) => {
    timer.current = window.setTimeout(act, time);
  };
  const own = (count: number) => puzzle.line.slice(0, count).filter((_, at) => at % 2 === 0);
  const decide = (solved: boolean, moves: string[]) => {
    if (decided.current) return;
    decided.current = true;
    told.decided(solved, moves);
  };

  function solved(wrong: boolean): void {
    const text = () => (wrong ? t("Solved, at last. It was the only good move.") : t("Solved! It was the only good move."));
    decide(true, own(puzzle.line.length));
    say(text(), true);
    sounds.play("win");
    change({ state: "solved", remark: { tone: "good", text } });
    told.over?.();
  }

  function judged(from: Shown, text: string, at: number, wrong: boolean): void {
    if (text !== puzzle.line[at]) {
      const why = () => t("{move} is not the move: only one is good here. Try again.", { move: text });
      say(why(), true);
      set((old) => ({ ...old, wrong: true, shake: old.shake + 1, stars: fewer(old.stars), tried: old.tried ?? (at === 0 ? text : null), remark: { tone: "wrong", text: why } }));
      decide(false, [...own(at), text]);
      return later(() => change({ shown: from, state: "open" }), BACK_AFTER);
    }
    if (at + 1 === puzzle.line.length) return solved(wrong);
    const answered = shownAfter(core, shownAfter(core, from.look, text).look, puzzle.line[at + 1]);
    later(() => {
      const good = () => t("Right, the only good move. {player} answers {move}.",
        { player: capital(colourName(answered.before!.turn)), move: puzzle.line[at + 1] });
      say(good());
      change({ shown: answered, at: at + 2, state: "open", hint: null, hints: 0, remark: { tone: "good", text: good } });
    }, ANSWER_AFTER);
  }

  function move(text: string): void {
    if (state.state !== "open") return;
    const { shown, at, wrong } = state;
    change({ shown: shownAfter(core, shown.look, text), state: "busy", remark: null, hint: null });
    later(() => judged(shown, text, at, wrong), SEEN_AFTER);
  }

  function refuse(refusal: Refusal): void {
    if (state.state !== "open") return;
    const text = () => t("Not allowed. {reason}.", { reason: reasonText(refusal) });
    set((old) => ({ ...old, remark: { tone: "wrong", text }, shake: old.shake + 1 }));
  }

  /** Plays the rest of the line, which then doesn't count as solved. */
  function show(): void {
    if (state.state !== "open") return;
    decide(false, own(state.at));
    const step = (shown: Shown, at: number): void => {
      if (at === puzzle.line.length) {
        const text = () => t("The solution: {moves}", { moves: puzzle.line.join(" ") });
        say(text(), true);
        change({ shown, at, state: "shown", remark: { tone: "good", text } });
        return told.over?.();
      }
      const next = shownAfter(core, shown.look, puzzle.line[at]);
      change({ shown: next, at: at + 1 });
      later(() => step(next, at + 1), SHOWN_EVERY);
    };
    change({ state: "busy", remark: null, hint: null });
    step(state.shown, state.at);
  }

  /** Which piece moves, then in which direction, then the move; none of it counts as solved either. */
  function hint(): void {
    if (state.state !== "open") return;
    const { hints } = state;
    const found = state.shown.look.moves.find(({ text }) => text === puzzle.line[state.at]) ?? null;
    const text = () => hintText(found, hints, turnedFor(variantOf(core, puzzle.variant), start.turn));
    decide(false, own(state.at));
    say(text());
    set((old) => ({ ...old, hint: found, hints: hints + 1, stars: fewer(old.stars), wrong: true, remark: { tone: "good", text } }));
  }

  function again(): void {
    clearTimeout(timer.current);
    set({ ...first(), wrong: true });
  }

  const seat = state.state === "open" ? state.shown.look.turn : null;
  return { ...state, start, seat, move, refuse, show, giveHint: hint, again };
}
