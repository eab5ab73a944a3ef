// SPDX-License-Identifier: MIT
// Rankings: the best players of a game at a speed, the user's rank, and a search by name.
//
// uses challenges

import type { Core } from "@meydan/core";
import { useEffect, useRef, useState } from "preact/hooks";
import { call, http } from "../../api/http";
import type { Leaders, Person, Speed } from "../../api/messages";
import { Problem, problemText } from "../../api/problems";
import { Avatar } from "../../parts/avatar";
import { Choices } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { speedName } from "../../parts/speed";
import { go } from "../../state/navigate";
import { loadMe } from "../../state/online";
import { variantName } from "../../state/seats";
import type { State } from "../../state/types";
import { n, percent, t } from "../../text";
import { NoServer, Wrong } from "../../parts/gamecards";
import { ChallengeButton } from "../challenges/challenge";

const SPEEDS: Speed[] = ["bullet", "blitz", "rapid", "classical", "correspondence"];
/** A clock of each speed, for a challenge. */
const CLOCK_OF: Partial<Record<Speed, string>> = { blitz: "300+3", rapid: "600+5", correspondence: "3d" };
const PODIUM = 3;
const SEARCH_MIN = 2;
const SEARCH_REST = 250; // ms without a key before the search

function addressOf(name: string): string {
  return `/people/${encodeURIComponent(name)}`;
}

function Week({ points }: { points: number | null }) {
  if (!points) return <span class="quiet">–</span>;
  const label = points > 0 ? n("{n} point up", "{n} points up", points) : n("{n} point down", "{n} points down", -points);
  return <span class={points > 0 ? "week-up" : "week-down"} aria-label={label} role="img">{`${points > 0 ? "▲" : "▼"} ${Math.abs(points)}`}</span>;
}

interface Pool {
  me: Person | null;
  variant: string;
  speed: Speed;
}

function Podium({ leaders, me, variant, speed }: Pool & { leaders: Leaders["leaders"] }) {
  // The second is at the left of the first; read aloud, the first comes first.
  return (
    <ol class="podium">
      {leaders.slice(0, PODIUM).map(({ person, rating, week }, at) => (
        <li key={person.id} class={`place-${at + 1}${person.id === me?.id ? " you" : ""}`}>
          {at === 0 && <Icon name="cup" />}
          <Avatar name={person.name ?? ""} />
          <a href={addressOf(person.name ?? "")}>{person.name}</a>
          <span class="podium-rating"><b>{rating}</b> {week ? <Week points={week} /> : null}</span>
          <span class="step" aria-hidden="true">{at + 1}</span>
          {person.id !== me?.id && <ChallengeButton small name={person.name ?? ""} kind={person.kind} variant={variant} clock={CLOCK_OF[speed]} />}
        </li>
      ))}
    </ol>
  );
}

/** The ranked player who won most points within seven days. */
function Rising({ leaders }: { leaders: Leaders["leaders"] }) {
  const best = leaders.filter(({ week }) => (week ?? 0) > 0).sort((a, b) => b.week! - a.week!).slice(0, PODIUM);
  if (!best.length) return null;
  return (
    <section class="panel block" aria-labelledby="rising">
      <h2 id="rising">{t("Rising this week")}</h2>
      <ol class="player-list">
        {best.map(({ person, rating, week }) => (
          <li key={person.id}><Avatar name={person.name ?? ""} /><a href={addressOf(person.name ?? "")}>{person.name}</a><small>{rating}</small><Week points={week} /></li>
        ))}
      </ol>
    </section>
  );
}

/** Players below the podium; the first place of the table is `from`. */
function Rows({ leaders, from, you, me, variant, speed }: { leaders: Leaders["leaders"]; from: number; you: Leaders["you"]; me: Person | null; variant: string; speed: Speed }) {
  const apart = you && you.rank >= from + leaders.length;
  return (
    <table class="leaders">
      <thead>
        <tr>
          <th scope="col"><span class="spoken">{t("Rank")}</span></th>
          <th scope="col">{t("Player")}</th>
          <th scope="col">{t("Rating")}</th>
          <th scope="col">{t("7 days")}</th>
          <th scope="col" class="only-wide">{t("Games")}</th>
          <th scope="col" class="only-wide"><span class="spoken">{t("Challenge")}</span></th>
        </tr>
      </thead>
      <tbody>
        {leaders.map(({ person, rating, games, week }, at) => (
          <tr key={person.id} class={person.id === me?.id ? "you" : ""}>
            <td>{from + at}</td>
            <th scope="row"><span><Avatar name={person.name ?? ""} /><a href={addressOf(person.name ?? "")}>{person.name}</a></span></th>
            <td><b>{rating}</b></td>
            <td><Week points={week} /></td>
            <td class="only-wide">{games}</td>
            <td class="only-wide">{person.id !== me?.id && <ChallengeButton small name={person.name ?? ""} kind={person.kind} variant={variant} clock={CLOCK_OF[speed]} />}</td>
          </tr>
        ))}
        {apart && (
          <tr class="you apart">
            <td>{you.rank}</td>
            <th scope="row"><span><Avatar name={me?.name ?? ""} />{t("You")}</span></th>
            <td><b>{you.rating}</b></td>
            <td><Week points={you.week} /></td>
            <td class="only-wide">{you.games}</td>
            <td class="only-wide" />
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** All ranked players by rating, the user's column dark. */
function Standing({ answer }: { answer: Leaders }) {
  const { spread, you, players } = answer;
  const most = Math.max(1, ...spread.counts);
  const own = you ? Math.floor((you.rating - spread.from) / spread.step) : -1;
  const last = spread.from + spread.step * spread.counts.length;
  const label = n("{n} player, rated from {low} to {high}", "{n} players, rated from {low} to {high}", players, { low: spread.from, high: last });
  return (
    <section class="panel block" aria-labelledby="standing">
      <h2 id="standing">{t("Your rank")}</h2>
      <svg class="spread" viewBox={`0 0 ${spread.counts.length * 10} 60`} preserveAspectRatio="none" role="img" aria-label={label}>
        {spread.counts.map((count, i) => (
          <rect key={i} x={i * 10 + 0.8} width="8.4" y={60 - Math.max(1, (56 * count) / most)} height={Math.max(1, (56 * count) / most)} class={i === own ? "own" : ""} />
        ))}
      </svg>
      <p class="note spread-ends"><span>{spread.from}</span><span>{last}</span></p>
      <p>
        {you
          ? t("Ahead of {share} of {players}.", {
            share: percent(Math.floor((100 * (players - you.rank)) / Math.max(1, players)) / 100), players: n("{n} ranked player", "{n} ranked players", players),
          })
          : t("Play ten rated games to be ranked. You stay ranked for 90 days after your last one.")}
      </p>
    </section>
  );
}

function Find({ me }: { me: Person | null }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Person[] | null>(null);
  useEffect(() => {
    setFound(null);
    if ([...text].length < SEARCH_MIN) return;
    let wanted = true;
    const timer = setTimeout(() => call<{ people: Person[] }>("GET", `/people?search=${encodeURIComponent(text)}`).then(({ people }) => wanted && setFound(people), () => wanted && setFound([])), SEARCH_REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text]);
  const submit = (event: Event) => {
    event.preventDefault();
    if (found?.[0]?.name) go(addressOf(found[0].name));
  };
  return (
    <form class="panel block find" role="search" onSubmit={submit}>
      <label class="field">
        <span>{t("Find a player")}</span>
        <input type="search" value={text} maxLength={20} autocapitalize="off" spellcheck={false} autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value.trim())} />
      </label>
      <div aria-live="polite">
        {found?.length === 0 && <p class="quiet">{t("No player’s name starts with this.")}</p>}
        <ul class="player-list">
          {found?.map(({ id, name, kind }) => (
            <li key={id}><Avatar name={name ?? ""} /><a href={addressOf(name ?? "")}>{name}</a>{kind === "bot" && <small>{t("bot")}</small>}{id !== me?.id && <ChallengeButton small name={name ?? ""} kind={kind} />}</li>
          ))}
        </ul>
      </div>
    </form>
  );
}

export function PlayersScreen({ state, core }: { state: State; core: Core }) {
  const [variant, setVariant] = useState("abalone");
  const [speed, setSpeed] = useState<Speed>("blitz");
  const [bots, setBots] = useState<"people" | "bots">("people");
  const [answer, setAnswer] = useState<Leaders | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const told = useRef(false); // the parts below the list appear with the first one, and stay
  told.current ||= Boolean(answer ?? wrong);
  const load = () => {
    let wanted = true;
    setWrong(null);
    setAnswer(null);
    http.leaders(variant, speed, bots === "bots").then((found) => wanted && setAnswer(found), (problem) => wanted && setWrong(problem));
    return () => {
      wanted = false;
    };
  };
  useEffect(load, [variant, speed, bots]);
  useEffect(() => void loadMe(), []);
  if (wrong instanceof Problem && wrong.code === "none") return <NoServer retry={load} />;
  const steps = answer && answer.leaders.length >= PODIUM ? PODIUM : 0;
  return (
    <div class="players">
      <header class="players-head row">
        <h1>{t("Best players")}</h1>
        <label class="field">
          <span class="spoken">{t("Game")}</span>
          <select value={variant} onChange={(event) => setVariant(event.currentTarget.value)}>
            {core.variants().map(({ id }) => <option key={id} value={id}>{variantName(id)}</option>)}
          </select>
        </label>
        <Choices<Speed> strip legend={t("Speed")} hideLegend value={speed} change={(value) => setSpeed(value)} choices={SPEEDS.map((value) => ({ value, label: speedName(value) }))} />
        <Choices<"people" | "bots"> strip legend={t("Who")} hideLegend value={bots} change={(value) => setBots(value)}
          choices={[{ value: "people", label: t("People") }, { value: "bots", label: t("Bots") }]} />
      </header>
      <section class="panel block" aria-label={t("Best players")} aria-busy={!answer && !wrong}>
        <Wrong>{wrong ? problemText(wrong) : ""}</Wrong>
        {answer && steps > 0 && <Podium leaders={answer.leaders} me={state.online.me} variant={variant} speed={speed} />}
        {answer && answer.leaders.length > steps && <Rows leaders={answer.leaders.slice(steps)} from={steps + 1} you={answer.you} me={state.online.me} variant={variant} speed={speed} />}
        {answer?.leaders.length === 0 && (
          <div class="players-none stack">
            <Avatar name={variant + speed} />
            <p>{t("Nobody is ranked yet: first place is open.")}</p>
            <a class="button primary" href="/online">{t("Find an opponent")}</a>
          </div>
        )}
      </section>
      {told.current && <aside class="players-side">
        <Find me={state.online.me} />
        {answer && answer.players > 0 && <Standing answer={answer} />}
        {answer && <Rising leaders={answer.leaders} />}
        <a class="button" href="/bots"><Icon name="computer" />{t("Bots")}</a>
      </aside>}
    </div>
  );
}
