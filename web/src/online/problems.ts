// SPDX-License-Identifier: MIT
// What went wrong between page and server, in the reader's language. The codes are those of docs/api.md; "lost" (no answer)
// and "none" (nobody there speaks the API) are the page's own.

import { t } from "../text";

export class Problem extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

const TEXTS: Record<string, () => string> = {
  lost: () => t("There is no connection to the server. Try again when it is back."),
  none: () => t("Online play is not available: this page is served without the game server, or there is no network."),
  too_fast: () => t("Too many requests. Wait a little and try again."),
  not_found: () => t("There is nothing by that name."),
  not_signed_in: () => t("Sign in first."),
  not_yours: () => t("That is not your game."),
  forbidden: () => t("That is not allowed."),
  out_of_turn: () => t("It is not your turn"),
  stale: () => t("The game has moved on."),
  over: () => t("The game is over"),
  not_started: () => t("The game has not started yet."),
  taken: () => t("That seat is taken."),
  full: () => t("All seats are taken."),
  too_many: () => t("Too many at once. Finish some first."),
  name_taken: () => t("That name is already taken."),
  bad_name: () => t("A name has 2 to 20 characters: letters of one script, digits, _ or -; it starts with a letter or a digit."),
  bad_password: () => t("A password has at least 8 characters."),
  wrong_password: () => t("Wrong name or password."),
  not_rated: () => t("A rated game needs a clock, a standard set-up and players with accounts in all seats."),
  busy: () => t("The server is busy. Try again in a moment."),
  failed: () => t("The server could not do that. Try again."),
};

/** A sentence for the player; what has no words of ours keeps the server's. */
export function problemText(error: unknown): string {
  if (error instanceof Problem) return TEXTS[error.code]?.() ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
