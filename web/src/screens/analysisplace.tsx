// SPDX-License-Identifier: MIT
// The analysis board and the position editor are parts of their own: loaded, with their style, when somebody goes there.

import { usePart } from "../parts/later";
import { loadStyle } from "../parts/style";
import type { State } from "../state/types";
import { t } from "../text";

const load = () => Promise.all([import("./analysis"), loadStyle("analysis.css")]).then(([part]) => part);

function Failed() {
  return <p class="panel narrow">{t("This part of the page could not be loaded. Check your connection.")}</p>;
}

const loadEditor = () => Promise.all([import("./editor"), loadStyle("editor.css")]).then(([part]) => part);

export function EditorPlace({ state }: { state: State }) {
  const part = usePart(loadEditor);
  if (part === "failed") return <Failed />;
  return part && state.core ? <part.Editor state={state} core={state.core} /> : <div class="panel loading" aria-busy="true" />;
}

export function AnalysisPlace({ state }: { state: State }) {
  const part = usePart(load);
  const { core, route } = state;
  if (part === "failed") return <Failed />;
  if (part && core && route.screen === "mistakes") return <part.Mistakes state={state} core={core} game={route.game} />;
  if (!part || !core || route.screen !== "analysis") return <div class="panel loading" aria-busy="true" />;
  return <part.AnalysisScreen state={state} core={core} id={route.id} />;
}
