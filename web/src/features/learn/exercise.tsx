// SPDX-License-Identifier: MIT
// One exercise: the task, the board, stars, hints.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Core } from "../../core/types";
import { Icon } from "../../parts/icon";
import type { Settings } from "../../state/types";
import { n, t } from "../../text";
import { exercises, stages } from "./content";
import { TaskBoard } from "../../parts/taskboard";
import { goalFindings, hintFindings } from "./show";
import { useSolve } from "./solveexercise";
import { Stars } from "../../parts/taskboard";
import type { Exercise } from "./types";

export function exercisePath({ id }: Exercise): string {
  return `/learn/exercise/${id}`;
}

function nextOf(exercise: Exercise): Exercise | null {
  const next = exercises[exercises.indexOf(exercise) + 1];
  return next?.game === exercise.game ? next : null;
}

function Solved({ exercise, stars, again }: { exercise: Exercise; stars: number; again(): void }) {
  const next = nextOf(exercise);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <p class="learn-stars"><Stars count={stars} /></p>
      {stars < 3 && <p class="note">{t("Three stars for a solution without wrong moves or hints.")}</p>}
      <div class="row learn-keys">
        <a class="button primary" ref={link} href={next ? exercisePath(next) : `/learn/${exercise.game}`}>
          {next ? t("Next exercise") : t("All exercises")}
        </a>
        <button type="button" class="button plain" onClick={again}>{t("Start over")}</button>
      </div>
    </>
  );
}

export function ExerciseScreen({ core, settings, exercise }: { core: Core; settings: Settings; exercise: Exercise }) {
  const state = useSolve(core, exercise);
  const { shown, remark, stars, hint, line } = state;
  const stage = stages.find(({ exercises: all }) => all.includes(exercise))!;
  const findings = useMemo(
    () => (hint ? hintFindings(shown.look, hint.move, hint.level) : stars ? [] : goalFindings(exercise, shown.look)),
    [hint, shown.look, stars],
  );
  return (
    <article class="task">
      <header class="task-head row">
        <a class="icon-button" href={`/learn/${exercise.game}`} aria-label={t("All exercises")}><Icon name="back" /></a>
        <h1><small>{t(stage.title)}</small> {t(exercise.title)}</h1>
      </header>
      <div class="task-body">
        <section class="task-text learn-text">
          <div class="panel task-card">
            <p class="learn-lead learn-goal">{t(exercise.ask)}</p>
            <p class="note">
              {n("Goal: {n} move.", "Goal: {n} moves.", exercise.par)}
              {line.length > 0 && !stars && ` ${n("{n} move made.", "{n} moves made.", line.length)}`}
            </p>
            {remark && <p class={`task-remark ${remark.tone}`}>{remark.text()}</p>}
            {stars > 0
              ? <Solved exercise={exercise} stars={stars} again={state.again} />
              : (
                <div class="row learn-keys">
                  <button type="button" class="button" onClick={state.giveHint} disabled={state.busy || hint?.level === 3}>
                    <Icon name="hint" />{t("Hint")}
                  </button>
                  <button type="button" class="button plain" onClick={state.again}>{t("Start over")}</button>
                </div>
              )}
          </div>
        </section>
        <TaskBoard core={core} settings={settings} shown={shown} seat={state.seat} shake={state.shake} findings={findings}
          paths={exercise.goal.kind === "delay"} onMove={state.move} onRefuse={state.refuse} />
      </div>
    </article>
  );
}
