// SPDX-License-Identifier: MIT
// Actions on a person: follow, block, report; and moderators' decisions about the user.
//
// uses challenges, moderation

import { useEffect, useState } from "preact/hooks";
import type { Friends, Sanction, Summary } from "../../api/messages";
import { call, http } from "../../api/http";
import { problemText } from "../../api/problems";
import { notify } from "../../state/actions";
import { t } from "../../text";
import { ChallengeButton } from "../challenges/challenge";
import { dateText } from "../../parts/gamecards";
import { ReportForm } from "../moderation/report";

/** Follow, block and report, on another person's profile. */
export function Ties({ name, games }: { name: string; games: Summary[] }) {
  const [ties, set] = useState<Friends | null>(null);
  const [reporting, setReporting] = useState(false);
  const load = () => http.friends().then(set, () => set(null));
  useEffect(() => void load(), []);
  if (!ties) return null;
  const follows = ties.friends.some(({ person }) => person.name === name);
  const blocks = ties.blocked.some(({ person }) => person.name === name);
  const change = (what: "follow" | "unfollow" | "block" | "unblock", said: string) =>
    call("POST", `/people/${encodeURIComponent(name)}/${what}`).then(() => (notify(said), load()), (error) => notify(problemText(error)));
  return (
    <>
      <div class="row ties">
        {!blocks && (follows
          ? <button type="button" class="button" onClick={() => void change("unfollow", t("You no longer follow {name}.", { name }))}>{t("Unfollow")}</button>
          : <button type="button" class="button" onClick={() => void change("follow", t("You follow {name}.", { name }))}>{t("Follow")}</button>)}
        {blocks
          ? <button type="button" class="button" onClick={() => void change("unblock", t("{name} is no longer blocked.", { name }))}>{t("Unblock")}</button>
          : <button type="button" class="button" onClick={() => void change("block", t("{name} is blocked. You will not be paired with them.", { name }))}>{t("Block this player")}</button>}
        <button type="button" class="button" aria-expanded={reporting} onClick={() => setReporting(!reporting)}>{t("Report")}</button>
      </div>
      {reporting && <ReportForm people={[{ name, label: name }]} games={games} done={() => setReporting(false)} />}
    </>
  );
}

function noticeText({ kind, until }: Sanction): string {
  switch (kind) {
    case "warning": return t("A warning from the moderators");
    case "suspension": return t("You may not play until {date}", { date: dateText(until ?? 0) });
    case "ban": return t("You may not play here any more");
    default: return t("The moderators gave you another name");
  }
}

/** Decisions about the user that are new or in force, with the reason; and the people the user follows. */
export function OwnTies() {
  const [notices, setNotices] = useState<Sanction[]>([]);
  const [ties, setTies] = useState<Friends | null>(null);
  const load = () => {
    call<{ notices: Sanction[] }>("GET", "/notices").then((answer) => setNotices(answer.notices), () => {});
    http.friends().then(setTies, () => {});
  };
  useEffect(load, []);
  const holds = ({ kind, until, lifted }: Sanction) => !lifted && (kind === "ban" || (kind === "suspension" && (until ?? 0) > Date.now()));
  const told = notices.filter((notice) => holds(notice) || (!notice.seen && !notice.lifted));
  const seen = (entry: number) => call("POST", `/notices/${entry}`).then(load, (error) => notify(problemText(error)));
  const unblock = (name: string) => call("POST", `/people/${encodeURIComponent(name)}/unblock`).then(load, (error) => notify(problemText(error)));
  return (
    <>
      {told.map((notice) => (
        <div key={notice.entry} class="message asks" role="status">
          <p><b>{noticeText(notice)}</b></p>
          <p>{notice.reason}</p>
          {!notice.seen && <div class="row"><button type="button" class="button" onClick={() => void seen(notice.entry)}>{t("Got it")}</button></div>}
        </div>
      ))}
      {ties && ties.friends.length > 0 && (
        <section class="block" aria-labelledby="friends">
          <h2 id="friends">{t("People you follow")}</h2>
          <ul class="token-list stack">
            {ties.friends.map(({ person, online, game }) => (
              <li key={person.id} class="row">
                <a href={`/people/${encodeURIComponent(person.name ?? "")}`}>{person.name}</a>
                <span class="quiet">{online ? t("online") : t("offline")}</span>
                <ChallengeButton small name={person.name ?? ""} kind={person.kind} />
                {game && <a class="button small" href={`/game/${game}`}>{t("Watch")}</a>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {ties && ties.blocked.length > 0 && (
        <section class="block" aria-labelledby="blocked">
          <h2 id="blocked">{t("Blocked players")}</h2>
          <ul class="token-list stack">
            {ties.blocked.map(({ person }) => (
              <li key={person.id} class="row">
                <b>{person.name}</b>
                <button type="button" class="button small" onClick={() => void unblock(person.name ?? "")}
                  aria-label={t("Unblock {name}", { name: person.name ?? "" })}>{t("Unblock")}</button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
