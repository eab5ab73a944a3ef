// SPDX-License-Identifier: MIT
// Puzzles, loaded on demand. Addresses under /puzzles:
//
//     /puzzles                              all of them at a look
//     /puzzles/daily, .../streak, .../rush  the ways to solve
//     /puzzles/daily/2026-11-20             the puzzle of a past day
//     /puzzles/practice/quoridor, .../cut   of a variant, of one theme
//     /puzzles/540ca53b                     one by its id
//
// uses dailypuzzle

import { useEffect } from "preact/hooks";
import type { Core } from "../../core/types";
import { go } from "../../state/navigate";
import type { State } from "../../state/types";
import { Nothing } from "../../parts/controls";
import { t } from "../../text";
import { Hub } from "./hub";
import { Daily, Practice, Rush, Single, Streak } from "./modes";
import { THEMES } from "./pack";
import { sync } from "./sync";

const BOTH = ["abalone", "quoridor"];

export function Puzzles({ core, state: { settings }, words }: { core: Core; state: State; words: string[] }) {
  const [first, variant, theme = "", ...rest] = words;
  const leave = () => go("/puzzles");
  const given = { core, settings };
  const alone = variant === undefined;
  useEffect(() => {
    addEventListener("online", sync);
    void sync();
    return () => removeEventListener("online", sync);
  }, []);
  if (!first) return <Hub {...given} />;
  if (first === "daily" && !theme) return <Daily key={variant} {...given} leave={leave} date={variant} />;
  if (first === "streak" && alone) return <Streak {...given} variants={BOTH} />;
  if (first === "rush" && alone) return <Rush {...given} variants={BOTH} />;
  if (first === "practice" && !rest.length && core.variants().some(({ id }) => id === variant) && (!theme || (THEMES as readonly string[]).includes(theme)))
    return <Practice key={`${variant} ${theme}`} {...given} variant={variant} theme={theme} />;
  if (/^[0-9a-f]{8}$/.test(first) && alone) return <Single key={first} {...given} id={first} leave={leave} />;
  return <Nothing title={t("Page not found")} text={t("The address may have been mistyped.")} />;
}
