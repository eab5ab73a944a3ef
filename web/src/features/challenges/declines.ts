// SPDX-License-Identifier: MIT
// Why a challenge was declined, in the reader's language.

import type { DeclineReason } from "../../api/messages";
import { named, t } from "../../text";

const DECLINES: Record<DeclineReason, () => string> = {
  unsaid: () => t("No, thank you"),
  later: () => t("Not now, maybe later"),
  busy: () => t("I am in another game"),
  variant: () => t("I would rather play another game"),
  faster: () => t("I would rather play faster"),
  slower: () => t("I would rather play slower"),
  rated: () => t("I play rated games only"),
  casual: () => t("I play casual games only"),
};
export const declineText = (reason: DeclineReason): string => named(DECLINES, reason);
