// SPDX-License-Identifier: MIT
// Games of the server as small cards, and texts of several online screens: names, speeds, a missing server.

import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { isRefusal, type Core } from "@meydan/core";
import type { SeatInfo, Summary } from "../api/messages";
import { timeText } from "../state/clocktext";
import { Marble } from "./marble";
import { describeReason, moveNumber } from "../state/describe";
import { computerName } from "../state/opponents";
import { givenText } from "./handicap";
import { capital, colourName, turnedFor, variantName, variantOf } from "../state/seats";
import type { Settings } from "../state/types";
import { locale, n, t } from "../text";
import { Picture } from "./preview";
import { GameSlot } from "./slots";

export function seatName({ person, computer, invited }: SeatInfo): string {
  if (computer) return computerName(computer);
  if (person) return person.name ?? t("Guest");
  return invited ? t("{name}, invited", { name: invited }) : t("free");
}

/** A name with its rating; accounts lead to their profile unless the whole card is a link already. */
function SeatLine({ seat, at, link = false }: { seat: SeatInfo; at: number; link?: boolean }) {
  const name = seatName(seat);
  const account = link && seat.person?.name;
  return (
    <span class="seat-line">
      <Marble seat={at} />
      {account ? <a href={`/people/${encodeURIComponent(account)}`}>{name}</a> : <span>{name}</span>}
      {seat.rating !== null && <small>{`${Math.round(seat.rating)}${seat.provisional ? "?" : ""}`}</small>}
    </span>
  );
}

export function kindText(core: Core, { variant, clock, rated, handicap, swap }: Pick<Summary, "variant" | "clock" | "rated" | "handicap" | "swap">): string {
  const given = givenText(core, variantOf(core, variant), handicap, (seat) => capital(colourName(seat)));
  return [timeText(core.readClock(clock)), rated ? t("rated") : t("casual"), given, swap ? t("swap rule") : ""].filter(Boolean).join(" · ");
}

export function dateText(ms: number): string {
  return new Date(ms).toLocaleDateString(locale(), { dateStyle: "medium" });
}

function stateText(game: Summary, own: number[]): { text: string; yours: boolean } {
  if (game.state === "over") {
    const reason = game.reason ? describeReason(game.reason, game.variant) : "";
    return { text: game.result === "*" ? reason : `${game.result} · ${reason}`, yours: false };
  }
  if (game.state === "open") return { text: t("waiting for players"), yours: false };
  if (game.turn !== null && own.includes(game.turn)) return { text: t("Your turn"), yours: true };
  return { text: n("{n} move", "{n} moves", moveNumber(game.plies, game.seats.length)), yours: false };
}

interface CardProps {
  core: Core;
  game: Summary;
  settings: Settings;
  /** The user's id, to turn the board to their side. */
  me?: string;
}

function GameCard({ core, game, settings, me }: CardProps) {
  const look = useMemo(() => core.read(game.variant, game.position), [game.variant, game.position]);
  if (isRefusal(look)) return null;
  const own = game.seats.flatMap(({ person }, seat) => (me && person?.id === me ? [seat] : []));
  const { text, yours } = stateText(game, own);
  return (
    <li class="saved">
      <a href={`/game/${game.id}`}>
        <span class="saved-board" aria-hidden="true">
          <Picture core={core} look={look} settings={settings} turned={turnedFor(variantOf(core, game.variant), own[0] ?? 0)} />
        </span>
        <span class="saved-text">
          <b>{variantName(game.variant)}</b>
          {game.seats.map((seat, at) => <SeatLine key={at} seat={seat} at={at} />)}
          <span class={`pill${yours ? " yours" : ""}`}>{text}</span>
          <small>{game.ended ? `${kindText(core, game)} · ${dateText(game.ended)}` : kindText(core, game)}</small>
        </span>
      </a>
      {game.state === "over" && <GameSlot game={game.id} />}
    </li>
  );
}

export function GameList({ games, ...props }: Omit<CardProps, "game"> & { games: Summary[] }) {
  return <ul class="saved-list">{games.map((game) => <GameCard key={game.id} game={game} {...props} />)}</ul>;
}

/** The end of a game for one of its seats. */
function Mark({ game, own }: { game: Summary; own: number }) {
  if (game.state !== "over") return null;
  const points = game.result?.split("-")[own];
  if (points === undefined || game.result === "*") return <span class="mark">{t("No result")}</span>;
  if (points === "1") return <span class="mark won">{t("Won")}</span>;
  return points === "0" ? <span class="mark lost">{t("Lost")}</span> : <span class="mark">{t("Drawn")}</span>;
}

/** Day and month, and the year if it is another one. */
function shortDate(ms: number): string {
  const date = new Date(ms);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString(locale(), { day: "numeric", month: "short", year });
}

interface LineProps extends CardProps {
  /** `me` is another person, or the list isn't about whose turn it is. */
  theirs?: boolean;
  /** Shown with each game, instead of the slot. */
  beside?(game: string): ComponentChildren;
}

/** One line of a list, from the view of `me`: the board, the opponents, the state or the result. */
function GameLine({ core, game, settings, me, theirs, beside }: LineProps) {
  const look = useMemo(() => core.read(game.variant, game.position), [game.variant, game.position]);
  if (isRefusal(look)) return null;
  const own = game.seats.findIndex(({ person }) => me && person?.id === me);
  const others = game.seats.filter((_, at) => at !== own);
  const nobody = others.every(({ person, computer, invited }) => !person && !computer && !invited);
  const yours = !theirs && game.state === "live" && game.turn !== null && game.turn === own;
  const mover = game.turn !== null ? seatName(game.seats[game.turn]) : "";
  const kind = `${variantName(game.variant)} ${timeText(core.readClock(game.clock))}`;
  const text = game.state === "over" ? [kind, game.ended && shortDate(game.ended)].filter(Boolean).join(", ")
    : game.state === "open" ? (nobody ? kind : `${kind}, ${t("waiting for players")}`)
      : yours ? kind : `${t("{name} to move.", { name: mover })} ${kind}`;
  return (
    <li class={`saved${yours ? " turn" : ""}`}>
      <a href={`/game/${game.id}`}>
        <span class="saved-board" aria-hidden="true">
          <Picture core={core} look={look} settings={settings} turned={turnedFor(variantOf(core, game.variant), Math.max(0, own))} />
        </span>
        <span class="saved-text">
          <span class="line-who">
            {own >= 0 && <Mark game={game} own={own} />}
            <b>{nobody ? t("Waiting for players") : others.map(seatName).join(", ")}</b>{" "}
            {others.length === 1 && others[0].rating !== null && <small>{`${Math.round(others[0].rating)}${others[0].provisional ? "?" : ""}`}</small>}
          </span>
          <small>{text}</small>
        </span>
        {yours && <span class="pill yours">{t("Your turn")}</span>}
      </a>
      {beside ? beside(game.id) : game.state === "over" && <GameSlot game={game.id} />}
    </li>
  );
}

export function GameLines({ games, apart, ...props }: Omit<LineProps, "game"> & { games: Summary[]; apart?: boolean }) {
  return <ul class={`saved-list lines${apart ? " apart" : ""}`}>{games.map((game) => <GameLine key={game.id} game={game} {...props} />)}</ul>;
}

/** Shown on an online screen without a server. */
export function NoServer({ retry }: { retry(): void }) {
  return (
    <div class="panel narrow">
      <h1>{t("Online")}</h1>
      <p>{t("Online play is not available: this page is served without the game server, or there is no network.")}</p>
      <p>{t("Games against the computer and on this device work as usual.")}</p>
      <div class="row">
        <button type="button" class="button" onClick={retry}>{t("Try again")}</button>
        <a class="button primary" href="/new">{t("New game")}</a>
      </div>
    </div>
  );
}

/** An error message, shown where it happened. */
export function Wrong({ children }: { children: ComponentChildren }) {
  return children ? <p class="wrong" role="alert">{children}</p> : null;
}
