// SPDX-License-Identifier: MIT
// The table of contents: where to start or go on, chapters with a board and the reader's progress, exercises with their
// stars, the link to the glossary.

import { boardSvg, paintNow } from "@meydan/board/picture";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { Confirm } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { Stars } from "../../parts/taskboard";
import type { Settings } from "../../state/types";
import { n, t } from "../../text";
import { chapterPath } from "./chapter";
import { chapters, stages } from "./content";
import { exercisePath } from "./exercise";
import { figureKey, forgetAll, useProgress } from "./learned";
import { begin } from "./judge";
import type { Begin, Chapter, GameName, Stage } from "./types";

interface Drawn {
  core: Core;
  settings: Settings;
}

const PICTURE = 220; // px

/** The board of a figure or an exercise: one element, drawn when it comes into view, since there are dozens. */
function BoardOf({ core, settings: { theme, skin, pieces }, of }: Drawn & { of: Begin }) {
  const image = useRef<HTMLImageElement>(null);
  const [seen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      see(true);
      observer.disconnect();
    }, { rootMargin: "100px" });
    observer.observe(image.current!);
    return () => observer.disconnect();
  }, []);
  const source = useMemo(
    () => (seen ? `data:image/svg+xml,${encodeURIComponent(boardSvg(begin(core, of), { size: PICTURE, paint: paintNow(document.documentElement) }))}` : undefined),
    [seen, of, theme, skin, pieces],
  );
  return <img ref={image} class="learn-board" src={source} width={PICTURE} height={of.variant.startsWith("abalone") ? Math.round((PICTURE * 9.04) / 10.44) : PICTURE} alt="" decoding="async" />;
}

/** How many figures of a chapter were read, and the first unread one. */
function progressOf(chapter: Chapter, read: Record<string, true>): { count: number; all: number; next: number } {
  const unread = chapter.figures.findIndex((figure) => !read[figureKey(chapter, figure)]);
  return { count: chapter.figures.filter((figure) => read[figureKey(chapter, figure)]).length, all: chapter.figures.length, next: Math.max(0, unread) };
}

function Progress({ part, of }: { part: number; of: number }) {
  return <span class="learn-progress" aria-hidden="true"><span style={{ inlineSize: `${(100 * part) / of}%` }} /></span>;
}

function ChapterItem({ chapter, read, ...drawn }: Drawn & { chapter: Chapter; read: Record<string, true> }) {
  const { count, all, next } = progressOf(chapter, read);
  return (
    <li>
      <a class="learn-card" href={chapterPath(chapter, next)}>
        <BoardOf {...drawn} of={chapter.figures[Math.min(1, all - 1)]} />
        <span class="learn-title">
          <b>{t(chapter.title)}</b>
          <Progress part={count} of={all} />
        </span>
        {count === all ? <span class="learn-all"><Icon name="check" /><span class="spoken">{t("read")}</span></span> : <small>{count}/{all}</small>}
      </a>
    </li>
  );
}

function StageItem({ stage, stars, ...drawn }: Drawn & { stage: Stage; stars: Record<string, number> }) {
  const won = stage.exercises.reduce((sum, { id }) => sum + (stars[id] ?? 0), 0);
  return (
    <section class="learn-stage">
      <div class="learn-stage-head">
        <BoardOf {...drawn} of={stage.exercises[0]} />
        <h3>{t(stage.title)}</h3>
        <small>{t("{n} of {all} stars", { n: won, all: 3 * stage.exercises.length })}</small>
      </div>
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

/** The next chapter to read: of the game in which something was read last, else of the first one. */
function Start({ game, ...drawn }: Drawn & { game: GameName | null }) {
  const { read } = useProgress();
  const own = chapters.filter((chapter) => !game || chapter.game === game);
  const open = own.filter((chapter) => progressOf(chapter, read).count < chapter.figures.length);
  const chapter = open.find((one) => progressOf(one, read).count > 0) ?? open[0];
  if (!chapter) return null;
  const { count, all, next } = progressOf(chapter, read);
  const any = Object.keys(read).length > 0;
  const title = chapter.game === "abalone" ? t("Abalone") : t("Quoridor");
  return (
    <section class="panel learn-start" aria-labelledby="learn-start">
      <BoardOf {...drawn} of={chapter.figures[next]} />
      <div class="stack">
        <p class="pill">{any ? t("Go on here") : t("Start here")}</p>
        <h2 id="learn-start">{`${title}: ${t(chapter.title)}`}</h2>
        <p class="quiet">{t(chapter.figures[next].text)}</p>
        {count > 0 && <Progress part={count} of={all} />}
        <a class="button primary" href={chapterPath(chapter, next)}>{count ? t("Continue") : t("Start")}</a>
      </div>
    </section>
  );
}

function GameContents({ game, title, ...drawn }: Drawn & { game: GameName; title: string }) {
  const { read, stars } = useProgress();
  const heading = `learn-${game}`;
  const own = stages.filter((stage) => stage.game === game);
  const solved = own.flatMap(({ exercises }) => exercises).filter(({ id }) => stars[id]).length;
  return (
    <section class="panel learn-game stack" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <h3>{t("The rules")}</h3>
      <ol class="learn-list learn-cards">
        {chapters.filter((chapter) => chapter.game === game).map((chapter) => <ChapterItem key={chapter.id} {...drawn} chapter={chapter} read={read} />)}
      </ol>
      <h3>{t("Exercises")} <small>{n("{n} solved", "{n} solved", solved)}</small></h3>
      <div class="learn-stages">{own.map((stage) => <StageItem key={stage.id} {...drawn} stage={stage} stars={stars} />)}</div>
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

export function Contents({ game, ...drawn }: Drawn & { game: GameName | null }) {
  return (
    <div class="task">
      <header class="task-head row">
        {game && <a class="icon-button" href="/learn" aria-label={t("Contents")}><Icon name="back" /></a>}
        <h1>{t("Learn")}</h1>
        <a class="button" href="/learn/words"><Icon name="book" />{t("Glossary")}</a>
      </header>
      <p class="learn-intro">{t("Every figure is a board: make the moves yourself, and try what is forbidden to see why.")}</p>
      <Start {...drawn} game={game} />
      <div class={`learn-games${game ? " one" : ""}`}>
        {game !== "quoridor" && <GameContents {...drawn} game="abalone" title={t("Abalone")} />}
        {game !== "abalone" && <GameContents {...drawn} game="quoridor" title={t("Quoridor")} />}
      </div>
      <div class="foot"><Forget /></div>
    </div>
  );
}
