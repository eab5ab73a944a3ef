// SPDX-License-Identifier: MIT
// The archive: finished games by player, variant, speed, result and time; to open, or to download as records. The
// address holds the search, so that it can be stored and shared.

import { useEffect, useState } from "preact/hooks";
import type { Core } from "../../core/types";
import { API, http, queryOf, type Filters } from "../../api/http";
import type { Speed, Summary } from "../../api/messages";
import { Problem, problemText } from "../../api/problems";
import { Icon } from "../../parts/icon";
import { speedName } from "../../parts/speed";
import { go } from "../../state/navigate";
import { variantName } from "../../state/seats";
import type { State } from "../../state/types";
import { t } from "../../text";
import { GameList, NoServer, Wrong } from "../../parts/gamecards";

const SPEEDS: Speed[] = ["bullet", "blitz", "rapid", "classical", "correspondence", "unlimited"];
const FIELDS = ["player", "variant", "speed", "result", "rated", "since", "until"] as const;
const PAGE = "24";

function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  return Object.fromEntries(FIELDS.flatMap((field) => (query.get(field) ? [[field, query.get(field)!]] : [])));
}

/** Turns days into instants; the last day counts whole. */
function forServer(filters: Filters): Filters {
  const instant = (day: string | undefined, more: number) => (day ? String(new Date(`${day}T00:00`).getTime() + more) : undefined);
  const { since, until, ...rest } = filters;
  return { ...rest, since: instant(since, 0), until: instant(until, 24 * 60 * 60 * 1000 - 1) };
}

interface SelectProps {
  label: string;
  value: string | undefined;
  options: [string, string][];
  change(value: string): void;
}

function Select({ label, value = "", options, change }: SelectProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">{t("any")}</option>
        {options.map(([id, name]) => <option key={id} value={id}>{name}</option>)}
      </select>
    </label>
  );
}

function Search({ core, filters, some }: { core: Core; filters: Filters; some: boolean }) {
  const [draft, set] = useState(filters);
  const put = (field: keyof Filters) => (value: string) => set({ ...draft, [field]: value });
  const submit = (event: Event) => {
    event.preventDefault();
    go(`/games${queryOf(draft)}`);
  };
  return (
    <form class="search panel" role="search" onSubmit={submit}>
      <label class="field">
        <span>{t("Player")}</span>
        <input value={draft.player ?? ""} maxLength={24} autocapitalize="off" spellcheck={false} onInput={(event) => put("player")(event.currentTarget.value.trim())} />
      </label>
      <Select label={t("Game")} value={draft.variant} change={put("variant")} options={core.variants().map(({ id }) => [id, variantName(id)])} />
      <Select label={t("Speed")} value={draft.speed} change={put("speed")} options={SPEEDS.map((speed) => [speed, speedName(speed)])} />
      <Select label={t("Rated")} value={draft.rated} change={put("rated")} options={[["true", t("rated")], ["false", t("casual")]]} />
      <label class="field"><span>{t("From")}</span><input type="date" value={draft.since ?? ""} onChange={(event) => put("since")(event.currentTarget.value)} /></label>
      <label class="field"><span>{t("Until")}</span><input type="date" value={draft.until ?? ""} onChange={(event) => put("until")(event.currentTarget.value)} /></label>
      <div class="search-keys">
        <button type="submit" class="button primary">{t("Search")}</button>
        {some && <a class="button" href={`${API}/archive.txt${queryOf(forServer(filters))}`} download="meydan-games.pgn" aria-label={t("Download the records")} title={t("Download the records")}><Icon name="download" /></a>}
      </div>
    </form>
  );
}

export function Archive({ state, core, search }: { state: State; core: Core; search: string }) {
  const filters = readFilters(search);
  const [games, setGames] = useState<Summary[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [wrong, setWrong] = useState<unknown>(null);
  const load = (before?: string) => {
    setWrong(null);
    http.games({ ...forServer(filters), before, limit: PAGE }).then((page) => {
      setGames((old) => (before ? [...(old ?? []), ...page.games] : page.games));
      setNext(page.next);
    }, setWrong);
  };
  useEffect(load, []);
  if (wrong instanceof Problem && wrong.code === "none") return <NoServer retry={load} />;
  return (
    <div class="home">
      <h1>{t("Games played")}</h1>
      <Search core={core} filters={filters} some={Boolean(games?.length)} />
      <Wrong>{wrong ? problemText(wrong) : ""}</Wrong>
      <section class="block" aria-label={t("Games found")} aria-busy={games === null && !wrong}>
        {games?.length === 0 && <p class="quiet">{t("No games found.")}</p>}
        {games && games.length > 0 && (
          <>
            {next && <p class="quiet fine">{t("A download has at most the last 1,000 games; choose a period for older ones.")}</p>}
            <GameList core={core} games={games} settings={state.settings} me={state.online.me?.id} />
          </>
        )}
        {next && <div class="row"><button type="button" class="button" onClick={() => load(next)}>{t("More games")}</button></div>}
      </section>
    </div>
  );
}
