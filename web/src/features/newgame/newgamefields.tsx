// SPDX-License-Identifier: MIT
// Fields shared by the sheets for new games: variant, set-up, seats, time.

import type { ComponentChildren } from "preact";
import { sounds } from "@meydan/board";
import { isRefusal, type Clock, type Core, type Variant } from "@meydan/core";
import { Choices, Switch } from "../../parts/controls";
import { say } from "../../state/speak";
import { changeDraft, notify } from "../../state/actions";
import { beginGame, nextStep } from "../../state/game";
import { handicapsOf, handicapText, handicapWords, offered, worthOf } from "../../parts/handicap";
import { go } from "../../state/navigate";
import { colourName, drawLots, drawsLots, layoutName, recordNames, variantOf } from "../../state/seats";
import { getState } from "../../state/store";
import { now, today } from "../../state/time";
import type { Draft, Handicap, Player, Settings } from "../../state/types";
import { n, t } from "../../text";
import { Picture } from "../../parts/preview";

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const MINUTE = 60_000;
const byPlayers: Record<string, Record<string, string>> = {
  abalone: { "2": "abalone", "3": "abalone-3", "4": "abalone-4", pairs: "abalone-4-pairs" },
  quoridor: { "2": "quoridor", "4": "quoridor-4" },
};

/** As many players as the variant has; new ones are like the last opponent. */
export function seated(variant: Variant, players: Player[]): Player[] {
  const extra = players.find(({ kind }) => kind !== "me") ?? { kind: "computer", level: 3 };
  return Array.from({ length: variant.players }, (_, seat) => players[seat] ?? { ...extra });
}

export function clockOf(draft: Draft): Clock | undefined {
  switch (draft.time) {
    case "none":
      return undefined;
    case "own":
      return draft.own.main || draft.own.period ? draft.own : undefined;
    default:
      return { main: Number(draft.time) * MINUTE, increment: 0, period: 0, periods: 0 };
  }
}

/** The rules that a sheet adds to the start: a handicap, the swap rule. */
export interface Rules {
  handicap?: Handicap;
  swap?: boolean;
}

/** The start position and the clock of a game on this device. */
function startOf(core: Core, variant: Variant, layout: string, clock: Clock | undefined, { handicap, swap }: Rules) {
  const look = core.start(variant.id, layout);
  const given = handicap && core.handicap(look, clock, handicapWords(variant, handicap, clock));
  const start = given && !isRefusal(given) ? given : { position: look.position, clock: clock ?? null };
  return { ...start, position: swap ? `${start.position} swap` : start.position };
}

/** With a handicap and the swap rule only if the screen has offered them: the draft may have them from another screen. */
export function startGame(core: Core, draft: Draft, rules: Rules = {}): void {
  const variant = variantOf(core, draft.variant);
  const seats = seated(variant, draft.players);
  const layout = layoutOf(variant, draft);
  const handicap = (rules.handicap && offered(variant, rules.handicap, clockOf(draft))) ?? undefined;
  const swap = rules.swap && variant.players === 2 && seats.every(({ kind }) => kind !== "computer");
  const lots = drawsLots(draft, draft.variant) && !handicap; // the giver has chosen a seat
  const players = lots ? drawLots(seats) : seats;
  const names = recordNames(players, getState().settings.name);
  const { position, clock } = startOf(core, variant, layout, clockOf(draft), { handicap, swap });
  const match = core.match({ variant: variant.id, position, clock: clock ?? undefined, names, tags: { Date: today() } });
  match.resume(now());
  const id = beginGame(players, layout, match, clock);
  sounds.play("start");
  go(`/play/${id}`);
  const own = players.findIndex(({ kind }) => kind === "me");
  if (lots && own >= 0) notify(t("Lots drawn. Your colour: {colour}", { colour: colourName(own) }));
  else say(t("The game begins"));
  nextStep();
}

interface NumberProps {
  label: string;
  value: number;
  most: number;
  /** Whole numbers unless a smaller step is given. */
  step?: number;
  change(value: number): void;
}

export function NumberField({ label, value, most, step = 1, change }: NumberProps) {
  const take = (text: string) => change(Math.min(most, Math.max(0, Math.round(Number(text) / step) * step || 0)));
  return (
    <label class="field">
      <span>{label}</span>
      <input type="number" inputMode="decimal" min={0} max={most} step={step} value={value}
        onChange={(event) => take(event.currentTarget.value)} />
    </label>
  );
}

export function OwnTime({ own, change }: { own: Clock; change(own: Clock): void }) {
  return (
    <div class="own-time">
      <NumberField label={t("Minutes each")} value={own.main / MINUTE} most={600} step={0.25}
        change={(minutes) => change({ ...own, main: minutes * MINUTE })} />
      <NumberField label={t("Seconds added per move")} value={own.increment / 1000} most={300}
        change={(seconds) => change({ ...own, increment: seconds * 1000 })} />
      <NumberField label={t("Byoyomi: seconds per move")} value={own.period / 1000} most={600}
        change={(seconds) => change({ ...own, period: seconds * 1000, periods: seconds ? Math.max(1, own.periods) : 0 })} />
      <NumberField label={t("Byoyomi: periods")} value={own.periods} most={20}
        change={(periods) => change({ ...own, periods, period: periods && !own.period ? 10_000 : own.period })} />
    </div>
  );
}

/** The clock of a game on this device. */
export function TimeChoices({ draft }: { draft: Draft }) {
  return (
    <>
      <Choices legend={t("Time")} value={draft.time} change={(time) => changeDraft({ time })}
        choices={[
          { value: "none", label: t("No clock") },
          { value: "10", label: n("{n} min", "{n} min", 10) },
          { value: "15", label: n("{n} min", "{n} min", 15) },
          { value: "own", label: t("Custom") },
        ]} />
      {draft.time === "own" && <OwnTime own={draft.own} change={(own) => changeDraft({ own })} />}
    </>
  );
}

/** The number of players, and the set-up. */
export function PlayersChoice({ variant, layout }: { variant: Variant; layout: string }) {
  const kind = Object.entries(byPlayers[variant.game]).find(([, id]) => id === variant.id)?.[0] ?? "2";
  return (
    <>
      <Choices legend={t("Players")} value={kind} change={(count) => changeDraft({ variant: byPlayers[variant.game][count], layout: "" })}
        choices={Object.keys(byPlayers[variant.game]).map((count) => ({
          value: count, label: count === "pairs" ? t("4, in pairs") : count,
        }))} />
      {variant.id === "abalone-4" && <p class="note">{t("Opposite players are partners; turns go clockwise.")}</p>}
      {variant.id === "abalone-4-pairs" && <p class="note">{t("Partners move one after the other.")}</p>}
      {variant.layouts.length > 1 && (
        <>
          <label class="field">
            <span>{t("Set-up")}</span>
            <select value={layout} onChange={(event) => changeDraft({ layout: event.currentTarget.value })}>
              {variant.layouts.map(({ name }) => <option key={name} value={name}>{layoutName(name)}</option>)}
            </select>
          </label>
          <a class="note" href="/layouts">{t("See all layouts")}</a>
        </>
      )}
    </>
  );
}

/** The kind of game: the same on this device and online. */
export function GameChoices({ draft, variant, layout }: { draft: Draft; variant: Variant; layout: string }) {
  return (
    <>
      <Choices legend={t("Where")} value={draft.place} change={(place) => changeDraft({ place })}
        choices={[{ value: "here", label: t("On this device") }, { value: "online", label: t("Online") }]} />
      <Choices legend={t("Game")} value={variant.game} change={(game) => changeDraft({ variant: byPlayers[game]["2"], layout: "" })}
        choices={[{ value: "abalone", label: t("Abalone") }, { value: "quoridor", label: t("Quoridor") }]} />
      <PlayersChoice variant={variant} layout={layout} />
    </>
  );
}

export function LotsSwitch({ draft, variant }: { draft: Draft; variant: Variant }) {
  return (
    <Switch label={t("Draw lots")} note={t("Colours, and so who starts, are drawn by lot.")}
      on={drawsLots(draft, variant.id)} change={(on) => changeDraft({ lots: { ...draft.lots, [variant.game]: on } })} />
  );
}

const keyOf = ({ seat, kind, size }: Handicap): string => `${seat} ${kind} ${size}`;

/** The choice of a handicap: its giver, its size and its approximate worth. For games for two. */
export function HandicapChoice({ draft, variant, clock, names }: { draft: Draft; variant: Variant; clock: Clock | undefined; names: string[] }) {
  const choices = names.map((_, seat) => handicapsOf(variant, seat, clock));
  if (!choices[0]?.length) return null;
  const given = offered(variant, draft.handicap, clock);
  const change = (value: string) => {
    const handicap = choices.flat().find((one) => keyOf(one) === value);
    changeDraft({ handicap: handicap ?? { seat: 0, kind: "none", size: 0 } });
  };
  const text = (handicap: Handicap) => {
    const worth = worthOf(variant, layoutOf(variant, draft), handicap);
    const words = handicapText(variant, handicap, names[handicap.seat]);
    return worth ? t("{handicap} (about {n} points)", { handicap: words, n: worth }) : words;
  };
  return (
    <>
      <label class="field">
        <span>{t("Handicap")}</span>
        <select value={given ? keyOf(given) : ""} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{t("No handicap")}</option>
          {choices.map((own, seat) => (
            <optgroup key={seat} label={names[seat]}>
              {own.map((handicap) => <option key={keyOf(handicap)} value={keyOf(handicap)}>{text(handicap)}</option>)}
            </optgroup>
          ))}
        </select>
      </label>
      {given && <p class="note">{t("The points are the rating that the handicap costs, measured between equal computers. Such games are not rated, and colours are not drawn by lot.")}</p>}
    </>
  );
}

/** The swap rule (R12), for two people. */
export function SwapSwitch({ draft, variant, people }: { draft: Draft; variant: Variant; people: boolean }) {
  if (variant.players !== 2 || !people) return null;
  return (
    <Switch label={t("Swap rule")} note={t("One player makes the first move, the other chooses a side.")}
      on={draft.swap} change={(swap) => changeDraft({ swap })} />
  );
}

interface SeatsProps {
  core: Core;
  variant: Variant;
  layout: string;
  settings: Settings;
  children: ComponentChildren;
}

/** The seats, drawn round a small board. */
export function Seats({ core, variant, layout, settings, children }: SeatsProps) {
  return (
    <fieldset class={`seats of-${variant.players}`}>
      <legend>{t("Who plays")}</legend>
      <div class="seats-board" aria-hidden="true">
        <Picture core={core} look={core.start(variant.id, layout)} settings={settings} />
      </div>
      {children}
    </fieldset>
  );
}

/** The layout of the draft, if the variant has it. */
export function layoutOf(variant: Variant, draft: Draft): string {
  return variant.layouts.find(({ name }) => name === draft.layout)?.name ?? variant.layouts[0].name;
}
