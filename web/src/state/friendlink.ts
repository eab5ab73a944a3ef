// SPDX-License-Identifier: MIT
// A private game for a friend who gets the link, started on any screen.

import type { Core } from "../core/types";
import { t } from "../text";
import { notify } from "./actions";

/** In a game from a position the player who shares it has the side to move. */
export async function playByLink(core: Core, variant: string, from?: { position: string; turn: number }): Promise<void> {
  try {
    const { makeFriendGame } = await import("./online");
    await makeFriendGame(core, variant, from);
  } catch {
    notify(t("Online play could not be loaded. Check your connection."));
  }
}
