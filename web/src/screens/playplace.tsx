// SPDX-License-Identifier: MIT
// The play screen is a part of its own: fetched as soon as the first screen stands, or when somebody comes straight to a game.

import { fetchPart, usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import type { State } from "../state/types";
import { t } from "../text";

const load = () => Promise.all([import("./play"), loadStyle()]).then(([part]) => part);

/** Without a network it is tried again when it is wanted. */
export function fetchPlay(): void {
  fetchPart(load).catch(() => {});
}

export function PlayPlace({ state }: { state: State }) {
  const part = usePart(load);
  if (part === "failed") return <p class="panel narrow">{t("This part of the page could not be loaded. Check your connection.")}</p>;
  return part ? <part.Play state={state} /> : <div class="play loading" aria-busy="true" />;
}
