// SPDX-License-Identifier: MIT
// People among people: challenges, preferences, bots and what they accept, what is said in games, what a profile shows. As in
// docs/api.md.

import { call } from "./http";
import type { Person, Rating, Speed, Summary } from "./messages";

const name = encodeURIComponent;

export type DeclineReason = "unsaid" | "later" | "busy" | "variant" | "faster" | "slower" | "rated" | "casual";
export const DECLINE_REASONS: DeclineReason[] = ["later", "busy", "variant", "faster", "slower", "rated", "casual", "unsaid"];

export interface Challenge extends Summary {
  by: Person | null;
  expires: number;
}

export interface Declined {
  seat: number;
  name: string | null;
  reason: DeclineReason;
}

export interface Preferences {
  challenges: "everybody" | "followed" | "nobody";
  chat: boolean;
}

export interface BotRules {
  variants: string[];
  speeds: Speed[];
  rated: boolean;
  casual: boolean;
  rating_min: number;
  rating_max: number;
  at_once: number;
}

export interface Bot {
  person: Person;
  online: boolean;
  games: number;
  rules: BotRules;
  ratings: Rating[];
}

export interface Counts {
  games: number;
  wins: number;
  draws: number;
  losses: number;
}

export interface Activity {
  days: { at: number; games: number }[];
  results: (Counts & { variant: string; speed: Speed; seat: number })[];
  best: { game: string; person: Person | null; variant: string; speed: Speed; rating: number; at: number }[];
  you: Counts | null;
}

export interface Openings {
  games: number;
  openings: (Counts & { opening: string | null; name: string | null; seat: number })[];
}

/** What reviews say of somebody's games of one variant: the mean accuracy in thousandths, and all marks. */
export interface Accuracy {
  variant: string;
  games: number;
  moves: number;
  accuracy: number;
  great: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

/** A line that somebody said: a phrase by its name, or a text. */
export interface Said {
  seat: number;
  at: number;
  phrase?: string;
  text?: string;
}

export const society = {
  preferences: () => call<Preferences>("GET", "/preferences"),
  prefer: (change: Partial<Preferences>) => call<object>("POST", "/preferences", change),
  bots: () => call<{ bots: Bot[] }>("GET", "/bots"),
  activity: (who: string) => call<Activity>("GET", `/people/${name(who)}/activity`),
  openings: (who: string, variant: string) => call<Openings>("GET", `/people/${name(who)}/openings?variant=${name(variant)}`),
  accuracy: (who: string) => call<{ accuracy: Accuracy[] }>("GET", `/people/${name(who)}/accuracy`),
  said: (game: string) => call<{ said: Said[]; chat: number[] }>("GET", `/games/${name(game)}/said`),
};
