// SPDX-License-Identifier: MIT
// The table of contents: chapters with the reader's progress, exercises with their stars, the link to the glossary.

import { useState } from "preact/hooks";
import { Confirm } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { n, t } from "../../text";
import { chapterPath } from "./chapter";
import { chapters, stages } from "./content";
import { exercisePath } from "./exercise";
import { figureKey, forgetAll, useProgress } from "./learned";
import { Stars } from "./stars";
import type { Chapter, GameName, Stage } from "./types";

function ChapterItem({ chapter, read }: { chapter: Chapter; read: Record<string, true> }) {
  const count = chapter.figures.filter((figure) => read[figureKey(chapter, figure)]).length;
  const all = chapter.figures.length;
  const next = chapter.figures.findIndex((figure) => !read[figureKey(chapter, figure)]);
  return (
    <li>
      <a href={chapterPath(chapter, Math.max(0, next))}>
        <span>{t(chapter.title)}</span>
        {count === all ? <span class="learn-all"><Icon name="check" /><span class="spoken">{t("read")}</span></span> : <small>{count}/{all}</small>}
      </a>
    </li>
  );
}

function StageItem({ stage, stars }: { stage: Stage; stars: Record<string, number> }) {
  return (
    <section class="learn-stage">
      <h3>{t(stage.title)}</h3>
      <ol class="learn-list">
        {stage.exercises.map((exercise) => (
          <li key={exercise.id}>
            <a href={exercisePath(exercise)}>
              <span>{t(exercise.title)}</span>
              <Stars count={stars[exercise.id] ?? 0} />
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function GameContents({ game, title }: { game: GameName; title: string }) {
  const { read, stars } = useProgress();
  const heading = `learn-${game}`;
  const own = stages.filter((stage) => stage.game === game);
  const solved = own.flatMap(({ exercises }) => exercises).filter(({ id }) => stars[id]).length;
  return (
    <section class="panel learn-game stack" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <h3>{t("The rules")}</h3>
      <ol class="learn-list">
        {chapters.filter((chapter) => chapter.game === game).map((chapter) => <ChapterItem key={chapter.id} chapter={chapter} read={read} />)}
      </ol>
      <h3>{t("Exercises")} <small>{n("{n} solved", "{n} solved", solved)}</small></h3>
      {own.map((stage) => <StageItem key={stage.id} stage={stage} stars={stars} />)}
    </section>
  );
}

function Forget() {
  const { read, stars } = useProgress();
  const [asking, ask] = useState(false);
  const empty = !Object.keys(read).length && !Object.keys(stars).length;
  if (empty) return null;
  return (
    <>
      <button type="button" class="button plain" onClick={() => ask(true)}>{t("Clear my progress")}</button>
      {asking && (
        <Confirm text={t("Clear everything you have read and solved?")} yes={t("Clear my progress")} danger
          act={() => (ask(false), forgetAll())} drop={() => ask(false)} />
      )}
    </>
  );
}

export function Contents({ game }: { game: GameName | null }) {
  return (
    <div class="task">
      <header class="task-head row">
        {game && <a class="icon-button" href="/learn" aria-label={t("Contents")}><Icon name="back" /></a>}
        <h1>{t("Learn")}</h1>
        <a class="button" href="/learn/words"><Icon name="book" />{t("Glossary")}</a>
      </header>
      <p class="learn-intro">{t("Every figure is a board: make the moves yourself, and try what is forbidden to see why.")}</p>
      <div class={`learn-games${game ? " one" : ""}`}>
        {game !== "quoridor" && <GameContents game="abalone" title={t("Abalone")} />}
        {game !== "abalone" && <GameContents game="quoridor" title={t("Quoridor")} />}
      </div>
      <div class="foot"><Forget /></div>
    </div>
  );
}
