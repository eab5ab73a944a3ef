// SPDX-License-Identifier: MIT
// All tournaments: those the user plays in, those of now, those that start soon, and those of the past.

import { useEffect, useState } from "preact/hooks";
import { problemText } from "../../api/problems";
import type { Core } from "../../core/types";
import { NoServer, Wrong } from "../../parts/gamecards";
import { Icon } from "../../parts/icon";
import { lazy } from "../../parts/lazy";
import { loadMe } from "../../state/online";
import { now } from "../../state/time";
import type { State } from "../../state/types";
import { n, t } from "../../text";
import { TournamentRow } from "./tournamentrow";
import { type TournamentHead, tournaments } from "./tournament";
import { TournamentScreen } from "./tournamentscreen";

const New = lazy(() => import("./newtournament").then(({ NewTournament }) => NewTournament));
const Projector = lazy(() => import("./projector").then((part) => part.Projector));
const Paper = lazy(() => import("./paper").then((part) => part.Paper));

type Kind = "mine" | "now" | "soon" | "past";
const KINDS: Kind[] = ["mine", "now", "soon", "past"];

interface ListProps {
  core: Core;
  title: string;
  id: string;
  list: TournamentHead[];
  empty?: string;
  more?(): void;
}

function List({ core, title, id, list, empty, more }: ListProps) {
  if (!list.length && !empty) return null;
  return (
    <section class="slab" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {list.length ? <ul class="tournament-list">{list.map((head) => <TournamentRow key={head.id} core={core} head={head} time={now()} />)}</ul> : <p class="quiet">{empty}</p>}
      {more && <div class="row"><button type="button" class="button" onClick={more}>{t("More tournaments")}</button></div>}
    </section>
  );
}

function AllTournaments({ state, core }: { state: State; core: Core }) {
  const [lists, set] = useState<Partial<Record<Kind, TournamentHead[]>>>({});
  const [next, setNext] = useState<number | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const { me, server } = state.online;
  const load = () => {
    setWrong(null);
    Promise.all(KINDS.map((kind) => (kind === "mine" && !me ? { tournaments: [], next: null } : tournaments.list(kind)))).then((answers) => {
      set(Object.fromEntries(answers.map((answer, at) => [KINDS[at], answer.tournaments])));
      setNext(answers[KINDS.indexOf("past")].next);
    }, setWrong);
  };
  useEffect(() => void loadMe(), []);
  useEffect(() => {
    if (server !== "here") return;
    load();
    const timer = setInterval(() => document.hidden || load(), 60_000);
    return () => clearInterval(timer);
  }, [server, me?.id]);
  if (server === "none") return <NoServer retry={() => void loadMe()} />;
  const more = (from: number) => tournaments.list("past", from).then((page) => {
    set((old) => ({ ...old, past: [...(old.past ?? []), ...page.tournaments] }));
    setNext(page.next);
  }, setWrong);
  const mine = new Set(lists.mine?.map(({ id }) => id));
  const others = (kind: Kind) => (lists[kind] ?? []).filter(({ id }) => !mine.has(id));
  return (
    <div class="home tournaments">
      <header class="lobby-head row">
        <h1>{t("Tournaments")}</h1>
        <span class="quiet">{lists.now && lists.now.length > 0 && n("{n} tournament now", "{n} tournaments now", lists.now.length)}</span>
        <a class="button primary" href="/tournaments/new"><Icon name="plus" />{t("Create a tournament")}</a>
      </header>
      <Wrong>{wrong ? problemText(wrong) : ""}</Wrong>
      {!lists.now && !wrong && <div class="panel loading" aria-busy="true" />}
      {lists.now && (
        <div class="tournament-lists">
          <List core={core} id="tournaments-mine" title={t("You play here")} list={lists.mine ?? []} />
          <List core={core} id="tournaments-now" title={t("On now")} list={others("now")}
            empty={mine.size ? t("No other tournament is in progress.") : t("No tournament is in progress. Create one: it takes a minute.")} />
          <List core={core} id="tournaments-soon" title={t("Starting soon")} list={others("soon")} empty={t("Nothing is planned yet.")} />
          <List core={core} id="tournaments-past" title={t("Finished")} list={others("past")} more={next ? () => void more(next) : undefined} />
        </div>
      )}
    </div>
  );
}

export function Tournaments({ state, core, words: [id, part] }: { state: State; core: Core; words: string[] }) {
  if (!id) return <AllTournaments state={state} core={core} />;
  if (id === "new") return <New state={state} core={core} />;
  if (part === "projector") return <Projector id={id} state={state} core={core} />;
  if (part === "paper") return <Paper id={id} core={core} />;
  return <TournamentScreen key={id} id={id} part={part} state={state} core={core} />;
}
