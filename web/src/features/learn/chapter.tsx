// SPDX-License-Identifier: MIT
// A chapter of the rulebook: one figure at a time, each a live board.

import { useEffect, useMemo } from "preact/hooks";
import type { Core } from "../../core/types";
import { Icon } from "../../parts/icon";
import { go } from "../../state/navigate";
import type { Settings } from "../../state/types";
import { t } from "../../text";
import { chapters } from "./content";
import { useFigure } from "./figure";
import { TaskBoard } from "../../parts/taskboard";
import { figureKey, markRead, useProgress } from "./learned";
import { findingsOf } from "./show";
import type { Chapter, Figure } from "./types";

export function chapterPath({ game, id }: Chapter, figure = 0): string {
  return `/learn/${game}/${id}${figure ? `/${figure + 1}` : ""}`;
}

/** The address after a figure: the next one, the next chapter, or the exercises of the game. */
function pathAfter(chapter: Chapter, index: number): string {
  if (index + 1 < chapter.figures.length) return chapterPath(chapter, index + 1);
  const next = chapters[chapters.indexOf(chapter) + 1];
  return next?.game === chapter.game ? chapterPath(next) : `/learn/${chapter.game}`;
}

function Steps({ chapter, index }: { chapter: Chapter; index: number }) {
  const { read } = useProgress();
  return (
    <nav aria-label={t("Figures of this chapter")}>
      <ol class="learn-steps">
        {chapter.figures.map((figure, at) => (
          <li key={figure.id}>
            <a href={chapterPath(chapter, at)} aria-current={at === index ? "step" : undefined}
              class={read[figureKey(chapter, figure)] ? "read" : ""} aria-label={t("Figure {n}", { n: at + 1 })}>
              {at + 1}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface FigureProps {
  core: Core;
  settings: Settings;
  chapter: Chapter;
  figure: Figure;
  index: number;
}

function FigurePage({ core, settings, chapter, figure, index }: FigureProps) {
  const state = useFigure(core, figure);
  const { shown, ask, done, complete, remark } = state;
  const after = pathAfter(chapter, index);
  const findings = useMemo(() => figure.show && findingsOf(core, shown.look, figure.show), [shown.look]);
  useEffect(() => {
    if (complete) markRead(figureKey(chapter, figure));
  }, [complete]);

  const next = () => {
    if (!state.goOn()) go(after);
  };
  return (
    <div class="task-body">
      <section class="task-text learn-text">
        <div class="panel task-card">
          <p class="learn-lead">{t(figure.text)}</p>
          {ask && (
            <p class={`learn-ask${done ? " done" : ""}`}>
              <Icon name={done ? "check" : "next"} />
              <span>{t(ask.ask)}</span>
            </p>
          )}
          {remark && <p class={`task-remark ${remark.tone}`}>{remark.text()}</p>}
          <div class="row learn-keys">
            {done
              ? <button type="button" class="button primary" onClick={next}>{t("Continue")}</button>
              : <button type="button" class="button" onClick={state.showMe}>{ask?.kind === "refused" ? t("Do it for me") : t("Show me")}</button>}
            {ask && <button type="button" class="button plain" onClick={state.again}>{t("Again")}</button>}
          </div>
          <p class="note">{t("Figure {n} of {all}", { n: index + 1, all: chapter.figures.length })}</p>
        </div>
      </section>
      <TaskBoard core={core} settings={settings} shown={shown} seat={done || state.away ? null : shown.look.turn} shake={state.shake}
        findings={findings} onMove={state.move} onRefuse={state.refuse} />
    </div>
  );
}

export function ChapterScreen({ core, settings, chapter, index }: Omit<FigureProps, "figure">) {
  const figure = chapter.figures[index]!;
  return (
    <article class="task">
      <header class="task-head row">
        <a class="icon-button" href={`/learn/${chapter.game}`} aria-label={t("All chapters")}><Icon name="back" /></a>
        <h1>{t(chapter.title)}</h1>
        <Steps chapter={chapter} index={index} />
      </header>
      <FigurePage key={figureKey(chapter, figure)} core={core} settings={settings} chapter={chapter} figure={figure} index={index} />
    </article>
  );
}
