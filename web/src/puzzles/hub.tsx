// SPDX-License-Identifier: MIT
// All puzzles at a look: the one of the day, streak and rush, practice by game and theme, and how the solver is doing.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../core/types";
import { Choices } from "../parts/controls";
import { Icon } from "../parts/icon";
import { variantName } from "../state/seats";
import { n, t } from "../text";
import { dayOf, loadAll, THEMES } from "./pack";
import { daysInARow, progress, weakest } from "./progress";
import { useLoaded } from "./loaded";
import { Waiting } from "./modes";
import { SolverView } from "./solver";
import { sync } from "./sync";
import { themeName } from "./words";

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

function Themes({ variant }: { variant: string }) {
  const puzzles = useLoaded(() => loadAll([variant]), variant);
  if (!puzzles || puzzles === "failed") return <Waiting failed={puzzles === "failed"} />;
  const counts = THEMES.map((theme) => ({ theme, count: puzzles.filter(({ themes }) => themes.includes(theme)).length }));
  return (
    <ul class="puzzle-themes">
      <li><a class="button primary" href={`/puzzles/practice/${variant}`}>{t("All themes")} <small>{puzzles.length}</small></a></li>
      {counts.filter(({ count }) => count > 0).map(({ theme, count }) => (
        <li key={theme}><a class="button" href={`/puzzles/practice/${variant}/${theme}`}>{themeName(theme)} <small>{count}</small></a></li>
      ))}
    </ul>
  );
}

export function Hub({ core }: { core: Core }) {
  const [variant, choose] = useState("abalone");
  const [, draw] = useState(0);
  useEffect(() => void sync().then((done) => done && draw((count) => count + 1)), []);
  const today = dayOf(Date.now());
  const { days } = progress();
  const tried = days[String(today)];
  const row = daysInARow(days, today);
  return (
    <div class="home puzzles">
      <h1>{t("Puzzles")}</h1>
      <p class="quiet">{t("One move is good, all others are not. Every puzzle was proven or checked twice.")}</p>
      <div class="puzzle-cards">
        <section class="panel block" aria-labelledby="puzzle-day">
          <h2 id="puzzle-day">{t("Puzzle of the day")}</h2>
          <p>{tried === undefined ? t("The same for everybody, a new one every day.") : tried ? t("Solved today. Come back tomorrow.") : t("Tried today. Come back tomorrow.")}</p>
          {row > 1 && <p class="quiet">{n("{n} day in a row", "{n} days in a row", row)}</p>}
          <a class="button primary" href="/puzzles/daily"><Icon name="hint" />{tried === undefined ? t("Solve it") : t("Look at it again")}</a>
        </section>
        <section class="panel block" aria-labelledby="puzzle-streak">
          <h2 id="puzzle-streak">{t("Streak")}</h2>
          <p>{t("Harder and harder, until the first mistake.")}</p>
          <a class="button" href="/puzzles/streak"><Icon name="list" />{t("Start a streak")}</a>
        </section>
        <section class="panel block" aria-labelledby="puzzle-rush">
          <h2 id="puzzle-rush">{t("Three-minute rush")}</h2>
          <p>{t("As many as you can. A wrong move costs ten seconds.")}</p>
          <a class="button" href="/puzzles/rush"><Icon name="clock" />{t("Start a rush")}</a>
        </section>
        <section class="panel block" aria-labelledby="puzzle-you">
          <h2 id="puzzle-you">{t("Your rating")}</h2>
          <Standing />
        </section>
      </div>
      <section class="block" aria-labelledby="puzzle-themes">
        <h2 id="puzzle-themes">{t("Practice")}</h2>
        <Choices legend={t("Game")} hideLegend value={variant} change={choose}
          choices={core.variants().map(({ id }) => ({ value: id, label: variantName(id) }))} />
        <Themes variant={variant} />
      </section>
    </div>
  );
}
