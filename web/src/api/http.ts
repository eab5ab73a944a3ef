// SPDX-License-Identifier: MIT
// The HTTP half of the API. A refusal is thrown as a Problem with the server's code; "lost" means that no answer came,
// "none" that it came from another program than Meydan with games (a plain file server, say).

import type { Bot, Friends, GameInfo, GamesPage, GameSetup, Leaders, Me } from "./messages";
import { Problem } from "./problems";

export const API = "/api/v1";
const PATIENCE = 15_000; // ms

export async function call<T>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(API + path, {
      method, signal: AbortSignal.timeout(PATIENCE), cache: "no-store",
      // Other sites' forms cannot send this type, which the server requires for everything except GET.
      ...(method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
    });
  } catch {
    throw new Problem("lost", "no answer");
  }
  const json = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json().catch(() => null) : null;
  if (answer.ok && json) return json as T;
  const error = json?.error;
  throw error ? new Problem(String(error.code), String(error.text), error) : new Problem("none", `${answer.status}`);
}

export type Filters = Partial<Record<"player" | "variant" | "result" | "speed" | "rated" | "since" | "until" | "before" | "limit", string>>;

/** "?player=Ada&speed=blitz"; empty filters are left out. */
export function queryOf(filters: Filters): string {
  const parts = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  return parts.size ? `?${parts}` : "";
}

const name = encodeURIComponent;

/** Calls that several features share; each feature has its other calls. */
export const http = {
  me: () => call<Me>("GET", "/me"),
  friends: () => call<Friends>("GET", "/friends"),
  bots: () => call<{ bots: Bot[] }>("GET", "/bots"),
  leaders: (variant: string, speed: string, bots: boolean) =>
    call<Leaders>("GET", `/leaders?variant=${name(variant)}&speed=${name(speed)}${bots ? "&bots=true" : ""}`),
  games: (filters: Filters) => call<GamesPage>("GET", `/games${queryOf(filters)}`),
  game: (id: string) => call<GameInfo>("GET", `/games/${name(id)}`),
  make: (setup: GameSetup) => call<{ game: GameInfo }>("POST", "/games", setup).then(({ game }) => game),
  act: (id: string, act: string, body: object = {}) => call<{ ok: true; game?: string }>("POST", `/games/${name(id)}/${act}`, body),
};
