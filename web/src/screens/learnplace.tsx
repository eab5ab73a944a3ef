// SPDX-License-Identifier: MIT
// The rulebook is a part of its own: loaded, with its texts, when somebody wants to learn.

import { usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import type { State } from "../state/types";
import { loadBook, t } from "../text";

const load = () => Promise.all([import("../learn"), loadBook("rulebook"), loadStyle("taskboard.css", "learn.css")]).then(([part]) => part);

export function LearnPlace({ state }: { state: State }) {
  const part = usePart(load);
  const { core, settings, route } = state;
  if (part === "failed") return <p class="panel narrow">{t("The rulebook could not be loaded. Check your connection.")}</p>;
  if (!part || !core || route.screen !== "learn") return <div class="panel loading" aria-busy="true" />;
  return <part.Learn core={core} settings={settings} path={route.path} />;
}
