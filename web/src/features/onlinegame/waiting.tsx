// SPDX-License-Identifier: MIT
// An open game: its seats, the link for invitations, and buttons to sit down or leave.

import { useEffect, useState } from "preact/hooks";
import { isRefusal, type Core } from "@meydan/core";
import type { GameInfo } from "../../api/messages";
import { Icon } from "../../parts/icon";
import { Marble } from "../../parts/marble";
import { awaitGame } from "../../state/awaited";
import { joinGame, leaveGame } from "../../state/online";
import { placesOf } from "../../state/places";
import { capital, colourName, layoutName, variantName, variantOf } from "../../state/seats";
import { copy } from "../../state/share";
import type { Online, Settings } from "../../state/types";
import { n, t } from "../../text";
import { Picture } from "../../parts/preview";
import { kindText, seatName } from "../../parts/gamecards";
import { declineText } from "../challenges/declines";
import { Net } from "../../parts/net";

function SeatPlace({ info, at, place, sit }: { info: GameInfo; at: number; place: string; sit(seat?: number): void }) {
  const seat = info.seats[at];
  const taken = seat.person !== null || seat.computer !== null;
  const mine = info.you.includes(at);
  const name = mine ? t("You") : seatName(seat);
  const colour = info.lot ? t("Player {n}", { n: at + 1 }) : capital(colourName(at));
  return (
    <div class={`seat bar at-${place}${mine ? " mine" : ""}`}>
      <Marble seat={at} />
      <span class="spoken">{colour}</span>
      {taken || info.you.length > 0
        ? <span class="seat-name">{capital(name)}</span>
        : <button type="button" class="button" onClick={() => sit(info.lot ? undefined : at)}>
            {seat.invited ? t("Sit here ({name})", { name: seat.invited }) : t("Sit here")}
          </button>}
    </div>
  );
}

/** The address as a code for a phone's camera. */
function Code({ address }: { address: string }) {
  const [rows, set] = useState<boolean[][] | null>(null);
  useEffect(() => {
    let wanted = true;
    // the link is enough
    import("uqr").then(({ encode }) => wanted && set(encode(address, { border: 2 }).data), () => {});
    return () => void (wanted = false);
  }, [address]);
  const size = rows?.length ?? 1;
  const path = rows?.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("The link as a QR code")} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

export function Waiting({ core, info, settings, link }: { core: Core; info: GameInfo; settings: Settings; link: Online["link"] }) {
  const [busy, set] = useState(false);
  useEffect(() => awaitGame(info), [info.id, info.you.length]);
  const variant = variantOf(core, info.variant);
  const look = core.read(info.variant, info.start);
  const places = placesOf(variant, 0);
  const free = info.seats.filter(({ person, computer }) => !person && !computer).length;
  const address = `${location.origin}/game/${info.id}`;
  const sit = async (seat?: number) => {
    set(true);
    await joinGame(info.id, seat);
    set(false);
  };
  const seated = info.you.length > 0;
  const host = info.seats.find(({ person }) => person?.name)?.person?.name;
  const friend = !info.public && variant.players === 2;
  const title = seated
    ? friend ? t("Waiting for your friend") : t("Waiting for players to join")
    : host ? t("{name} invites you", { name: host }) : t("You are invited");
  const canShare = "share" in navigator;
  return (
    <div class="panel waiting">
      <div class="waiting-text">
        <h1>{title}</h1>
        <p>{[variantName(info.variant), info.layout && layoutName(info.layout), kindText(core, info), info.public ? t("open to all") : t("by link only")].filter(Boolean).join(" · ")}</p>
        <p aria-live="polite"><b>{n("{n} seat is free", "{n} seats are free", free)}</b> <Net link={link} /></p>
        {info.declined?.map(({ seat, name, reason }) => (
          <p key={seat} class="message" role="status">{t("{name} declines: {reason}", { name: name ?? t("Guest"), reason: declineText(reason) })}</p>
        ))}
        {!seated && (
          <div class="row">
            <button type="button" class="button primary waiting-join" disabled={busy} onClick={() => void sit()}>{t("Join")}</button>
          </div>
        )}
        {info.lot && <p class="note">{t("Colours, and so who starts, are drawn by lot.")}</p>}
        {seated && (
          <>
            <label class="field">
              <span>{t("Anyone who opens this link can take a seat")}</span>
              <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
            </label>
            <div class="row">
              {canShare && (
                <button type="button" class="button primary" onClick={() => void navigator.share({ title: "Meydan", url: address }).catch(() => {})}>
                  <Icon name="share" />{t("Share the link")}
                </button>
              )}
              <button type="button" class={`button${canShare ? "" : " primary"}`} onClick={() => void copy(address, t("Link copied."))}>
                <Icon name="copy" />{t("Copy the link")}
              </button>
            </div>
            <div class="waiting-meanwhile row">
              <Code address={address} />
              <div>
                <p class="quiet">{t("You can browse other pages in the meantime: you are told when the game begins.")}</p>
                <a class="button soft" href={`/new?game=${variant.game}&against=computer`}><Icon name="computer" />{t("Play the computer meanwhile")}</a>
              </div>
            </div>
          </>
        )}
        <div class="row waiting-end">
          <a class="button plain" href="/online">{t("Go to the lobby")}</a>
          {!seated && free > 1 && <button type="button" class="button plain" onClick={() => void copy(address, t("Link copied."))}>{t("Copy the link")}</button>}
          {seated && <button type="button" class="button plain" onClick={() => void leaveGame(info.id, "leave")}>{t("Leave the seat")}</button>}
          {info.maker && <button type="button" class="button plain" onClick={() => void leaveGame(info.id, "abort")}>{t("Cancel the game")}</button>}
        </div>
      </div>
      <div class={`seats of-${variant.players}`} role="group" aria-label={t("Who plays")}>
        <div class="seats-board" aria-hidden="true">{!isRefusal(look) && <Picture core={core} look={look} settings={settings} />}</div>
        {info.seats.map((_, at) => <SeatPlace key={at} info={info} at={at} place={places[at]} sit={(seat) => void sit(seat)} />)}
      </div>
    </div>
  );
}
