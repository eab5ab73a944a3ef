// SPDX-License-Identifier: MIT
// Quick games: a grid of time controls, one press each, and the display while the user waits.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import type { PlaceInfo, PoolInfo, PoolName } from "../../api/messages";
import { Choices } from "../../parts/controls";
import { timeText } from "../../state/clocktext";
import { Icon } from "../../parts/icon";
import { enterPool, fillSeats, isIn, leavePools } from "./pairing";
import { variantName } from "../../state/seats";
import { now } from "../../state/time";
import type { Online, State } from "../../state/types";
import { n, t } from "../../text";
import { speedName } from "../../parts/speed";

type Speed = "bullet" | "blitz" | "rapid";
const CLOCKS: { clock: string; short: string; speed: Speed }[] = [
  { clock: "60+2", short: "1+2", speed: "bullet" },
  { clock: "180+2", short: "3+2", speed: "blitz" },
  { clock: "300+3", short: "5+3", speed: "blitz" },
  { clock: "600+5", short: "10+5", speed: "rapid" },
  { clock: "900", short: "15+0", speed: "rapid" },
];
const TABLES: Record<string, [variant: string, players: number, pairs: boolean][]> = {
  abalone: [["abalone-3", 3, false], ["abalone-4", 4, false], ["abalone-4-pairs", 4, true]],
  quoridor: [["quoridor-4", 4, false]],
};

function shortClock(clock: string): string {
  return CLOCKS.find((one) => one.clock === clock)?.short ?? clock;
}

interface TileProps {
  title: string;
  small: string;
  pool: PoolName;
  places: PlaceInfo[];
  pools: PoolInfo[];
}

function Tile({ title, small, pool, places, pools }: TileProps) {
  const mine = isIn(places, pool);
  const all = pools.find(({ variant, clock, rated }) => variant === pool.variant && clock === pool.clock && rated === pool.rated)?.waiting ?? 0;
  const others = Math.max(0, all - (mine ? 1 : 0));
  return (
    <button type="button" class={`tile${others ? " wanted" : ""}`} aria-pressed={mine} onClick={() => void (mine ? leavePools() : enterPool(pool))}>
      <b>{title}</b>
      <span class="tile-small">
        <span>{small}</span>
        {others > 0 && <span class="tile-waiting">{n("{n} waiting", "{n} waiting", others)}</span>}
      </span>
    </button>
  );
}

/** The tiles of one game. */
export function QuickTiles({ game, rated, online, tables = true }: { game: string; rated: boolean; online: Online; tables?: boolean }) {
  const { places, lobby } = online;
  const pools = lobby?.pools ?? [];
  const tile = (title: string, small: string, variant: string, clock: string) =>
    <Tile key={variant + clock} title={title} small={small} pool={{ variant, clock, rated }} places={places} pools={pools} />;
  return (
    <div class={`tiles of-${game}`} role="group" aria-label={t("Quick game")}>
      {CLOCKS.map(({ clock, short, speed }) => tile(short, speedName(speed), game, clock))}
      {tile(n("{n} day", "{n} days", 3), t("per move"), game, "3d")}
      {tables && TABLES[game].map(([variant, players, pairs]) =>
        tile(pairs ? t("4, in pairs") : n("{n} player", "{n} players", players), "10+5", variant, "600+5"))}
      <a class="tile" href={`/new?game=${game}&against=online`}>
        <b>{t("Custom")}</b>
        <span class="tile-small">{t("choose the time")}</span>
      </a>
    </div>
  );
}

/** Tiles with the choice of game and kind. */
export function Quick({ state }: { state: State }) {
  const { online } = state;
  const [game, play] = useState(state.draft.variant.split("-")[0] === "quoridor" ? "quoridor" : "abalone");
  const account = online.me?.kind === "account";
  const [kind, count] = useState("rated");
  const rated = account && kind === "rated";
  return (
    <section class="slab quick" aria-labelledby="quick">
      <div class="slab-head row">
        <h2 id="quick">{t("Quick game")}</h2>
        <Choices strip legend={t("Game")} hideLegend value={game} change={play}
          choices={[{ value: "abalone", label: t("Abalone") }, { value: "quoridor", label: t("Quoridor") }]} />
        {account && (
          <Choices strip legend={t("Type")} hideLegend value={kind} change={count}
            choices={[{ value: "rated", label: t("Rated") }, { value: "casual", label: t("Casual") }]} />
        )}
      </div>
      <QuickTiles game={game} rated={rated} online={online} />
      <p class="quiet fine">
        {rated || account
          ? t("The game starts as soon as someone of your strength picks the same.")
          : t("The game starts as soon as someone picks the same. No account needed; rated games are for those who have one.")}
      </p>
    </section>
  );
}

/** Minutes and seconds. */
export function waitText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function placeText(core: Core, { variant, clock }: PoolName): string {
  return `${variantName(variant)} ${shortClock(clock) === clock ? timeText(core.readClock(clock)) : shortClock(clock)}`;
}

/** While the user waits: for how long, who has come, what to do meanwhile. On every screen. */
export function Searching({ state, core }: { state: State; core: Core }) {
  const { places } = state.online;
  const [, draw] = useState(0);
  const waits = places.length > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => draw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [waits]);
  if (!waits) return null;
  const since = Math.min(...places.map((place) => place.since));
  const table = places.find(({ seats }) => seats > 2);
  const playing = state.route.screen === "play" || state.route.screen === "game";
  const game = places[0].variant.split("-")[0];
  return (
    <section class={`searching${playing ? " slim" : ""}`} aria-labelledby="searching">
      <span class="searching-ring" aria-hidden="true" />
      <div class="searching-text">
        <h2 id="searching" aria-live="polite">{t("Looking for an opponent: {game}", { game: places.map((place) => placeText(core, place)).join(", ") })}</h2>
        <p class="quiet">
          <span>{t("Waiting for {time}.", { time: waitText(now() - since) })}</span>{" "}
          {table && <span>{t("{n} of {all} have joined.", { n: Math.min(table.waiting, table.seats), all: table.seats })}</span>}{" "}
          {!playing && <span>{t("You can browse the site in the meantime.")}</span>}
        </p>
      </div>
      <div class="row">
        {table?.offered && (
          <button type="button" class="button primary" disabled={table.agreed} onClick={() => void fillSeats()}>
            {table.agreed ? t("Waiting for the others to agree") : t("Fill the seats with computers")}
          </button>
        )}
        {!playing && <a class="button" href={`/new?game=${game}&against=computer`}><Icon name="computer" />{t("Play the computer meanwhile")}</a>}
        <button type="button" class="button" onClick={leavePools}>{t("Cancel")}</button>
      </div>
    </section>
  );
}
