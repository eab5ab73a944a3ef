// SPDX-License-Identifier: MIT
// Online play is a part of its own: loaded, with its style, when somebody goes there.

import { useEffect, useState } from "preact/hooks";
import { loadStyle } from "../parts/style";
import type { State } from "../state/types";
import { t } from "../text";

type Parts = typeof import("../online");

let parts: Parts | null = null;

/** One of the screens of the online part, by name. */
export function OnlinePlace({ state, part }: { state: State; part: "Screen" | "Mine" | "NewOnline" }) {
  const [, draw] = useState(0);
  const [failed, fail] = useState(false);
  useEffect(() => {
    if (parts) return;
    Promise.all([import("../online"), loadStyle("online.css")]).then(([loaded]) => {
      parts = loaded;
      draw(1);
    }, () => fail(true));
  }, []);
  if (failed && part !== "Mine") return <p class="panel narrow">{t("Online play could not be loaded. Is there a network?")}</p>;
  if (!parts || !state.core) return part === "Mine" ? null : <div class="panel loading" aria-busy="true" />;
  const Part = parts[part];
  return <Part state={state} core={state.core} />;
}
