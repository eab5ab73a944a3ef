// SPDX-License-Identifier: MIT
// A player's clock. What it shows is asked of the core each time it is drawn, and never worked out here. It is never a live
// region: it is spoken on `t` and at 60, 30 and 10 seconds.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Clock, Seat } from "../core/types";
import { sounds } from "@meydan/board";
import { n, t } from "../text";
import { clocksNow } from "../state/game";
import type { Game } from "../state/types";
import { say } from "./speak";

const SPOKEN = [60, 30, 10];
const DAY = 24 * 60 * 60 * 1000;

/** A time control in words: "10 min +5 s", "3 days a move". */
export function timeText(clock: Clock | null): string {
  if (!clock) return t("no clock");
  if (clock.period >= DAY) return n("{n} day per move", "{n} days per move", clock.period / DAY);
  const parts: string[] = [];
  if (clock.main % 60_000) parts.push(t("{n} s", { n: clock.main / 1000 }));
  else if (clock.main) parts.push(n("{n} min", "{n} min", clock.main / 60_000));
  if (clock.increment) parts.push(t("+{n} s", { n: clock.increment / 1000 }));
  if (clock.periods) parts.push(`${clock.periods}×${t("{n} s", { n: clock.period / 1000 })}`);
  return parts.join(" ");
}

/** Seconds from which a clock warns, as players know it from lichess. */
function warnAt(main: number): number {
  const seconds = main / 1000;
  return Math.min(60, seconds < 60 ? Math.max(2, seconds * 0.2) : Math.max(10, seconds * 0.125));
}

/** 1:05:09, 9:58, 0:07.3 */
export function clockText(left: number): string {
  if (left < 10_000) {
    const tenths = Math.floor(left / 100);
    return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.floor(left / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return t("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** "9 minutes 58 seconds" */
export function clockWords(left: number): string {
  const seconds = Math.floor(left / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${n("{n} day", "{n} days", Math.floor(hours / 24))} ${n("{n} hour", "{n} hours", hours % 24)}`;
  const parts = [n("{n} second", "{n} seconds", seconds % 60)];
  if (minutes) parts.unshift(n("{n} minute", "{n} minutes", minutes));
  return parts.join(" ");
}

export function ClockFace({ game, seat }: { game: Game; seat: Seat }) {
  const [, draw] = useState(0);
  const clock = clocksNow();
  const running = clock?.running === seat && !game.match.over;
  const main = game.clock?.main ?? 0;
  const warned = useRef(false); // one sound, and another only after the clock was well above it again

  useEffect(() => {
    if (!running) return;
    const timeLeft = () => clocksNow()?.left[seat] ?? 0;
    let before = timeLeft();
    const mine = game.players[seat].kind === "me" || game.players[seat].kind === "friend";
    const timer = setInterval(() => {
      const left = timeLeft();
      if (mine) {
        const passed = (seconds: number) => before > seconds * 1000 && left <= seconds * 1000;
        const warn = warnAt(main) * 1000;
        if (left > 1.5 * warn) warned.current = false;
        if (left <= warn && !warned.current) {
          // A game that is opened with little time left does not begin with it.
          if (before > warn) sounds.play("low");
          warned.current = true;
        }
        for (const seconds of SPOKEN) if (main > seconds * 1000 && passed(seconds)) say(clockWords(left), true);
      }
      before = left;
      draw((count) => count + 1);
    }, 100);
    return () => clearInterval(timer);
  }, [game, seat, running, main]);

  if (!clock) return null;
  const left = clock.left[seat];
  const low = left <= warnAt(main) * 1000 && !game.match.over;
  // A clock of days has one period for each move, which is not worth saying.
  const periods = game.clock?.periods && game.clock.period < DAY ? clock.periods[seat] : 0;
  return (
    <span class={`clock${running ? " running" : ""}${low ? " low" : ""}`}>
      <span aria-hidden="true">{clockText(left)}</span>
      {periods > 0 && <span class="periods" aria-hidden="true">{`×${periods}`}</span>}
      <span class="spoken">{t("{time} left", { time: clockWords(left) })}</span>
    </span>
  );
}
