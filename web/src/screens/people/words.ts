// SPDX-License-Identifier: MIT
// What the server names by a word, in the reader's language: phrases of players, reasons to decline, who may challenge.

import type { DeclineReason, Preferences } from "../../online/society";
import { named, t } from "../../text";

const PHRASES: Record<string, () => string> = {
  hello: () => t("Hello!"),
  good_luck: () => t("Good luck!"),
  nice_move: () => t("Nice move!"),
  oops: () => t("Oops!"),
  thanks: () => t("Thank you!"),
  sorry: () => t("Sorry!"),
  one_moment: () => t("One moment, please."),
  back: () => t("I am back."),
  close: () => t("That was close!"),
  good_game: () => t("Good game!"),
  well_played: () => t("Well played!"),
  goodbye: () => t("I have to go. Goodbye!"),
};
export const PHRASE_NAMES = Object.keys(PHRASES);
export const phraseText = (name: string): string => named(PHRASES, name);

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

const RULES: Record<Preferences["challenges"], () => string> = {
  everybody: () => t("Everybody"),
  followed: () => t("People I follow"),
  nobody: () => t("Nobody"),
};
export const ruleText = (rule: Preferences["challenges"]): string => RULES[rule]();
