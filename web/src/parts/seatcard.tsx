// SPDX-License-Identifier: MIT
// A player's card at their edge of the board: colour, name, clock, and score: marbles pushed out, or walls left and
// steps to the goal.

import { useRef } from "preact/hooks";
import type { Look, Seat, Variant } from "../core/types";
import { n, t } from "../text";
import { capital, colourName, playerName } from "../state/seats";
import type { Game } from "../state/types";
import { Avatar } from "./avatar";
import { ClockFace } from "./clock";
import { Face } from "./face";
import { Marble, MarbleShape } from "./marble";
import { memo } from "./memo";

/**
 * The owners of the marbles that a side has pushed out, in order; null if they were lost before the game's start and
 * the position doesn't tell.
 */
export function caughtBy(game: Game, variant: Variant, team: number): (Seat | null)[] {
  const { look, ply, match } = game;
  const known = match.moves.slice(0, ply ?? match.plies).flatMap(({ seat, taken }) => (taken >= 0 && variant.teams[seat] === team ? [taken] : []));
  const foes = variant.teams.flatMap((other, seat) => (other !== team ? [seat] : []));
  const count = (seat: Seat) => known.filter((taken) => taken === seat).length;
  const before = new Set(variant.teams).size === 2
    ? foes.flatMap((seat) => Array<Seat>(Math.max(0, look.lost[seat] - count(seat))).fill(seat))
    : Array<null>(Math.max(0, look.score[team] - known.length)).fill(null);
  return [...before, ...known];
}

/** Holes up to the target, filled with the pushed-out marbles: a piece of the board's gutter. */
function Tray({ game, variant, seat }: { game: Game; variant: Variant; seat: Seat }) {
  const caught = caughtBy(game, variant, variant.teams[seat]);
  const goal = game.look.toWin;
  return (
    <span class="tally">
      <svg class="tray" data-tray={seat} viewBox={`-2 -2 ${goal * 26 + 4} 30`} aria-hidden="true">
        <rect x="-2" y="-2" width={goal * 26 + 4} height="30" rx="15" class="gutter" />
        {Array.from({ length: goal }, (_, i) => {
          const owner = caught[i];
          return (
            <g key={i} transform={`translate(${i * 26 + 1} 1)`} data-hole={owner === undefined ? "free" : "full"} data-owner={owner}>
              {typeof owner === "number"
                ? <MarbleShape seat={owner} marked={variant.players > 2} />
                : <circle cx="12" cy="12" r={owner === null ? 10.5 : 9} class={owner === null ? "any" : "hole"} />}
            </g>
          );
        })}
      </svg>
      <b aria-hidden="true">{caught.length}</b>
      <span class="spoken">{t("{score} of {goal} pushed out", { score: caught.length, goal })}</span>
    </span>
  );
}

/**
 * `far`: with the steps to the goal, which players of rated games count themselves. `ghost`: the steps after a wall
 * under consideration.
 */
function Walls({ variant, look, seat, far, ghost }: { variant: Variant; look: Look; seat: Seat; far: boolean; ghost?: number }) {
  const left = look.wallsLeft[seat];
  const steps = look.distance[seat];
  return (
    <span class="tally">
      <svg class="rack" viewBox={`-2 -2 ${variant.walls * 6 + 3} 18`} aria-hidden="true">
        <rect x="-2" y="-2" width={variant.walls * 6 + 3} height="18" rx="3" class="gutter" />
        {Array.from({ length: variant.walls }, (_, i) => (
          <rect key={i} x={i * 6 + 0.5} y="0.5" width="4" height="13" rx="1" class={i < left ? "wall" : "hole"} />
        ))}
      </svg>
      <b aria-hidden="true">{left}</b>
      <span class="spoken">{n("{n} wall left", "{n} walls left", left)}</span>
      {far && steps >= 0 && <span class={ghost === undefined || ghost === steps ? "steps" : "steps longer"}>
        {ghost === undefined || ghost === steps ? n("{n} step", "{n} steps", steps) : `${steps} → ${ghost}`}
      </span>}
    </span>
  );
}

/** The partner of a seat; null without teams. */
function partnerOf({ teams }: Variant, seat: Seat): Seat | null {
  const partner = teams.findIndex((team, other) => other !== seat && team === teams[seat]);
  return partner < 0 ? null : partner;
}

interface Props {
  game: Game;
  variant: Variant;
  seat: Seat;
  own: string;
  place: string;
  /** Steps to the goal, by seat, after a wall under consideration. */
  ghost?: number[];
  /** The user's score against this player: "2 : 3". */
  versus?: string;
}

export const SeatCard = memo(({ game, variant, seat, own, place, ghost, versus }: Props) => {
  const { over, look: present, winners, offers } = game.match;
  const past = game.ply !== null;
  const turn = !over && !past && present.turn === seat;
  const out = present.out.includes(seat);
  const thinking = turn && game.thinking;
  const name = playerName(game.players, seat, own);
  const away = game.online?.away ?? [];
  const info = game.online?.info.seats[seat];
  const level = game.players[seat].kind === "computer" ? game.players[seat].level : info?.computer ?? 0;
  const partner = partnerOf(variant, seat);
  const mine = game.players.flatMap(({ kind }, at) => (kind === "me" ? [at] : []));
  const rating = info?.rating ? ` ${info.rating}${info.provisional ? "?" : ""}` : "";
  let status = "";
  if (winners.includes(seat)) status = t("winner");
  else if (out) status = t("out");
  else if (offers.includes(seat)) status = t("draw offered");
  else if (!over && seat in away && away[seat] !== null && game.online?.info.speed !== "correspondence") status = t("away");
  else if (thinking) status = t("thinking");
  else if (turn) status = t("to move");
  const team = partner === null ? "" : mine.length === 1 && mine[0] === partner ? t("your partner") : t("partner: {player}", { player: playerName(game.players, partner, own) });
  // A win from before the screen was shown is not celebrated.
  const old = useRef(over);
  if (!over) old.current = false;
  const won = over && !old.current && !past && winners.includes(seat);
  const both = partner === null ? undefined : { "--first": `var(--seat${Math.min(seat, partner)})`, "--second": `var(--seat${Math.max(seat, partner)})` };
  const kind = `card at-${place}${turn ? " turn" : ""}${out ? " out" : ""}${won ? " won" : ""}${both ? " team" : ""}`;
  return (
    <section class={kind} style={both} aria-label={[name, colourName(seat), team].filter(Boolean).join(", ")}>
      <Marble seat={seat} />
      {partner !== null && <svg class="partner" viewBox="0 0 24 24" aria-hidden="true"><MarbleShape seat={partner} /></svg>}
      {level > 0 ? <Face level={level} /> : info?.person?.name && <Avatar name={info.person.name} />}
      <span class="who">
        <span class="name">{capital(name)}{rating && <small>{rating}</small>}</span>
        {(status || team || versus) && (
          <span class="status">
            {versus && <span class="versus" title={t("You against {name}", { name })}><span class="spoken">{t("You against {name}", { name })}: </span>{versus}</span>}
            {team}{status && team && " · "}{status && <span class={thinking ? "thinking" : undefined}>{status}</span>}
          </span>
        )}
      </span>
      {variant.game === "abalone"
        ? <Tray game={game} variant={variant} seat={seat} />
        : <Walls variant={variant} look={game.look} seat={seat} far={over || !game.online?.info.rated} ghost={ghost?.[seat]} />}
      <ClockFace game={game} seat={seat} />
    </section>
  );
});
