// SPDX-License-Identifier: MIT
// Challenging a person: a button beside their name, and a sheet with the game, the time and, at larger tables, the
// other players.

import { useEffect, useState } from "preact/hooks";
import { http } from "../../api/http";
import { problemText } from "../../api/problems";
import type { BotRules, SetupSeat } from "../../api/messages";
import { Choices, Sheet, Switch } from "../../parts/controls";
import { go } from "../../state/navigate";
import { asPerson } from "../../state/online";
import { variantName, variantOf } from "../../state/seats";
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
  const { players, layouts } = variantOf(core, choice.variant);
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setWrong("");
    const seats: SetupSeat[] = ["me", { invite: name }];
    for (let at = 2; at < players; at++) seats.push(others[at - 2] ? { invite: others[at - 2] } : "open");
    try {
      write(LAST, choice);
      const game = await asPerson(() => http.make({
        variant: choice.variant, layout: layouts[0].name, clock: choice.clock, seats, lot: true, rated: choice.rated && mayRate, public: true,
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
        {mayRate && <Switch label={t("Rated")} on={choice.rated} disabled={rules?.casual === false} change={(rated) => set({ ...choice, rated })} />}
        {players > 2 && <Others count={players - 2} names={others} change={setOthers} />}
        <p class="note">{t("Colours, and so who starts, are drawn by lot.")}</p>
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
