// SPDX-License-Identifier: MIT
// The state of an exercise being solved: own moves, the answers to them, wrong moves taken back, hints, and the cost.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { reasonText, sounds } from "@meydan/board";
import type { Core, Move, Refusal } from "../../core/types";
import { say } from "../../state/speak";
import { capital, colourName } from "../../state/seats";
import { t } from "../../text";
import { BACK_AFTER, type Remark } from "./figure";
import { Judge, starsFor } from "./judge";
import { type Shown, shownAfter, shownStill } from "../../parts/taskboard";
import { markSolved } from "./learned";
import type { Exercise } from "./types";
import { hintText, whyWrong } from "./whywrong";

const SEEN_AFTER = 380; // ms for which a move is seen before it is judged
const ANSWER_EVERY = 700;

interface SolveState {
  shown: Shown;
  /** The solver's moves so far. */
  line: string[];
  /** Moves made, including wrong ones and hints. */
  cost: number;
  busy: boolean;
  stars: number;
  remark: Remark | null;
  shake: number;
  hint: { move: Move; level: number } | null;
}

function first(judge: Judge): SolveState {
  return { shown: shownStill(judge.start), line: [], cost: 0, busy: false, stars: 0, remark: null, shake: 0, hint: null };
}

export function useSolve(core: Core, exercise: Exercise) {
  const judge = useMemo(() => new Judge(core, exercise), [core, exercise]);
  const [state, set] = useState(() => first(judge));
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: Partial<SolveState>) => set((old) => ({ ...old, ...next }));
  const later = (act: () => void, time: number) => {
    timer.current = window.setTimeout(act, time);
  };

  function solved(cost: number): void {
    const stars = starsFor(exercise.par, cost);
    markSolved(exercise.id, stars);
    const text = () => t("Solved!");
    say(text(), true);
    sounds.play("win");
    change({ busy: false, stars, hint: null, remark: { tone: "good", text } });
  }

  /** Shows the answers one after the other, then gives the turn to the solver. */
  function answer(answers: Shown[], at = 0): void {
    if (at === answers.length) return change({ busy: false });
    const shown = answers[at]!;
    say(t("{player} answers {move}.", { player: capital(colourName(shown.before!.turn)), move: shown.last!.text }));
    change({ shown });
    later(() => answer(answers, at + 1), at + 1 < answers.length ? ANSWER_EVERY : 0);
  }

  function judged(from: Shown, text: string, line: string[], cost: number): void {
    const step = judge.step(from.look, text, line.length);
    if (step.state === "done") return solved(cost);
    if (step.state === "wrong") {
      const why = () => whyWrong(judge, step);
      say(why(), true);
      set((old) => ({ ...old, remark: { tone: "wrong", text: why }, shake: old.shake + 1 }));
      return later(() => change({ shown: from, busy: false }), BACK_AFTER);
    }
    const own = { look: step.after, before: from.look, last: from.look.moves.find((move) => move.text === text) ?? null };
    change({ shown: own, line: [...line, text] });
    answer(step.answers.map(({ before, after, move }) => ({ look: after, before, last: move })));
  }

  function move(text: string): void {
    if (state.busy || state.stars) return;
    const { shown, line } = state;
    const cost = state.cost + 1;
    change({ shown: shownAfter(core, shown.look, text), busy: true, cost, hint: null, remark: null });
    later(() => judged(shown, text, line, cost), SEEN_AFTER);
  }

  function refuse(refusal: Refusal): void {
    if (state.busy || state.stars) return;
    const text = () => t("Not allowed. {reason}.", { reason: reasonText(refusal) });
    set((old) => ({ ...old, remark: { tone: "wrong", text }, shake: old.shake + 1 }));
  }

  function hint(): void {
    if (state.busy || state.stars) return;
    const move = state.hint?.move ?? judge.hint(state.shown.look, state.line);
    const level = Math.min(3, (state.hint?.level ?? 0) + 1);
    if (!move) return change({ remark: { tone: "wrong", text: () => t("This takes you too far from the goal. Start over.") } });
    if (level === state.hint?.level) return;
    const text = () => hintText(move, level);
    say(text());
    change({ hint: { move, level }, cost: state.cost + 1, remark: { tone: "good", text } });
  }

  function again(): void {
    clearTimeout(timer.current);
    set(first(judge));
  }

  const seat = !state.busy && !state.stars && judge.own(state.shown.look) ? state.shown.look.turn : null;
  return { ...state, seat, move, refuse, giveHint: hint, again };
}
