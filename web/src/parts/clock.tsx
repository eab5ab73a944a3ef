// SPDX-License-Identifier: MIT
// A player's clock. The core computes its time at each drawing. It is never a live region: it is spoken on `t` and at
// 60, 30 and 10 seconds.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Seat } from "../core/types";
import { sounds } from "@meydan/board";
import { clockText, clockWords, DAY } from "../state/clocktext";
import { t } from "../text";
import { clocksNow } from "../state/game";
import type { Game } from "../state/types";
import { say } from "../state/speak";

const SPOKEN = [60, 30, 10];

/** Seconds from which a clock warns, as on lichess. */
function warnAt(main: number): number {
  const seconds = main / 1000;
  return Math.min(60, seconds < 60 ? Math.max(2, seconds * 0.2) : Math.max(10, seconds * 0.125));
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
          // A game opened with little time left doesn't begin with the warning.
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
  // A clock of days has one period for each move, which is not worth mentioning.
  const periods = game.clock?.periods && game.clock.period < DAY ? clock.periods[seat] : 0;
  return (
    <span class={`clock${running ? " running" : ""}${low ? " low" : ""}`}>
      <span aria-hidden="true">{clockText(left)}</span>
      {periods > 0 && <span class="periods" aria-hidden="true">{`×${periods}`}</span>}
      <span class="spoken">{t("{time} left", { time: clockWords(left) })}</span>
    </span>
  );
}
