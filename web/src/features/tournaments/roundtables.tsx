// SPDX-License-Identifier: MIT
// The tables of a round with their results, round by round; each game leads to its board.

import { useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { IconButton } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { now } from "../../state/time";
import { t } from "../../text";
import { ABSENT, agreedTime, type Copy, halves, rulesOf, scoreOf, type Table } from "./tournament";
import { Appointment } from "./owntable";
import { dateTimeText } from "./tournamentwords";

/** The place of an entry over all games of a table of three or four, and its points. */
function PlaceOf({ table, seat, points }: { table: Table; seat: number; points: string[] }) {
  const place = table.games[0]?.places[seat];
  if (!place) return null;
  if (place === ABSENT) return <span class="mark lost">{t("absent")}</span>;
  const shared = table.games[0].places.filter((other) => other === place).length > 1;
  return <span class={`mark${place === 1 ? " won" : ""}`}>{t("place {n}", { n: place })}{!shared && points[place - 1] ? ` · ${points[place - 1]}` : ""}</span>;
}

function GamesOf({ table }: { table: Table }) {
  return (
    <span class="table-games row">
      {table.games.map(({ game, places }, at) => (game
        ? <a key={at} class="button small" href={`/game/${game}`}>
            <Icon name={places.length ? "chart" : "eye"} />{table.games.length > 1 ? t("Game {n}", { n: at + 1 }) : places.length ? t("Look at the game") : t("Watch")}
          </a>
        : null))}
    </span>
  );
}

export function TableRow({ copy, table }: { copy: Copy; table: Table }) {
  const { nameOf, head } = copy;
  const { points } = rulesOf(head);
  const mine = head.you.entry !== null && table.entries.includes(head.you.entry);
  const score = scoreOf(table);
  const agreed = agreedTime(table);
  const forfeit = table.games.some(({ places }) => places.includes(ABSENT));
  if (table.entries.length === 1)
    return <li class={`table-row${mine ? " you" : ""}`}><span class="table-number">{table.board}</span><span class="table-who"><b>{nameOf(table.entries[0])}</b></span><span class="mark">{t("sits out")}</span></li>;
  return (
    <li class={`table-row${mine ? " you" : ""}`}>
      <span class="table-number"><span class="spoken">{t("Table {n}", { n: table.board })}</span><span aria-hidden="true">{table.board}</span></span>
      {table.entries.length === 2
        ? (
          <span class="table-who">
            <span class={score && score[0] > score[1] ? "ahead" : ""}>{nameOf(table.entries[0])}</span>
            <b class="table-score">{score ? `${halves(score[0])}–${halves(score[1])}` : "–"}</b>
            <span class={score && score[1] > score[0] ? "ahead" : ""}>{nameOf(table.entries[1])}</span>
          </span>
        )
        : (
          <ol class="table-seats">
            {table.entries.map((entry, seat) => <li key={entry}><span>{nameOf(entry)}</span> <PlaceOf table={table} seat={seat} points={points} /></li>)}
          </ol>
        )}
      <span class="table-marks row">
        {!table.over && table.games.some(({ game, places }) => game && !places.length) && <span class="mark won">{t("in play")}</span>}
        {forfeit && <span class="mark">{t("by forfeit")}</span>}
        {table.by_hand && <span class="mark">{t("set up by hand")}</span>}
        {agreed && !table.over && <span class="mark">{dateTimeText(agreed)}</span>}
        <GamesOf table={table} />
        {!table.over && copy.entries.some(({ entry, kind }) => kind === "name" && table.entries.includes(entry)) && (
          <a class="button small" href={`/table/${head.id}/${table.table}`}><Icon name="phone" />{t("At the table")}</a>
        )}
      </span>
    </li>
  );
}

export function RoundTables({ copy, reload }: { copy: Copy; core: Core; reload(): void }) {
  const { head, tables } = copy;
  const rounds = [...new Set(tables.map(({ round }) => round))].sort((a, b) => a - b);
  const [chosen, choose] = useState(0);
  const round = rounds.includes(chosen) ? chosen : rounds[rounds.length - 1] ?? 0;
  const at = rounds.indexOf(round);
  const list = tables.filter((table) => table.round === round);
  const own = head.you.entry;
  return (
    <section class="slab" aria-labelledby="round">
      <div class="slab-head row">
        <h2 id="round" aria-live="polite">{round ? t("Round {n}", { n: round }) : t("Rounds")}</h2>
        <span class="row">
          <IconButton icon="previous" label={t("Previous round")} disabled={at <= 0} act={() => choose(rounds[at - 1])} />
          <IconButton icon="next" label={t("Next round")} disabled={at < 0 || at >= rounds.length - 1} act={() => choose(rounds[at + 1])} />
        </span>
      </div>
      {!list.length && <p class="quiet">{t("No round has been paired yet.")}</p>}
      <ol class="table-list">
        {list.map((table) => (
          <>
            <TableRow key={table.table} copy={copy} table={table} />
            {own !== null && head.pace === "appointment" && !table.over && table.entries.includes(own) && (
              <li key={`at-${table.table}`} class="table-row"><Appointment copy={copy} table={table} own={own} time={now()} reload={reload} /></li>
            )}
          </>
        ))}
      </ol>
    </section>
  );
}
