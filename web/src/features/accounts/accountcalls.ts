// SPDX-License-Identifier: MIT
// Calls to the server for accounts, tokens, sessions and second factors, as in docs/api.md.

import { API, call } from "../../api/http";
import type { FactorBegun, Me, NewToken, SecondFactor, Session, Token } from "../../api/messages";
import { Problem } from "../../api/problems";

/** The same for calls that may require proof of work from strangers. */
async function enter(path: string, body: object): Promise<Me> {
  try {
    return await call<Me>("POST", path, body);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "work_needed") throw error;
    const { challenge, bits } = error.details as { challenge: string; bits: number };
    const { proveWork } = await import("../../api/work");
    return call<Me>("POST", path, { ...body, proof: await proveWork(challenge, bits) });
  }
}

export const EXPORT = `${API}/export`;

const one = encodeURIComponent;

export const account = {
  register: (who: { name: string; password: string; bot?: boolean }) => enter("/register", who),
  login: (who: { name: string; password: string; code?: string }) => enter("/login", who),
  logout: (everywhere: boolean) => call<Me>("POST", everywhere ? "/logout-everywhere" : "/logout"),
  password: (old: string, next: string, keep: boolean) => call<Me>("POST", "/password", { old, new: next, ...(keep && { keep_tokens: true }) }),
  delete: (password: string) => call<Me>("POST", "/delete-account", { password }),
  tokens: () => call<{ tokens: Token[] }>("GET", "/tokens"),
  makeToken: (label: string, scope: "play" | "read") => call<NewToken>("POST", "/tokens", { label, scopes: [scope] }),
  dropToken: (id: string) => call<object>("DELETE", `/tokens/${one(id)}`),
  sessions: () => call<{ sessions: Session[] }>("GET", "/sessions"),
  dropSession: (id: string) => call<object>("DELETE", `/sessions/${one(id)}`),
  factor: () => call<SecondFactor>("GET", "/second-factor"),
  beginFactor: (password: string) => call<FactorBegun>("POST", "/second-factor", { password }),
  confirmFactor: (code: string) => call<{ recovery: string[] }>("POST", "/second-factor/confirm", { code }),
  renewRecovery: (password: string, code: string) => call<{ recovery: string[] }>("POST", "/second-factor/recovery", { password, code }),
  endFactor: (password: string, code: string) => call<object>("POST", "/second-factor/off", { password, code }),
};
