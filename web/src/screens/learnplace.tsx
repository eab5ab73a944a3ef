// SPDX-License-Identifier: MIT
// The rulebook is a part of its own: loaded, with its texts, when somebody wants to learn.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Core } from "../core/types";
import { loadStyle } from "../parts/style";
import type { Settings, State } from "../state/types";
import { loadBook, t } from "../text";

type LearnProps = { core: Core; settings: Settings; path: string };
type Part = ComponentType<LearnProps>;

export function LearnPlace({ state }: { state: State }) {
  const [Learn, set] = useState<{ part: Part } | null>(null);
  const [failed, fail] = useState(false);
  useEffect(() => {
    Promise.all([import("../learn"), loadBook("rulebook"), loadStyle("learn.css")]).then(([{ Learn: part }]) => set({ part }), () => fail(true));
  }, []);
  const { core, settings, route } = state;
  if (failed) return <p class="panel narrow">{t("The rulebook could not be loaded. Is there a network?")}</p>;
  if (!Learn || !core || route.screen !== "learn") return <div class="panel loading" aria-busy="true" />;
  return <Learn.part core={core} settings={settings} path={route.path} />;
}
