// SPDX-License-Identifier: MIT
// A player: ratings by variant and speed with their curve, what was won and lost, and the last games.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { http } from "../../online/http";
import type { Profile, Rating, RatingHistory, Summary } from "../../online/messages";
import { Problem, problemText } from "../../online/problems";
import { speedName } from "../../parts/speed";
import { loadMe } from "../../state/online";
import { variantName } from "../../state/seats";
import type { State } from "../../state/types";
import { n, t } from "../../text";
import { dateText, GameList, NoServer } from "./cards";
import { PuzzlesOf } from "./puzzlesof";
import { Ties } from "./ties";

const WIDE = 300;
const HIGH = 80;
const GAMES = 12;

/** The ratings over time as one line; the numbers stand beside it. */
function Curve({ changes }: { changes: RatingHistory["changes"] }) {
  if (changes.length < 2) return <p class="note">{t("The rating graph starts with the second rated game.")}</p>;
  const values = [changes[0].before, ...changes.map(({ after }) => after)];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const y = (value: number) => HIGH - 4 - ((value - low) / Math.max(1, high - low)) * (HIGH - 8);
  const points = values.map((value, at) => `${((at / (values.length - 1)) * (WIDE - 4) + 2).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const label = t("From {first} to {last}; lowest {low}, highest {high}",
    { first: Math.round(values[0]), last: Math.round(values[values.length - 1]), low: Math.round(low), high: Math.round(high) });
  return (
    <figure class="curve">
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={label}><polyline points={points} /></svg>
      <figcaption class="note">{label}</figcaption>
    </figure>
  );
}

function RatingTable({ ratings, chosen, choose }: { ratings: Rating[]; chosen: Rating | null; choose(rating: Rating): void }) {
  return (
    <table class="ratings">
      <thead>
        <tr><th scope="col">{t("Game")}</th><th scope="col">{t("Rating")}</th><th scope="col">{t("Games")}</th><th scope="col"><span class="spoken">{t("Graph")}</span></th></tr>
      </thead>
      <tbody>
        {ratings.map((rating) => (
          <tr key={rating.variant + rating.speed}>
            <th scope="row">{`${variantName(rating.variant)}, ${speedName(rating.speed)}`}</th>
            <td><b>{`${Math.round(rating.rating)}${rating.provisional ? "?" : ""}`}</b> <small>{`± ${Math.round(2 * rating.deviation)}`}</small></td>
            <td>{rating.games}</td>
            <td>
              <button type="button" class="button small" aria-pressed={rating === chosen} onClick={() => choose(rating)}
                aria-label={t("Graph of {name}", { name: `${variantName(rating.variant)}, ${speedName(rating.speed)}` })}>{t("Graph")}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ProfileScreen({ state, core, name }: { state: State; core: Core; name: string }) {
  const [profile, setProfile] = useState<Profile | null>(null);
  const [games, setGames] = useState<Summary[]>([]);
  const [wrong, setWrong] = useState<unknown>(null);
  const [chosen, choose] = useState<Rating | null>(null);
  const [history, setHistory] = useState<RatingHistory["changes"] | null>(null);
  const load = () => {
    setWrong(null);
    http.profile(name).then((found) => {
      setProfile(found);
      choose(found.ratings[0] ?? null);
    }, setWrong);
    http.games({ player: name, limit: String(GAMES) }).then((page) => setGames(page.games), () => setGames([]));
  };
  useEffect(load, []);
  useEffect(() => void loadMe(), []);
  useEffect(() => {
    setHistory(null);
    if (chosen) http.ratings(name, chosen.variant, chosen.speed).then(({ changes }) => setHistory(changes), () => {});
  }, [chosen]);

  if (wrong instanceof Problem && wrong.code === "none") return <NoServer retry={load} />;
  if (wrong) return <div class="panel narrow" role="alert"><h1>{name}</h1><p>{problemText(wrong)}</p></div>;
  if (!profile) return <div class="panel loading" aria-busy="true" />;
  const { counts, ratings, person, created } = profile;
  return (
    <div class="home">
      <section class="panel block profile" aria-labelledby="profile">
        <h1 id="profile">{person.name}{person.kind === "bot" && <small>{` ${t("program")}`}</small>}</h1>
        <p class="quiet">{t("Member since {date}", { date: dateText(created) })}</p>
        <p>{[
          n("{n} game", "{n} games", counts.games), n("{n} won", "{n} won", counts.wins), n("{n} drawn", "{n} drawn", counts.draws),
          n("{n} lost", "{n} lost", counts.losses),
        ].join(" · ")}</p>
        {state.online.me?.name && state.online.me.id !== person.id && <Ties name={person.name ?? ""} games={games} />}
        {ratings.length > 0
          ? <RatingTable ratings={ratings} chosen={chosen} choose={choose} />
          : <p class="quiet">{t("No rated games yet")}</p>}
        {chosen && history && <Curve changes={history} />}
      </section>
      <PuzzlesOf name={name} />
      <section class="block" aria-labelledby="last-games">
        <h2 id="last-games">{t("Games played")}</h2>
        {games.length > 0
          ? <GameList core={core} games={games} settings={state.settings} me={person.id} />
          : <p class="quiet">{t("No games yet")}</p>}
        <div class="row"><a class="button" href={`/games?player=${encodeURIComponent(name)}`}>{t("All games, search and download")}</a></div>
      </section>
    </div>
  );
}
