// SPDX-License-Identifier: MIT
// The HTTP half of the API. A refusal is thrown as a Problem with the server's code; "lost" if there was no answer, "none" if
// what answered is no Meydan server with games (a plain file server, say).

import type {
  ExplorerAnswer, FactorBegun, GameInfo, GamePage, GameSetup, Leaders, Lobby, Me, NoticeKind, Notifications, Person, Profile, RatingHistory, SecondFactor, ServerReview,
  Session, Token,
} from "./messages";
import { Problem } from "./problems";

const ROOT = "/api/v1";
const PATIENCE = 15_000; // ms

export async function call<T>(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, {
      method, signal: AbortSignal.timeout(PATIENCE), cache: "no-store",
      // Other sites' forms cannot send this type: the server asks for it with everything that is not a GET.
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

/** The same for what strangers may have to work for first. */
async function enter(path: string, body: object): Promise<Me> {
  try {
    return await call<Me>("POST", path, body);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "work_needed") throw error;
    const { challenge, bits } = error.details as { challenge: string; bits: number };
    const { proveWork } = await import("./work");
    return call<Me>("POST", path, { ...body, proof: await proveWork(challenge, bits) });
  }
}

export type Filters = Partial<Record<"player" | "variant" | "result" | "speed" | "rated" | "since" | "until" | "before" | "limit", string>>;

/** "?player=Ada&speed=blitz"; empty filters are left out. */
export function queryOf(filters: Filters): string {
  const parts = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  return parts.size ? `?${parts}` : "";
}

const name = encodeURIComponent;

export const http = {
  me: () => call<Me>("GET", "/me"),
  register: (who: { name: string; password: string; bot?: boolean }) => enter("/register", who),
  login: (who: { name: string; password: string; code?: string }) => enter("/login", who),
  visit: () => call<Me>("POST", "/visit"),
  notifications: () => call<Notifications>("GET", "/notifications"),
  readNotifications: (until: number) => call<object>("POST", "/notifications/read", { until }),
  chooseNotifications: (off: NoticeKind[], push_off: NoticeKind[]) => call<object>("POST", "/notifications/settings", { off, push_off }),
  subscribe: (device: { endpoint: string; p256dh: string; auth: string }) => call<object>("POST", "/push", device),
  unsubscribe: (endpoint: string) => call<object>("POST", "/push/remove", { endpoint }),
  lobby: () => call<Lobby>("GET", "/lobby"),
  logout: (everywhere: boolean) => call<Me>("POST", everywhere ? "/logout-everywhere" : "/logout"),
  password: (old: string, next: string, keep: boolean) => call<Me>("POST", "/password", { old, new: next, ...(keep && { keep_tokens: true }) }),
  deleteAccount: (password: string) => call<Me>("POST", "/delete-account", { password }),
  tokens: () => call<{ tokens: Token[] }>("GET", "/tokens"),
  makeToken: (label: string, scope: "play" | "read") => call<Token>("POST", "/tokens", { label, scopes: [scope] }),
  sessions: () => call<{ sessions: Session[] }>("GET", "/sessions"),
  dropSession: (id: string) => call<object>("DELETE", `/sessions/${name(id)}`),
  factor: () => call<SecondFactor>("GET", "/second-factor"),
  beginFactor: (password: string) => call<FactorBegun>("POST", "/second-factor", { password }),
  confirmFactor: (code: string) => call<{ recovery: string[] }>("POST", "/second-factor/confirm", { code }),
  renewRecovery: (password: string, code: string) => call<{ recovery: string[] }>("POST", "/second-factor/recovery", { password, code }),
  endFactor: (password: string, code: string) => call<object>("POST", "/second-factor/off", { password, code }),
  dropToken: (id: string) => call<object>("DELETE", `/tokens/${name(id)}`),
  profile: (who: string) => call<Profile>("GET", `/people/${name(who)}`),
  leaders: (variant: string, speed: string, bots: boolean) =>
    call<Leaders>("GET", `/leaders?variant=${name(variant)}&speed=${name(speed)}${bots ? "&bots=true" : ""}`),
  people: (search: string) => call<{ people: Person[] }>("GET", `/people?search=${name(search)}`),
  ratings: (who: string, variant: string, speed: string) =>
    call<RatingHistory>("GET", `/people/${name(who)}/ratings?variant=${name(variant)}&speed=${name(speed)}&limit=1000&thin=day`),
  games: (filters: Filters) => call<GamePage>("GET", `/games${queryOf(filters)}`),
  game: (id: string) => call<GameInfo>("GET", `/games/${name(id)}`),
  review: (id: string) => call<ServerReview>("GET", `/games/${name(id)}/review`),
  askReview: (id: string) => call<object>("POST", `/games/${name(id)}/review`),
  explorer: (query: Record<string, string>) => call<ExplorerAnswer>("GET", `/explorer?${new URLSearchParams(query)}`),
  make: (setup: GameSetup) => call<{ game: GameInfo }>("POST", "/games", setup).then(({ game }) => game),
  act: (id: string, act: string, body: object = {}) => call<{ ok: true; game?: string }>("POST", `/games/${name(id)}/${act}`, body),
};

/** Addresses that the browser downloads by itself. */
export const files = {
  export: `${ROOT}/export`,
  record: (id: string) => `${ROOT}/games/${name(id)}.txt`,
  archive: (filters: Filters) => `${ROOT}/archive.txt${queryOf(filters)}`,
};
