// SPDX-License-Identifier: MIT
// Boards without input: still, or with a demo.

import { useEffect, useState } from "preact/hooks";
import { SmallBoard } from "@meydan/board";
import { isRefusal, type Core, type Look, type Move } from "@meydan/core";
import { hasMotion } from "../state/actions";
import type { Settings } from "../state/types";
import { t } from "../text";
import { IconButton } from "./controls";
import type { Demo } from "./demos";
import { memo } from "./memo";

const STEP = 2200; // ms between the moves of a demo
const REST = 6000; // ms at its end

function quiet(): void {}

interface StillProps {
  core: Core;
  look: Look;
  settings: Settings;
  turned?: number;
  last?: Move | null;
  before?: Look | null;
}

/** A board without input. */
export const Picture = memo(({ core, look, settings, turned = 0, last = null, before = null }: StillProps) => {
  return (
    <SmallBoard look={look} seat={null} turned={turned} core={core} last={last} before={before} coordinates={false}
      marks={settings.marks} confirmWalls="never" motion={hasMotion(settings)} onMove={quiet} say={quiet} small />
  );
});

/** Plays a demo over and over while it runs. */
function useDemo(core: Core, demo: Demo, running: boolean) {
  const begin = () => ({ look: core.read(demo.game, demo.position) as Look, before: null as Look | null, last: null as Move | null, ply: 0 });
  const [shown, show] = useState(begin);
  useEffect(() => {
    if (!running) return;
    const moves = demo.moves.split(" ");
    const timer = setTimeout(() => {
      const text = moves[shown.ply];
      const next = text === undefined ? null : core.play(shown.look, text);
      if (!next || isRefusal(next)) show(begin());
      else show({ look: next, before: shown.look, last: shown.look.moves.find((move) => move.text === text) ?? null, ply: shown.ply + 1 });
    }, shown.ply < moves.length ? STEP : REST);
    return () => clearTimeout(timer);
  }, [shown, running]);
  return shown;
}

export const DemoBoard = memo(({ core, demo, settings }: { core: Core; demo: Demo; settings: Settings }) => {
  const [running, run] = useState(hasMotion(settings));
  const { look, before, last } = useDemo(core, demo, running);
  return (
    <div class="demo">
      <div class="demo-board" aria-hidden="true">
        <Picture core={core} look={look} settings={settings} before={before} last={last} />
      </div>
      <IconButton icon={running ? "pause" : "play"} label={running ? t("Stop the demo") : t("Play the demo")} act={() => run(!running)} />
    </div>
  );
});
