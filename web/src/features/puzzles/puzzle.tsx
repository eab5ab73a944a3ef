// SPDX-License-Identifier: MIT
// One puzzle on the board, with its task, its progress, and the actions.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Core, Finding } from "../../core/types";
import { Icon, type IconName } from "../../parts/icon";
import { Stars } from "../../parts/taskboard";
import { TaskBoard } from "../../parts/taskboard";
import { copy } from "../../state/share";
import { turnedFor, variantName, variantOf } from "../../state/seats";
import type { Settings } from "../../state/types";
import { t } from "../../text";
import type { Puzzle } from "./pack";
import { type Told, useSolve } from "./solvepuzzle";
import { askText, themeName } from "./puzzlewords";
import { whyOf } from "./why";

interface Props extends Told {
  core: Core;
  settings: Settings;
  puzzle: Puzzle;
  title: string;
  /** Above the task: a clock, a count. */
  line?: ComponentChildren;
  /** Below the verdict, once it is over. */
  after?: ComponentChildren;
  /** Below the cards: the days. */
  foot?: ComponentChildren;
  /** The next step when it is over; none in a race against time, which continues by itself. */
  next?: { label: string; act(): void };
  /** In a streak or a rush there is no help. */
  bare?: boolean;
}

/** Why the solution works, and what happens after the move that was tried instead. */
function Why({ puzzle, wrong, solved }: { puzzle: Puzzle; wrong: string | null; solved: boolean }) {
  const [found, set] = useState<{ right: string; wrong: string } | null>(null);
  useEffect(() => {
    let here = true;
    whyOf(puzzle, wrong).then((why) => here && set(why), () => {});
    return () => void (here = false);
  }, []);
  return (
    <div class="puzzle-why" aria-live="polite">
      {(solved || found?.right) && <p>{solved && <b>{t("The solution: {moves}", { moves: puzzle.line.join(" ") })}</b>} {found?.right}</p>}
      {found?.wrong && <p>{found.wrong}</p>}
      <p class="note">{puzzle.proven ? t("Proven: every other move was tried.") : t("Checked by two independent searches.")}</p>
    </div>
  );
}

const HINTS: { icon: IconName; label: () => string }[] = [
  { icon: "eye", label: () => t("Where") }, { icon: "turn", label: () => t("Which way") }, { icon: "play", label: () => t("The move") },
];

function share(puzzle: Puzzle, ask: string): void {
  const url = `${location.origin}/puzzles/${puzzle.id}`;
  if ("share" in navigator) navigator.share({ title: "Meydan", text: ask, url }).catch(() => {});
  else void copy(url, t("Link copied."));
}

export function PuzzleView({ core, settings, puzzle, title, line, after, foot, next, bare, ...told }: Props) {
  const state = useSolve(core, puzzle, told);
  const { shown, remark, hint, hints } = state;
  const done = state.state === "solved" || state.state === "shown";
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (done) button.current?.focus({ preventScroll: true });
  }, [done]);
  const findings = useMemo<Finding[]>(
    () => (hint && !(hint.slot && hints < 3)
      ? [{ kind: "hint", seat: state.start.turn, whole: true, own: hint.cells, foe: [], move: hints > 2 ? hint.text : "" }]
      : []),
    [hint, hints],
  );
  const ask = askText(puzzle, state.start.turn);
  return (
    <article class="task puzzle" data-puzzle={puzzle.id}>
      <header class="task-head row">
        <a class="icon-button" href="/puzzles" aria-label={t("All puzzles")}><Icon name="back" /></a>
        <h1>{title}</h1>
        {line}
      </header>
      <div class="task-body">
        <section class="task-text puzzle-text">
          <div class="panel task-card">
            <p class="quiet">{`${variantName(puzzle.variant)} · ${t("Level {n}", { n: puzzle.level })}`}</p>
            <p class="puzzle-ask">{ask}</p>
            {remark && <p class={`task-remark ${remark.tone}`}>{remark.text()}</p>}
          </div>
          {!bare && !done && (
            <div class="panel task-card">
              <p class="puzzle-stars"><Stars count={state.stars} /><small>{t("Each hint costs a star.")}</small></p>
              <div class="puzzle-hints" role="group" aria-label={t("Hint")}>
                {HINTS.map(({ icon, label }, at) => (
                  <button key={icon} type="button" class="button" onClick={state.giveHint} aria-pressed={hints > at} disabled={state.state !== "open" || hints !== at}>
                    <Icon name={icon} />{label()}
                  </button>
                ))}
              </div>
              <button type="button" class="button plain" onClick={state.show} disabled={state.state !== "open"}>{t("Show the solution")}</button>
            </div>
          )}
          {done && (
            <div class="panel task-card task-result puzzle-done">
              {!bare && state.state === "solved" && <p class="learn-stars puzzle-won"><Stars count={state.stars} /></p>}
              {after}
              {bare ? null : <Why puzzle={puzzle} wrong={state.tried} solved={state.state === "solved"} />}
              {puzzle.themes.length > 0 && <p class="puzzle-tags">{puzzle.themes.map((theme) => <a key={theme} class="pill" href={`/puzzles/practice/${puzzle.variant}/${theme}`}>{themeName(theme)}</a>)}</p>}
              <div class="row">
                {next && <button type="button" ref={button} class="button primary" onClick={next.act}>{next.label}</button>}
                {!bare && (
                  <>
                    <a class="button" href={`/analysis#${new URLSearchParams({ v: puzzle.variant, p: puzzle.position, m: puzzle.line.join(".") })}`}><Icon name="chart" />{t("Analyse")}</a>
                    <button type="button" class="button" onClick={() => share(puzzle, ask)}><Icon name="share" />{t("Share")}</button>
                    <button type="button" class="button plain" onClick={state.again}>{t("Start over")}</button>
                  </>
                )}
              </div>
            </div>
          )}
          {foot}
        </section>
        <TaskBoard core={core} settings={settings} shown={shown} seat={state.seat} shake={state.shake} findings={findings}
          turned={turnedFor(variantOf(core, puzzle.variant), state.start.turn)} onMove={state.move} onRefuse={state.refuse} />
      </div>
    </article>
  );
}
