// SPDX-License-Identifier: MIT
// The tournament on paper: pairings by table and by name, standings, cross-table, score cards; each part on A4 pages of its own.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { Icon } from "../../parts/icon";
import { Switch } from "../../parts/controls";
import { colourName } from "../../state/seats";
import { lang, t } from "../../text";
import { QrCode } from "./qrcode";
import { CrossTable } from "./crosstable";
import { type Copy, entryAt, halves, scoreOf, type Table, useTournament } from "./tournament";
import { playText } from "./tournamentwords";

type Part = "tables" | "names" | "standings" | "cross" | "cards";

function Sheet({ copy, title, children }: { copy: Copy; title: string; children: ComponentChildren }) {
  return (
    <section class="paper-sheet">
      <header><h2>{copy.head.name}</h2><p>{title}</p></header>
      {children}
    </section>
  );
}

function result(table: Table): string {
  const score = scoreOf(table);
  return score ? `${halves(score[0])}–${halves(score[1])}` : table.games[0]?.places.join(" ") ?? "";
}

function ByTable({ copy, tables }: { copy: Copy; tables: Table[] }) {
  const seats = Array.from({ length: copy.head.seats }, (_, seat) => seat);
  return (
    <table class="paper-table">
      <thead><tr><th scope="col">{t("Table")}</th>{seats.map((seat) => <th key={seat} scope="col">{t("Seat {n}", { n: seat + 1 })}</th>)}<th scope="col" class="paper-result">{t("Result")}</th></tr></thead>
      <tbody>
        {tables.map((table) => (
          <tr key={table.table}>
            <td class="number">{table.board}</td>
            {seats.map((seat) => <td key={seat}>{table.entries[seat] !== undefined ? copy.nameOf(table.entries[seat]) : table.entries.length === 1 && seat === 1 ? t("bye") : ""}</td>)}
            <td>{result(table)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ByName({ copy, tables }: { copy: Copy; tables: Table[] }) {
  const rows = tables.flatMap((table) => table.entries.map((entry, seat) => ({ entry, seat, table })));
  rows.sort((a, b) => copy.nameOf(a.entry).localeCompare(copy.nameOf(b.entry), lang.value));
  return (
    <table class="paper-table">
      <thead><tr><th scope="col">{t("Player")}</th><th scope="col">{t("Table")}</th><th scope="col">{t("Seat")}</th><th scope="col">{t("Opponents")}</th></tr></thead>
      <tbody>
        {rows.map(({ entry, seat, table }) => (
          <tr key={entry}>
            <td>{copy.nameOf(entry)}</td><td class="number">{table.board}</td><td class="number">{table.entries.length > 1 ? seat + 1 : ""}</td>
            <td>{table.entries.length > 1 ? table.entries.filter((other) => other !== entry).map(copy.nameOf).join(", ") : t("bye")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Standings({ copy }: { copy: Copy }) {
  const { columns, rows } = copy.standings;
  return (
    <table class="paper-table">
      <thead><tr><th scope="col">{t("Rank")}</th><th scope="col">{t("Player")}</th><th scope="col">{t("Points")}</th>{columns.map((code) => <th key={code} scope="col">{code}</th>)}</tr></thead>
      <tbody>
        {rows.map(({ entry, rank, points, values }) => (
          <tr key={entry}><td class="number">{rank}</td><td>{copy.nameOf(entry)}</td><td class="number">{points}</td>{columns.map((code, at) => <td key={code} class="number">{values[at]}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** The seats in each game, and space for the result and the signatures. */
function Card({ copy, core, table }: { copy: Copy; core: Core; table: Table }) {
  const games = table.entries.length === 2 ? copy.head.games : 1;
  return (
    <div class="paper-card">
      <p><b>{copy.head.name}</b></p>
      <p>{t("Round {n}, table {table}", { n: table.round, table: table.board })} · {playText(core, copy.head)}</p>
      <table class="paper-table">
        <thead><tr><th scope="col">{t("Seat")}</th>{Array.from({ length: games }, (_, game) => <th key={game} scope="col">{games > 1 ? t("Game {n}", { n: game + 1 }) : t("Player")}</th>)}</tr></thead>
        <tbody>
          {table.entries.map((_, seat) => (
            <tr key={seat}><td>{seat + 1} <small>{colourName(seat)}</small></td>{Array.from({ length: games }, (_, game) => <td key={game}>{copy.nameOf(entryAt(table, game, seat))}</td>)}</tr>
          ))}
          <tr class="paper-space"><th scope="row">{t("Result")}</th>{Array.from({ length: games }, (_, game) => <td key={game} />)}</tr>
        </tbody>
      </table>
      <div class="paper-card-code"><QrCode address={`${location.origin}/table/${copy.head.id}/${table.table}`} label={t("The table as a QR code")} /></div>
      {table.entries.map((entry) => <p key={entry} class="paper-sign"><span>{copy.nameOf(entry)}:</span></p>)}
    </div>
  );
}

export function Paper({ id, core }: { id: string; core: Core }) {
  const { copy } = useTournament(id, true, t("Deleted player"));
  const [off, set] = useState<Part[]>([]);
  if (!copy) return <div class="panel loading" aria-busy="true" />;
  const { head } = copy;
  const tables = copy.tables.filter((table) => (head.format === "arena" ? !table.over : table.round === head.round));
  const real = tables.filter(({ entries }) => entries.length > 1);
  const title = (text: string) => (head.round && head.format !== "arena" ? `${text}, ${t("Round {n}", { n: head.round })}` : text);
  const parts: { part: Part; title: string; there: boolean }[] = [
    { part: "tables", title: t("Pairings by table"), there: tables.length > 0 },
    { part: "names", title: t("Pairings by name"), there: tables.length > 0 },
    { part: "standings", title: t("Standings"), there: copy.standings.rows.length > 0 },
    { part: "cross", title: t("Cross-table"), there: head.format === "round-robin" && copy.tables.length > 0 },
    { part: "cards", title: t("Score cards"), there: real.length > 0 },
  ];
  const shown = (part: Part) => !off.includes(part) && parts.some((one) => one.part === part && one.there);
  return (
    <div class="paper">
      <div class="slab paper-choices">
        <h1>{t("{name} on paper", { name: head.name })}</h1>
        {parts.filter(({ there }) => there).map(({ part, title: text }) => (
          <Switch key={part} label={text} on={!off.includes(part)} change={(on) => set(on ? off.filter((one) => one !== part) : [...off, part])} />
        ))}
        {!parts.some(({ there }) => there) && <p class="quiet">{t("There is nothing to print before the start.")}</p>}
        <div class="row">
          <button type="button" class="button primary" onClick={() => print()}><Icon name="download" />{t("Print")}</button>
          <a class="button" href={`/tournaments/${id}/files`}>{t("Back to the tournament")}</a>
        </div>
        <p class="note">{t("Each part begins on a new A4 page.")}</p>
      </div>
      {shown("tables") && (
        <Sheet copy={copy} title={title(t("Pairings by table"))}>
          <ByTable copy={copy} tables={tables} />
          <div class="paper-code"><QrCode address={`${location.origin}/tournaments/${id}`} label={t("The tournament as a QR code")} /></div>
        </Sheet>
      )}
      {shown("names") && <Sheet copy={copy} title={title(t("Pairings by name"))}><ByName copy={copy} tables={tables} /></Sheet>}
      {shown("standings") && <Sheet copy={copy} title={t("Standings")}><Standings copy={copy} /></Sheet>}
      {shown("cross") && <section class="paper-sheet"><header><h2>{head.name}</h2></header><CrossTable copy={copy} /></section>}
      {shown("cards") && <Sheet copy={copy} title={title(t("Score cards"))}><div class="paper-cards">{real.map((table) => <Card key={table.table} copy={copy} core={core} table={table} />)}</div></Sheet>}
    </div>
  );
}
