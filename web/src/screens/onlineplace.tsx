// SPDX-License-Identifier: MIT
// Online play is a part of its own: loaded, with its style, when somebody goes there.

import { usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import type { Core } from "../core/types";
import { notify } from "../state/actions";
import type { State } from "../state/types";
import { t } from "../text";

const load = () => Promise.all([import("../online"), loadStyle("online.css")]).then(([parts]) => parts);

/** A private game for a friend who gets the link; from a position, whoever shares it plays the side to move. */
export async function playByLink(core: Core, variant: string, from?: { position: string; turn: number }): Promise<void> {
  try {
    const { makeFriendGame } = await load();
    await makeFriendGame(core, variant, from);
  } catch {
    notify(t("Online play could not be loaded. Check your connection."));
  }
}

/** One of the screens of the online part, by name. */
export function OnlinePlace({ state, part, game = "" }: { state: State; part: "Screen" | "AtHome" | "NewOnline" | "Searching" | "Bell"; game?: string }) {
  const parts = usePart(load);
  const quiet = part === "AtHome" || part === "Searching" || part === "Bell";
  if (parts === "failed" && !quiet) return <p class="panel narrow">{t("Online play could not be loaded. Check your connection.")}</p>;
  if (!parts || parts === "failed" || !state.core) return quiet ? null : <div class="panel loading" aria-busy="true" />;
  const Part = parts[part];
  return <Part state={state} core={state.core} game={game} />;
}
