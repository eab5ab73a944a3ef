// SPDX-License-Identifier: MIT
// A new tournament in under a minute: pick a template, change what is different, create.

import { useEffect, useState } from "preact/hooks";
import { problemText } from "../../api/problems";
import type { Core } from "../../core/types";
import { Choices, Switch } from "../../parts/controls";
import { NoServer, Wrong } from "../../parts/gamecards";
import { Icon, type IconName } from "../../parts/icon";
import { go } from "../../state/navigate";
import { asPerson, loadMe } from "../../state/online";
import { variantName, variantOf } from "../../state/seats";
import type { State } from "../../state/types";
import { n, t } from "../../text";
import type { TournamentGiven } from "../../api/types";
import { type Format, tournaments } from "./tournament";
import { TIE_CODES, tieName } from "./ruleswords";
import { zoneText } from "./tournamentwords";

/** The request to be sent, with text where a field may be empty. */
interface Draft {
  name: string;
  description: string;
  format: Format;
  variant: string;
  clock: string;
  rated: boolean;
  games: number;
  rounds: number;
  cycles: number;
  minutes: number;
  together: boolean;
  twice: boolean;
  partners: boolean;
  cut: number;
  streaks: boolean;
  accelerated: boolean;
  points: string;
  ties: string[];
  pace: "hand" | "timer" | "date" | "appointment";
  pause: number;
  days: number;
  starts: string;
  private: boolean;
  password: string;
  accounts: boolean;
  bots: boolean;
  invited: boolean;
  low: string;
  high: string;
}

interface Template {
  id: string;
  icon: IconName;
  name: string;
  text: string;
  /** When it starts, counted from now in minutes; a day of the week at an hour instead. */
  start: number | { day: number; hour: number };
  draft: Partial<Draft>;
}

const SWISS_TIES = ["BH/C1", "BH", "SB", "DE", "WIN"];
const ROBIN_TIES = ["DE", "WIN", "SB", "KS"];

const templates = (): Template[] => [
  {
    id: "arena", icon: "clock", name: t("Friday arena"), text: t("An hour of quick games. Come and go as you like."), start: { day: 5, hour: 20 },
    draft: { format: "arena", variant: "quoridor", clock: "180+2", minutes: 60, streaks: true, games: 1, pace: "timer" },
  },
  {
    id: "swiss", icon: "swap", name: t("Swiss evening"), text: t("Five rounds against players with a similar score. Nobody is out."), start: 30,
    draft: { format: "swiss", variant: "abalone", clock: "600+5", rounds: 5, games: 2, ties: SWISS_TIES, pace: "timer", pause: 2 },
  },
  {
    id: "robin", icon: "turn", name: t("Round robin by appointment"), text: t("Everybody plays everybody, at times that the players agree on."), start: 24 * 60,
    draft: { format: "round-robin", variant: "abalone", clock: "900+10", cycles: 1, games: 2, together: true, ties: ROBIN_TIES, pace: "appointment", days: 28 },
  },
  {
    id: "league", icon: "list", name: t("Round robin, one evening"), text: t("Everybody plays everybody, round by round. For up to eight players."), start: 30,
    draft: { format: "round-robin", variant: "quoridor", clock: "300+3", cycles: 1, games: 1, ties: ROBIN_TIES, pace: "timer", pause: 1 },
  },
  {
    id: "cup", icon: "cup", name: t("Knockout cup"), text: t("Matches of two games; the loser is out."), start: 30,
    draft: { format: "knockout", variant: "quoridor", clock: "600+5", games: 2, pace: "timer", pause: 2 },
  },
  {
    id: "four", icon: "person", name: t("Quoridor tables of four"), text: t("Four rounds with other opponents each time, then a final."), start: 30,
    draft: { format: "tables", variant: "quoridor-4", clock: "600+5", rounds: 4, cut: 4, points: "5,3,1,0", ties: [], pace: "timer", pause: 2 },
  },
  {
    id: "three", icon: "person", name: t("Abalone tables of three"), text: t("Four rounds at tables of three, with even seats."), start: 30,
    draft: { format: "tables", variant: "abalone-3", clock: "600+5", rounds: 4, points: "3,1,0", ties: [], pace: "timer", pause: 2 },
  },
  {
    id: "pairs", icon: "person", name: t("Pairs with changing partners"), text: t("Two against two at Abalone, with another partner in each round."), start: 30,
    draft: { format: "tables", variant: "abalone-4", clock: "600+5", rounds: 5, partners: true, points: "2,0", ties: [], pace: "timer", pause: 2 },
  },
];

const BLANK: Draft = {
  name: "", description: "", format: "swiss", variant: "abalone", clock: "600+5", rated: true, games: 2, rounds: 5, cycles: 1, minutes: 60, together: false, twice: false,
  partners: false, cut: 0, streaks: true, accelerated: false, points: "5,3,1,0", ties: SWISS_TIES, pace: "timer", pause: 2, days: 7, starts: "", private: false, password: "",
  accounts: false, bots: false, invited: false, low: "", high: "",
};

const CLOCKS = ["60+2", "180+2", "300+3", "600+5", "900+10"];

/** "10+5": minutes, and seconds added. */
function paceText(clock: string): string {
  const [main, added = "0"] = clock.split("+");
  return `${Number(main) / 60}+${added}`;
}

/** The value of an input of a time, in this time zone. */
function localTime(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function startOf({ start }: Template): string {
  const date = new Date();
  if (typeof start === "number") date.setMinutes(Math.ceil((date.getMinutes() + start) / 5) * 5, 0, 0);
  else {
    date.setDate(date.getDate() + ((start.day - date.getDay() + 7) % 7));
    date.setHours(start.hour, 0, 0, 0);
    if (date.getTime() < Date.now()) date.setDate(date.getDate() + 7);
  }
  return localTime(date);
}

function given(draft: Draft): TournamentGiven {
  const { name, description, format, variant, clock, starts } = draft;
  const two = !/-[34]/.test(variant);
  const number = (text: string) => (text ? Number(text) : undefined);
  return {
    name: name.trim(), description: description.trim() || undefined, format, variant, clock, rated: draft.rated,
    starts: starts ? new Date(starts).getTime() : undefined,
    games: two && format !== "arena" ? draft.games : undefined,
    rounds: format === "swiss" || format === "tables" ? draft.rounds : undefined,
    cycles: format === "round-robin" ? draft.cycles : undefined,
    together: format === "round-robin" ? draft.together : undefined,
    minutes: format === "arena" ? draft.minutes : undefined,
    calm: format === "arena" && !draft.streaks ? true : undefined,
    twice: format === "knockout" ? draft.twice : undefined,
    accelerated: format === "swiss" ? draft.accelerated : undefined,
    ...(format === "tables" ? { partners: draft.partners || undefined, cut: draft.cut || undefined, points: draft.points } : {}),
    ties: (format === "swiss" || format === "round-robin") && draft.ties.length ? draft.ties.join(",") : undefined,
    pace: format === "arena" ? undefined : draft.pace,
    pause_s: draft.pace === "timer" && format !== "arena" ? Math.round(draft.pause * 60) : undefined,
    round_minutes: draft.pace === "date" || draft.pace === "appointment" ? draft.days * 24 * 60 : undefined,
    private: draft.private || undefined, password: draft.password || undefined, accounts: draft.accounts || undefined, bots: draft.bots || undefined,
    invited: draft.invited || undefined, rating_min: number(draft.low), rating_max: number(draft.high),
  };
}

function Count({ label, value, least, most, change }: { label: string; value: number; least: number; most: number; change(value: number): void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input type="number" inputMode="numeric" min={least} max={most} value={value} required
        onChange={(event) => change(Math.min(most, Math.max(least, Math.round(Number(event.currentTarget.value)) || least)))} />
    </label>
  );
}

interface FieldsProps {
  draft: Draft;
  change(part: Partial<Draft>): void;
}

/** The settings of the format. */
function FormatFields({ draft, change }: FieldsProps) {
  const { format, variant } = draft;
  const two = !/-[34]/.test(variant);
  return (
    <>
      {(format === "swiss" || format === "tables") && <Count label={t("Rounds")} value={draft.rounds} least={1} most={20} change={(rounds) => change({ rounds })} />}
      {format === "arena" && <Count label={t("Minutes in all")} value={draft.minutes} least={10} most={720} change={(minutes) => change({ minutes })} />}
      {format === "arena" && <Switch label={t("Streaks")} note={t("After two wins in a row, points count double.")} on={draft.streaks} change={(streaks) => change({ streaks })} />}
      {two && format !== "arena" && (
        <Choices legend={t("A match")} value={String(draft.games)} change={(games) => change({ games: Number(games) })}
          choices={[{ value: "2", label: t("two games, sides swapped") }, { value: "1", label: t("one game") }]} />
      )}
      {format === "round-robin" && <Switch label={t("Everybody meets twice")} on={draft.cycles === 2} change={(on) => change({ cycles: on ? 2 : 1 })} />}
      {format === "knockout" && <Switch label={t("Out after two defeats")} on={draft.twice} change={(twice) => change({ twice })} />}
      {format === "tables" && (
        <>
          <label class="field">
            <span>{t("Points by place")}</span>
            <input class="entry" value={draft.points} pattern="[0-9.]+(,[0-9.]+)*" required onInput={(event) => change({ points: event.currentTarget.value })} />
          </label>
          <Choices legend={t("At the end")} value={String(draft.cut)} change={(cut) => change({ cut: Number(cut) })}
            choices={[
              { value: "0", label: t("no final") },
              { value: variant.endsWith("3") ? "3" : "4", label: t("a final") },
              { value: variant.endsWith("3") ? "9" : "16", label: t("semi-finals and a final") },
            ]} />
          {variant === "abalone-4" && <Switch label={t("Partners, changing in each round")} on={draft.partners} change={(partners) => change({ partners })} />}
        </>
      )}
    </>
  );
}

function PaceFields({ draft, change }: FieldsProps) {
  if (draft.format === "arena") return null;
  return (
    <>
      <Choices legend={t("Rounds begin")} value={draft.pace} change={(pace) => change({ pace, together: pace === "appointment" ? true : draft.together })}
        choices={[
          { value: "timer", label: t("after a pause") },
          { value: "hand", label: t("when I say so") },
          { value: "date", label: t("every few days") },
          ...(draft.format === "round-robin" ? [{ value: "appointment" as const, label: t("by appointment") }] : []),
        ]} />
      {draft.pace === "timer" && <Count label={t("Pause in minutes")} value={draft.pause} least={0} most={120} change={(pause) => change({ pause })} />}
      {draft.pace === "date" && <Count label={t("Days per round")} value={draft.days} least={1} most={60} change={(days) => change({ days })} />}
      {draft.pace === "appointment" && <Count label={t("Days until the deadline")} value={draft.days} least={1} most={180} change={(days) => change({ days })} />}
    </>
  );
}

function TieFields({ draft, change }: FieldsProps) {
  const { ties } = draft;
  if (draft.format !== "swiss" && draft.format !== "round-robin") return null;
  const move = (at: number, by: number) => {
    const next = [...ties];
    next.splice(at + by, 0, ...next.splice(at, 1));
    change({ ties: next });
  };
  return (
    <fieldset class="tie-order">
      <legend>{t("Tie-breaks, in this order")}</legend>
      <ol>
        {ties.map((code, at) => (
          <li key={code} class="row">
            <span>{tieName(code)}</span>
            <button type="button" class="icon-button" disabled={at === 0} aria-label={t("{name}: earlier", { name: tieName(code) })} onClick={() => move(at, -1)}><Icon name="up" /></button>
            <button type="button" class="icon-button" aria-label={t("Remove {name}", { name: tieName(code) })} onClick={() => change({ ties: ties.filter((one) => one !== code) })}><Icon name="close" /></button>
          </li>
        ))}
      </ol>
      <select class="entry" aria-label={t("Add a tie-break")} value="" onChange={(event) => event.currentTarget.value && change({ ties: [...ties, event.currentTarget.value] })}>
        <option value="">{t("Add a tie-break")}</option>
        {TIE_CODES.filter((code) => !ties.includes(code)).map((code) => <option key={code} value={code}>{tieName(code)}</option>)}
      </select>
    </fieldset>
  );
}

function Conditions({ draft, change }: FieldsProps) {
  return (
    <>
      <Switch label={t("Rated games")} on={draft.rated} change={(rated) => change({ rated })} note={t("Games count for the ratings. Players need an account.")} />
      <Switch label={t("Players need an account")} on={draft.accounts || draft.rated} disabled={draft.rated} change={(accounts) => change({ accounts })} />
      <Switch label={t("Bots may play")} on={draft.bots} change={(bots) => change({ bots })} />
      <Switch label={t("By invitation only")} on={draft.invited} change={(invited) => change({ invited })} />
      <Switch label={t("Private")} note={t("Not listed, and only players can see it.")} on={draft.private} change={(on) => change({ private: on })} />
      <div class="row">
        <label class="field"><span>{t("Rating from")}</span><input type="number" inputMode="numeric" min={0} max={4000} value={draft.low} onInput={(event) => change({ low: event.currentTarget.value })} /></label>
        <label class="field"><span>{t("Rating to")}</span><input type="number" inputMode="numeric" min={0} max={4000} value={draft.high} onInput={(event) => change({ high: event.currentTarget.value })} /></label>
      </div>
      <label class="field"><span>{t("Password (optional)")}</span><input class="entry" value={draft.password} maxLength={64} autocomplete="off" onInput={(event) => change({ password: event.currentTarget.value })} /></label>
    </>
  );
}

const FORMATS: Format[] = ["swiss", "arena", "round-robin", "knockout", "tables"];
const formatName = (format: Format) =>
  ({ swiss: t("Swiss"), arena: t("Arena"), "round-robin": t("Round robin"), knockout: t("Knockout"), tables: t("Tables of three or four") })[format];

export function NewTournament({ state, core }: { state: State; core: Core }) {
  const list = templates();
  const first = list[1];
  const begin = (template: Template): Draft => ({ ...BLANK, ...template.draft, name: template.name, starts: startOf(template), rated: Boolean(state.online.me?.name) });
  const [chosen, choose] = useState(first.id);
  const [draft, set] = useState<Draft>(() => begin(first));
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const { me, server } = state.online;
  useEffect(() => void loadMe(), []);
  useEffect(() => {
    if (me && !me.name) set((old) => ({ ...old, rated: false }));
  }, [me?.id]);
  if (server === "none") return <NoServer retry={() => void loadMe()} />;
  const change = (part: Partial<Draft>) => set({ ...draft, ...part });
  const create = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setWrong("");
    try {
      const { id } = await asPerson(() => tournaments.create(given(draft)));
      go(`/tournaments/${id}`);
    } catch (error) {
      setWrong(problemText(error));
    }
    setBusy(false);
  };
  const variants = core.variants().filter(({ players }) => (draft.format === "tables" ? players > 2 : players === 2)).map(({ id }) => id);
  const takeFormat = (format: Format) => {
    const two = format !== "tables";
    const fits = (variantOf(core, draft.variant).players === 2) === two;
    change({
      format, variant: fits ? draft.variant : two ? "abalone" : "quoridor-4", ties: format === "round-robin" ? ROBIN_TIES : format === "swiss" ? SWISS_TIES : [],
      pace: draft.pace === "appointment" && format !== "round-robin" ? "timer" : draft.pace, points: "5,3,1,0", cut: 0,
    });
  };
  return (
    <div class="home tournament-new">
      <h1>{t("Create a tournament")}</h1>
      {!me?.name && server === "here" && <p class="message asks">{t("Sign in first: a tournament needs an organiser with an account.")} <a href="/account">{t("Sign in or register")}</a></p>}
      <form class="tournament-form" onSubmit={(event) => void create(event)}>
        <fieldset class="templates">
          <legend>{t("Start from a template")}</legend>
          {list.map((template) => (
            <label key={template.id} class="template">
              <input type="radio" name="template" checked={chosen === template.id} onChange={() => (choose(template.id), set({ ...begin(template), description: draft.description }))} />
              <span class="way-icon"><Icon name={template.icon} /></span>
              <span class="template-text"><b>{template.name}</b><small>{template.text}</small></span>
            </label>
          ))}
        </fieldset>
        <div class="slab stack">
          <label class="field"><span>{t("Name of the tournament")}</span><input class="entry" value={draft.name} required maxLength={60} onInput={(event) => change({ name: event.currentTarget.value })} /></label>
          <label class="field">
            <span>{t("Game")}</span>
            <select value={draft.variant} onChange={(event) => change({ variant: event.currentTarget.value, points: event.currentTarget.value.endsWith("3") ? "3,1,0" : "5,3,1,0", cut: 0 })}>
              {variants.map((id) => <option key={id} value={id}>{variantName(id)}</option>)}
            </select>
          </label>
          <Choices legend={t("Time")} value={CLOCKS.includes(draft.clock) ? draft.clock : ""} change={(clock) => change({ clock })}
            choices={CLOCKS.map((clock) => ({ value: clock, label: paceText(clock) }))} />
          <p class="note">{t("Minutes for each player, and seconds added with every move.")}</p>
          <label class="field">
            <span>{t("Start, your time ({zone})", { zone: zoneText() })}</span>
            <input class="entry" type="datetime-local" value={draft.starts} onInput={(event) => change({ starts: event.currentTarget.value })} />
          </label>
          {!draft.starts && <p class="note">{t("Without a time the tournament starts when you say so.")}</p>}
          <FormatFields draft={draft} change={change} />
          <Wrong>{wrong}</Wrong>
          <button type="submit" class="button primary" disabled={busy || !me?.name}>{t("Create the tournament")}</button>
          <details class="block">
            <summary>{t("More settings")}</summary>
            <div class="stack">
              <Choices legend={t("Format")} value={draft.format} change={takeFormat} choices={FORMATS.map((format) => ({ value: format, label: formatName(format) }))} />
              <PaceFields draft={draft} change={change} />
              <TieFields draft={draft} change={change} />
              {draft.format === "swiss" && <Switch label={t("Baku acceleration")} note={n("For {n} player or more.", "For {n} players or more.", 100)} on={draft.accelerated} change={(accelerated) => change({ accelerated })} />}
              <Conditions draft={draft} change={change} />
              <label class="field"><span>{t("Description")}</span><textarea rows={3} maxLength={1000} value={draft.description} onInput={(event) => change({ description: event.currentTarget.value })} /></label>
            </div>
          </details>
        </div>
      </form>
    </div>
  );
}
