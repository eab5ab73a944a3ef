// SPDX-License-Identifier: MIT
// The lobby: own games, games with a free seat, games in progress. The lists change by themselves while it is open.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import type { Summary } from "../../online/messages";
import { Icon } from "../../parts/icon";
import { joinGame, loadMe, watchLobby } from "../../state/online";
import { layoutName, variantName } from "../../state/seats";
import type { Online, State } from "../../state/types";
import { n, t } from "../../text";
import { GameList, kindText, NoServer, SeatLine } from "./cards";
import { Mine } from "./mine";
import { Net } from "./net";

function Seek({ core, game, me }: { core: Core; game: Summary; me?: string }) {
  const [busy, set] = useState(false);
  const inside = game.seats.some(({ person }) => me && person?.id === me);
  const title = [variantName(game.variant), game.layout && game.layout !== "standard" ? layoutName(game.layout) : ""].filter(Boolean).join(", ");
  const join = async () => {
    set(true);
    await joinGame(game.id);
    set(false);
  };
  return (
    <li class="seek">
      <span class="seek-text">
        <a href={`/game/${game.id}`}><b>{title}</b></a>
        <small>{kindText(core, game)}</small>
        <span class="row">{game.seats.map((seat, at) => <SeatLine key={at} seat={seat} at={at} link />)}</span>
      </span>
      {inside
        ? <a class="button" href={`/game/${game.id}`}>{t("Your game")}</a>
        : <button type="button" class="button primary" disabled={busy} onClick={() => void join()}>{t("Join")}</button>}
    </li>
  );
}

function Who({ me }: { me: Online["me"] }) {
  if (me?.name) {
    return (
      <p class="row">
        <a class="tool" href={`/people/${encodeURIComponent(me.name)}`}><Icon name="person" /><span>{me.name}</span></a>
        <a class="tool" href="/account"><Icon name="gear" /><span>{t("Account")}</span></a>
        <a class="tool" href="/games"><Icon name="list" /><span>{t("Games played")}</span></a>
        <a class="tool" href="/players"><Icon name="person" /><span>{t("Best players")}</span></a>
      </p>
    );
  }
  return (
    <p class="row">
      <a class="tool" href="/account"><Icon name="person" /><span>{t("Sign in or register")}</span></a>
      <a class="tool" href="/games"><Icon name="list" /><span>{t("Games played")}</span></a>
      <a class="tool" href="/players"><Icon name="person" /><span>{t("Best players")}</span></a>
    </p>
  );
}

export function LobbyScreen({ state, core }: { state: State; core: Core }) {
  const { online, settings } = state;
  const { lobby, me } = online;
  useEffect(() => {
    void loadMe();
  }, []);
  const here = online.server === "here";
  useEffect(() => (here ? watchLobby() : undefined), [here]);
  if (online.server === "none") return <NoServer retry={() => void loadMe()} />;
  return (
    <div class="home lobby">
      <header class="lobby-head">
        <h1>{t("Online")}</h1>
        <Net link={online.link} />
        <span class="quiet">{lobby && n("{n} player online", "{n} players online", lobby.players)}</span>
        <a class="button primary" href="/new?against=online"><Icon name="plus" />{t("Create a game")}</a>
      </header>
      <Who me={me} />
      <Mine state={state} core={core} />
      <section class="block" aria-labelledby="open-games">
        <h2 id="open-games">{t("Waiting for players")}</h2>
        {lobby?.open.length
          ? <ul class="seeks">{lobby.open.map((game) => <Seek key={game.id} core={core} game={game} me={me?.id} />)}</ul>
          : <p class="quiet">{lobby ? t("Nobody is waiting. Create a game: others will see it here.") : "…"}</p>}
      </section>
      <section class="block" aria-labelledby="live-games">
        <h2 id="live-games">{t("In progress")}</h2>
        {lobby?.live.length
          ? <GameList core={core} games={lobby.live} settings={settings} me={me?.id} />
          : <p class="quiet">{lobby ? t("No games in progress right now.") : "…"}</p>}
      </section>
    </div>
  );
}
