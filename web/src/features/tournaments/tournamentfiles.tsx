// SPDX-License-Identifier: MIT
// The tournament as files, and on paper.

import { Icon } from "../../parts/icon";
import { t } from "../../text";
import { type Copy, fileOf } from "./tournament";

function File({ copy, to, end, title, text }: { copy: Copy; to: Parameters<typeof fileOf>[1]; end: string; title: string; text: string }) {
  const { id } = copy.head;
  return (
    <li>
      <a class="button" href={fileOf(id, to)} download={`${id}.${end}`}><Icon name="download" />{title}</a>
      <small>{text}</small>
    </li>
  );
}

export function TournamentFiles({ copy }: { copy: Copy }) {
  const { id, seats } = copy.head;
  return (
    <section class="slab" aria-labelledby="files">
      <h2 id="files">{t("Files and paper")}</h2>
      <p><a class="button primary" href={`/tournaments/${id}/paper`}><Icon name="book" />{t("Print: pairings, table, score cards")}</a></p>
      <ul class="file-list">
        <File copy={copy} to="json" end="json" title={t("Tournament (JSON)")} text={t("Everything: for checking, storing, and importing elsewhere.")} />
        <File copy={copy} to="games" end="txt" title={t("All games")} text={t("The records, as one file.")} />
        <File copy={copy} to="csv" end="csv" title={t("Standings (CSV)")} text={t("For spreadsheets.")} />
        {seats === 2 && <File copy={copy} to="trf26" end="trf" title="TRF26" text={t("FIDE’s report file of 2026.")} />}
        {seats === 2 && <File copy={copy} to="trf16" end="trf" title="TRF16" text={t("The older report file, for other programs.")} />}
        <File copy={copy} to="calendar" end="ics" title={t("Calendar (iCalendar)")} text={t("The date, for your calendar.")} />
      </ul>
      <p class="note">{t("Calendar programs can subscribe to this address:")} <code class="address">{`${location.origin}${fileOf(id, "calendar")}`}</code></p>
    </section>
  );
}
