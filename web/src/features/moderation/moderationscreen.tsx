// SPDX-License-Identifier: MIT
// The moderators' screen: open reports with their context, the possible decisions, and the latest decisions.

import { useEffect, useState } from "preact/hooks";
import type { AuditEntry, Measure, Report, ReportContext } from "../../api/messages";
import { moderation } from "./reports";
import { problemText } from "../../api/problems";
import { notify } from "../../state/actions";
import type { State } from "../../state/types";
import { t } from "../../text";
import { dateText, Wrong } from "../../parts/gamecards";
import { reasonText } from "./report";

const DAY = 86_400_000;
const SUSPEND_DAYS = 7;

function actText(act: string): string {
  switch (act) {
    case "dismiss": return t("No action");
    case "warn": return t("Warn");
    case "suspend": return t("Suspend for a week");
    case "ban": return t("Ban");
    case "rename": return t("Rename");
    case "annul": return t("Annul the game");
    case "undo": return t("Undo");
    case "role": return t("Role");
    default: return act;
  }
}

const nameOf = (person: { name?: string | null; id: string } | null) => (person ? person.name ?? `#${person.id}` : "–");

function Case({ report, mine, operator, done }: { report: Report; mine: boolean; operator: boolean; done(): void }) {
  const [act, setAct] = useState<Measure["act"]>("dismiss");
  const [reason, setReason] = useState("");
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState("");
  const acts = ["dismiss", "warn", "suspend", ...(operator ? ["ban"] : []), "rename", ...(report.game ? ["annul"] : [])];
  const context = report.context as ReportContext | null;
  const attempt = async (what: () => Promise<unknown>) => {
    try {
      await what();
      setWrong("");
      done();
    } catch (error) {
      setWrong(problemText(error));
    }
  };
  const decide = () => {
    const measure: Measure = { act, report: report.number, reason: reason.trim() };
    if (act === "suspend") measure.until = Date.now() + SUSPEND_DAYS * DAY;
    if (act === "rename") measure.name = name.trim();
    if (act === "annul" && report.game) measure.game = report.game;
    return moderation.decide(measure).then(() => notify(t("Decided.")));
  };
  const heading = `report-${report.number}`;
  return (
    <section class="panel block case" aria-labelledby={heading}>
      <h2 id={heading}>{`${nameOf(report.person)} · ${reasonText(report.reason)}`}</h2>
      <p class="quiet">{t("Reported by {name} on {date}", { name: nameOf(report.reporter), date: dateText(report.at) })}</p>
      {report.text && <blockquote>{report.text}</blockquote>}
      <div class="row">
        {report.person?.name && <a class="button small" href={`/people/${encodeURIComponent(report.person.name)}`}>{t("Profile")}</a>}
        {report.game && <a class="button small" href={`/game/${report.game}`}>{t("Show the game")}</a>}
      </div>
      {context && (
        <details>
          <summary>{t("What happened in the game")}</summary>
          {context.flags.length > 0 && <p>{context.flags.join(", ")}</p>}
          <ol class="events">{context.events.map((event, at) => <li key={at}>{`${event.kind} ${event.text}`}</li>)}</ol>
        </details>
      )}
      {!mine && report.taken && <p class="note">{t("{name} is looking at it.", { name: nameOf(report.taken) })}</p>}
      {!report.taken && <div class="row"><button type="button" class="button" onClick={() => void attempt(() => moderation.take(report.number))}>{t("Take it")}</button></div>}
      {mine && (
        <form onSubmit={(event) => (event.preventDefault(), void attempt(decide))}>
          <label class="field">
            <span>{t("Decision")}</span>
            <select value={act} onChange={(event) => setAct(event.currentTarget.value as Measure["act"])}>
              {acts.map((one) => <option key={one} value={one}>{actText(one)}</option>)}
            </select>
          </label>
          {act === "rename" && (
            <label class="field"><span>{t("New name")}</span><input value={name} required maxLength={24} onInput={(event) => setName(event.currentTarget.value)} /></label>
          )}
          <label class="field">
            <span>{t("Why? The player reads this.")}</span>
            <textarea rows={2} maxLength={400} required={act !== "dismiss" && act !== "annul"} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          </label>
          <div class="row"><button type="submit" class="button primary">{t("Decide")}</button></div>
        </form>
      )}
      <Wrong>{wrong}</Wrong>
    </section>
  );
}

export function ModerationScreen({ state }: { state: State }) {
  const [reports, setReports] = useState<Report[] | null>(null);
  const [entries, setEntries] = useState<AuditEntry[]>([]);
  const [wrong, setWrong] = useState("");
  const { me, role } = state.online;
  const load = () => {
    moderation.queue().then((answer) => setReports(answer.reports), (error) => setWrong(problemText(error)));
    moderation.audit().then((answer) => setEntries(answer.entries), () => {});
  };
  useEffect(load, [role]);
  const undo = (entry: number) => moderation.decide({ act: "undo", entry }).then(load, (error) => notify(problemText(error)));
  if (wrong) return <div class="panel narrow" role="alert"><h1>{t("Moderation")}</h1><p>{wrong}</p></div>;
  if (!reports) return <div class="panel loading" aria-busy="true" />;
  return (
    <div class="home moderation">
      <h1>{t("Moderation")}</h1>
      {reports.length === 0 && <p class="quiet">{t("There are no open reports.")}</p>}
      {reports.map((report) => (
        <Case key={report.number} report={report} mine={report.taken?.id === me?.id} operator={role === "operator"} done={load} />
      ))}
      <section class="block" aria-labelledby="decided">
        <h2 id="decided">{t("Decided lately")}</h2>
        {entries.length === 0 && <p class="quiet">{t("Nothing yet")}</p>}
        <ul class="token-list stack">
          {entries.map((entry) => (
            <li key={entry.number} class="row">
              <span>{`${dateText(entry.at)} · ${actText(entry.act)} · ${nameOf(entry.person)} · ${entry.actor ? nameOf(entry.actor) : t("on the server")}`}</span>
              {entry.reason && <span class="quiet">{entry.reason}</span>}
              {["warn", "suspend", "ban", "rename", "annul"].includes(entry.act) && (
                <button type="button" class="button small" onClick={() => void undo(entry.number)}
                  aria-label={t("Undo number {n}", { n: entry.number })}>{t("Undo")}</button>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
