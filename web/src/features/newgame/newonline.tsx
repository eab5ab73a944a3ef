// SPDX-License-Identifier: MIT
// The new-game sheet for a game over the network: seats for the user, for anyone, for a person by name, for the
// computer; a clock or days per move; rated or not; listed in the lobby or known by its link only.

import { useEffect, useState } from "preact/hooks";
import type { Clock, Core, Seat, Variant } from "../../core/types";
import type { GameSetup, SetupSeat } from "../../api/messages";
import { problemText } from "../../api/problems";
import { Choices, Switch } from "../../parts/controls";
import { Marble } from "../../parts/marble";
import { changeDraft } from "../../state/actions";
import { handicapWords, offered } from "../../parts/handicap";
import { loadMe, makeGame } from "../../state/online";
import { opponentName } from "../../state/opponents";
import { placesOf } from "../../state/places";
import { capital, colourName, drawsLots, variantOf } from "../../state/seats";
import type { Draft, SeatDraft, State } from "../../state/types";
import { t } from "../../text";
import { GameChoices, HandicapChoice, layoutOf, LEVELS, LotsSwitch, MINUTE, NumberField, OwnTime, Seats, SwapSwitch } from "./newgamefields";
import { NoServer, Wrong } from "../../parts/gamecards";

const PACES = ["3+2", "5+3", "10+0", "10+5", "15+0", "15+10"]; // A10: the rulebooks speak of 10 or 15 minutes
const DAY = 24 * 60 * MINUTE;

/** As many seats as the variant has, one of them "me" if any was; open where no computer is available. */
function seated(variant: Variant, seats: SeatDraft[], computers: boolean): SeatDraft[] {
  return Array.from({ length: variant.players }, (_, seat) => {
    const chosen: SeatDraft = seats[seat] ?? { kind: "open", level: 3, name: "" };
    return chosen.kind === "computer" && !computers ? { ...chosen, kind: "open" } : chosen;
  });
}

function clockOf({ pace, days, own }: Draft): Clock | undefined {
  if (pace === "none") return undefined;
  if (pace === "days") return { main: 0, increment: 0, period: days * DAY, periods: 1 };
  if (pace === "own") return own;
  const [minutes, seconds] = pace.split("+").map(Number);
  return { main: minutes * MINUTE, increment: seconds * 1000, period: 0, periods: 0 };
}

function setupSeat({ kind, level, name }: SeatDraft): SetupSeat {
  if (kind === "invite") return { invite: name.trim() };
  return kind === "computer" ? { computer: level } : kind;
}

function setupOf(core: Core, variant: Variant, layout: string, draft: Draft, seats: SeatDraft[], rated: boolean): GameSetup {
  const clock = clockOf(draft);
  const handicap = offered(variant, draft.handicap, clock);
  const swap = draft.swap && variant.players === 2 && seats.every(({ kind }) => kind !== "computer");
  return {
    variant: variant.id, layout, clock: core.clockText(clock), seats: seats.map(setupSeat), lot: drawsLots(draft, variant.id) && !handicap,
    rated: rated && !handicap && !swap, public: draft.listed,
    ...(handicap && { handicap: handicapWords(variant, handicap, clock) }), ...(swap && { swap }),
  };
}

/** A seat's player, as far as known, with the colour. */
function seatNames(seats: SeatDraft[]): string[] {
  return seats.map(({ kind, name, level }, seat) => {
    const who = kind === "me" ? t("You") : kind === "invite" && name ? name : kind === "computer" ? opponentName(level) : t("Anyone");
    return `${who} (${colourName(seat)})`;
  });
}

function SeatChoice({ draft, seats, seat, place, computers }: { draft: Draft; seats: SeatDraft[]; seat: Seat; place: string; computers: boolean }) {
  const { kind, level, name } = seats[seat];
  const put = (next: SeatDraft) => {
    // There is one "me": the seat that had it takes this seat's former player.
    const others = seats.map((other) => (next.kind === "me" && other.kind === "me" ? seats[seat] : other));
    changeDraft({ seats: others.map((other, at) => (at === seat ? next : other)) });
  };
  const change = (chosen: string) =>
    put(Number(chosen) ? { kind: "computer", level: Number(chosen), name } : { kind: chosen as SeatDraft["kind"], level, name });
  const colour = drawsLots(draft, draft.variant) ? t("Player {n}", { n: seat + 1 }) : capital(colourName(seat));
  return (
    <div class={`seat bar at-${place}`}>
      <Marble seat={seat} />
      <span class="seat-fields">
        <select class="entry" aria-label={colour} value={kind === "computer" ? String(level) : kind} onChange={(event) => change(event.currentTarget.value)}>
          <option value="me">{t("You")}</option>
          <option value="open">{t("Anyone")}</option>
          <option value="invite">{t("By invitation")}</option>
          {computers && (
            <optgroup label={t("Computer")}>
              {LEVELS.map((strength) => <option key={strength} value={String(strength)}>{t("{name}, level {n}", { name: opponentName(strength), n: strength })}</option>)}
            </optgroup>
          )}
        </select>
        {kind === "invite" && (
          <input class="entry" aria-label={t("Name of the invited player")} placeholder={t("Name")} required value={name} maxLength={24} autocomplete="off"
            onChange={(event) => put({ kind, level, name: event.currentTarget.value })} />
        )}
      </span>
    </div>
  );
}

export function NewOnline({ state, core }: { state: State; core: Core }) {
  const { draft, settings, online } = state;
  const [wrong, setWrong] = useState("");
  const [busy, set] = useState(false);
  useEffect(() => void loadMe(), []);
  const variant = variantOf(core, draft.variant);
  const layout = layoutOf(variant, draft);
  const seats = seated(variant, draft.seats, online.computers);
  const places = placesOf(variant, 0);
  const guest = !online.me?.name;
  const rated = draft.rated && !guest;
  const make = async () => {
    set(true);
    setWrong("");
    try {
      await makeGame(setupOf(core, variant, layout, draft, seats, rated));
    } catch (error) {
      setWrong(problemText(error));
    }
    set(false);
  };
  if (online.server === "none") {
    return (
      <>
        <NoServer retry={() => void loadMe()} />
        <div class="row centre"><button type="button" class="button" onClick={() => changeDraft({ place: "here" })}>{t("A game on this device")}</button></div>
      </>
    );
  }
  const special = variant.players === 2 && (draft.swap || offered(variant, draft.handicap, clockOf(draft)) !== null);
  const canRate = draft.pace !== "none" && seats.every(({ kind }) => kind !== "computer");
  return (
    <form class="newgame panel" onSubmit={(event) => (event.preventDefault(), void make())}>
      <h1>{t("New game")}</h1>
      <div class="newgame-columns">
        <div class="newgame-choices">
          <GameChoices draft={draft} variant={variant} layout={layout} />
          <Choices legend={t("Time")} value={draft.pace} change={(pace) => changeDraft({ pace })}
            choices={[
              ...PACES.map((pace) => ({ value: pace, label: pace })),
              { value: "own", label: t("Custom") },
              { value: "days", label: t("Days per move") },
              { value: "none", label: t("No clock") },
            ]} />
          {draft.pace === "own" && <OwnTime own={draft.own} change={(own) => changeDraft({ own })} />}
          {draft.pace === "days" && (
            <NumberField label={t("Days per move")} value={draft.days} most={30} change={(days) => changeDraft({ days: Math.max(1, days) })} />
          )}
          {PACES.includes(draft.pace) && <p class="note">{t("Minutes for each player, and seconds added with every move.")}</p>}
        </div>
        <div class="newgame-table">
          <Seats core={core} variant={variant} layout={layout} settings={settings}>
            {seats.map((_, seat) => <SeatChoice key={seat} draft={draft} seats={seats} seat={seat} place={places[seat]} computers={online.computers} />)}
          </Seats>
          <LotsSwitch draft={draft} variant={variant} />
          <HandicapChoice draft={draft} variant={variant} clock={clockOf(draft)} names={seatNames(seats)} />
          <SwapSwitch draft={draft} variant={variant} people={seats.every(({ kind }) => kind !== "computer")} />
          <Switch label={t("Rated")} disabled={guest || special} on={rated && !special} change={(on) => changeDraft({ rated: on })}
            note={guest
              ? <>{t("Only players with an account have ratings.")} <a href="/account">{t("Sign in or register")}</a></>
              : special ? t("Games with a handicap or the swap rule are not rated.")
              : canRate ? t("The result counts for the ratings; colours are drawn by lot.") : t("Needs a clock and human players in all seats.")} />
          <Switch label={t("Open to all")} note={t("Listed in the lobby, and anyone may watch. Otherwise by link only.")}
            on={draft.listed} change={(listed) => changeDraft({ listed })} />
        </div>
      </div>
      <Wrong>{wrong}</Wrong>
      <button type="submit" class="button primary start" disabled={busy}>{t("Create the game")}</button>
    </form>
  );
}
