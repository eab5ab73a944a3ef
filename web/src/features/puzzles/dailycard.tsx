// SPDX-License-Identifier: MIT
// The daily puzzle for the first screen: its board, its task, and how many days in a row it was tried.

import { useMemo } from "preact/hooks";
import { isRefusal, type Core } from "@meydan/core";
import { Picture } from "../../parts/preview";
import { turnedFor, variantOf } from "../../state/seats";
import type { Settings } from "../../state/types";
import { n, t } from "../../text";
import { dailyOf, dayOf, daysInARow } from "../dailypuzzle/dailypuzzle";
import { useLoaded } from "./loaded";
import { loadPack } from "./pack";
import { progress } from "./progress";
import { askText } from "./puzzlewords";

export function Today({ core, settings }: { core: Core; settings: Settings }) {
  const pack = useLoaded(loadPack, "pack");
  const today = dayOf(Date.now());
  const puzzle = pack && pack !== "failed" ? dailyOf(pack, today) : null;
  const look = useMemo(() => (puzzle ? core.read(puzzle.variant, puzzle.position) : null), [puzzle?.id]);
  const { days } = progress();
  const tried = days[String(today)];
  const row = daysInARow(days, today);
  return (
    <div class="daily-inside">
      <a class="daily-board" href="/puzzles/daily" aria-hidden="true" tabIndex={-1}>
        {look && !isRefusal(look) && <Picture core={core} look={look} settings={settings} turned={turnedFor(variantOf(core, puzzle!.variant), look.turn)} />}
      </a>
      <div class="daily-text stack">
        {puzzle && look && !isRefusal(look) && <p><b>{askText(puzzle, look.turn)}</b></p>}
        <p class="quiet">{tried === undefined ? t("The same for everybody, a new one every day.") : tried ? t("Solved today. Come back tomorrow.") : t("Attempted today. Come back tomorrow.")}</p>
        {row > 1 && <p class="pill">{n("{n} day in a row", "{n} days in a row", row)}</p>}
        <a class="button soft" href="/puzzles/daily">{tried === undefined ? t("Solve it") : t("View again")}</a>
      </div>
    </div>
  );
}
