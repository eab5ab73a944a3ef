// SPDX-License-Identifier: MIT
// Times and time controls in words and figures.

import type { Clock } from "../core/types";
import { n, t } from "../text";

export const DAY = 24 * 60 * 60 * 1000;

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
