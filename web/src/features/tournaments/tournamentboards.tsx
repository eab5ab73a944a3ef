// SPDX-License-Identifier: MIT
// Boards in play: a few games of the tournament, small and live.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { FromServer, GameInfo } from "../../api/messages";
import { isRefusal, type Core, type Followed, type Look, type Move } from "@meydan/core";
import { seatName } from "../../parts/gamecards";
import { Marble } from "../../parts/marble";
import { Picture } from "../../parts/preview";
import { alsoHear, refresh, subscribe, unsubscribe } from "../../state/online";
import { applyEvent, followGame } from "../../state/servergame";
import { gameAt } from "../../state/route";
import { getState } from "../../state/store";
import { now } from "../../state/time";
import type { Settings } from "../../state/types";
import { t } from "../../text";
import { type Copy, liveGame } from "./tournament";

const FEW = 4;

export interface LiveGame {
  info: GameInfo;
  look: Look;
  before: Look | null;
  last: Move | null;
}

const watched = new Map<string, { match: Followed | null; info: GameInfo | null; show(game: LiveGame): void }>();
const topicOf = (id: string) => `tournament-game:${id}`;

alsoHear((message: FromServer) => {
  const id = message.t === "game" ? message.game.id : message.t === "event" ? message.game : "";
  const one = watched.get(id);
  const core = getState().core;
  if (!one || !core) return;
  if (message.t === "game") {
    const match = followGame(core, message.game, now());
    if (!match) return;
    one.match?.dispose();
    Object.assign(one, { match, info: message.game });
    const { look, moves } = match.state;
    return one.show({ info: message.game, look, before: null, last: moves[moves.length - 1] ?? null });
  }
  if (message.t !== "event" || !one.match || !one.info) return;
  const before = one.match.state.look;
  const info = applyEvent(one.match, one.info, message);
  if (!info) return refresh(topicOf(id));
  one.info = info;
  const { look, moves } = one.match.state;
  one.show({ info, look, before: message.kind === "move" ? before : null, last: moves[moves.length - 1] ?? null });
});

/** A game of the server as it is now; null before the first answer. */
export function useLiveGame(id: string): LiveGame | null {
  const [game, show] = useState<LiveGame | null>(null);
  useEffect(() => {
    const one = { match: null as Followed | null, info: null as GameInfo | null, show };
    watched.set(id, one);
    subscribe(topicOf(id), { t: "watch", game: id });
    return () => {
      watched.delete(id);
      // If the game is also on the play screen, the user continues to watch it there.
      unsubscribe(topicOf(id), gameAt(getState().route) === id ? { t: "ping" } : { t: "unwatch", game: id });
      one.match?.dispose();
    };
  }, [id]);
  return game;
}

export function SmallGame({ id, core, settings, title }: { id: string; core: Core; settings: Settings; title: string }) {
  const game = useLiveGame(id);
  const start = useMemo(() => {
    const look = game && core.read(game.info.variant, game.info.start);
    return look && !isRefusal(look) ? look : null;
  }, [game?.info.id]);
  return (
    <li class="small-game">
      <a href={`/game/${id}`}>
        <span class="spoken">{t("Watch {title}", { title })}</span>
        <span class="small-game-board" aria-hidden="true">
          {game && start && <Picture core={core} look={game.look} settings={settings} before={game.before} last={game.last} />}
        </span>
        <span class="small-game-names">
          {game ? game.info.seats.map((seat, at) => (
            <span key={at} class={`seat-line${game.info.turn === at && game.info.state === "live" ? " turn" : ""}`}><Marble seat={at} /><span>{seatName(seat)}</span></span>
          )) : <span class="quiet">{title}</span>}
        </span>
      </a>
    </li>
  );
}

/** The games to show: the user's first, then those of the best placed. */
export function gamesToShow({ tables, standings, head: { you } }: Copy): { game: string; table: number; entries: number[] }[] {
  const rank = new Map(standings.rows.map(({ entry, rank: place }) => [entry, place]));
  const best = (entries: number[]) => Math.min(...entries.map((entry) => (entry === you.entry ? 0 : rank.get(entry) ?? 1e6)));
  return tables
    .flatMap((table) => {
      const game = liveGame(table);
      return game ? [{ game, table: table.board, entries: table.entries }] : [];
    })
    .sort((a, b) => best(a.entries) - best(b.entries) || a.table - b.table);
}

export function Boards({ copy, core, settings }: { copy: Copy; core: Core; settings: Settings }) {
  const games = gamesToShow(copy);
  const [from, turn] = useState(0);
  if (copy.head.phase !== "play" || !games.length) return null;
  const first = from < games.length ? from : 0;
  const shown = games.slice(first, first + FEW);
  return (
    <section class="slab tournament-boards" aria-labelledby="boards">
      <div class="slab-head row">
        <h2 id="boards">{t("Boards in play")}</h2>
        {games.length > FEW && <button type="button" class="button small" onClick={() => turn(first + FEW)}>{t("Other boards")}</button>}
      </div>
      <ul class="small-games">
        {shown.map(({ game, table, entries }) => (
          <SmallGame key={game} id={game} core={core} settings={settings} title={t("table {n}: {names}", { n: table, names: entries.map(copy.nameOf).join(" – ") })} />
        ))}
      </ul>
    </section>
  );
}
