// SPDX-License-Identifier: MIT
// A table of a club evening on a phone, opened by its QR code: who plays, a clock, a board on which the moves become a record, and
// for organisers the result. Everything works over plain http.

import { useEffect, useState } from "preact/hooks";
import { Problem, problemText } from "../../api/problems";
import type { Core } from "../../core/types";
import { Choices, Nothing } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { Marble } from "../../parts/marble";
import { Wrong } from "../../parts/gamecards";
import { timeText } from "../../state/clocktext";
import { loadMe } from "../../state/online";
import { colourName, variantName } from "../../state/seats";
import type { State } from "../../state/types";
import { t } from "../../text";
import { type AtTable, enterResult, nameAt, readTable } from "./clubcalls";
import { ClubClock } from "./clubclock";
import { ClubRecord } from "./clubrecord";

const LOOK = 4000; // ms between two readings of the table

function outcomeText(at: AtTable, places: number[]): string {
  const { names } = at;
  if (names.length === 2) {
    const [one, other] = places;
    return one === other ? t("Draw") : t("{name} won", { name: names[one < other ? 0 : 1] });
  }
  return names.map((name, seat) => ({ name, place: places[seat] })).sort((a, b) => a.place - b.place).map(({ name, place }) => `${place}. ${name}`).join(", ");
}

interface ResultProps {
  at: AtTable;
  game: number;
  suggested: number[] | null;
  reload(): void;
}

/** For the organiser and the helpers. */
function ResultForm({ at, game, suggested, reload }: ResultProps) {
  const { names } = at;
  const two = names.length === 2;
  const [places, put] = useState<number[]>(suggested ?? (two ? [] : names.map((_, one) => one + 1)));
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    if (suggested) put(suggested);
  }, [suggested?.join()]);
  const send = (event: Event) => {
    event.preventDefault();
    setWrong("");
    enterResult(at, game, places).then(reload, (error) => setWrong(problemText(error)));
  };
  return (
    <form class="stack" onSubmit={send}>
      {two
        ? <Choices hideLegend legend={t("Result")} value={places.join()} change={(value) => put(value.split(",").map(Number))}
            choices={[{ value: "1,2", label: t("{name} won", { name: names[0] }) }, { value: "1,1", label: t("Draw") }, { value: "2,1", label: t("{name} won", { name: names[1] }) }]} />
        : names.map((name, one) => (
          <label key={one} class="field">
            <span>{name}</span>
            <select value={places[one]} onChange={(event) => put(places.map((place, other) => (other === one ? Number(event.currentTarget.value) : place)))}>
              {names.map((_, place) => <option key={place} value={place + 1}>{t("place {n}", { n: place + 1 })}</option>)}
            </select>
          </label>
        ))}
      <Wrong>{wrong}</Wrong>
      <button type="submit" class="button primary" disabled={!places.length}>{t("Enter the result")}</button>
    </form>
  );
}

type Mode = "result" | "clock" | "board";

/** Saves a text as a file. */
function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function ClubTable({ state, core, words: [id, number] }: { state: State; core: Core; words: string[] }) {
  const [at, set] = useState<AtTable | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const [mode, choose] = useState<Mode>("result");
  const [suggested, suggest] = useState<{ game: number; places: number[] } | null>(null);
  const load = () => void readTable(id, Number(number), t("Deleted player")).then((answer) => (set(answer), setWrong(null)), setWrong);
  useEffect(() => {
    void loadMe();
    load();
    const timer = setInterval(() => document.hidden || load(), LOOK);
    return () => clearInterval(timer);
  }, [id, number, state.online.me?.id]);
  if (!at) {
    const gone = wrong instanceof Problem && wrong.code === "not_found";
    if (wrong) return <Nothing title={t("Table")} text={gone ? t("This table doesn’t exist. Scan the code again.") : problemText(wrong)} />;
    return <div class="panel loading" aria-busy="true" />;
  }
  const { table, head } = at;
  const all = Math.max(head.games, table.games.length, 1);
  const open = Array.from({ length: all }, (_, game) => game).find((game) => !table.games[game]?.places.length);
  const game = table.over ? -1 : open ?? -1;
  const clock = core.readClock(head.clock);
  const store = `${id}-${number}-${game}`;
  if (mode === "clock" && clock && game >= 0)
    return <ClubClock key={store} store={store} names={at.names.map((_, one) => nameAt(at, game, one))} clock={clock} close={() => choose("result")} />;
  if (mode === "board" && game >= 0)
    return (
      <ClubRecord key={store} store={store} core={core} settings={state.settings} at={at} game={game} close={() => choose("result")}
        over={(places, record) => {
          suggest(places && { game, places });
          download(`${id}-${number}-${game + 1}.txt`, record);
          choose("result");
        }} />
    );
  const organises = head.you.role === "organiser" || head.you.role === "helper";
  return (
    <div class="home club-table">
      <header class="slab">
        <p class="quiet">{head.name}</p>
        <h1>{table.entries.length > 1 ? at.names.join(" – ") : at.names[0]}</h1>
        <p>{[t("Round {n}", { n: table.round }), variantName(head.variant), timeText(clock)].join(" · ")}</p>
        {wrong ? <p class="wrong" role="alert">{t("No connection to the laptop. Trying again…")}</p> : null}
      </header>
      {game >= 0 && (
        <section class="slab" aria-labelledby="who">
          <h2 id="who">{all > 1 ? t("Game {n} of {all}", { n: game + 1, all }) : t("At this table")}</h2>
          <ol class="club-seats">
            {at.names.map((_, one) => (
              <li key={one}><Marble seat={one} /><b>{nameAt(at, game, one)}</b><span class="quiet">{one === 0 ? t("{colour}, moves first", { colour: colourName(one) }) : colourName(one)}</span></li>
            ))}
          </ol>
        </section>
      )}
      {table.games.some(({ places }) => places.length > 0) && (
        <section class="slab" aria-labelledby="results">
          <h2 id="results">{t("Results")}</h2>
          {table.games.map(({ places }, one) => (places.length ? <p key={one}>{all > 1 ? `${t("Game {n}", { n: one + 1 })}: ` : ""}<b>{outcomeText(at, places)}</b></p> : null))}
        </section>
      )}
      {game >= 0 ? (
        <>
          <div class="club-tools">
            {clock && <button type="button" class="button" onClick={() => choose("clock")}><Icon name="clock" />{t("Clock")}</button>}
            <button type="button" class="button" onClick={() => choose("board")}><Icon name="pencil" />{t("Write down the moves")}</button>
          </div>
          <section class="slab" aria-labelledby="result">
            <h2 id="result">{t("Result")}</h2>
            {organises
              ? <ResultForm key={store} at={at} game={game} suggested={suggested?.game === game ? suggested.places : null} reload={load} />
              : <p>{suggested?.game === game ? t("Tell the organiser: {result}.", { result: outcomeText(at, suggested.places) }) : t("When the game is over, tell the organiser the result.")}</p>}
          </section>
        </>
      ) : (
        <section class="slab" role="status">
          <h2>{t("This table is finished.")}</h2>
          <p>{t("Your next table is announced on the projector.")}</p>
        </section>
      )}
      <p class="row"><a class="button" href={`/tournaments/${id}`}><Icon name="list" />{t("Standings and pairings")}</a></p>
    </div>
  );
}
