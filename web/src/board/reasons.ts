// SPDX-License-Identifier: MIT
// The core's reasons for refusing a move, in the reader's language. The words are the core's (src/game/refusal.c).
// Errors in a text that cannot be parsed are shown in English: there are too many such messages.

import type { Refusal } from "../core/types";
import { capital, t } from "./text";

export function reasonText({ id, text, message }: Refusal): string {
  if (text) return capital(t(text));
  if (id === "unreadable-move") return t("This is not a move");
  if (id === "unreadable") return t("This cannot be read: {detail}", { detail: message });
  return t("This is not possible: {detail}", { detail: message });
}
