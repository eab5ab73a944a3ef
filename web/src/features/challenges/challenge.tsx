// SPDX-License-Identifier: MIT
// Challenging a person: a button beside their name, and a sheet with the game, the time and, at larger tables, the
// other players.

import { useEffect, useState } from "preact/hooks";
import { call, http } from "../../api/http";
import { problemText } from "../../api/problems";
import type { BotRules, Profile, Rating, SetupSeat } from "../../api/messages";
import type { Seat } from "../../core/types";
import { Choices, Sheet, Switch } from "../../parts/controls";
import { fairHandicap, handicapText, handicapWords } from "../../parts/handicap";
import { go } from "../../state/navigate";
import { asPerson } from "../../state/online";
import { layoutName, variantName, variantOf } from "../../state/seats";
import type { Handicap } from "../../state/types";
import { read, write } from "../../state/storage";
import { getState } from "../../state/store";
import { n, t } from "../../text";
import { Wrong } from "../../parts/gamecards";

const LAST = "meydan.challenge";
const CLOCKS: { clock: string; short: string; speed: string }[] = [
  { clock: "180+2", short: "3+2", speed: "blitz" },
  { clock: "300+3", short: "5+3", speed: "blitz" },
  { clock: "600+5", short: "10+5", speed: "rapid" },
  { clock: "900", short: "15+0", speed: "rapid" },
  { clock: "3d", short: "", speed: "correspondence" },
];

interface Choice {
  variant: string;
  clock: string;
  rated: boolean;
}

/** The initial contents: the screen's suggestion, else the last choice. */
export interface Wanted extends Partial<Choice> {
  name: string;
  kind?: string;
}

function clockName({ clock, short }: { clock: string; short: string }): string {
  return short || n("{n} day", "{n} days", parseInt(clock, 10));
}

function Others({ count, names, change }: { count: number; names: string[]; change(names: string[]): void }) {
  const [friends, set] = useState<string[]>([]);
  useEffect(() => void http.friends().then(({ friends: found }) => set(found.flatMap(({ person }) => person.name ?? [])), () => {}), []);
  return (
    <fieldset class="block">
      <legend>{t("And with whom?")}</legend>
      <p class="note">{t("A seat without a name is open to everybody.")}</p>
      <datalist id="challenge-friends">{friends.map((friend) => <option key={friend} value={friend} />)}</datalist>
      {Array.from({ length: count }, (_, at) => (
        <label key={at} class="field">
          <span>{t("Player {n}", { n: at + 3 })}</span>
          <input list="challenge-friends" maxLength={20} autocapitalize="off" spellcheck={false} autocomplete="off" value={names[at] ?? ""}
            onInput={(event) => change(Object.assign([...names], { [at]: event.currentTarget.value.trim() }))} />
        </label>
      ))}
    </fieldset>
  );
}

interface Fair {
  handicap: Handicap;
  /** The stronger player: "me" sits first. */
  seat: Seat;
  difference: number;
  /** One with few draws, in which a handicap counts. */
  layout: string;
}

const POOL: Record<string, string> = Object.fromEntries(CLOCKS.map(({ clock, speed }) => [clock, speed]));

/** A handicap for two people whose ratings in this kind of game differ widely. */
function useFair(name: string, kind: string | undefined, { variant, clock }: Choice): Fair | null {
  const own = getState().online.me?.name;
  const [ratings, set] = useState<Record<string, Rating[]>>({});
  useEffect(() => {
    if (!own || kind === "bot") return;
    for (const who of [own, name]) call<Profile>("GET", `/people/${encodeURIComponent(who)}`).then(({ ratings: found }) => set((known) => ({ ...known, [who]: found })), () => {});
  }, [own, name, kind]);
  const about = variantOf(getState().core!, variant);
  const ratingOf = (who: string) => ratings[who]?.find((one) => one.variant === variant && one.speed === POOL[clock] && !one.provisional)?.rating;
  const [mine, theirs] = [own ? ratingOf(own) : undefined, ratingOf(name)];
  if (mine === undefined || theirs === undefined || about.players !== 2) return null;
  const seat = mine > theirs ? 0 : 1;
  const difference = Math.round(Math.abs(mine - theirs));
  const { name: layout } = about.layouts.find((one) => one.name === "belgian-daisy") ?? about.layouts[0];
  const handicap = fairHandicap(about, layout, seat, difference);
  return handicap && { handicap, seat, difference, layout };
}

function ChallengeSheet({ name, kind, close, ...wanted }: Wanted & { close(): void }) {
  const core = getState().core!;
  const [choice, set] = useState<Choice>({ variant: "abalone", clock: "600+5", rated: false, ...read<Choice>(LAST), ...wanted });
  const [others, setOthers] = useState<string[]>([]);
  const [rules, setRules] = useState<BotRules | null>(null);
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (kind !== "bot") return;
    http.bots().then(({ bots }) => {
      const found = bots.find(({ person }) => person.name === name)?.rules;
      if (!found) return;
      setRules(found);
      // Only values that the bot accepts.
      set((chosen) => ({
        variant: found.variants.some((one) => one === chosen.variant) ? chosen.variant : found.variants[0] ?? chosen.variant,
        clock: (CLOCKS.find(({ clock, speed }) => clock === chosen.clock && found.speeds.some((one) => one === speed)) ??
          CLOCKS.find(({ speed }) => found.speeds.some((one) => one === speed)))?.clock ?? chosen.clock,
        rated: found.casual ? chosen.rated && found.rated : true,
      }));
    }, () => {});
  }, []);
  const variants = core.variants().filter(({ id }) => !rules || rules.variants.some((one) => one === id));
  const clocks = CLOCKS.filter(({ speed }) => !rules || rules.speeds.some((one) => one === speed));
  const me = getState().online.me;
  const mayRate = Boolean(me?.name) && (!rules || rules.rated);
  const about = variantOf(core, choice.variant);
  const { players, layouts } = about;
  const fair = useFair(name, kind, choice);
  const [fairly, setFairly] = useState(false);
  const gives = fair && fairly ? handicapWords(about, fair.handicap, null) : undefined;
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setWrong("");
    const seats: SetupSeat[] = ["me", { invite: name }];
    for (let at = 2; at < players; at++) seats.push(others[at - 2] ? { invite: others[at - 2] } : "open");
    try {
      write(LAST, choice);
      const game = await asPerson(() => http.make({
        variant: choice.variant, layout: gives ? fair!.layout : layouts[0].name, clock: choice.clock, seats, lot: !gives, rated: choice.rated && mayRate && !gives, public: true,
        ...(gives && { handicap: gives }),
      }));
      go(`/game/${game.id}`);
      close();
    } catch (error) {
      setWrong(problemText(error));
    }
    setBusy(false);
  };
  return (
    <Sheet title={t("Challenge {name}", { name })} close={close}>
      <form class="block challenge" onSubmit={(event) => void send(event)}>
        <label class="field">
          <span>{t("Game")}</span>
          <select value={choice.variant} onChange={(event) => set({ ...choice, variant: event.currentTarget.value })}>
            {variants.map(({ id }) => <option key={id} value={id}>{variantName(id)}</option>)}
          </select>
        </label>
        <Choices legend={t("Time")} value={choice.clock} change={(clock) => set({ ...choice, clock })}
          choices={clocks.map((one) => ({ value: one.clock, label: clockName(one) }))} />
        {fair && (
          <Switch label={t("With a handicap")} on={fairly} change={setFairly}
            note={<>{n("Your ratings differ by {n} point. A fair game:", "Your ratings differ by {n} points. A fair game:", fair.difference)} {[about.layouts.length > 1 ? layoutName(fair.layout) : "", handicapText(about, fair.handicap, fair.seat ? name : t("You"))].filter(Boolean).join(", ")}. {t("It is not rated.")}</>} />
        )}
        {mayRate && <Switch label={t("Rated")} on={choice.rated && !gives} disabled={rules?.casual === false || Boolean(gives)} change={(rated) => set({ ...choice, rated })} />}
        {players > 2 && <Others count={players - 2} names={others} change={setOthers} />}
        {!gives && <p class="note">{t("Colours, and so who starts, are drawn by lot.")}</p>}
        <Wrong>{wrong}</Wrong>
        <button type="submit" class="button primary" disabled={busy}>{t("Send the challenge")}</button>
      </form>
    </Sheet>
  );
}

/** One click from a name to the sheet. */
export function ChallengeButton({ small, primary, ...wanted }: Wanted & { small?: boolean; primary?: boolean }) {
  const [open, set] = useState(false);
  return (
    <>
      <button type="button" class={`button${small ? " small" : ""}${primary ? " primary" : ""}`} onClick={() => set(true)}
        aria-label={small ? t("Challenge {name}", { name: wanted.name }) : undefined}>{t("Challenge")}</button>
      {open && <ChallengeSheet {...wanted} close={() => set(false)} />}
    </>
  );
}
