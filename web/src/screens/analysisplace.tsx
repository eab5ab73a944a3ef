// SPDX-License-Identifier: MIT
// The analysis board is a part of its own: loaded, with its style, when somebody goes there.

import { usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import type { State } from "../state/types";
import { t } from "../text";

const load = () => Promise.all([import("./analysis"), loadStyle("analysis.css")]).then(([part]) => part);

export function AnalysisPlace({ state }: { state: State }) {
  const part = usePart(load);
  const { core, route } = state;
  if (part === "failed") return <p class="panel narrow">{t("This part of the page could not be loaded. Check your connection.")}</p>;
  if (part && core && route.screen === "mistakes") return <part.Mistakes state={state} core={core} game={route.game} />;
  if (!part || !core || route.screen !== "analysis") return <div class="panel loading" aria-busy="true" />;
  return <part.AnalysisScreen state={state} core={core} id={route.id} />;
}
