// SPDX-License-Identifier: MIT
// Tournaments in words: formats, times, states, conditions.

import { timeText } from "../../state/clocktext";
import { variantName } from "../../state/seats";
import type { Core } from "../../core/types";
import { locale, n, named, t } from "../../text";
import { rulesOf, type Tournament, type TournamentHead } from "./tournament";

const FORMATS: Record<string, () => string> = {
  "round-robin": () => t("Round robin"),
  swiss: () => t("Swiss"),
  arena: () => t("Arena"),
  knockout: () => t("Knockout"),
  tables: () => t("Tables"),
};

/** "Swiss, 5 rounds"; "Tables of four". */
export function formatText(head: Pick<TournamentHead, "format" | "seats" | "rounds" | "minutes" | "rules">): string {
  const { format, seats, rounds, minutes } = head;
  const { cycles, twice, partners } = rulesOf(head);
  switch (format) {
    case "round-robin": return cycles === 2 ? t("Double round robin") : t("Round robin");
    case "swiss": return rounds ? n("Swiss, {n} round", "Swiss, {n} rounds", rounds) : t("Swiss");
    case "arena": return minutes ? n("Arena, {n} minute", "Arena, {n} minutes", minutes) : t("Arena");
    case "knockout": return twice ? t("Double knockout") : t("Knockout");
    case "tables": return partners ? t("Pairs with changing partners") : seats === 3 ? t("Tables of three") : t("Tables of four");
    default: return named(FORMATS, format);
  }
}

/** The game and its time: "Quoridor, 5 min +3 s, two games". */
export function playText(core: Core, { variant, clock, games, rated }: Pick<TournamentHead, "variant" | "clock" | "games" | "rated">): string {
  return [
    variantName(variant), timeText(core.readClock(clock)), games === 2 ? t("two games, sides swapped") : "", rated ? t("rated") : t("casual"),
  ].filter(Boolean).join(" · ");
}

/** "in 12 min", "in 3 h", "tomorrow, 19:00", "Fri 5 Dec, 19:00". */
export function whenText(at: number, now: number): string {
  const minutes = Math.ceil((at - now) / 60_000);
  if (minutes >= 0 && minutes < 60) return minutes < 1 ? t("now") : n("in {n} minute", "in {n} minutes", minutes);
  return dateTimeText(at, now);
}

/** In the reader's own time zone; the year only if it is another one. */
export function dateTimeText(at: number, now = Date.now()): string {
  const date = new Date(at);
  const today = date.toDateString() === new Date(now).toDateString();
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
  return date.toLocaleString(locale(), today ? { timeStyle: "short" } : { weekday: "short", day: "numeric", month: "short", year, hour: "numeric", minute: "2-digit" });
}

/** "Europe/Chisinau": the zone in which this page shows times. */
export function zoneText(): string {
  return new Intl.DateTimeFormat(locale()).resolvedOptions().timeZone.replaceAll("_", " ");
}

/** 1:05:09, 9:58: until something begins or ends. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  if (hours >= 48) return n("{n} day", "{n} days", Math.floor(hours / 24));
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

export function stateText(one: TournamentHead & Partial<Pick<Tournament, "adjourned" | "ends" | "round">>, now: number): string {
  const { phase, adjourned, starts, at, minutes, format, round, rounds } = one;
  const ends = one.ends ?? (phase === "play" && format === "arena" ? at + minutes * 60_000 : null);
  if (phase === "over") return t("finished");
  if (phase === "entries") return starts ? (starts > now ? whenText(starts, now) : t("starts soon")) : t("open for entries");
  if (adjourned) return t("adjourned");
  if (format === "arena") return ends ? n("{n} minute left", "{n} minutes left", Math.max(0, Math.ceil((ends - now) / 60_000))) : t("in progress");
  if (!round) return t("in progress");
  return rounds ? t("round {n} of {all}", { n: round, all: rounds }) : t("round {n}", { n: round });
}

/** The entry conditions, as short labels. */
export function conditionTexts({ rating_min: low, rating_max: high, accounts, bots, password, invited }: TournamentHead): string[] {
  return [
    low && high ? t("rating {low} to {high}", { low, high }) : low ? t("rating {n} or more", { n: low }) : high ? t("rating {n} or less", { n: high }) : "",
    accounts ? t("with an account") : "", bots ? t("bots may play") : "", password ? t("with a password") : "", invited ? t("by invitation") : "",
  ].filter(Boolean);
}
