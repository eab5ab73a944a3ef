// SPDX-License-Identifier: MIT
// The organiser's tools. Each action is a decision of the public log; one that changes a result or a pairing needs a reason.

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Choices, Confirm, Sheet } from "../../parts/controls";
import { Icon, type IconName } from "../../parts/icon";
import type { State } from "../../state/types";
import { n, t } from "../../text";
import { ABSENT, attempt, type Copy, type Table, tournaments } from "./tournament";
import { zoneText } from "./tournamentwords";
import { scoreText } from "./standingstable";

interface OrganiseProps {
  copy: Copy;
  state: State;
  reload(): void;
}

type Act = (act: string, body: object, said?: string) => Promise<boolean>;

/** The reason of a change; the log shows it to everybody. */
function Reason({ value, change, needed }: { value: string; change(value: string): void; needed?: boolean }) {
  return (
    <label class="field">
      <span>{needed ? t("Reason (everybody sees it)") : t("Reason (optional, everybody sees it)")}</span>
      <input class="entry" value={value} required={needed} maxLength={200} onInput={(event) => change(event.currentTarget.value)} />
    </label>
  );
}

function DecideSheet({ title, yes, needed, bare, close, act, children }: {
  title: string; yes: string; needed?: boolean; bare?: boolean; close(): void; act(why: string): Promise<boolean>; children?: ComponentChildren;
}) {
  const [why, set] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    void act(why.trim()).then((fine) => fine && close());
  };
  return (
    <Sheet title={title} close={close}>
      <form class="stack" onSubmit={submit}>
        {children}
        {!bare && <Reason value={why} change={set} needed={needed} />}
        <button type="submit" class="button primary">{yes}</button>
      </form>
    </Sheet>
  );
}

// --- course of the tournament ------------------------------------------------------------------------

function Course({ copy, act }: { copy: Copy; act: Act }) {
  const { phase, adjourned, pace, format, round, rounds } = copy.head;
  const [asking, ask] = useState<"" | "end" | "start">("");
  const open = copy.tables.filter((table) => !table.over && table.entries.length > 1).length;
  const decide = (what: string, why = "") => act("decide", why ? { what, why } : { what });
  return (
    <section class="slab" aria-labelledby="course">
      <h2 id="course">{t("Course")}</h2>
      {phase === "entries" && <p class="quiet">{t("Entries close at the start; the draw is published then.")}</p>}
      {phase === "play" && format !== "arena" && (
        <p>{open ? n("{n} table of round {round} is not finished.", "{n} tables of round {round} are not finished.", open, { round }) : t("All tables are finished.")}</p>
      )}
      <div class="row">
        {phase === "entries" && <button type="button" class="button primary" onClick={() => ask("start")}><Icon name="play" />{t("Start now")}</button>}
        {phase === "play" && format !== "arena" && !adjourned && (
          <button type="button" class={`button${pace === "hand" && !open ? " primary" : ""}`} disabled={open > 0 && format !== "round-robin"} onClick={() => void decide("next")}>
            <Icon name="next" />{rounds && round >= rounds ? t("Finish") : t("Pair the next round")}
          </button>
        )}
        {phase === "play" && (adjourned
          ? <button type="button" class="button primary" onClick={() => void decide("resume")}><Icon name="play" />{t("Continue the tournament")}</button>
          : <button type="button" class="button" onClick={() => void decide("adjourn")}><Icon name="pause" />{t("Adjourn")}</button>)}
        {phase !== "over" && <button type="button" class="button" onClick={() => ask("end")}><Icon name="flag" />{t("End the tournament")}</button>}
      </div>
      {asking === "start" && <Confirm text={t("Start the tournament now with {n} players?", { n: copy.entries.filter(({ left }) => !left).length })} yes={t("Start now")} act={() => (ask(""), void decide("start"))} drop={() => ask("")} />}
      {asking === "end" && (
        <DecideSheet title={t("End the tournament")} yes={t("End it")} needed close={() => ask("")} act={(why) => decide("end", why)}>
          <p>{t("Nothing is paired or played after this. The standings stay.")}</p>
        </DecideSheet>
      )}
    </section>
  );
}

// --- players -------------------------------------------------------------------------------------------

/** "Ada 1500" and "Bo" into names and ratings: typed or pasted, one on each line. */
export function readNames(text: string): { name: string; rating?: number }[] {
  return text.split(/[\n;]+/).map((line) => line.trim().replace(/^\d+[.)]\s+/, "")).filter(Boolean).map((line) => {
    const [, name, rating] = /^(.*?)[\s,\t]+(\d{3,4})$/.exec(line) ?? [];
    return name ? { name: name.trim(), rating: Number(rating) } : { name: line };
  });
}

export function AddPlayers({ act }: { act: Act }) {
  const [text, set] = useState("");
  const list = readNames(text);
  const add = async (event: Event) => {
    event.preventDefault();
    const left: string[] = [];
    for (const one of list) if (!(await act("add", one))) left.push(one.rating ? `${one.name} ${one.rating}` : one.name);
    set(left.join("\n"));
  };
  return (
    <form class="stack" onSubmit={(event) => void add(event)}>
      <label class="field">
        <span>{t("Players at the table: one name on each line, with the rating if there is one")}</span>
        <textarea rows={4} value={text} placeholder={"Ada 1500\nBo"} onInput={(event) => set(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button primary" disabled={!list.length}>{list.length ? n("Add {n} player", "Add {n} players", list.length) : t("Add players")}</button>
    </form>
  );
}

function Players({ copy, act }: { copy: Copy; act: Act }) {
  const [asked, ask] = useState<{ what: "leave" | "pause" | "return" | "replace" | "absent"; entry: number } | null>(null);
  const [other, setOther] = useState("");
  const [half, setHalf] = useState(true);
  const { phase, round, format } = copy.head;
  const decide = (what: string, why: string) => act("decide", { what, why });
  const name = asked ? copy.nameOf(asked.entry) : "";
  const buttons: [what: "leave" | "pause" | "return" | "replace" | "absent", icon: IconName, label: (name: string) => string][] = [
    ["pause", "pause", (who) => t("Pause {name}", { name: who })],
    ["return", "play", (who) => t("Let {name} come back", { name: who })],
    ["replace", "swap", (who) => t("Replace {name}", { name: who })],
    ["leave", "trash", (who) => t("Remove {name}", { name: who })],
  ];
  return (
    <section class="slab" aria-labelledby="organise-players">
      <h2 id="organise-players">{t("Participants")}</h2>
      {phase !== "over" && <AddPlayers act={act} />}
      <ol class="entry-list organise-list">
        {copy.entries.map(({ entry, left, paused }) => {
          const who = copy.nameOf(entry);
          const fits = (what: string) => (what === "return" ? left || paused : what === "pause" ? !left && !paused && phase === "play" : !left);
          return (
            <li key={entry} class={left ? "gone" : ""}>
              <span class="entry-number">{entry}</span>
              <span>{who}</span>
              {left ? <span class="mark">{t("withdrawn")}</span> : paused && <span class="mark">{t("pauses")}</span>}
              <span class="entry-keys">
                {phase === "play" && format === "swiss" && !left && (
                  <button type="button" class="button small" onClick={() => ask({ what: "absent", entry })}>{t("Bye")}<span class="spoken"> {who}</span></button>
                )}
                {phase !== "over" && buttons.filter(([what]) => fits(what)).map(([what, icon, label]) => (
                  <button key={what} type="button" class="icon-button" aria-label={label(who)} title={label(who)} onClick={() => (setOther(""), ask({ what, entry }))}><Icon name={icon} /></button>
                ))}
              </span>
            </li>
          );
        })}
      </ol>
      {asked && asked.what === "replace" && (
        <DecideSheet title={t("Replace {name}", { name })} yes={t("Replace")} bare close={() => ask(null)} act={() => act("add", { entry: asked.entry, name: other.trim() })}>
          <label class="field"><span>{t("Name of the new player")}</span><input class="entry" required value={other} maxLength={60} onInput={(event) => setOther(event.currentTarget.value)} /></label>
          <p class="note">{t("The new player takes over points and place.")}</p>
        </DecideSheet>
      )}
      {asked && asked.what === "absent" && (
        <DecideSheet title={t("Bye for {name}", { name })} yes={t("Give a bye")} close={() => ask(null)} act={(why) => decide(`absent ${asked.entry} ${round + 1} ${half ? "half" : "zero"}`, why)}>
          <Choices legend={t("In round {n}", { n: round + 1 })} value={half ? "half" : "zero"} change={(value) => setHalf(value === "half")}
            choices={[{ value: "half", label: t("half a point") }, { value: "zero", label: t("no points") }]} />
        </DecideSheet>
      )}
      {asked && (asked.what === "leave" || asked.what === "pause" || asked.what === "return") && (
        <DecideSheet title={{ leave: t("Remove {name}", { name }), pause: t("Pause {name}", { name }), return: t("Let {name} come back", { name }) }[asked.what]}
          yes={{ leave: t("Remove the player"), pause: t("Pause"), return: t("Let come back") }[asked.what]} needed={asked.what === "leave" && phase === "play"} close={() => ask(null)}
          act={(why) => decide(`${asked.what} ${asked.entry}`, why)}>
          {asked.what === "leave" && phase === "play" && <p class="note">{t("Further games are lost by forfeit.")}</p>}
        </DecideSheet>
      )}
    </section>
  );
}

// --- results -------------------------------------------------------------------------------------------

/** Places of a game, by seat of the table: won, drawn, lost, absent; with three or four a place for each. */
function ResultSheet({ copy, table, close, act }: { copy: Copy; table: Table; close(): void; act: Act }) {
  const [game, choose] = useState(0);
  const old = table.games[game]?.places ?? [];
  const two = table.entries.length === 2;
  const [places, put] = useState<number[]>(() => (old.length ? old : table.entries.map((_, at) => at + 1)));
  const known = old.length > 0;
  const text = places.map((place) => (place === ABSENT ? "-" : place)).join(" ");
  const set = (seat: number, place: number) => put(places.map((one, at) => (at === seat ? place : one)));
  const outcomes: [string, number[]][] = [["1-0", [1, 2]], ["draw", [1, 1]], ["0-1", [2, 1]], ["+-", [1, ABSENT]], ["-+", [ABSENT, 1]], ["--", [ABSENT, ABSENT]]];
  const [one, other] = table.entries.map(copy.nameOf);
  const label: Record<string, string> = {
    "1-0": t("{name} won", { name: one }), draw: t("Draw"), "0-1": t("{name} won", { name: other }),
    "+-": t("{name} did not appear", { name: other }), "-+": t("{name} did not appear", { name: one }), "--": t("Nobody appeared"),
  };
  const chosen = outcomes.find(([, list]) => list.join() === places.join())?.[0] ?? "";
  const all = Math.max(table.games.length, two ? copy.head.games : 1);
  return (
    <DecideSheet title={t("Result of table {n}", { n: table.board })} yes={known ? t("Correct the result") : t("Enter the result")} needed={known} close={close}
      act={(why) => act("decide", { what: `${known ? "correct" : "result"} ${table.table} ${game + 1} ${text}`, ...(why ? { why } : {}) })}>
      {all > 1 && (
        <Choices legend={t("Game of the match")} value={String(game)} change={(value) => {
          choose(Number(value));
          const next = table.games[Number(value)]?.places ?? [];
          put(next.length ? next : table.entries.map((_, at) => at + 1));
        }} choices={Array.from({ length: all }, (_, at) => ({ value: String(at), label: String(at + 1) }))} />
      )}
      {two
        ? <Choices legend={t("Result")} value={chosen} change={(value) => put(outcomes.find(([key]) => key === value)![1])} choices={outcomes.map(([key]) => ({ value: key, label: label[key] }))} />
        : table.entries.map((entry, seat) => (
          <label key={entry} class="field">
            <span>{copy.nameOf(entry)}</span>
            <select value={places[seat]} onChange={(event) => set(seat, Number(event.currentTarget.value))}>
              {table.entries.map((_, at) => <option key={at} value={at + 1}>{t("place {n}", { n: at + 1 })}</option>)}
              <option value={ABSENT}>{t("absent")}</option>
            </select>
          </label>
        ))}
      {known && <p><button type="button" class="button small" onClick={() => void act("decide", { what: `void ${table.table} ${game + 1}`, why: t("Result removed") }).then((fine) => fine && close())}>{t("Remove this result")}</button></p>}
    </DecideSheet>
  );
}

function Tables({ copy, act }: { copy: Copy; act: Act }) {
  const { head, tables } = copy;
  const rounds = [...new Set(tables.map(({ round }) => round))].sort((a, b) => b - a);
  const [chosen, choose] = useState(0);
  const round = chosen || rounds[0] || 0;
  const [asked, ask] = useState<{ table: Table; what: "result" | "unpair" } | null>(null);
  const [pairing, pair] = useState(false);
  const fixed = head.format === "knockout" || head.format === "round-robin";
  if (head.phase === "entries") return null;
  return (
    <section class="slab" aria-labelledby="organise-tables">
      <div class="slab-head row">
        <h2 id="organise-tables">{t("Tables and results")}</h2>
        {rounds.length > 1 && (
          <select class="entry short" aria-label={t("Round")} value={round} onChange={(event) => choose(Number(event.currentTarget.value))}>
            {rounds.map((one) => <option key={one} value={one}>{t("Round {n}", { n: one })}</option>)}
          </select>
        )}
      </div>
      <ol class="table-list">
        {tables.filter((table) => table.round === round && table.entries.length > 1).map((table) => (
          <li key={table.table} class="table-row">
            <span class="table-number">{table.board}</span>
            <span class="table-who"><span>{table.entries.map(copy.nameOf).join(" – ")}</span> <b class="table-score">{scoreText(table)}</b></span>
            <span class="row">
              {table.by_hand && <span class="mark">{t("set up by hand")}</span>}
              <button type="button" class="button small" onClick={() => ask({ table, what: "result" })}>{table.over ? t("Correct") : t("Result")}<span class="spoken"> {t("Table {n}", { n: table.board })}</span></button>
              {!fixed && !table.over && <button type="button" class="button small" onClick={() => ask({ table, what: "unpair" })}>{t("Unpair")}<span class="spoken"> {t("Table {n}", { n: table.board })}</span></button>}
            </span>
          </li>
        ))}
      </ol>
      {!fixed && head.phase === "play" && <div class="row"><button type="button" class="button" onClick={() => pair(true)}><Icon name="plus" />{t("Set up a table by hand")}</button></div>}
      {asked?.what === "result" && <ResultSheet copy={copy} table={asked.table} close={() => ask(null)} act={act} />}
      {asked?.what === "unpair" && (
        <DecideSheet title={t("Unpair table {n}", { n: asked.table.board })} yes={t("Unpair")} needed close={() => ask(null)} act={(why) => act("decide", { what: `unpair ${asked.table.table}`, why })}>
          <p>{t("Its players are free again. Adjourn first if the next round must not begin meanwhile.")}</p>
        </DecideSheet>
      )}
      {pairing && <HandSheet copy={copy} round={round} close={() => pair(false)} act={act} />}
    </section>
  );
}

/** A table by hand: a player for each seat, or one player with a bye. */
function HandSheet({ copy, round, close, act }: { copy: Copy; round: number; close(): void; act: Act }) {
  const { head, tables } = copy;
  const paired = new Set(tables.filter((table) => table.round === round).flatMap(({ entries }) => entries));
  const free = copy.entries.filter(({ entry, left }) => !left && (head.format === "arena" || !paired.has(entry)));
  const [seats, set] = useState<string[]>(() => Array.from({ length: head.seats }, () => ""));
  const list = seats.filter(Boolean);
  const fine = new Set(list).size === list.length && (list.length === 1 || list.length >= Math.max(2, head.seats - 1));
  return (
    <DecideSheet title={t("Set up a table by hand")} yes={t("Set up the table")} needed close={close}
      act={async (why) => fine && act("decide", { what: `hand ${round} ${list.join("-")}`, why })}>
      {!free.length && <p class="quiet">{t("Nobody is free in this round. Unpair a table first.")}</p>}
      {seats.map((value, seat) => (
        <label key={seat} class="field">
          <span>{t("Seat {n}", { n: seat + 1 })}</span>
          <select value={value} required={seat === 0} onChange={(event) => set(seats.map((one, at) => (at === seat ? event.currentTarget.value : one)))}>
            <option value="">{seat ? t("nobody (a bye for one player)") : t("Choose a player")}</option>
            {free.map(({ entry }) => <option key={entry} value={String(entry)}>{copy.nameOf(entry)}</option>)}
          </select>
        </label>
      ))}
      {!fine && list.length > 1 && <p class="wrong">{t("Choose a different player for each seat.")}</p>}
    </DecideSheet>
  );
}

// --- pairings that are not allowed, messages, helpers ---------------------------------------------------

function Apart({ copy, act }: { copy: Copy; act: Act }) {
  const [one, setOne] = useState("");
  const [other, setOther] = useState("");
  const [why, setWhy] = useState("");
  if (copy.head.format !== "swiss" || copy.head.phase === "over") return null;
  const options = copy.entries.filter(({ left }) => !left).map(({ entry }) => <option key={entry} value={String(entry)}>{copy.nameOf(entry)}</option>);
  const decide = (what: string) => void act("decide", { what: `${what} ${one} ${other}`, why }).then((fine) => fine && (setOne(""), setOther(""), setWhy("")));
  return (
    <details class="slab">
      <summary>{t("Players who must not meet")}</summary>
      <form class="stack" onSubmit={(event) => (event.preventDefault(), decide("forbid"))}>
        <label class="field"><span>{t("First player")}</span><select required value={one} onChange={(event) => setOne(event.currentTarget.value)}><option value="">{t("Choose a player")}</option>{options}</select></label>
        <label class="field"><span>{t("Second player")}</span><select required value={other} onChange={(event) => setOther(event.currentTarget.value)}><option value="">{t("Choose a player")}</option>{options}</select></label>
        <Reason value={why} change={setWhy} needed />
        <div class="row">
          <button type="submit" class="button" disabled={!one || !other || one === other}>{t("Don’t pair them")}</button>
          <button type="button" class="button" disabled={!one || !other || one === other || !why.trim()} onClick={() => decide("allow")}>{t("Allow it again")}</button>
        </div>
      </form>
    </details>
  );
}

function Message({ act }: { act: Act }) {
  const [text, set] = useState("");
  return (
    <section class="slab" aria-labelledby="message">
      <h2 id="message">{t("Message to all players")}</h2>
      <form class="stack" onSubmit={(event) => (event.preventDefault(), void act("message", { text: text.trim() }, t("Message sent.")).then((fine) => fine && set("")))}>
        <label class="field"><span class="spoken">{t("Message")}</span><textarea rows={2} required maxLength={300} value={text} onInput={(event) => set(event.currentTarget.value)} /></label>
        <p class="note">{t("It appears at once on the players’ screens, and in the public log.")}</p>
        <button type="submit" class="button" disabled={!text.trim()}>{t("Send")}</button>
      </form>
    </section>
  );
}

function Helpers({ copy, act }: { copy: Copy; act: Act }) {
  const [name, set] = useState("");
  const { you, helpers, invited } = copy.head;
  if (you.role !== "organiser") return null;
  const invite = (role: string) => void act("invite", { person: name.trim(), role }, t("Done.")).then((fine) => fine && set(""));
  return (
    <section class="slab" aria-labelledby="helpers">
      <h2 id="helpers">{t("Helpers and invitations")}</h2>
      <ul class="entry-list organise-list">
        {helpers.map((person) => (
          <li key={person.id}>
            <span>{person.name}</span>
            <span class="mark">{t("helper")}</span>
            <span class="entry-keys"><button type="button" class="icon-button" aria-label={t("Remove {name}", { name: person.name ?? "" })} onClick={() => void act("invite", { person: person.name, role: "none" })}><Icon name="trash" /></button></span>
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={(event) => (event.preventDefault(), invite("helper"))}>
        <label class="field"><span>{t("Name of an account")}</span><input class="entry" required maxLength={24} value={name} autocomplete="off" onInput={(event) => set(event.currentTarget.value)} /></label>
        <button type="submit" class="button">{t("Appoint as helper")}</button>
        {invited && <button type="button" class="button" disabled={!name.trim()} onClick={() => invite("invited")}>{t("Invite to play")}</button>}
      </form>
    </section>
  );
}

function Change({ copy, act }: { copy: Copy; act: Act }) {
  const { head } = copy;
  const local = (at: number | null) => (at ? new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16) : "");
  const [name, setName] = useState(head.name);
  const [about, setAbout] = useState(head.description);
  const [starts, setStarts] = useState(local(head.starts));
  useEffect(() => setStarts(local(head.starts)), [head.starts]);
  if (head.you.role !== "organiser" || head.phase === "over") return null;
  return (
    <details class="slab">
      <summary>{t("Name, description, start")}</summary>
      <form class="stack" onSubmit={(event) => (event.preventDefault(), void act("change", { name: name.trim(), description: about.trim(), ...(head.phase === "entries" && starts ? { starts: new Date(starts).getTime() } : {}) }, t("Saved.")))}>
        <label class="field"><span>{t("Name of the tournament")}</span><input class="entry" required maxLength={60} value={name} onInput={(event) => setName(event.currentTarget.value)} /></label>
        <label class="field"><span>{t("Description")}</span><textarea rows={3} maxLength={1000} value={about} onInput={(event) => setAbout(event.currentTarget.value)} /></label>
        {head.phase === "entries" && (
          <label class="field"><span>{t("Start, your time ({zone})", { zone: zoneText() })}</span><input class="entry" type="datetime-local" value={starts} onInput={(event) => setStarts(event.currentTarget.value)} /></label>
        )}
        <button type="submit" class="button">{t("Save")}</button>
      </form>
    </details>
  );
}

export function Organise({ copy, reload }: OrganiseProps) {
  const act: Act = async (what, body, said) => {
    const fine = await attempt(() => tournaments.act(copy.head.id, what, body), said);
    if (fine) reload();
    return fine;
  };
  return (
    <div class="organise">
      <Course copy={copy} act={act} />
      <Tables copy={copy} act={act} />
      <Players copy={copy} act={act} />
      <Message act={act} />
      <Apart copy={copy} act={act} />
      <Helpers copy={copy} act={act} />
      <Change copy={copy} act={act} />
    </div>
  );
}
