// SPDX-License-Identifier: MIT
// The bracket of a knockout: a column for each round, a box for each match, lines from each match to those its players go on to.
//
//    Ada ─┐
//    Bo  ─┴ Ada ─┐
//    Cy  ─┐      ├ Ada
//    Di  ─┴ Di ──┘

import { t } from "../../text";
import { type Copy, halves, scoreOf, type Table } from "./tournament";

const WIDE = 190;
const HIGH = 58;
const GAP = 14;
const BETWEEN = 44;
const HEAD = 28;

interface Placed {
  table: Table;
  column: number;
  y: number;
  from: Placed[];
}

/** Matches by round; each as high as the middle of those its players come from, as far as there is space. */
export function placeMatches(tables: Table[]): Placed[][] {
  const rounds = [...new Set(tables.map(({ round }) => round))].sort((a, b) => a - b);
  const last = new Map<number, Placed>(); // by entry: its latest match
  const columns: Placed[][] = rounds.map((round, column) => {
    const list = tables.filter((table) => table.round === round).map((table) => {
      const from = [...new Set(table.entries.flatMap((entry) => last.get(entry) ?? []))];
      return { table, column, y: 0, from };
    });
    for (const placed of list) for (const entry of placed.table.entries) last.set(entry, placed);
    return list;
  });
  // The first round in the order in which the bracket meets, from the final back.
  const order: Table[] = [];
  const visit = ({ table, from, column }: Placed): void => {
    from.forEach(visit);
    if (column === 0 && !order.includes(table)) order.push(table);
  };
  for (const column of [...columns].reverse()) for (const placed of column) visit(placed);
  columns[0]?.sort((a, b) => order.indexOf(a.table) - order.indexOf(b.table));
  for (const column of columns) {
    for (const placed of column)
      placed.y = placed.from.length ? placed.from.reduce((sum, { y }) => sum + y, 0) / placed.from.length : column.indexOf(placed) * (HIGH + GAP);
    column.sort((a, b) => a.y - b.y);
    for (let at = 1; at < column.length; at++) column[at].y = Math.max(column[at].y, column[at - 1].y + HIGH + GAP);
  }
  return columns;
}

function winnerOf(table: Table): number | null {
  if (!table.over) return null;
  if (table.entries.length === 1) return table.entries[0];
  const score = scoreOf(table);
  return !score || score[0] === score[1] ? null : table.entries[score[0] > score[1] ? 0 : 1];
}

function cut(name: string): string {
  return [...name].length > 18 ? `${[...name].slice(0, 17).join("")}…` : name;
}

function Match({ placed: { table, column, y }, copy }: { placed: Placed; copy: Copy }) {
  const x = column * (WIDE + BETWEEN);
  const score = scoreOf(table);
  const winner = winnerOf(table);
  const rows = table.entries.length === 1 ? [table.entries[0], null] : table.entries;
  return (
    <g transform={`translate(${x} ${y + HEAD})`} class={`match${table.over ? " over" : ""}`}>
      <rect width={WIDE} height={HIGH} rx="8" />
      {rows.map((entry, at) => (
        <g key={at} class={entry !== null && entry === winner ? "winner" : entry === copy.head.you.entry && entry !== null ? "you" : ""}>
          <text x="10" y={at * 29 + 20}>{entry === null ? t("bye") : cut(copy.nameOf(entry))}</text>
          {score && <text x={WIDE - 10} y={at * 29 + 20} text-anchor="end">{halves(score[at])}</text>}
        </g>
      ))}
      <path d={`M0 ${HIGH / 2}H${WIDE}`} />
    </g>
  );
}

export function Bracket({ copy }: { copy: Copy }) {
  const columns = placeMatches(copy.tables);
  const all = columns.flat();
  const width = Math.max(1, columns.length) * (WIDE + BETWEEN) - BETWEEN;
  const height = Math.max(0, ...all.map(({ y }) => y)) + HIGH + HEAD + 4;
  const lines = all.flatMap(({ from, column, y }) => from.map((one) => {
    const start = (one.column + 1) * (WIDE + BETWEEN) - BETWEEN;
    const end = column * (WIDE + BETWEEN);
    const [a, b] = [one.y + HEAD + HIGH / 2, y + HEAD + HIGH / 2];
    return `M${start} ${a}H${end - BETWEEN / 2}V${b}H${end}`;
  }));
  return (
    <section class="slab" aria-labelledby="bracket">
      <h2 id="bracket">{t("Bracket")}</h2>
      {all.length === 0 && <p class="quiet">{t("Nothing has been played yet.")}</p>}
      <div class="wide-table" role="group" aria-labelledby="bracket" tabIndex={0}>
        <svg class="bracket" viewBox={`-2 0 ${width + 4} ${height}`} width={width + 4} height={height} aria-hidden="true">
          {columns.map((column, at) => <text key={at} class="bracket-round" x={at * (WIDE + BETWEEN) + WIDE / 2} y="16" text-anchor="middle">{t("Round {n}", { n: column[0].table.round })}</text>)}
          <path class="bracket-lines" d={lines.join("")} />
          {all.map((placed) => <Match key={placed.table.table} placed={placed} copy={copy} />)}
        </svg>
      </div>
      <div class="spoken">
        {columns.map((column, at) => (
          <div key={at}>
            <h3>{t("Round {n}", { n: column[0].table.round })}</h3>
            <ul>
              {column.map(({ table }) => {
                const score = scoreOf(table);
                const winner = winnerOf(table);
                const names = table.entries.map(copy.nameOf);
                return (
                  <li key={table.table}>
                    {names.length === 1 ? t("{name} has a bye", { name: names[0] })
                      : [t("{one} against {other}", { one: names[0], other: names[1] }), score ? t("{one} to {other}", { one: halves(score[0]), other: halves(score[1]) }) : "", winner ? t("{name} goes on", { name: copy.nameOf(winner) }) : ""].filter(Boolean).join(", ")}
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
