// SPDX-License-Identifier: MIT
// Own online games, those with the user's turn first: all of them in the lobby, a few on the first screen.

import { useEffect } from "preact/hooks";
import type { Core } from "../../core/types";
import type { Summary } from "../../api/messages";
import { loadMe } from "../../state/online";
import type { State } from "../../state/types";
import { t } from "../../text";
import { GameLines } from "../../parts/gamecards";

const FEW = 3;

export function Mine({ state, core, few }: { state: State; core: Core; few?: boolean }) {
  useEffect(() => void loadMe(), []);
  const { online, settings } = state;
  const me = online.me?.id;
  if (!online.games.length) return null;
  const waits = ({ state: phase, seats, turn }: Summary) => (phase === "live" && turn !== null && seats[turn].person?.id === me ? 0 : 1);
  const games = [...online.games].sort((a, b) => waits(a) - waits(b) || b.created - a.created);
  if (few)
    return (
      <section class="slab mine" aria-labelledby="mine">
        <div class="slab-head row">
          <h2 id="mine">{t("Your online games")}</h2>
          {games.length > FEW && <a href="/online">{t("All {n}", { n: games.length })}</a>}
        </div>
        <GameLines core={core} games={games.slice(0, FEW)} settings={settings} me={me} />
      </section>
    );
  return (
    <section class="block" aria-labelledby="mine">
      <h2 id="mine">{t("Your online games")}</h2>
      <GameLines apart core={core} games={games} settings={settings} me={me} />
    </section>
  );
}
