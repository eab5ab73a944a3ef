// SPDX-License-Identifier: MIT
// A game to watch: the best live game, on a real board with its clocks; without one, a demo game that is labelled as
// such. Television shows the same on a separate screen, and goes on to the next game.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import type { SeatInfo, Summary } from "../../api/messages";
import { clockText, timeText } from "../../state/clocktext";
import { Icon } from "../../parts/icon";
import { Marble } from "../../parts/marble";
import { bestOf, feature, featuredClocks } from "./featuredgame";
import { loadMe, watchLobby } from "../../state/online";
import { variantName } from "../../state/seats";
import type { Featured as Shown, State } from "../../state/types";
import { n, t } from "../../text";
import { demos } from "../../parts/demos";
import { DemoBoard, Picture } from "../../parts/preview";
import { NoServer, seatName } from "../../parts/gamecards";

const REST = 5000; // ms at the end of a game before the next one

function LiveClock({ seat, turn }: { seat: number; turn: boolean }) {
  const [, draw] = useState(0);
  useEffect(() => {
    if (!turn) return;
    const timer = setInterval(() => draw((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [turn]);
  const clock = featuredClocks();
  return clock ? <span class={`live-clock${turn ? " running" : ""}`}>{clockText(clock.left[seat])}</span> : null;
}

function Player({ seat, at, turn, result }: { seat: SeatInfo; at: number; turn: boolean; result: boolean }) {
  return (
    <li class="live-player row">
      <Marble seat={at} />
      <span class="live-name">{seatName(seat)}</span>
      {seat.rating !== null && <small>{`${Math.round(seat.rating)}${seat.provisional ? "?" : ""}`}</small>}
      {!result && <LiveClock seat={at} turn={turn} />}
    </li>
  );
}

function Live({ core, shown, state, large }: { core: Core; shown: Shown; state: State; large?: boolean }) {
  const { info, look, before, last } = shown;
  return (
    <div class="live-inside">
      <a class="live-board" href={`/game/${info.id}`} aria-label={t("Watch this game")}>
        <Picture core={core} look={look} settings={state.settings} before={before} last={last} />
      </a>
      <div class="live-beside stack">
        <ol class="live-players">
          {info.seats.map((seat, at) => <Player key={at} seat={seat} at={at} turn={info.turn === at && info.state === "live"} result={info.state === "over"} />)}
        </ol>
        <p>{[variantName(info.variant), timeText(core.readClock(info.clock)), info.rated ? t("rated") : t("casual")].join(", ")}</p>
        {info.state === "over"
          ? <p><b>{info.result}</b></p>
          : <p class="live-watch bar"><Icon name="eye" />{n("{n} watching", "{n} watching", info.watchers)}</p>}
        {large && <a class="button" href={`/game/${info.id}`}>{t("Watch this game")}</a>}
      </div>
    </div>
  );
}

/** No live game: a game of the engine, labelled as one. */
function Replay({ core, state, game }: { core: Core; state: State; game: string }) {
  const demo = demos.find((one) => one.game === game) ?? demos[0];
  return (
    <div class="live-inside">
      <div class="live-board"><DemoBoard core={core} demo={demo} settings={state.settings} /></div>
      <div class="live-beside stack">
        <p><b>{t("Nobody is playing just now")}</b></p>
        <p>{t("A replay: the engine against itself, {game}.", { game: variantName(demo.game) })}</p>
        <a class="button" href={`/new?game=${demo.game}&against=computer`}>{t("Play the computer")}</a>
      </div>
    </div>
  );
}

/** The featured game: the best one, until it is over and its end was shown. */
function useFeatured(state: State, game?: string): Summary | null {
  const { lobby, featured } = state.online;
  const best = lobby && bestOf(lobby.live, game);
  const [id, choose] = useState<string | null>(null);
  const over = featured?.info.id === id && featured?.info.state === "over";
  const gone = id !== null && featured?.info.id !== id && lobby !== null && !lobby.live.some((one) => one.id === id);
  useEffect(() => {
    if (id === null && best) choose(best.id);
    if (gone) choose(best?.id ?? null);
    if (!over) return;
    const timer = setTimeout(() => choose(best && best.id !== id ? best.id : null), REST);
    return () => clearTimeout(timer);
  }, [id, best?.id, over, gone]);
  useEffect(() => (id ? feature(id) : undefined), [id]);
  return lobby?.live.find((one) => one.id === id) ?? null;
}

export function Featured({ core, state, game, large }: { core: Core; state: State; game?: string; large?: boolean }) {
  useFeatured(state, game);
  const { featured } = state.online;
  return (
    <section class={`live featured${large ? " large" : ""}`} aria-labelledby="live">
      <div class="slab-head row">
        <h2 id="live"><span class={`live-dot${featured ? "" : " off"}`} aria-hidden="true" />{featured ? t("Live now") : t("Replay")}</h2>
        {!large && (
          <span class="row">
            <a href="/tv/abalone">{t("{game} TV", { game: variantName("abalone") })}</a>
            <a href="/tv/quoridor">{t("{game} TV", { game: variantName("quoridor") })}</a>
          </span>
        )}
      </div>
      {featured ? <Live core={core} shown={featured} state={state} large={large} /> : <Replay core={core} state={state} game={game ?? "abalone"} />}
    </section>
  );
}

/** A channel for one game. */
export function Television({ core, state, words: [game] }: { core: Core; state: State; words: string[] }) {
  const here = state.online.server === "here";
  useEffect(() => void loadMe(), []);
  useEffect(() => (here ? watchLobby() : undefined), [here]);
  if (state.online.server === "none") return <NoServer retry={() => void loadMe()} />;
  const other = game === "abalone" ? "quoridor" : "abalone";
  return (
    <div class="home lobby">
      <header class="lobby-head row">
        <h1>{t("{game} TV", { game: variantName(game) })}</h1>
        <a class="button" href={`/tv/${other}`}>{t("{game} TV", { game: variantName(other) })}</a>
        <a class="button" href="/online">{t("Go to the lobby")}</a>
      </header>
      <Featured key={game} core={core} state={state} game={game} large />
    </div>
  );
}
