// SPDX-License-Identifier: MIT
// One puzzle on the board, with its task, its progress, and the actions.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Core, Finding } from "../../core/types";
import { Icon } from "../../parts/icon";
import { TaskBoard } from "../../parts/taskboard";
import { turnedFor, variantName, variantOf } from "../../state/seats";
import type { Settings } from "../../state/types";
import { t } from "../../text";
import type { Puzzle } from "./pack";
import { type Told, useSolve } from "./solvepuzzle";
import { askText, themeName } from "./puzzlewords";

interface Props extends Told {
  core: Core;
  settings: Settings;
  puzzle: Puzzle;
  title: string;
  /** Above the task: a clock, a count. */
  line?: ComponentChildren;
  /** Below the verdict, once it is over. */
  after?: ComponentChildren;
  /** The next step when it is over; none in a race against time, which continues by itself. */
  next?: { label: string; act(): void };
  /** In a streak or a rush there is no help. */
  bare?: boolean;
}

export function PuzzleView({ core, settings, puzzle, title, line, after, next, bare, ...told }: Props) {
  const state = useSolve(core, puzzle, told);
  const { shown, remark, hint } = state;
  const done = state.state === "solved" || state.state === "shown";
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (done) button.current?.focus({ preventScroll: true });
  }, [done]);
  const findings = useMemo<Finding[]>(
    () => (hint && !hint.slot
      ? [{ kind: "hint", seat: state.start.turn, whole: true, own: hint.cells, foe: [], move: "" }]
      : []),
    [hint],
  );
  return (
    <article class="task puzzle" data-puzzle={puzzle.id}>
      <header class="task-head row">
        <a class="icon-button" href="/puzzles" aria-label={t("All puzzles")}><Icon name="back" /></a>
        <h1>{title}</h1>
        {line}
      </header>
      <div class="task-body">
        <section class="task-text puzzle-text">
          <p class="quiet">{`${variantName(puzzle.variant)} · ${t("Level {n}", { n: puzzle.level })}`}</p>
          <p class="puzzle-ask">{askText(puzzle, state.start.turn)}</p>
          {remark && <p class={`task-remark ${remark.tone}`}>{remark.text()}</p>}
          {done && (
            <>
              <p class="note">
                {puzzle.proven ? t("Proven: every other move was tried.") : t("Checked by two independent searches.")}
                {puzzle.themes.length > 0 && ` ${t("Themes: {names}", { names: puzzle.themes.map(themeName).join(", ") })}`}
              </p>
              {after}
            </>
          )}
          <div class="row">
            {done && next && <button type="button" ref={button} class="button primary" onClick={next.act}>{next.label}</button>}
            {done && !bare && <button type="button" class="button plain" onClick={state.again}>{t("Start over")}</button>}
            {!done && !bare && (
              <>
                <button type="button" class="button" onClick={state.giveHint} disabled={state.state !== "open" || hint !== null}>
                  <Icon name="hint" />{t("Hint")}
                </button>
                <button type="button" class="button plain" onClick={state.show} disabled={state.state !== "open"}>{t("Show the solution")}</button>
              </>
            )}
          </div>
        </section>
        <TaskBoard core={core} settings={settings} shown={shown} seat={state.seat} shake={state.shake} findings={findings}
          turned={turnedFor(variantOf(core, puzzle.variant), state.start.turn)} onMove={state.move} onRefuse={state.refuse} />
      </div>
    </article>
  );
}
