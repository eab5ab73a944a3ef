// SPDX-License-Identifier: MIT
// A tournament: its head, the user's own table, and its parts under tabs with an address each.

import { useEffect, useState } from "preact/hooks";
import { Problem, problemText } from "../../api/problems";
import type { Core } from "../../core/types";
import { Nothing } from "../../parts/controls";
import { NoServer } from "../../parts/gamecards";
import { Icon } from "../../parts/icon";
import { lazy } from "../../parts/lazy";
import { loadMe } from "../../state/online";
import { now } from "../../state/time";
import type { State } from "../../state/types";
import { t } from "../../text";
import { Boards } from "./tournamentboards";
import { Bracket } from "./bracketpicture";
import { CrossTable } from "./crosstable";
import { EntryList } from "./entrylist";
import { OwnTable } from "./owntable";
import { PublicLog } from "./publiclog";
import { RoundTables } from "./roundtables";
import { RulesAndDraw } from "./rulesanddraw";
import { StandingsTable } from "./standingstable";
import { TournamentFiles } from "./tournamentfiles";
import { TournamentHeadPanel } from "./tournamenthead";
import { type Copy, useTournament } from "./tournament";

const Organise = lazy(() => import("./organise").then((part) => part.Organise));

type Part = "" | "standings" | "rounds" | "picture" | "players" | "rules" | "log" | "files" | "organise";

/** The tabs of this tournament; the first one has the address of the tournament. */
function partsOf({ head }: Copy): { part: Part; title: string }[] {
  const { format, phase, you } = head;
  const started = phase !== "entries";
  return [
    ...(started ? [{ part: "" as Part, title: t("Standings") }] : [{ part: "" as Part, title: t("Participants") }]),
    ...(started && format !== "arena" ? [{ part: "rounds" as Part, title: t("Rounds") }] : []),
    ...(started && format === "knockout" ? [{ part: "picture" as Part, title: t("Bracket") }] : []),
    ...(started && format === "round-robin" ? [{ part: "picture" as Part, title: t("Cross-table") }] : []),
    ...(started ? [{ part: "players" as Part, title: t("Participants") }] : []),
    { part: "rules", title: t("Rules") },
    { part: "log", title: t("Log") },
    { part: "files", title: t("Files and paper") },
    ...(you.role === "organiser" || you.role === "helper" ? [{ part: "organise" as Part, title: t("Organise") }] : []),
  ];
}

function Shown({ part, copy, state, core, reload }: { part: Part; copy: Copy; state: State; core: Core; reload(): void }) {
  switch (part) {
    case "rounds": return <RoundTables copy={copy} core={core} reload={reload} />;
    case "picture": return copy.head.format === "knockout" ? <Bracket copy={copy} /> : <CrossTable copy={copy} />;
    case "players": return <EntryList copy={copy} />;
    case "rules": return <RulesAndDraw copy={copy} core={core} />;
    case "log": return <PublicLog copy={copy} />;
    case "files": return <TournamentFiles copy={copy} />;
    case "organise": return <Organise copy={copy} state={state} reload={reload} />;
    default: return copy.head.phase === "entries" ? <EntryList copy={copy} /> : <StandingsTable copy={copy} me={copy.head.you.entry} />;
  }
}

export function TournamentScreen({ id, part = "", state, core }: { id: string; part?: string; state: State; core: Core }) {
  const all = part === "rounds" || part === "picture" || part === "organise";
  const { copy, problem, reload } = useTournament(id, all, t("Deleted player"));
  const [, draw] = useState(0);
  const { me, server } = state.online;
  useEffect(() => void loadMe(), []);
  useEffect(reload, [me?.id]);
  useEffect(() => {
    const timer = setInterval(() => draw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (server === "none") return <NoServer retry={() => void loadMe()} />;
  if (!copy) {
    if (problem instanceof Problem && problem.code === "not_found") return <Nothing title={t("Tournament")} text={t("There is no such tournament, or it is private.")} />;
    return problem ? <Nothing title={t("Tournament")} text={problemText(problem)} /> : <div class="panel loading" aria-busy="true" />;
  }
  const parts = partsOf(copy);
  const shown = parts.find((one) => one.part === part) ?? parts[0];
  return (
    <div class="home tournament">
      <TournamentHeadPanel copy={copy} core={core} time={now()} reload={reload} />
      <OwnTable copy={copy} core={core} time={now()} reload={reload} />
      <nav class="tournament-tabs" aria-label={t("Parts of the tournament")}>
        {parts.map((one) => (
          <a key={one.part} href={`/tournaments/${id}${one.part ? `/${one.part}` : ""}`} aria-current={one === shown ? "page" : undefined}>{one.title}</a>
        ))}
        <a href={`/tournaments/${id}/projector`}><Icon name="eye" />{t("Projector")}</a>
      </nav>
      <div class="tournament-parts">
        <div class="tournament-main"><Shown part={shown.part} copy={copy} state={state} core={core} reload={reload} /></div>
        <Boards copy={copy} core={core} settings={state.settings} />
      </div>
    </div>
  );
}
