// SPDX-License-Identifier: MIT
// The phrases of players, in the reader's language.

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
