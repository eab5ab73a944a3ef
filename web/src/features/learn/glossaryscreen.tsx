// SPDX-License-Identifier: MIT
// The glossary: a list of terms, and for the chosen one its meaning and a board that shows it.

import { useMemo, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { Icon } from "../../parts/icon";
import type { Settings } from "../../state/types";
import { t } from "../../text";
import { glossary } from "./content";
import { begin } from "./judge";
import { TaskBoard, shownAfter, shownStill } from "../../parts/taskboard";
import { findingsOf } from "./show";
import type { GameName, Term } from "./types";

function wordPath({ id }: Term): string {
  return `/learn/words/${id}`;
}

function WordList({ game, title, chosen }: { game: GameName; title: string; chosen: Term }) {
  const heading = `words-${game}`;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ul class="learn-words">
        {glossary.filter((term) => term.game === game).map((term) => (
          <li key={term.id}>
            <a href={wordPath(term)} aria-current={term === chosen ? "true" : undefined}>{t(term.name)}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TermBoard({ core, settings, term }: { core: Core; settings: Settings; term: Term }) {
  const start = useMemo(() => begin(core, term), [core, term]);
  const [shown, show] = useState(() => shownStill(start));
  const findings = useMemo(() => (term.show && shown.look === start ? findingsOf(core, start, term.show) : []), [shown.look]);
  const moved = shown.look !== start;
  return (
    <>
      <section class="task-text learn-text" aria-live="polite">
        <div class="panel task-card">
          <h2>{t(term.name)}</h2>
          <p class="learn-lead">{t(term.text)}</p>
          {term.move && (
            <div class="row learn-keys">
              <button type="button" class="button" onClick={() => show(moved ? shownStill(start) : shownAfter(core, start, term.move!))}>
                {moved ? t("Back") : t("Show the move")}
              </button>
            </div>
          )}
        </div>
      </section>
      <TaskBoard core={core} settings={settings} shown={shown} seat={moved ? null : start.turn} shake={0} findings={findings}
        onMove={(text) => show(shownAfter(core, start, text))} onRefuse={() => {}} />
    </>
  );
}

export function WordsScreen({ core, settings, term }: { core: Core; settings: Settings; term: Term }) {
  return (
    <article class="task">
      <header class="task-head row">
        <a class="icon-button" href="/learn" aria-label={t("Contents")}><Icon name="back" /></a>
        <h1>{t("Glossary")}</h1>
      </header>
      <div class="task-body words">
        <nav class="learn-index panel stack" aria-label={t("Terms")}>
          <WordList game="abalone" title={t("Abalone")} chosen={term} />
          <WordList game="quoridor" title={t("Quoridor")} chosen={term} />
        </nav>
        <TermBoard key={term.id} core={core} settings={settings} term={term} />
      </div>
    </article>
  );
}
