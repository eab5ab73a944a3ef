// SPDX-License-Identifier: MIT
// The new-game sheet: variant, set-up, seats, time. It opens with the last choices; a link from the home screen changes
// only the game and the opponents.

import { useEffect } from "preact/hooks";
import type { Seat } from "../../core/types";
import { Marble } from "../../parts/marble";
import { changeDraft } from "../../state/actions";
import { go } from "../../state/navigate";
import { opponentName } from "../../state/opponents";
import { placesOf } from "../../state/places";
import { capital, colourName, drawsLots, playerName, variantOf } from "../../state/seats";
import type { Draft, Player, State } from "../../state/types";
import { t } from "../../text";
import { Computer } from "./againstcomputer";
import { lazy } from "../../parts/lazy";
import { clockOf, GameChoices, HandicapChoice, LEVELS, layoutOf, LotsSwitch, Seats, seated, startGame, SwapSwitch, TimeChoices } from "./newgamefields";
import { Opponents } from "./opponentchoice";

function SeatChoice({ draft, players, seat, place }: { draft: Draft; players: Player[]; seat: Seat; place: string }) {
  const player = players[seat];
  const value = player.kind === "computer" ? String(player.level) : player.kind;
  const change = (chosen: string) => {
    const next: Player = chosen === "me" || chosen === "friend"
      ? { kind: chosen, level: player.level }
      : { kind: "computer", level: Number(chosen) };
    // There is one "me": the seat that had it takes this seat's former player.
    const others = players.map((other) => (next.kind === "me" && other.kind === "me" ? player : other));
    changeDraft({ ...draft, players: others.map((other, at) => (at === seat ? next : other)) });
  };
  return (
    <label class={`seat bar at-${place}`}>
      <Marble seat={seat} />
      <span class="spoken">{drawsLots(draft, draft.variant) ? t("Player {n}", { n: seat + 1 }) : capital(colourName(seat))}</span>
      <select class="entry" value={value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="me">{t("You")}</option>
        <option value="friend">{t("Friend")}</option>
        <optgroup label={t("Computer")}>
          {LEVELS.map((level) => <option key={level} value={String(level)}>{t("{name}, level {n}", { name: opponentName(level), n: level })}</option>)}
        </optgroup>
      </select>
    </label>
  );
}

const NewOnline = lazy(() => import("./newonline").then(({ NewOnline: Part }) => Part), { styles: ["online.css"] });

export function NewGame({ state }: { state: State }) {
  const { core, draft, settings, route } = state;
  const query = new URLSearchParams(route.search);
  const [wanted, against] = [query.get("game"), query.get("against")];

  useEffect(() => {
    if (!wanted && !against) return;
    const game = (wanted ?? draft.variant).startsWith("quoridor") ? "quoridor" : "abalone";
    const keep = draft.variant.startsWith(game);
    const level = draft.players.find(({ kind }) => kind === "computer")?.level ?? 3;
    const other: Player = { kind: against === "friend" ? "friend" : "computer", level };
    const place = against === "online" ? "online" : "here";
    const players = place === "online" ? draft.players : draft.players.map((player) => (player.kind === "me" ? player : { ...other }));
    changeDraft({ variant: keep ? draft.variant : game, layout: keep ? draft.layout : "", players, place });
    if (against !== "computer") go("/new", true);
  }, [route]);

  if (!core) return null;
  if (against === "computer") return <Computer state={state} core={core} />;
  if (draft.place === "online") return <NewOnline state={state} core={core} />;
  const variant = variantOf(core, draft.variant);
  const players = seated(variant, draft.players);
  const layout = layoutOf(variant, draft);
  const places = placesOf(variant, 0);
  const computer = players.find(({ kind }) => kind === "computer");
  return (
    <form class="newgame panel" onSubmit={(event) => (event.preventDefault(), startGame(core, { ...draft, players }, draft))}>
      <h1>{t("New game")}</h1>
      <div class="newgame-columns">
        <div class="newgame-choices">
          <GameChoices draft={draft} variant={variant} layout={layout} />
          <TimeChoices draft={draft} />
        </div>
        <div class="newgame-table">
          <Seats core={core} variant={variant} layout={layout} settings={settings}>
            {players.map((_, seat) => <SeatChoice key={seat} draft={draft} players={players} seat={seat} place={places[seat]} />)}
          </Seats>
          <LotsSwitch draft={draft} variant={variant} />
          <HandicapChoice draft={draft} variant={variant} clock={clockOf(draft)}
            names={players.map((_, seat) => playerName(players, seat, settings.name))} />
          <SwapSwitch draft={draft} variant={variant} people={!computer} />
        </div>
      </div>
      {computer && (
        <Opponents variant={variant} level={computer.level}
          change={(level) => changeDraft({ players: players.map((player) => (player.kind === "computer" ? { ...player, level } : player)) })} />
      )}
      <button type="submit" class="button primary start">{t("Start")}</button>
    </form>
  );
}
