// SPDX-License-Identifier: MIT
// The lobby: own games on top, a live game on a real board beside the quick games, other live games, open seats, and
// games with days per move apart. It updates while it is open; a seat that disappears fades first, so that nothing
// shifts under a finger.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import type { Summary } from "../../api/messages";
import { Avatar } from "../../parts/avatar";
import { Icon } from "../../parts/icon";
import { lazy } from "../../parts/lazy";
import { Marble } from "../../parts/marble";
import { joinGame, loadMe, watchLobby } from "../../state/online";
import { layoutName, variantName } from "../../state/seats";
import type { Online, State } from "../../state/types";
import { n, t } from "../../text";
import { GameList, kindText, NoServer, seatName } from "../../parts/gamecards";
import { playByLink } from "../../state/friendlink";
import { Featured } from "./featured";
import { Mine } from "./mine";
import { Net } from "../../parts/net";
import { Quick } from "./quick";

const Soon = lazy(() => import("../tournaments/soon").then((part) => part.Soon), { waiting: null, silent: true });

const FADE = 2000; // ms for which a seat stays after it has disappeared
const TILES = 8;

/** The list with those that have just disappeared, in their old place. */
function useFading(games: Summary[]): { game: Summary; gone: boolean }[] {
  const shown = useRef<{ game: Summary; gone: boolean; until: number }[]>([]);
  const [, draw] = useState(0);
  const here = new Map(games.map((game) => [game.id, game]));
  const time = performance.now();
  const kept = shown.current
    .map((one) => here.has(one.game.id) ? { game: here.get(one.game.id)!, gone: false, until: 0 } : { ...one, gone: true, until: one.until || time + FADE })
    .filter(({ gone, until }) => !gone || until > time);
  const fresh = games.filter(({ id }) => !kept.some(({ game }) => game.id === id)).map((game) => ({ game, gone: false, until: 0 }));
  shown.current = [...kept, ...fresh];
  const going = shown.current.some(({ gone }) => gone);
  useEffect(() => {
    if (!going) return;
    const timer = setTimeout(() => draw((count) => count + 1), FADE + 50);
    return () => clearTimeout(timer);
  }, [going, games]);
  return shown.current;
}

function Seek({ core, game, me, gone }: { core: Core; game: Summary; me?: string; gone: boolean }) {
  const [busy, set] = useState(false);
  const inside = game.seats.some(({ person }) => me && person?.id === me);
  const title = [variantName(game.variant), game.layout && game.layout !== "standard" ? layoutName(game.layout) : ""].filter(Boolean).join(", ");
  const maker = game.seats.find(({ person }) => person);
  const free = game.seats.filter(({ person, computer }) => !person && computer === null).length;
  const join = async () => {
    set(true);
    await joinGame(game.id);
    set(false);
  };
  return (
    <li class={`seek${gone ? " gone" : ""}`}>
      <Avatar name={maker ? seatName(maker) : ""} />
      <span class="seek-who">
        <b>{maker ? seatName(maker) : t("Guest")}</b>
        {maker && maker.rating !== null && <small>{`${Math.round(maker.rating)}${maker.provisional ? "?" : ""}`}</small>}
      </span>
      <a class="seek-game" href={`/game/${game.id}`}>{title}</a>
      <small class="seek-kind">{kindText(core, game)}</small>
      <span class="seek-seats" role="img" aria-label={n("{n} seat is free", "{n} seats are free", free)}>
        {game.seats.map((seat, at) => (seat.person || seat.computer !== null ? <Marble key={at} seat={at} /> : <span key={at} class="free-seat" />))}
      </span>
      {inside
        ? <a class="button" href={`/game/${game.id}`}>{t("Your game")}</a>
        : <button type="button" class="button soft" disabled={busy || gone} onClick={() => void join()}>{t("Join")}</button>}
    </li>
  );
}

function Seeks({ core, games, me, title, id, empty }: { core: Core; games: Summary[]; me?: string; title: string; id: string; empty: string }) {
  const list = useFading(games);
  return (
    <section class="slab" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {list.length
        ? <ul class="seeks">{list.map(({ game, gone }) => <Seek key={game.id} core={core} game={game} me={me} gone={gone} />)}</ul>
        : <p class="quiet">{empty}</p>}
    </section>
  );
}

function Who({ me }: { me: Online["me"] }) {
  return (
    <p class="row">
      {me?.name && <a class="tool" href={`/people/${encodeURIComponent(me.name)}`}><Icon name="person" /><span>{me.name}</span></a>}
      <a class="tool" href="/account"><Icon name={me?.name ? "gear" : "person"} /><span>{me?.name ? t("Account") : t("Sign in or register")}</span></a>
      <a class="tool" href="/games"><Icon name="list" /><span>{t("Games played")}</span></a>
      <a class="tool" href="/players"><Icon name="person" /><span>{t("Best players")}</span></a>
    </p>
  );
}

export function LobbyScreen({ state, core }: { state: State; core: Core }) {
  const { online, settings } = state;
  const { lobby, me, featured } = online;
  useEffect(() => {
    void loadMe();
  }, []);
  const here = online.server === "here";
  useEffect(() => (here ? watchLobby() : undefined), [here]);
  const [busy, setBusy] = useState(false);
  const invite = async () => {
    setBusy(true);
    await playByLink(core, state.draft.variant);
    setBusy(false);
  };
  if (online.server === "none") return <NoServer retry={() => void loadMe()} />;
  const slow = ({ speed }: Summary) => speed === "correspondence" || speed === "unlimited";
  const open = lobby?.open ?? [];
  const queued = (lobby?.pools ?? []).reduce((sum, { waiting }) => sum + waiting, 0);
  const mine = new Set(online.games.map(({ id }) => id));
  const others = (lobby?.live ?? []).filter(({ id }) => id !== featured?.info.id && !mine.has(id)).slice(0, TILES);
  return (
    <div class="home lobby">
      <header class="lobby-head row">
        <h1>{t("Play online")}</h1>
        <Net link={online.link} />
        <span class="quiet">
          {lobby && `${n("{n} player online", "{n} players online", lobby.players)}, ${n("{n} game in progress", "{n} games in progress", lobby.live.length)}`}
        </span>
        <button type="button" class="button" disabled={busy} onClick={() => void invite()}><Icon name="link" />{t("Play a friend by link")}</button>
        <a class="button primary" href="/new?against=online"><Icon name="plus" />{t("Create a game")}</a>
      </header>
      <Mine state={state} core={core} />
      <div class="lobby-top">
        <Featured core={core} state={state} />
        <Quick state={state} />
      </div>
      <Soon core={core} me={me?.id} />
      {others.length > 0 && (
        <section class="block" aria-labelledby="live-games">
          <h2 id="live-games">{t("In progress")}</h2>
          <GameList core={core} games={others} settings={settings} me={me?.id} />
        </section>
      )}
      <div class="lobby-seats">
        <Seeks core={core} games={open.filter((game) => !slow(game))} me={me?.id} id="open-games" title={t("Waiting for players")}
          empty={!lobby ? "…" : queued ? n("{n} player waits for a quick game above.", "{n} players wait for a quick game above.", queued)
            : t("Nobody is waiting. Pick a quick game, or create one: others will see it here.")} />
        <Seeks core={core} games={open.filter(slow)} me={me?.id} id="slow-games" title={t("Days per move")}
          empty={lobby ? t("No hurry here: move when you like. Create a game with 3 days per move.") : "…"} />
      </div>
      <Who me={me} />
    </div>
  );
}
