// SPDX-License-Identifier: MIT
// The head of a tournament: what it is, its state with a countdown, and the user's choices: enter, pause, leave.

import { useState } from "preact/hooks";
import { Problem, problemText } from "../../api/problems";
import type { Core } from "../../core/types";
import { Confirm, Sheet } from "../../parts/controls";
import { Wrong } from "../../parts/gamecards";
import { Icon } from "../../parts/icon";
import { copy as copyText } from "../../state/share";
import { n, t } from "../../text";
import { attempt, type Copy, enter, fileOf, tournaments } from "./tournament";
import { conditionTexts, countdown, dateTimeText, formatText, playText, stateText, zoneText } from "./tournamentwords";
import { isReminded, setReminder } from "./reminders";

interface HeadProps {
  copy: Copy;
  core: Core;
  time: number;
  reload(): void;
}

/** The moment that the tournament's clock counts down to; null: none. */
function nextMoment({ head: { phase, adjourned, starts, ends, next, format } }: Copy): { label: string; at: number } | null {
  if (phase === "entries" && starts) return { label: t("Starts in"), at: starts };
  if (phase !== "play" || adjourned) return null;
  if (format === "arena" && ends) return { label: t("Ends in"), at: ends };
  return next ? { label: t("Next round in"), at: next } : null;
}

function EnterSheet({ id, close, done }: { id: string; close(): void; done(): void }) {
  const [password, set] = useState("");
  const [wrong, setWrong] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    enter(id, password).then(() => (done(), close()), (error) => setWrong(problemText(error)));
  };
  return (
    <Sheet title={t("Enter the tournament")} close={close}>
      <form class="stack" onSubmit={submit}>
        <label class="field">
          <span>{t("Password of the tournament")}</span>
          <input class="entry" value={password} required autocomplete="off" onInput={(event) => set(event.currentTarget.value)} />
        </label>
        <Wrong>{wrong}</Wrong>
        <button type="submit" class="button primary">{t("Enter")}</button>
      </form>
    </Sheet>
  );
}

function Choices({ copy, time, reload }: Omit<HeadProps, "core">) {
  const { head } = copy;
  const { id, you, phase, starts } = head;
  const [asking, ask] = useState<"" | "password" | "leave">("");
  const [busy, setBusy] = useState(false);
  const [, draw] = useState(0);
  const act = async (what: string) => {
    setBusy(true);
    if (await attempt(() => (what === "enter" ? enter(id, "") : tournaments.act(id, what)))) reload();
    setBusy(false);
  };
  const inside = you.entry !== null && !you.left;
  const join = () => (head.password ? ask("password") : void act("enter"));
  const reminded = isReminded(id);
  return (
    <div class="row tournament-choices">
      {phase !== "over" && !inside && (you.left
        ? <button type="button" class="button primary" disabled={busy} onClick={() => void act("return")}>{t("Come back")}</button>
        : you.may_enter && <button type="button" class="button primary" disabled={busy} onClick={join}>{phase === "play" ? t("Join late") : t("Enter")}</button>)}
      {phase !== "over" && inside && (
        <>
          <span class="mark won"><Icon name="check" />{you.paused ? t("You pause") : t("You take part")}</span>
          {phase === "play" && (you.paused
            ? <button type="button" class="button primary" disabled={busy} onClick={() => void act("return")}><Icon name="play" />{t("Resume play")}</button>
            : <button type="button" class="button" disabled={busy} onClick={() => void act("pause")}><Icon name="pause" />{t("Pause")}</button>)}
          <button type="button" class="button" disabled={busy} onClick={() => (phase === "play" ? ask("leave") : void act("leave"))}>{t("Leave the tournament")}</button>
        </>
      )}
      {phase === "entries" && starts && starts > time && (
        <>
          <button type="button" class="button" aria-pressed={reminded} onClick={() => (setReminder(head, !reminded), draw((count) => count + 1))}>
            <Icon name="bell" />{reminded ? t("You will be reminded") : t("Remind me")}
          </button>
          <a class="button" href={fileOf(id, "calendar")} download={`${id}.ics`}><Icon name="download" />{t("Add to calendar")}</a>
        </>
      )}
      <button type="button" class="button" onClick={() => void copyText(`${location.origin}/tournaments/${id}`, t("Link copied."))}><Icon name="share" />{t("Share")}</button>
      {asking === "password" && <EnterSheet id={id} close={() => ask("")} done={reload} />}
      {asking === "leave" && (
        <Confirm text={t("Leave the tournament? You keep your points; further games are lost.")} yes={t("Leave the tournament")} danger
          act={() => (ask(""), void act("leave"))} drop={() => ask("")} />
      )}
    </div>
  );
}

export function TournamentHeadPanel({ copy, core, time, reload }: HeadProps) {
  const { head } = copy;
  const { you, phase } = head;
  const moment = nextMoment(copy);
  const marks = conditionTexts(head);
  return (
    <header class="slab tournament-head">
      <div class="tournament-title">
        <h1>{head.name}</h1>
        <p>{`${formatText(head)} · ${playText(core, head)}`}</p>
        <p class="quiet">
          {[n("{n} player", "{n} players", head.entries), ...marks].join(" · ")}
          {head.organiser?.name && <>{" · "}{t("Organiser:")} <a href={`/people/${encodeURIComponent(head.organiser.name)}`}>{head.organiser.name}</a></>}
        </p>
        {head.description && <p class="tournament-about">{head.description}</p>}
      </div>
      <div class="tournament-state">
        <b class={`pill${phase === "play" && !head.adjourned ? " yours" : ""}`}>{stateText(head, time)}</b>
        {moment && moment.at > time && (
          <p class="tournament-countdown" role="timer" aria-live="off"><span>{moment.label}</span> <b>{countdown(moment.at - time)}</b></p>
        )}
        {phase === "entries" && head.starts && <p class="quiet">{t("{time}, your time ({zone})", { time: dateTimeText(head.starts, time), zone: zoneText() })}</p>}
      </div>
      <Choices copy={copy} time={time} reload={reload} />
      {phase !== "over" && you.entry === null && !you.may_enter && you.why_not && <p class="quiet">{t("You cannot enter: {reason}", { reason: problemText(new Problem(you.why_not, you.why_not)) })}</p>}
    </header>
  );
}
