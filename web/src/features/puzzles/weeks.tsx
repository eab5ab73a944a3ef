// SPDX-License-Identifier: MIT
// The daily puzzles of the last weeks: each day leads to its puzzle.

import { Icon } from "../../parts/icon";
import { locale, t } from "../../text";

const WEEKS = 3;
const DAY = 86_400_000;

/** The address of a day's puzzle. */
export function dailyPath(day: number, today: number): string {
  return day === today ? "/puzzles/daily" : `/puzzles/daily/${new Date(day * DAY).toISOString().slice(0, 10)}`;
}

/** The day of a date in the page's address; null if it is not a date, or in the future. */
export function dayNamed(date: string, today: number): number | null {
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) / DAY : NaN;
  return Number.isInteger(day) && day >= 0 && day <= today ? day : null;
}

/** The last weeks, Monday first: solved, tried, or neither. Days are UTC, as for the puzzles. */
export function Weeks({ days, today, chosen = today }: { days: Record<string, boolean>; today: number; chosen?: number }) {
  const monday = today - ((today + 3) % 7); // day 0 was a Thursday
  const first = monday - 7 * (WEEKS - 1);
  const form = (options: Intl.DateTimeFormatOptions, day: number) => new Intl.DateTimeFormat(locale(), { timeZone: "UTC", ...options }).format(day * DAY);
  const shown = Array.from({ length: 7 * WEEKS }, (_, at) => first + at);
  const count = (solved: boolean) => shown.filter((day) => days[String(day)] === solved).length;
  return (
    <div class="weeks" role="group" aria-label={t("Last {n} weeks: {solved} solved, {missed} missed", { n: WEEKS, solved: count(true), missed: count(false) })}>
      {shown.slice(0, 7).map((day) => <small key={day} aria-hidden="true">{form({ weekday: "narrow" }, day)}</small>)}
      {shown.map((day) => {
        const tried = days[String(day)];
        const state = tried === undefined ? (day > today ? "later" : "") : tried ? "solved" : "tried";
        const look = `puzzle-day ${state}${day === today ? " today" : ""}`;
        const inside = tried ? <Icon name="check" /> : form({ day: "numeric" }, day);
        if (day > today) return <span key={day} class={look}>{inside}</span>;
        const word = tried === undefined ? t("open") : tried ? t("solved") : t("missed");
        return (
          <a key={day} class={look} href={dailyPath(day, today)} aria-current={day === chosen ? "date" : undefined} aria-label={`${form({ day: "numeric", month: "long" }, day)}, ${word}`}>{inside}</a>
        );
      })}
    </div>
  );
}
