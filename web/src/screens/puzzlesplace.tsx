// SPDX-License-Identifier: MIT
// Puzzles are a part of their own: loaded, with their style, when somebody wants to solve one. The card leads there from home.

import { usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import type { State } from "../state/types";
import { t } from "../text";

const load = () => Promise.all([import("../puzzles"), loadStyle("taskboard.css", "puzzles.css")]).then(([part]) => part);

export function PuzzlesPlace({ state }: { state: State }) {
  const part = usePart(load);
  const { core, settings, route } = state;
  if (part === "failed") return <p class="panel narrow">{t("The puzzles could not be loaded. Check your connection.")}</p>;
  if (!part || !core || route.screen !== "puzzles") return <div class="panel loading" aria-busy="true" />;
  return <part.Puzzles key={route.path} core={core} settings={settings} path={route.path} />;
}

const loadToday = () => import("../puzzles/today");

/** For the first screen: the puzzle of the day on its board, once it has come. */
export function DailyPuzzle({ state }: { state: State }) {
  const part = usePart(loadToday);
  const { core, settings } = state;
  return (
    <section class="slab daily" aria-labelledby="daily">
      <div class="slab-head">
        <h2 id="daily"><a href="/puzzles/daily">{t("Puzzle of the day")}</a></h2>
        <a href="/puzzles">{t("All puzzles")}</a>
      </div>
      {part && part !== "failed" && core ? <part.Today core={core} settings={settings} /> : <div class="daily-inside"><div class="daily-board" /></div>}
    </section>
  );
}
