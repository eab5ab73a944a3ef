// SPDX-License-Identifier: MIT
// The projector: standings, pairings and boards in turn, in letters that can be read from eight metres. Space stops it, the
// arrows turn the pages, Escape leads back.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { Icon } from "../../parts/icon";
import { go } from "../../state/navigate";
import { now } from "../../state/time";
import type { State } from "../../state/types";
import { t } from "../../text";
import { QrCode } from "./qrcode";
import { gamesToShow, SmallGame } from "./tournamentboards";
import { type Copy, halves, scoreOf, useTournament } from "./tournament";
import { countdown, formatText, stateText } from "./tournamentwords";

const TURN = 12_000; // ms for each page
const ROWS = 9;
const PAIRS = 8;
const FOURS = 4;
const BOARDS = 3;

interface Page {
  key: string;
  title: string;
  show(): ComponentChildren;
}

function cutInto<T>(list: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}

function standingPages(copy: Copy): Page[] {
  const parts = cutInto(copy.standings.rows, ROWS);
  const ties = copy.standings.columns.slice(0, 2);
  return parts.map((rows, at) => ({
    key: `standings-${at}`,
    title: copy.head.phase === "over" ? t("Final standings") : t("Standings"),
    show: () => (
      <table class="projected">
        <thead class="spoken"><tr><th scope="col">{t("Rank")}</th><th scope="col">{t("Player")}</th><th scope="col">{t("Points")}</th>{ties.map((code) => <th key={code} scope="col">{code}</th>)}</tr></thead>
        <tbody>
          {rows.map(({ entry, rank, points, values }) => (
            <tr key={entry}>
              <td class="number">{rank}</td><th scope="row">{copy.nameOf(entry)}</th><td class="number"><b>{points}</b></td>
              {ties.map((code, one) => <td key={code} class="number quiet">{values[one]}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    ),
  }));
}

function pairingPages(copy: Copy): Page[] {
  const { round, format } = copy.head;
  const tables = copy.tables.filter((table) => (format === "arena" ? !table.over : table.round === round));
  const title = format === "arena" ? t("In play") : t("Round {n}", { n: round });
  const small = copy.head.seats === 2;
  return cutInto(tables, small ? PAIRS : FOURS).map((list, at) => ({
    key: `pairs-${at}`,
    title,
    show: () => (
      <ol class={small ? "projected-pairs" : "projected-pairs many"}>
        {list.map((table) => {
          const score = scoreOf(table);
          return (
            <li key={table.table}>
              <span class="table-number">{table.board}</span>
              {table.entries.length === 2
                ? <><span>{copy.nameOf(table.entries[0])}</span><b>{score ? `${halves(score[0])}–${halves(score[1])}` : "–"}</b><span>{copy.nameOf(table.entries[1])}</span></>
                : table.entries.length === 1 ? <><span>{copy.nameOf(table.entries[0])}</span><b>{t("bye")}</b><span /></>
                  : <span class="projected-seats">{table.entries.map((entry, seat) => <span key={entry}><b>{table.games[0]?.places[seat] ? `${table.games[0].places[seat]}.` : `${seat + 1}`}</b> {copy.nameOf(entry)}</span>)}</span>}
            </li>
          );
        })}
      </ol>
    ),
  }));
}

function boardPages(copy: Copy, core: Core, state: State): Page[] {
  return cutInto(gamesToShow(copy).slice(0, 2 * BOARDS), BOARDS).map((games, at) => ({
    key: `boards-${at}-${games.map(({ game }) => game).join()}`,
    title: t("Boards in play"),
    show: () => (
      <ul class="projected-boards">
        {games.map(({ game, table, entries }) => (
          <SmallGame key={game} id={game} core={core} settings={state.settings} title={t("table {n}: {names}", { n: table, names: entries.map(copy.nameOf).join(" – ") })} />
        ))}
      </ul>
    ),
  }));
}

function entryPages(copy: Copy): Page[] {
  const names = copy.entries.filter(({ left }) => !left);
  return cutInto(names, 2 * ROWS).map((list, at) => ({
    key: `entries-${at}`,
    title: t("Participants"),
    show: () => <ol class="projected-names">{list.map(({ entry }) => <li key={entry}>{copy.nameOf(entry)}</li>)}</ol>,
  }));
}

export function Projector({ id, state, core }: { id: string; state: State; core: Core }) {
  const { copy } = useTournament(id, false, t("Deleted player"));
  const [at, turn] = useState(0);
  const [running, run] = useState(true);
  const [, draw] = useState(0);
  const pages = !copy ? []
    : copy.head.phase === "entries" ? entryPages(copy)
      : copy.head.phase === "over" ? standingPages(copy) : [...pairingPages(copy), ...standingPages(copy), ...boardPages(copy, core, state)];
  const count = Math.max(1, pages.length);
  useEffect(() => {
    const timer = setInterval(() => draw((drawn) => drawn + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => turn((at + 1) % count), TURN);
    return () => clearTimeout(timer);
  }, [at, running, count]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "ArrowRight") turn((page) => (page + 1) % count);
      else if (event.key === "ArrowLeft") turn((page) => (page + count - 1) % count);
      else if (event.key === "Escape") go(`/tournaments/${id}`);
      else if (event.key === " " && !(event.target instanceof HTMLButtonElement)) run((before) => !before);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [count]);
  if (!copy) return <div class="panel loading" aria-busy="true" />;
  const { head } = copy;
  const page = pages[at % count];
  const until = head.phase === "entries" ? head.starts : head.format === "arena" ? head.ends : head.next;
  const address = `${location.origin}/tournaments/${id}`;
  return (
    <div class="projector">
      <header>
        <h1>{head.name}</h1>
        <p>{page?.title ?? formatText(head)}</p>
      </header>
      <div class="projector-page">{page ? page.show() : <p class="projector-empty">{t("Scan the code to enter.")}</p>}</div>
      <footer>
        <QrCode address={address} label={t("The tournament as a QR code")} />
        <div class="projector-below">
          <span class="projector-address">{address.replace(/^https?:\/\//, "")}</span>
          <span><b>{until && until > now() ? countdown(until - now()) : stateText(head, now())}</b></span>
        </div>
        <div class="projector-keys">
          <span aria-hidden="true">{`${(at % count) + 1}/${count}`}</span>
          <button type="button" class="icon-button" aria-label={t("Previous page")} onClick={() => turn((at + count - 1) % count)}><Icon name="previous" /></button>
          <button type="button" class="icon-button" aria-pressed={!running} aria-label={running ? t("Stop turning the pages") : t("Turn the pages")} onClick={() => run(!running)}><Icon name={running ? "pause" : "play"} /></button>
          <button type="button" class="icon-button" aria-label={t("Next page")} onClick={() => turn((at + 1) % count)}><Icon name="next" /></button>
          <a class="icon-button" aria-label={t("Back to the tournament")} href={`/tournaments/${id}`}><Icon name="close" /></a>
        </div>
      </footer>
    </div>
  );
}
