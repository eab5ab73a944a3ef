// SPDX-License-Identifier: MIT
// Puzzles are a part of their own: loaded, with their style, when somebody wants to solve one. The card leads there from home.

import { Icon } from "../parts/icon";
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

/** For the first screen. */
export function DailyPuzzle() {
  return (
    <nav class="row daily" aria-label={t("Puzzles")}>
      <a class="button" href="/puzzles/daily"><Icon name="hint" />{t("Puzzle of the day")}</a>
      <a class="button plain" href="/puzzles">{t("All puzzles")}</a>
    </nav>
  );
}
