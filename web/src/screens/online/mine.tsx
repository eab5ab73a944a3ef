// SPDX-License-Identifier: MIT
// Own online games, for the first screen and the lobby: those that wait for us first.

import { useEffect } from "preact/hooks";
import type { Core } from "../../core/types";
import type { Summary } from "../../online/messages";
import { loadMe } from "../../state/online";
import type { State } from "../../state/types";
import { t } from "../../text";
import { GameList } from "./cards";

export function Mine({ state, core }: { state: State; core: Core }) {
  useEffect(() => void loadMe(), []);
  const { online, settings } = state;
  const me = online.me?.id;
  if (!online.games.length) return null;
  const waits = ({ state: phase, seats, turn }: Summary) => (phase === "live" && turn !== null && seats[turn].person?.id === me ? 0 : 1);
  const games = [...online.games].sort((a, b) => waits(a) - waits(b) || b.created - a.created);
  return (
    <section class="block" aria-labelledby="mine">
      <h2 id="mine">{t("Your online games")}</h2>
      <GameList core={core} games={games} settings={settings} me={me} />
    </section>
  );
}
