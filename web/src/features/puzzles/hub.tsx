// SPDX-License-Identifier: MIT
// An overview of all puzzles: the daily one with its board and the last weeks, streak and rush, the solver's progress,
// and practice by game and theme, each theme with one of its positions.

import { isRefusal, type Core } from "@meydan/core";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Icon, type IconName } from "../../parts/icon";
import { Picture } from "../../parts/preview";
import { turnedFor, variantName, variantOf } from "../../state/seats";
import type { Settings } from "../../state/types";
import { n, t } from "../../text";
import { dailyOf, dayOf, daysInARow } from "../dailypuzzle/dailypuzzle";
import { loadAll, loadPack, THEMES, type Puzzle } from "./pack";
import { progress, weakest } from "./progress";
import { useLoaded } from "./loaded";
import { Waiting } from "./modes";
import { SolverView } from "./solver";
import { sync } from "./sync";
import { Weeks } from "./weeks";
import { askText, themeName } from "./puzzlewords";

const CURVE_MAX = 100;

function Standing() {
  const { now, results, best } = progress();
  if (!results.length) return <p class="quiet">{t("Your rating begins with your first puzzle.")}</p>;
  return (
    <SolverView rating={now.rating} deviation={now.deviation} tried={results.length} solved={results.filter((result) => result.solved).length}
      history={results.slice(-CURVE_MAX).map(({ rating }) => rating)} weak={weakest(results)}>
      <p class="quiet">{[best.streak > 0 && t("Best streak: {n}", { n: best.streak }), best.rush > 0 && t("Best rush: {n}", { n: best.rush })].filter(Boolean).join(" · ")}</p>
    </SolverView>
  );
}

function PuzzleBoard({ core, puzzle, settings }: { core: Core; puzzle: Puzzle; settings: Settings }) {
  const look = useMemo(() => core.read(puzzle.variant, puzzle.position), [puzzle.id]);
  return isRefusal(look) ? null : <Picture core={core} look={look} settings={settings} turned={turnedFor(variantOf(core, puzzle.variant), look.turn)} />;
}

function Today({ core, settings, puzzle }: { core: Core; settings: Settings; puzzle: Puzzle | null }) {
  const today = dayOf(Date.now());
  const { days } = progress();
  const tried = days[String(today)];
  const row = daysInARow(days, today);
  const turn = useMemo(() => (puzzle ? core.read(puzzle.variant, puzzle.position) : null), [puzzle?.id]);
  return (
    <section class="panel hub-day" aria-labelledby="puzzle-day">
      <a class="hub-board" href="/puzzles/daily" aria-hidden="true" tabIndex={-1}>
        {puzzle && <PuzzleBoard core={core} puzzle={puzzle} settings={settings} />}
      </a>
      <div class="hub-text">
        <h2 id="puzzle-day" class="pill">{t("Puzzle of the day")}</h2>
        {puzzle && turn && !isRefusal(turn) && <p class="hub-ask">{askText(puzzle, turn.turn)}</p>}
        <p class="quiet">{tried === undefined ? t("The same for everybody, a new one every day.") : tried ? t("Solved today. Come back tomorrow.") : t("Attempted today. Come back tomorrow.")}</p>
        <a class="button primary" href="/puzzles/daily"><Icon name="hint" />{tried === undefined ? t("Solve it") : t("View again")}</a>
        <Weeks days={days} today={today} />
        {row > 1 && <p class="pill">{n("{n} day in a row", "{n} days in a row", row)}</p>}
      </div>
    </section>
  );
}

function Mode({ icon, title, text, label, href }: { icon: IconName; title: string; text: string; label: string; href: string }) {
  return (
    <section class="panel hub-mode">
      <span class="way-icon"><Icon name={icon} /></span>
      <div>
        <h2>{title}</h2>
        <p class="quiet">{text}</p>
      </div>
      <a class="button soft" href={href} aria-label={label}>{t("Start")}</a>
    </section>
  );
}

function Themes({ core, settings, variant }: { core: Core; settings: Settings; variant: string }) {
  const puzzles = useLoaded(() => loadAll([variant]), variant);
  if (!puzzles || puzzles === "failed") return <Waiting failed={puzzles === "failed"} />;
  const { results } = progress();
  const all = THEMES.map((theme) => ({ theme, own: puzzles.filter(({ themes }) => themes.includes(theme)) })).filter(({ own }) => own.length > 0);
  // Each theme shows a position that no other shows, if there is one.
  const shown = new Set<string>();
  const example = (own: Puzzle[]) => {
    const one = own.find(({ id, themes }) => themes.length === 1 && !shown.has(id)) ?? own.find(({ id }) => !shown.has(id)) ?? own[0];
    shown.add(one.id);
    return one;
  };
  return (
    <ul class="puzzle-themes">
      {all.map(({ theme, own }) => {
        const tried = results.filter(({ themes, id }) => themes.includes(theme) && own.some((puzzle) => puzzle.id === id));
        return (
          <li key={theme}>
            <a class="theme-card" href={`/puzzles/practice/${variant}/${theme}`}>
              <span class="theme-board" aria-hidden="true"><PuzzleBoard core={core} puzzle={example(own)} settings={settings} /></span>
              <b>{themeName(theme)}</b>
              <small>{n("{n} puzzle", "{n} puzzles", own.length)}</small>
              {tried.length > 0 && <small class="theme-done">{t("{solved} of {all}", { solved: tried.filter(({ solved }) => solved).length, all: tried.length })}</small>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

export function Hub({ core, settings }: { core: Core; settings: Settings }) {
  const [variant, choose] = useState("abalone");
  const [, draw] = useState(0);
  useEffect(() => void sync().then((done) => done && draw((count) => count + 1)), []);
  const pack = useLoaded(loadPack, "pack");
  const daily = pack && pack !== "failed" ? dailyOf(pack, dayOf(Date.now())) : null;
  return (
    <div class="home puzzles">
      <div class="hub-head">
        <h1>{t("Puzzles")}</h1>
        <p class="quiet">{t("Exactly one move is good. Every solution is proven or checked twice.")}</p>
      </div>
      <div class="hub-top">
        <Today core={core} settings={settings} puzzle={daily} />
        <div class="hub-side">
          <Mode icon="list" title={t("Streak")} text={t("Harder and harder, until the first mistake.")} label={t("Start a streak")} href="/puzzles/streak" />
          <Mode icon="clock" title={t("Three-minute rush")} text={t("As many as you can. A wrong move costs ten seconds.")} label={t("Start a rush")} href="/puzzles/rush" />
          <section class="panel hub-you stack" aria-labelledby="puzzle-you">
            <h2 id="puzzle-you">{t("Your rating")}</h2>
            <Standing />
          </section>
        </div>
      </div>
      <section class="block" aria-labelledby="puzzle-themes">
        <div class="hub-practice row">
          <h2 id="puzzle-themes">{t("Practice")}</h2>
          <label class="field">
            <span class="spoken">{t("Game")}</span>
            <select value={variant} onChange={(event) => choose(event.currentTarget.value)}>
              {core.variants().map(({ id }) => <option key={id} value={id}>{variantName(id)}</option>)}
            </select>
          </label>
          <a class="button soft" href={`/puzzles/practice/${variant}`}>{t("All themes")}</a>
        </div>
        <Themes core={core} settings={settings} variant={variant} />
      </section>
    </div>
  );
}
