// SPDX-License-Identifier: MIT
// The API's part about people and moderators (docs/moderation.md), as the page asks for it.

import type { Person } from "./messages";
import { call } from "./http";

export const REASONS = ["cheating", "abuse", "name", "leaving", "losing", "other"] as const;
export type Reason = (typeof REASONS)[number];

export interface Friend {
  person: Person;
  online: boolean;
  follows_you: boolean;
  game: string | null;
}

export interface Friends {
  friends: Friend[];
  blocked: { person: Person }[];
}

export interface Notice {
  entry: number;
  kind: "warning" | "suspension" | "ban" | "renaming";
  reason: string;
  at: number;
  until: number | null;
  lifted: boolean;
  seen: boolean;
}

export interface Report {
  number: number;
  reporter: Person | null;
  person: Person | null;
  game: string | null;
  reason: Reason;
  text: string;
  context: { variant: string; flags: string[]; events: { kind: string; at: number; text: string }[] } | null;
  at: number;
  taken: Person | null;
}

export interface Entry {
  number: number;
  at: number;
  actor: Person | null;
  person: Person | null;
  act: string;
  reason: string;
  detail: string;
}

export type Measure = { act: string; report?: number; person?: string; reason?: string; name?: string; until?: number; entry?: number };

const name = encodeURIComponent;

export const moderation = {
  friends: () => call<Friends>("GET", "/friends"),
  tie: (who: string, what: "follow" | "unfollow" | "block" | "unblock") => call<object>("POST", `/people/${name(who)}/${what}`),
  report: (body: { person?: string; seat?: number; game?: string; reason: Reason; text?: string }) => call<object>("POST", "/reports", body),
  notices: () => call<{ notices: Notice[] }>("GET", "/notices"),
  seen: (entry: number) => call<object>("POST", `/notices/${entry}`),
  queue: () => call<{ reports: Report[] }>("GET", "/moderation/queue"),
  audit: () => call<{ entries: Entry[] }>("GET", "/moderation/audit"),
  take: (report: number) => call<object>("POST", "/moderation/take", { report }),
  act: (measure: Measure) => call<object>("POST", "/moderation/act", measure),
};
