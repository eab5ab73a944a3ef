// SPDX-License-Identifier: MIT
// Why a rated game changed no ratings, as a sentence; "" if it counted. The codes are the server's
// (src/server/games/state/events.c).

import type { GameInfo } from "../../api/messages";
import { t } from "../../text";

export function uncountedText({ uncounted, annulled }: Pick<GameInfo, "uncounted" | "annulled">): string {
  if (annulled) return t("The moderators took this game out of the ratings.");
  switch (uncounted) {
    case "short": return t("This game did not count for the ratings: a player made fewer than four moves.");
    case "pair": return t("This game did not count for the ratings: the same players had already met in five rated games within a day.");
    case "shared": return t("This game did not count for the ratings: players share an address or a device and have hardly played rated games with others.");
    case "circle": return t("This game did not count for the ratings: most rated games of a player were against accounts that play nobody else.");
    default: return "";
  }
}
