// SPDX-License-Identifier: MIT
// The public log: every decision, who took it, when and why, the latest first.

import { useEffect, useState } from "preact/hooks";
import { problemText } from "../../api/problems";
import { Wrong } from "../../parts/gamecards";
import { locale, t } from "../../text";
import { type Copy, type Decision, tournaments } from "./tournament";
import { decisionText, logTables } from "./ruleswords";

const FEW = 100;

export function PublicLog({ copy }: { copy: Copy }) {
  const { id, number } = copy.head;
  const [list, set] = useState<Decision[]>([]);
  const [all, showAll] = useState(false);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    let wanted = true;
    tournaments.log(id, list[list.length - 1]?.number ?? 0).then((more) => wanted && set([...list, ...more]), (error) => wanted && setWrong(problemText(error)));
    return () => void (wanted = false);
  }, [number]);
  const tables = logTables(list.map(({ what }) => what));
  const latest = [...list].reverse();
  const shown = all ? latest : latest.slice(0, FEW);
  return (
    <section class="slab" aria-labelledby="public-log">
      <div class="slab-head row">
        <h2 id="public-log">{t("Public log")}</h2>
        <span class="quiet fine">{t("Every decision, also the organiser’s corrections. Scores are computed from it.")}</span>
      </div>
      <Wrong>{wrong}</Wrong>
      <ol class="log-list" reversed start={latest.length}>
        {shown.map(({ number: at, at: time, by, what, why }) => (
          <li key={at} class={/^(correct|void|unpair|hand|forbid)/.test(what) ? "log-change" : ""}>
            <time dateTime={new Date(time).toISOString()}>{new Date(time).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" })}</time>
            <span>{decisionText(what, copy.nameOf, tables)}</span>
            {(by?.name || why) && <small>{[by?.name, why && t("Reason: {why}", { why })].filter(Boolean).join(" · ")}</small>}
          </li>
        ))}
      </ol>
      {shown.length < latest.length && <div class="row"><button type="button" class="button" onClick={() => showAll(true)}>{t("Show all {n}", { n: latest.length })}</button></div>}
    </section>
  );
}
