// SPDX-License-Identifier: MIT
// A rating over time: a line with its area, by mouse, finger and keyboard. One tab stop: the arrows go from point to point, Enter
// opens the game.

import { useState } from "preact/hooks";
import type { RatingHistory } from "../../api/messages";
import { go } from "../../state/navigate";
import { locale, t } from "../../text";
import { dateText } from "../../parts/gamecards";

type Change = RatingHistory["changes"][number];

const WIDE = 560;
const HIGH = 240;
const LEFT = 44;
const BELOW = 24;
const ABOVE = 14;
const STEPS = [25, 50, 100, 200, 500];

/** Lines at round ratings, four at most. */
function ticksOf(low: number, high: number): number[] {
  const step = STEPS.find((size) => Math.ceil(high / size) - Math.floor(low / size) <= 4) ?? 1000;
  const first = Math.floor(low / step) * step;
  return Array.from({ length: Math.ceil(high / step) - first / step + 1 }, (_, i) => first + i * step);
}

function monthText(ms: number, span: number): string {
  const long = span > 60 * 86_400_000;
  return new Date(ms).toLocaleDateString(locale(), long ? { month: "short" } : { day: "numeric", month: "short" });
}

/** A small line without words, for a row. */
export function Spark({ changes }: { changes: Change[] }) {
  if (changes.length < 2) return null;
  const values = changes.map(({ after }) => after);
  const low = Math.min(...values);
  const span = Math.max(1, Math.max(...values) - low);
  const points = values.map((value, at) => `${((at / (values.length - 1)) * 70).toFixed(1)},${(20 - ((value - low) / span) * 18).toFixed(1)}`);
  return <svg class="spark" viewBox="0 0 70 22" aria-hidden="true"><polyline points={points.join(" ")} /></svg>;
}

export function RatingGraph({ changes, title }: { changes: Change[]; title: string }) {
  const [at, set] = useState<number | null>(null);
  if (changes.length < 2) return <p class="quiet graph-none">{t("The rating graph starts with the second rated game.")}</p>;
  const from = changes[0].at;
  const until = changes[changes.length - 1].at;
  const values = changes.map(({ after }) => after);
  const ticks = ticksOf(Math.min(...values), Math.max(...values));
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  // Games of one day would overlap, so these few are spread evenly.
  const spread = until - from < 86_400_000;
  const x = (i: number) => LEFT + (spread ? i / (changes.length - 1) : (changes[i].at - from) / (until - from)) * (WIDE - LEFT - 8);
  const y = (value: number) => ABOVE + (1 - (value - low) / (high - low)) * (HIGH - ABOVE - BELOW);
  const line = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const best = values.indexOf(Math.max(...values));
  const shown = at ?? values.length - 1;
  const words = (i: number) => t("{date}: {rating}", { date: dateText(changes[i].at), rating: values[i] });
  const move = (to: number) => set(Math.max(0, Math.min(values.length - 1, to)));
  const near = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = ((event.clientX - box.left) / box.width) * WIDE;
    let found = 0;
    for (let i = 1; i < values.length; i++) if (Math.abs(x(i) - wanted) < Math.abs(x(found) - wanted)) found = i;
    set(found);
  };
  const open = () => {
    const { game } = changes[shown];
    if (game) go(`/game/${game}`); // a private game has no address here
  };
  const key = (event: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: values.length - 1 };
    if (event.key in to) move(to[event.key]);
    else if (event.key === "Enter") open();
    else return;
    event.preventDefault();
  };
  const marks = Array.from({ length: 5 }, (_, i) => i / 4);
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="slider" tabindex={0} aria-label={title} aria-valuemin={low} aria-valuemax={high}
        aria-valuenow={values[shown]} aria-valuetext={words(shown)} onKeyDown={key} onMouseMove={near} onMouseLeave={() => set(null)}
        onClick={open}>
        {ticks.map((tick) => (
          <g key={tick} class="graph-tick">
            <line x1={LEFT} x2={WIDE - 8} y1={y(tick)} y2={y(tick)} />
            <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">{tick}</text>
          </g>
        ))}
        {!spread && marks.map((part) => (
          <text key={part} class="graph-date" x={LEFT + part * (WIDE - LEFT - 8)} y={HIGH - 6} text-anchor={part === 0 ? "start" : part === 1 ? "end" : "middle"}>
            {monthText(from + part * (until - from), until - from)}
          </text>
        ))}
        <polygon class="graph-area" points={`${LEFT},${y(low)} ${line} ${x(values.length - 1).toFixed(1)},${y(low)}`} />
        <polyline class="graph-line" points={line} />
        <circle class="graph-best" cx={x(best)} cy={y(values[best])} r="4" />
        {at !== null && <circle class="graph-at" cx={x(at)} cy={y(values[at])} r="5" />}
      </svg>
      <figcaption class="note">{at === null ? t("Highest: {rating}", { rating: values[best] }) : words(at)}</figcaption>
    </figure>
  );
}
