// SPDX-License-Identifier: MIT
// The standings. Every number opens to show how it was computed, and every heading to say what it means.

import { useEffect, useState } from "preact/hooks";
import { problemText } from "../../api/problems";
import { Sheet } from "../../parts/controls";
import { Wrong } from "../../parts/gamecards";
import { Icon } from "../../parts/icon";
import { t } from "../../text";
import { type Copy, type Explained, rulesOf, scoreOf, tournaments, halves } from "./tournament";
import { tieMeaning, tieName } from "./ruleswords";

const POINTS = "PTS";

/** How a number came about: a line for each round, what was left out, and the sum. */
function ExplainSheet({ copy, entry, column, value, close }: { copy: Copy; entry: number; column: string; value: string; close(): void }) {
  const [explained, set] = useState<Explained[] | null>(null);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    tournaments.explain(copy.head.id, entry).then(set, (error) => setWrong(problemText(error)));
  }, []);
  const found = explained?.find((one) => one.column === column);
  const title = column === POINTS ? t("Points") : tieName(column);
  return (
    <Sheet title={`${copy.nameOf(entry)}: ${title}`} close={close}>
      {column !== POINTS && <p>{tieMeaning(column)}</p>}
      <Wrong>{wrong}</Wrong>
      {!explained && !wrong && <p class="quiet" aria-busy="true">…</p>}
      {explained && !found && <p class="quiet">{t("This number was not needed, or nothing has been played yet.")}</p>}
      {found && (
        <table class="explained">
          <thead><tr><th scope="col">{t("Round")}</th><th scope="col">{t("Opponent")}</th><th scope="col" class="number">{t("Points")}</th></tr></thead>
          <tbody>
            {found.parts.map(({ round, opponent, value: text, cut }, at) => (
              <tr key={at} class={cut ? "left-out" : ""}>
                <td>{round}</td>
                <td>{opponent === null ? "–" : copy.nameOf(opponent)}</td>
                <td class="number">{cut ? <><s>{text}</s> <small>{t("left out")}</small></> : text}</td>
              </tr>
            ))}
          </tbody>
          <tfoot><tr><th scope="row" colSpan={2}>{t("Total")}</th><td class="number"><b>{found.value || value}</b></td></tr></tfoot>
        </table>
      )}
    </Sheet>
  );
}

function TieSheet({ code, close }: { code: string; close(): void }) {
  return (
    <Sheet title={tieName(code)} close={close}>
      <p>{tieMeaning(code)}</p>
      <p class="note">{t("Code: {code}. Computed by FIDE’s tie-break regulations of March 2026.", { code })}</p>
    </Sheet>
  );
}

/** The winners, as soon as the tournament is over. */
function Prizes({ copy }: { copy: Copy }) {
  const first = copy.standings.rows.filter(({ rank }) => rank <= 3).slice(0, 6);
  if (copy.head.phase !== "over" || !first.length) return null;
  return (
    <ol class="prizes">
      {first.map(({ entry, rank, points }) => (
        <li key={entry} class={`prize-${rank}`}>
          {rank === 1 && <Icon name="cup" />}
          <span class="prize-rank">{rank}</span>
          <b>{copy.nameOf(entry)}</b>
          <span class="quiet">{points}</span>
        </li>
      ))}
    </ol>
  );
}

export function StandingsTable({ copy, me }: { copy: Copy; me: number | null }) {
  const [asked, ask] = useState<{ entry: number; column: string; value: string } | null>(null);
  const [meaning, explain] = useState("");
  const { columns, rows } = copy.standings;
  const entries = new Map(copy.entries.map((entry) => [entry.entry, entry]));
  const ties = columns.length ? columns : rulesOf(copy.head).ties;
  if (!rows.length) return <section class="slab"><h2>{t("Standings")}</h2><p class="quiet">{t("Nothing has been played yet.")}</p></section>;
  return (
    <section class="slab" aria-labelledby="standings">
      <div class="slab-head row">
        <h2 id="standings">{copy.head.phase === "over" ? t("Final standings") : t("Standings")}</h2>
        <span class="quiet fine">{t("Press a number to see how it was computed.")}</span>
      </div>
      <Prizes copy={copy} />
      <div class="wide-table" role="group" aria-labelledby="standings" tabIndex={0}>
        <table class="standings">
          <thead>
            <tr>
              <th scope="col" class="number">{t("Rank")}</th>
              <th scope="col">{t("Player")}</th>
              <th scope="col" class="number">{t("Points")}</th>
              {ties.map((code) => (
                <th key={code} scope="col" class="number">
                  <button type="button" class="figure" onClick={() => explain(code)}>{code}<span class="spoken"> {t("{name}: what is it?", { name: tieName(code) })}</span></button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ entry, rank, points, values }) => {
              const one = entries.get(entry);
              const name = copy.nameOf(entry);
              const figure = (column: string, value: string) => (
                <button type="button" class="figure" onClick={() => ask({ entry, column, value })}
                  aria-label={`${column === POINTS ? t("Points") : tieName(column)}, ${name}: ${value}`}>{value}</button>
              );
              return (
                <tr key={entry} class={`${entry === me ? "you" : ""}${one?.left ? " gone" : ""}`}>
                  <td class="number rank">{rank}</td>
                  <th scope="row">
                    {one?.person?.name ? <a href={`/people/${encodeURIComponent(one.person.name)}`}>{name}</a> : <span>{name}</span>}
                    {one?.rating ? <small>{one.rating}</small> : null}
                    {one?.left && <small class="mark">{t("withdrawn")}</small>}
                    {one?.paused && !one.left && <small class="mark">{t("pauses")}</small>}
                  </th>
                  <td class="number points">{figure(POINTS, points)}</td>
                  {ties.map((code, at) => <td key={code} class="number">{values[at] ? figure(code, values[at]) : ""}</td>)}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {asked && <ExplainSheet {...asked} copy={copy} close={() => ask(null)} />}
      {meaning && <TieSheet code={meaning} close={() => explain("")} />}
    </section>
  );
}

/** "2–0": a match in the words of its games. */
export function scoreText(table: Parameters<typeof scoreOf>[0]): string {
  const score = scoreOf(table);
  return score ? `${halves(score[0])}–${halves(score[1])}` : "";
}
