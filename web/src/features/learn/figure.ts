// SPDX-License-Identifier: MIT
// The state of a figure of the rulebook: its present task, its board, the last explanation.
//
//    task -> the move, or the refusal, that it asks for -> done, until "go on" -> next task
//         -> another legal move: shown, shaken, back after a moment

import { reasonText } from "@meydan/board";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Core, Look, Move, Refusal } from "../../core/types";
import { say } from "../../state/speak";
import { t } from "../../text";
import { begin } from "./judge";
import { type Shown, shownAfter, shownStill } from "../../parts/taskboard";
import type { Figure, PlayTask, Task } from "./types";

export const BACK_AFTER = 800;

/** Written when drawn, so that it follows a change of language. */
export interface Remark {
  tone: "good" | "wrong";
  text(): string;
}

interface FigureState {
  shown: Shown;
  /** The present task, counted from 0; the last one stays when all are done. */
  task: number;
  done: boolean;
  remark: Remark | null;
  shake: number;
  /** A wrong move is on the board and about to go back. */
  away: boolean;
}

export function wanted(task: PlayTask, move: Move): boolean {
  return (task.moves?.includes(move.text) ?? true) && (task.kinds?.includes(move.kind) ?? true);
}

function first(core: Core, figure: Figure): FigureState {
  const shown = shownStill(begin(core, figure));
  return { shown, task: 0, done: figure.tasks.length === 0, remark: null, shake: 0, away: false };
}

export function useFigure(core: Core, figure: Figure) {
  const [state, set] = useState(() => first(core, figure));
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const task: Task | undefined = figure.tasks[state.task];
  const change = (next: Partial<FigureState>) => set((old) => ({ ...old, ...next }));

  function done(text: () => string, shown = state.shown): void {
    change({ shown, done: true, remark: { tone: "good", text } });
  }

  function wrong(text: () => string, shown: Shown): void {
    const back: Shown = state.shown;
    say(text(), true);
    set((old) => ({ ...old, shown, away: true, remark: { tone: "wrong", text }, shake: old.shake + 1 }));
    timer.current = window.setTimeout(() => change({ shown: back, away: false }), BACK_AFTER);
  }

  function move(text: string): void {
    if (!task || state.done || state.away) return;
    const after = shownAfter(core, state.shown.look, text);
    if (task.kind === "refused") return wrong(() => t("That move is allowed. Try the forbidden one: nothing can go wrong."), after);
    if (!wanted(task, after.last!)) return wrong(() => t("That move is allowed, but it is not the one asked for here."), after);
    say(t(task.then));
    done(() => t(task.then), after);
  }

  /** The refusal has already been spoken: by the board, or by the caller of the core. */
  function refuse(refusal: Refusal): void {
    if (!task || state.done || state.away) return;
    const text = () => t("Not allowed. {reason}.", { reason: reasonText(refusal) });
    if (task.kind === "refused" && refusal.id === task.reason) return done(text);
    set((old) => ({ ...old, remark: { tone: "wrong", text }, shake: old.shake + 1 }));
  }

  /** Does the task for the reader. */
  function showMe(): void {
    if (!task || state.done || state.away) return;
    const { look } = state.shown;
    if (task.kind === "play") return move(look.moves.find((known) => wanted(task, known))!.text);
    const refusal = core.check(look, task.move);
    if (!refusal) return;
    say(reasonText(refusal), true);
    set((old) => ({ ...old, shake: old.shake + 1 }));
    refuse(refusal);
  }

  /** Goes to the next task; false if there is none. */
  function goOn(): boolean {
    const next = figure.tasks[state.task + 1];
    if (!next) return false;
    const on = next.kind === "play" && next.on;
    const look: Look = on ? state.shown.look : begin(core, figure);
    change({ shown: on ? state.shown : shownStill(look), task: state.task + 1, done: false, remark: null });
    return true;
  }

  function again(): void {
    clearTimeout(timer.current);
    set(first(core, figure));
  }

  const last = state.task >= figure.tasks.length - 1;
  return { ...state, ask: task, complete: state.done && last, move, refuse, showMe, goOn, again };
}
