// SPDX-License-Identifier: MIT
// A game that waits for its players: who sits where, the link to invite by, and the ways to sit down or to get up.

import { useEffect, useState } from "preact/hooks";
import { isRefusal, type Core } from "@meydan/core";
import type { GameInfo } from "../../online/messages";
import { Tool } from "../../parts/controls";
import { Marble } from "../../parts/marble";
import { joinGame, leaveGame } from "../../state/online";
import { placesOf } from "../../state/places";
import { capital, colourName, layoutName, variantName, variantOf } from "../../state/seats";
import { copy } from "../../state/share";
import type { Online, Settings } from "../../state/types";
import { n, t } from "../../text";
import { Picture } from "../home";
import { kindText, seatName } from "./cards";
import { declineText } from "../people/words";
import { Net } from "./net";

function SeatPlace({ info, at, place, sit }: { info: GameInfo; at: number; place: string; sit(seat?: number): void }) {
  const seat = info.seats[at];
  const taken = seat.person !== null || seat.computer !== null;
  const mine = info.you.includes(at);
  const name = mine ? t("You") : seatName(seat);
  const colour = info.lot ? t("Player {n}", { n: at + 1 }) : capital(colourName(at));
  return (
    <div class={`seat at-${place}${mine ? " mine" : ""}`}>
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

/** The address for a telephone's camera. */
function Code({ address }: { address: string }) {
  const [rows, set] = useState<boolean[][] | null>(null);
  useEffect(() => {
    let wanted = true;
    import("uqr").then(({ encode }) => wanted && set(encode(address, { border: 2 }).data), () => {}); // the link does without
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
  return (
    <div class="panel waiting">
      <div class="waiting-text">
        <h1>{variantName(info.variant)}</h1>
        <p>{[info.layout && layoutName(info.layout), kindText(core, info), info.public ? t("open to all") : t("by link only")].filter(Boolean).join(" · ")}</p>
        <p aria-live="polite"><b>{n("{n} seat is free", "{n} seats are free", free)}</b> <Net link={link} /></p>
        {info.declined?.map(({ seat, name, reason }) => (
          <p key={seat} class="message" role="status">{t("{name} declines: {reason}", { name: name ?? t("Guest"), reason: declineText(reason) })}</p>
        ))}
        {info.lot && <p class="note">{t("Colours, and so who starts, are drawn by lot.")}</p>}
        <label class="field">
          <span>{t("Anyone who opens this link can take a seat")}</span>
          <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
        </label>
        {info.you.length > 0 && <Code address={address} />}
        <div class="row">
          <Tool icon="copy" label={t("Copy the link")} act={() => void copy(address, t("Link copied."))} />
          {"share" in navigator && (
            <Tool icon="share" label={t("Share the link")} act={() => void navigator.share({ title: "Meydan", url: address }).catch(() => {})} />
          )}
        </div>
        <div class="row">
          {info.you.length === 0 && <button type="button" class="button primary" disabled={busy} onClick={() => void sit()}>{t("Join")}</button>}
          {info.you.length > 0 && <button type="button" class="button" onClick={() => void leaveGame(info.id, "leave")}>{t("Leave the seat")}</button>}
          {info.maker && <button type="button" class="button" onClick={() => void leaveGame(info.id, "abort")}>{t("Call the game off")}</button>}
          <a class="button plain" href="/online">{t("Go to the lobby")}</a>
        </div>
      </div>
      <div class={`seats of-${variant.players}`} role="group" aria-label={t("Who plays")}>
        <div class="seats-board" aria-hidden="true">{!isRefusal(look) && <Picture core={core} look={look} settings={settings} />}</div>
        {info.seats.map((_, at) => <SeatPlace key={at} info={info} at={at} place={places[at]} sit={(seat) => void sit(seat)} />)}
      </div>
    </div>
  );
}
