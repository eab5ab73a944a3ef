// SPDX-License-Identifier: MIT
// The user's own table: opponent, side and time, one press from the board; appointments of a round robin.

import { useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { Icon } from "../../parts/icon";
import { colourName, variantOf } from "../../state/seats";
import { n, t } from "../../text";
import { agreedTime, attempt, type Copy, entryAt, halves, scoreOf, type Table, tournaments } from "./tournament";
import { dateTimeText, zoneText } from "./tournamentwords";

interface OwnProps {
  copy: Copy;
  core: Core;
  time: number;
  reload(): void;
}

/** The input of a time has no zone: it is the user's. */
function localValue(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16);
}

const HOUR = 3_600_000;

/** Both players propose times; two equal ones are an agreement. Each sees them in their own time zone. */
export function Appointment({ copy, table, own, time, reload }: { copy: Copy; table: Table; own: number; time: number; reload(): void }) {
  const [draft, edit] = useState(() => localValue(Math.ceil((time + 24 * HOUR) / HOUR) * HOUR));
  const seat = table.entries.indexOf(own);
  const propose = async (at: number, said: string) => {
    if (await attempt(() => tournaments.act(copy.head.id, "propose", { table: table.table, at }), said)) reload();
  };
  const theirs = table.proposals.flatMap((at, other) => (at && other !== seat ? [{ at, name: copy.nameOf(table.entries[other]) }] : []));
  const ours = table.proposals[seat];
  const agreed = agreedTime(table);
  if (agreed)
    return (
      <p class="appointment">
        <b>{t("Agreed: {time}", { time: dateTimeText(agreed, time) })}</b> <small>{t("your time ({zone})", { zone: zoneText() })}</small>{" "}
        <button type="button" class="button small" onClick={() => void propose(0, t("The agreement is cancelled."))}>{t("Cancel the time")}</button>
      </p>
    );
  return (
    <div class="appointment stack">
      {theirs.map(({ at, name }) => (
        <p key={name} class="row">
          <span>{t("{name} proposes {time}", { name, time: dateTimeText(at, time) })}</span>
          <button type="button" class="button primary small" onClick={() => void propose(at, t("Agreed."))}>{t("Agree")}</button>
        </p>
      ))}
      {ours && <p class="row"><span>{t("You propose {time}", { time: dateTimeText(ours, time) })}</span>
        <button type="button" class="button small" onClick={() => void propose(0, t("Proposal withdrawn."))}>{t("Withdraw it")}</button></p>}
      <form class="row" onSubmit={(event) => (event.preventDefault(), void propose(new Date(draft).getTime(), t("Proposed.")))}>
        <label class="field">
          <span>{t("Propose a time ({zone})", { zone: zoneText() })}</span>
          <input class="entry" type="datetime-local" required value={draft} min={localValue(time)} onInput={(event) => edit(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button">{t("Propose")}</button>
      </form>
    </div>
  );
}

/** Tables of the user that are not over. */
function openTables({ head: { you, round, format }, tables }: Copy): Table[] {
  if (you.entry === null) return [];
  const mine = tables.filter(({ over, entries }) => !over && entries.length > 1 && entries.includes(you.entry!));
  return format === "round-robin" ? mine : mine.filter((table) => format === "arena" || table.round === round);
}

function MatchTable({ copy, core, time, reload, table }: OwnProps & { table: Table }) {
  const { head } = copy;
  const own = head.you.entry!;
  const playing = table.games.findIndex(({ places }) => !places.length);
  const game = playing < 0 ? null : table.games[playing].game;
  const at = Math.max(0, playing);
  const seat = table.entries.findIndex((_, one) => entryAt(table, at, one) === own);
  const others = table.entries.filter((entry) => entry !== own);
  const score = scoreOf(table);
  const mine = table.entries.indexOf(own);
  const letters = variantOf(core, head.variant).letters.length;
  return (
    <li class="own-table">
      <div class="own-who">
        <span class="quiet">{head.format === "arena" ? t("Your game") : t("Round {n}, table {table}", { n: table.round, table: table.board })}</span>
        <b>{t("against {names}", { names: others.map(copy.nameOf).join(", ") })}</b>
        <span>
          {[
            seat >= 0 && seat < letters ? (seat === 0 ? t("You move first ({colour})", { colour: colourName(seat) }) : t("Your colour: {colour}", { colour: colourName(seat) })) : "",
            table.games.length > 1 || head.games === 2 ? t("game {n} of {all}", { n: at + 1, all: Math.max(head.games, table.games.length) }) : "",
            score ? t("score {own}–{other}", { own: halves(score[mine]), other: halves(score[1 - mine]) }) : "",
          ].filter(Boolean).join(" · ")}
        </span>
      </div>
      {game
        ? <a class="button primary" href={`/game/${game}`}><Icon name="play" />{t("To your board")}</a>
        : head.pace !== "appointment" && <span class="quiet">{t("The board opens here.")}</span>}
      {!game && head.pace === "appointment" && <Appointment copy={copy} table={table} own={own} time={time} reload={reload} />}
    </li>
  );
}

/** The user's next task. */
export function OwnTable(props: OwnProps) {
  const { copy } = props;
  const { you, phase, adjourned, format, round } = copy.head;
  if (phase !== "play" || you.entry === null) return null;
  const open = openTables(copy);
  const bye = copy.tables.find((table) => table.round === round && table.entries.length === 1 && table.entries[0] === you.entry);
  const text = you.left ? t("You have withdrawn. You may come back before the next round.")
    : you.paused ? t("You pause. Press “Resume play” to be paired again.")
      : adjourned ? t("The tournament is adjourned.")
        : bye && !open.length ? t("You sit out this round.")
          : format === "arena" ? t("Waiting for an opponent. The board opens by itself.")
            : t("Your next table is announced here, and the board opens by itself.");
  return (
    <section class="slab live own-tables" aria-labelledby="own-table">
      <h2 id="own-table">{open.length > 1 ? n("Your {n} open table", "Your {n} open tables", open.length) : t("Your table")}</h2>
      {open.length
        ? <ul class="own-table-list">{open.map((table) => <MatchTable key={table.table} {...props} table={table} />)}</ul>
        : <p aria-live="polite">{text}</p>}
    </section>
  );
}
