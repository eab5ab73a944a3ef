// SPDX-License-Identifier: MIT
// Tournaments on the home screen and in the lobby: those the user plays in, one in progress, the next ones. Nothing if there are none.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { now } from "../../state/time";
import { t } from "../../text";
import "./reminders";
import "./seated";
import { TournamentRow } from "./tournamentrow";
import { type TournamentHead, tournaments } from "./tournament";

const FEW = 3;

export function Soon({ core, me }: { core: Core; me?: string }) {
  const [list, set] = useState<TournamentHead[]>([]);
  useEffect(() => {
    const kinds = [...(me ? ["mine" as const] : []), "now" as const, "soon" as const];
    // Without an answer the screen simply has none.
    Promise.all(kinds.map((kind) => tournaments.list(kind))).then((answers) => {
      const all = answers.flatMap((answer) => answer.tournaments).filter(({ phase }) => phase !== "over");
      set([...new Map(all.map((head) => [head.id, head])).values()].slice(0, FEW));
    }, () => {});
  }, [me]);
  if (!list.length) return null;
  return (
    <section class="slab" aria-labelledby="tournaments-soon">
      <div class="slab-head row"><h2 id="tournaments-soon">{t("Tournaments")}</h2><a href="/tournaments">{t("All tournaments")}</a></div>
      <ul class="saved-list lines">{list.map((head) => <TournamentRow key={head.id} core={core} head={head} time={now()} />)}</ul>
    </section>
  );
}
