// SPDX-License-Identifier: MIT
// The online half of the first screen: own open games, quick games of the chosen board, and a game to watch. Without a
// server it is empty.
//
// uses tournaments

import { useEffect } from "preact/hooks";
import type { Core } from "../../core/types";
import { loadMe, watchLobby } from "../../state/online";
import type { State } from "../../state/types";
import { t } from "../../text";
import { lazy } from "../../parts/lazy";
import { Featured } from "./featured";
import { Mine } from "./mine";
import { QuickTiles } from "./quick";

const Soon = lazy(() => import("../tournaments/soon").then((part) => part.Soon), { styles: ["online.css"], waiting: null, silent: true });

export function AtHome({ state, core, game }: { state: State; core: Core; game: string }) {
  const { online } = state;
  const here = online.server === "here";
  useEffect(() => void loadMe(), []);
  useEffect(() => (here ? watchLobby() : undefined), [here]);
  if (!here) return null;
  const account = online.me?.kind === "account";
  const turn = online.games.some(({ turn: seat, seats }) => seat !== null && seats[seat].person?.id === online.me?.id);
  return (
    <>
      {turn && <Mine few state={state} core={core} />}
      <section class="block" aria-labelledby="home-quick">
        <div class="slab-head row">
          <h2 id="home-quick">{t("Quick game")}</h2>
          <span class="quiet fine">{account ? t("Rated. The game starts as soon as someone picks the same.") : t("The game starts as soon as someone picks the same.")}</span>
        </div>
        <QuickTiles game={game} rated={account} online={online} tables={false} />
      </section>
      {!turn && <Mine few state={state} core={core} />}
      <Soon core={core} me={online.me?.id} />
      <Featured core={core} state={state} />
    </>
  );
}
