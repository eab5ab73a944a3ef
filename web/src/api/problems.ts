// SPDX-License-Identifier: MIT
// Errors between page and server, in the reader's language. The codes are those of docs/api.md; "lost" (no answer) and
// "none" (no server with this API) are the page's.

import { t } from "../text";

export class Problem extends Error {
  constructor(readonly code: string, message: string, readonly details: object = {}) {
    super(message);
  }
}

let serverTexts: () => Record<string, string> = () => ({});

/** The source of the English texts of the server's errors: the core has the table (src/base/errors.c). */
export function setErrorTexts(source: () => Record<string, string>): void {
  serverTexts = source;
}

function textOf(code: string): string | undefined {
  if (code === "lost") return t("There is no connection to the server. Try again when it is back.");
  if (code === "none") return t("Online play is not available: this page is served without the game server, or there is no network.");
  const text = serverTexts()[code];
  return text && t(text);
}

/** A sentence for the player; the server's text if the code is unknown. */
export function problemText(error: unknown): string {
  if (error instanceof Problem) return textOf(error.code) ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
