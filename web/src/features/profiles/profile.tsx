// SPDX-License-Identifier: MIT
// A player's profile: identity, strength, a challenge. Ratings with their graph, results by colour and opening,
// activity, the last games and the best wins. New players see suggestions instead of zeros.
//
// uses challenges, follows, puzzles

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { call, http } from "../../api/http";
import type { Activity, Counts, Leaders, Openings, Profile, Rating, RatingHistory, Speed, Summary } from "../../api/messages";
import { Problem, problemText } from "../../api/problems";
import { Avatar } from "../../parts/avatar";
import { Choices } from "../../parts/controls";
import { Marble } from "../../parts/marble";
import { openingName } from "../../parts/openings";
import { speedName } from "../../parts/speed";
import { loadMe } from "../../state/online";
import { capital, colourName, variantName } from "../../state/seats";
import type { State } from "../../state/types";
import { n, percent, t } from "../../text";
import { dateText, GameLines, NoServer } from "../../parts/gamecards";
import { lazy } from "../../parts/lazy";
import { OwnSlot } from "../../parts/slots";
import { Ties } from "../follows/ties";
import { AccuracyOf } from "./accuracy";
import { ChallengeButton } from "../challenges/challenge";
import { RatingGraph, Spark } from "./graph";

const PuzzlesOf = lazy(() => import("../puzzles/solver").then(({ SolverPanel }) => SolverPanel), { styles: ["puzzles.css"], waiting: null, silent: true });
const pathOf = (name: string) => `/people/${encodeURIComponent(name)}`;

const GAMES = 8;
const DAY = 86_400_000;
const WEEKS = 26;
const OPENINGS = 5;
type Changes = RatingHistory["changes"];

/** Games with bots have separate ratings. */
function poolName(speed: string): string {
  const base = speed.replace(/-bots$/, "") as Speed;
  return base === speed ? speedName(base) : `${speedName(base)}, ${t("with bots")}`;
}

const keyOf = ({ variant, speed }: Rating) => `${variant} ${speed}`;
const titleOf = ({ variant, speed }: Rating) => `${variantName(variant)}, ${poolName(speed)}`;

const shareOf = (part: number, of: number) => percent(of ? part / of : 0);

function sum(parts: Counts[]): Counts {
  const all = { games: 0, wins: 0, draws: 0, losses: 0 };
  for (const part of parts) for (const key of ["games", "wins", "draws", "losses"] as const) all[key] += part[key];
  return all;
}

// --- the head ----------------------------------------------------------------------------------------

function Head({ profile, activity, games, state }: { profile: Profile; activity: Activity | null; games: Summary[]; state: State }) {
  const { person, created, counts, online, playing } = profile;
  const { me } = state.online;
  const other = me?.id !== person.id;
  const you = activity?.you;
  return (
    <header class="panel person-head row">
      <Avatar name={person.name ?? ""} />
      <div class="person-who">
        <h1 id="profile">
          {person.name}
          {person.kind === "bot" && <small>{` ${t("bot")}`}</small>}
          <span class={`pill${online ? " here" : ""}`}>{online ? t("online") : t("offline")}</span>
        </h1>
        <p class="quiet">{t("Member since {date}", { date: dateText(created) })}</p>
        {counts.games > 0 && <p>{[
          n("{n} game", "{n} games", counts.games), n("{n} won", "{n} won", counts.wins), n("{n} drawn", "{n} drawn", counts.draws),
          n("{n} lost", "{n} lost", counts.losses),
        ].join(" · ")}</p>}
      </div>
      {you && (
        <p class="person-you"><small>{t("You against {name}", { name: person.name ?? "" })}</small><b>{`${you.wins + you.draws / 2} : ${you.losses + you.draws / 2}`}</b></p>
      )}
      <div class="row person-acts">
        {playing.length > 0 && <a class="button" href={`/game/${playing[0].id}`}>{t("Watch")}</a>}
        {other && <ChallengeButton name={person.name ?? ""} kind={person.kind} primary />}
        {!other && <a class="button" href="/account">{t("Account")}</a>}
      </div>
      {me?.name && other && <div class="person-ties"><Ties name={person.name ?? ""} games={games} /></div>}
    </header>
  );
}

// --- ratings -----------------------------------------------------------------------------------------

function change(history: Changes | undefined): number {
  return history?.length ? history[history.length - 1].after - history[history.length - 1].before : 0;
}

function RatingRows({ ratings, histories, chosen, choose }: {
  ratings: Rating[]; histories: Record<string, Changes>; chosen: Rating | null; choose(rating: Rating): void;
}) {
  return (
    <section class="panel person-ratings" aria-labelledby="ratings">
      <h2 id="ratings">{t("Ratings")}</h2>
      <ul class="ratings">
        {ratings.map((rating) => {
          const history = histories[keyOf(rating)];
          const moved = change(history);
          return (
            <li key={keyOf(rating)}>
              <button type="button" class="rating-row" aria-pressed={rating === chosen} onClick={() => choose(rating)}>
                <span class="rating-name">{titleOf(rating)}</span>
                <b>{`${rating.rating}${rating.provisional ? "?" : ""}`}</b>
                {moved !== 0 && <small class={moved > 0 ? "week-up" : "week-down"}>{`${moved > 0 ? "+" : "−"}${Math.abs(moved)}`}</small>}
                {history && <Spark changes={history} />}
                <small class="rating-games">{n("{n} game", "{n} games", rating.games)}</small>
              </button>
            </li>
          );
        })}
      </ul>
      {ratings.length === 0 && <p class="quiet">{t("No rated games yet")}</p>}
    </section>
  );
}

type Period = "month" | "half" | "all";
const PERIODS: Record<Period, number> = { month: 31, half: 183, all: 100_000 };

function GraphPanel({ rating, history, person }: { rating: Rating; history: Changes | undefined; person: string }) {
  const [period, set] = useState<Period>("half");
  const [leaders, setLeaders] = useState<Leaders | null>(null);
  useEffect(() => {
    setLeaders(null);
    http.leaders(rating.variant, rating.speed, false).then(setLeaders, () => {});
  }, [rating]);
  const since = Date.now() - PERIODS[period] * DAY;
  const within = (history ?? []).filter(({ at }) => at > since);
  const rank = leaders?.leaders.findIndex(({ person: { id } }) => id === person) ?? -1;
  return (
    <section class="panel person-graph" aria-labelledby="graph">
      <div class="panel-head row">
        <h2 id="graph">{titleOf(rating)}</h2>
        {rank >= 0 && <span class="quiet">{t("rank {rank} of {players}", { rank: rank + 1, players: leaders!.players })}</span>}
        <Choices<Period> strip legend={t("Period")} hideLegend value={period} change={set}
          choices={[{ value: "month", label: n("{n} month", "{n} months", 1) }, { value: "half", label: n("{n} month", "{n} months", 6) }, { value: "all", label: t("All") }]} />
      </div>
      {history && <RatingGraph key={keyOf(rating) + period} changes={within} title={t("Graph of {name}", { name: titleOf(rating) })} />}
    </section>
  );
}

// --- results -----------------------------------------------------------------------------------------

function Bar({ counts }: { counts: Counts }) {
  const { games, wins, draws, losses } = counts;
  return (
    <span class="result-bar" role="img" aria-label={[n("{n} won", "{n} won", wins), n("{n} drawn", "{n} drawn", draws), n("{n} lost", "{n} lost", losses)].join(", ")}>
      <span class="bar-won" style={{ inlineSize: `${(100 * wins) / games}%` }} />
      <span class="bar-drawn" style={{ inlineSize: `${(100 * draws) / games}%` }} />
      <span class="bar-lost" style={{ inlineSize: `${(100 * losses) / games}%` }} />
    </span>
  );
}

function Results({ activity, variant, speed, openings }: { activity: Activity; variant: string; speed: string; openings: Openings | null }) {
  const rows = activity.results.filter((one) => one.variant === variant && one.speed === speed.replace(/-bots$/, ""));
  const all = sum(rows);
  if (!all.games) return null;
  return (
    <section class="panel person-results" aria-labelledby="results">
      <div class="panel-head row"><h2 id="results">{t("Results")}</h2><span class="quiet">{n("{n} game", "{n} games", all.games)}</span></div>
      <Bar counts={all} />
      <p class="result-words">
        <span>{t("{share} won", { share: shareOf(all.wins, all.games) })}</span>
        <span>{t("{share} drawn", { share: shareOf(all.draws, all.games) })}</span>
        <span>{t("{share} lost", { share: shareOf(all.losses, all.games) })}</span>
        {rows.sort((a, b) => a.seat - b.seat).map((row) => (
          <span key={row.seat} class="result-seat"><Marble seat={row.seat} /><span class="spoken">{capital(colourName(row.seat))}</span><b>{shareOf(row.wins, row.games)}</b></span>
        ))}
      </p>
      {openings && openings.openings.length > 0 && (
        <>
          <h3>{n("Openings of the last game", "Openings of the last {n} games", openings.games)}</h3>
          <ul class="opening-list">
            {openings.openings.slice(0, OPENINGS).map((row) => (
              <li key={`${row.opening} ${row.seat}`}>
                <Marble seat={row.seat} /><span class="spoken">{capital(colourName(row.seat))}</span>
                <span class="opening-name">{row.opening ? openingName(row.opening) : t("without a name")}</span>
                <Bar counts={row} />
                <small>{row.games}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Calendar({ days }: { days: Activity["days"] }) {
  const today = Math.floor(Date.now() / DAY);
  // Columns are weeks that begin on Monday; 1 January 1970 was a Thursday.
  const first = today - ((today + 3) % 7) - (WEEKS - 1) * 7;
  const games = new Map(days.map(({ at, games: count }) => [Math.floor(at / DAY), count]));
  const all = days.reduce((total, { games: count }) => total + count, 0);
  const most = Math.max(1, ...days.map(({ games: count }) => count));
  const label = n("{n} game in the last {weeks} weeks", "{n} games in the last {weeks} weeks", all, { weeks: WEEKS });
  return (
    <section class="panel person-activity" aria-labelledby="activity">
      <h2 id="activity">{t("Activity")}</h2>
      <svg class="calendar" viewBox={`0 0 ${WEEKS * 16} 112`} role="img" aria-label={label}>
        {Array.from({ length: WEEKS * 7 }, (_, i) => first + i).filter((day) => day <= today).map((day) => {
          const count = games.get(day) ?? 0;
          const place = day - first;
          return (
            <rect key={day} x={Math.floor(place / 7) * 16 + 1} y={(place % 7) * 16 + 1} width="13" height="13" rx="3" class={`activity-day of-${count ? Math.ceil((3 * count) / most) : 0}`}>
              <title>{`${dateText(day * DAY)}: ${n("{n} game", "{n} games", count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p class="note">{label}</p>
    </section>
  );
}

function BestWins({ best }: { best: Activity["best"] }) {
  if (!best.length) return null;
  return (
    <section class="panel person-wins" aria-labelledby="wins">
      <h2 id="wins">{t("Best wins")}</h2>
      <ol class="items">
        {best.map((win) => (
          <li key={win.game + (win.person?.id ?? "")}>
            <a href={`/game/${win.game}`}>{`${win.person?.name ?? t("Guest")} ${win.rating}`}</a>
            <small>{`${variantName(win.variant)}, ${poolName(win.speed)}, ${dateText(win.at)}`}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function First({ other, name, kind }: { other: boolean; name: string; kind: string }) {
  return (
    <section class="panel person-first">
      <h2>{t("No games yet")}</h2>
      <p>{other ? t("Be the first to play against {name}.", { name }) : t("Play your first game; ten rated games give you a rank.")}</p>
      {other ? <ChallengeButton name={name} kind={kind} /> : <a class="button primary" href="/online">{t("Find an opponent")}</a>}
    </section>
  );
}

// --- the whole ---------------------------------------------------------------------------------------

/** The person's favourite pool, rated or not. */
function mostPlayed(activity: Activity | null): { variant: string; speed: string } | null {
  const games = new Map<string, number>();
  for (const { variant, speed, games: count } of activity?.results ?? []) games.set(`${variant} ${speed}`, (games.get(`${variant} ${speed}`) ?? 0) + count);
  const [most] = [...games].sort((a, b) => b[1] - a[1]);
  if (!most) return null;
  const [variant, speed] = most[0].split(" ");
  return { variant, speed };
}

export function ProfileScreen({ state, core, words: [name] }: { state: State; core: Core; words: string[] }) {
  const [profile, setProfile] = useState<Profile | null>(null);
  const [games, setGames] = useState<Summary[]>([]);
  const [activity, setActivity] = useState<Activity | null>(null);
  const [openings, setOpenings] = useState<Openings | null>(null);
  const [told, setTold] = useState({ activity: false, openings: false }); // loaded or failed: all parts appear at once,
                                                                          // so that nothing jumps
  const [wrong, setWrong] = useState<unknown>(null);
  const [chosen, choose] = useState<Rating | null>(null);
  const [histories, setHistories] = useState<Record<string, Changes>>({});
  const load = () => {
    setWrong(null);
    call<Profile>("GET", pathOf(name)).then((found) => {
      const ratings = [...found.ratings].sort((a, b) => b.games - a.games);
      setProfile({ ...found, ratings });
      choose(ratings[0] ?? null);
    }, setWrong);
    http.games({ player: name, limit: String(GAMES) }).then((page) => setGames(page.games), () => setGames([]));
    call<Activity>("GET", `${pathOf(name)}/activity`).then(setActivity, () => {}).finally(() => setTold((before) => ({ ...before, activity: true })));
  };
  useEffect(() => {
    load();
    void loadMe();
  }, []);
  useEffect(() => {
    if (!chosen) return;
    let wanted = true;
    const key = keyOf(chosen);
    if (!histories[key])
      call<RatingHistory>("GET", `${pathOf(name)}/ratings?variant=${encodeURIComponent(chosen.variant)}&speed=${chosen.speed}&limit=1000&thin=day`).then(({ changes }) => wanted && setHistories((known) => ({ ...known, [key]: changes })), () => {});
    return () => void (wanted = false);
  }, [chosen]);
  // Without a rated game the other parts are shown.
  const pool = chosen ?? mostPlayed(activity);
  useEffect(() => {
    if (!pool) return;
    let wanted = true;
    setOpenings(null);
    call<Openings>("GET", `${pathOf(name)}/openings?variant=${encodeURIComponent(pool.variant)}`).then((found) => wanted && setOpenings(found), () => {}).finally(() => setTold((before) => ({ ...before, openings: true })));
    return () => void (wanted = false);
  }, [pool?.variant]);

  if (wrong instanceof Problem && wrong.code === "none") return <NoServer retry={load} />;
  if (wrong) return <div class="panel narrow" role="alert"><h1>{name}</h1><p>{problemText(wrong)}</p></div>;
  if (!profile || !told.activity || (pool && !told.openings)) return <div class="panel loading" aria-busy="true" />;
  const { ratings, person, playing, counts } = profile;
  return (
    <div class="person">
      <Head profile={profile} activity={activity} games={games} state={state} />
      <div class="person-side">
        <RatingRows ratings={ratings} histories={histories} chosen={chosen} choose={choose} />
        <AccuracyOf name={name} />
        <PuzzlesOf name={name} />
        {activity && <BestWins best={activity.best} />}
      </div>
      <div class="person-main">
        {!counts.games && <First other={state.online.me?.id !== person.id} name={person.name ?? ""} kind={person.kind} />}
        {chosen && <GraphPanel rating={chosen} history={histories[keyOf(chosen)]} person={person.id} />}
        {pool && activity && <Results activity={activity} variant={pool.variant} speed={pool.speed} openings={openings} />}
        {activity && counts.games > 0 && <Calendar days={activity.days} />}
      </div>
      <div class="person-games">
        {playing.length > 0 && (
          <section class="panel" aria-labelledby="playing">
            <h2 id="playing">{t("Playing now")}</h2>
            <GameLines core={core} games={playing} settings={state.settings} me={person.id} theirs={state.online.me?.id !== person.id} />
          </section>
        )}
        <section class="panel" aria-labelledby="last-games">
          <div class="panel-head row">
            <h2 id="last-games">{t("Games played")}</h2>
            <a href={`/games?player=${encodeURIComponent(name)}`}>{t("All games, search and download")}</a>
          </div>
          {games.length > 0
            ? <GameLines core={core} games={games} settings={state.settings} me={person.id} />
            : <p class="quiet">{t("No games yet")}</p>}
        </section>
        {state.online.me?.id === person.id && <OwnSlot core={core} state={state} />}
      </div>
    </div>
  );
}
