// SPDX-License-Identifier: MIT
// The first screen: two choices and no form. Pick a board, which plays a demo until then, and pick an opponent. Below:
// quick games, live games, own games.
//
// uses coach, lobby, puzzles

import { useEffect, useMemo, useState } from "preact/hooks";
import { isRefusal, type Core } from "@meydan/core";
import { IconButton } from "../../parts/controls";
import { Icon, type IconName } from "../../parts/icon";
import { isCoachOffered } from "../coach/coached";
import { deleteGame } from "../../state/actions";
import { moveNumber, playerName, turnedFor, variantName, variantOf } from "../../state/seats";
import type { Saved, Settings, State } from "../../state/types";
import { n, t } from "../../text";
import { demos, type Demo } from "../../parts/demos";
import { lazy } from "../../parts/lazy";
import { DemoBoard, Picture } from "../../parts/preview";
import { playByLink } from "../../state/friendlink";

const CoachOffer = lazy(() => import("../coach").then(({ Offer }) => Offer), { styles: ["coach.css"], waiting: null, silent: true });
const AtHome = lazy(() => import("../lobby/athome").then(({ AtHome: Part }) => Part), { styles: ["online.css"], waiting: null, silent: true });
const DAILY = <div class="daily-inside"><div class="daily-board" /></div>;
const Today = lazy(() => import("../puzzles/dailycard").then(({ Today: Part }) => Part), { waiting: DAILY, silent: true });

const FIRST_GAMES = 12;
const SERVER_WAIT = 1500; // ms

/** A board to choose; the key beside it stops the demo. */
function BoardCard({ core, demo, settings, chosen, choose }: { core: Core | null; demo: Demo; settings: Settings; chosen: boolean; choose(): void }) {
  const abalone = demo.game === "abalone";
  return (
    <div class={`hero${chosen ? " chosen" : ""}`}>
      {core ? <DemoBoard core={core} demo={demo} settings={settings} /> : <div class={`demo empty ${demo.game}`} />}
      <label class="hero-pick">
        <input type="radio" name="board" checked={chosen} onChange={choose} />
        <span class="hero-text">
          <b>{abalone ? t("Abalone") : t("Quoridor")}</b>
          <span class="quiet">{abalone ? t("Push six marbles off the edge.") : t("Reach the far side first.")}</span>
        </span>
        <span class="pill">{abalone ? t("2, 3 or 4 players") : t("2 or 4 players")}</span>
      </label>
    </div>
  );
}

function Way({ icon, title, text, href, act, primary, disabled }: {
  icon: IconName; title: string; text: string; href?: string; act?(): void; primary?: boolean; disabled?: boolean;
}) {
  const inside = (
    <>
      <span class="way-icon"><Icon name={icon} /></span>
      <span class="way-text"><b>{title}</b><small>{text}</small></span>
      <Icon name="next" />
    </>
  );
  const look = `way${primary ? " primary" : ""}`;
  return href ? <a class={look} href={href}>{inside}</a> : <button type="button" class={look} disabled={disabled} onClick={act}>{inside}</button>;
}

function Ways({ core, game }: { core: Core | null; game: "abalone" | "quoridor" }) {
  const [busy, set] = useState(false);
  const invite = async () => {
    set(true);
    await playByLink(core!, game);
    set(false);
  };
  return (
    <section class="ways" aria-labelledby="ways">
      <h2 id="ways">{game === "abalone" ? t("Play Abalone") : t("Play Quoridor")}</h2>
      <Way primary icon="computer" title={t("Play the computer")} text={t("Ten levels, from beginner up")} href={`/new?game=${game}&against=computer`} />
      <Way icon="link" title={t("Play a friend by link")} text={t("Send a link. No account needed.")} disabled={!core || busy} act={() => void invite()} />
      <Way icon="globe" title={t("Find an opponent")} text={t("Real opponents, quick games, live boards")} href="/online" />
      <Way icon="phone" title={t("Play a friend here")} text={t("Pass this device across the table")} href={`/new?game=${game}&against=friend`} />
      <a class="way-learn bar" href={`/learn/${game}`}><Icon name="book" /><span><b>{t("Learn the rules")}</b> <small>{t("Three minutes, with exercises")}</small></span></a>
    </section>
  );
}

function SavedCard({ core, saved, settings }: { core: Core; saved: Saved; settings: Settings }) {
  const look = useMemo(() => core.read(saved.variant, saved.position), [saved.variant, saved.position]);
  if (isRefusal(look)) return null;
  const variant = variantOf(core, saved.variant);
  const own = Math.max(0, saved.players.findIndex(({ kind }) => kind === "me"));
  const others = saved.players.map((_, seat) => seat).filter((seat) => saved.players[seat].kind !== "me");
  const names = others.map((seat) => playerName(saved.players, seat, settings.name)).join(", ");
  const yours = saved.players[saved.turn].kind !== "computer";
  return (
    <li class="saved">
      <a href={`/play/${saved.id}`}>
        <span class="saved-board" aria-hidden="true">
          <Picture core={core} look={look} settings={settings} turned={turnedFor(variant, own)} />
        </span>
        <span class="saved-text">
          <b>{variantName(saved.variant)}</b>
          <span>{names}</span>
          <span class={`pill${!saved.over && yours ? " yours" : ""}`}>
            {saved.over ? saved.result : yours ? t("Your turn") : t("Computer’s turn")}
          </span>
          <small>{n("{n} move", "{n} moves", moveNumber(saved.plies, saved.players.length))}</small>
        </span>
      </a>
      <IconButton icon="trash" label={t("Delete this game")} act={() => deleteGame(saved)} />
    </li>
  );
}

/** The first games, the others on request: every card draws a board. */
function SavedList({ core, games, settings }: { core: Core; games: Saved[]; settings: Settings }) {
  const [all, showAll] = useState(false);
  const shown = all ? games : games.slice(0, FIRST_GAMES);
  return (
    <>
      <ul class="saved-list">{shown.map((saved) => <SavedCard key={saved.id} core={core} saved={saved} settings={settings} />)}</ul>
      {shown.length < games.length && (
        <button type="button" class="button plain" onClick={() => showAll(true)}>
          {n("Show {n} more game", "Show {n} more games", games.length - shown.length)}
        </button>
      )}
    </>
  );
}

/**
 * Whether the presence of a server is known, or takes too long: everything above the puzzle is loaded, so it does not
 * jump.
 */
function useSettled({ online }: State): boolean {
  const [late, wait] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => wait(true), SERVER_WAIT);
    return () => clearTimeout(timer);
  }, []);
  return late || online.server !== "unknown";
}

/** The puzzle of the day on its board, once it is loaded. */
function DailyPuzzle({ core, settings }: State) {
  return (
    <section class="slab daily" aria-labelledby="daily">
      <div class="slab-head row">
        <h2 id="daily"><a href="/puzzles/daily">{t("Puzzle of the day")}</a></h2>
        <a href="/puzzles">{t("All puzzles")}</a>
      </div>
      {core ? <Today core={core} settings={settings} /> : DAILY}
    </section>
  );
}

export function Home({ state }: { state: State }) {
  const { core, settings, games } = state;
  const settled = useSettled(state);
  const [game, choose] = useState<"abalone" | "quoridor">(state.draft.variant.startsWith("quoridor") ? "quoridor" : "abalone");
  const running = games.filter(({ over }) => !over);
  const yours = ({ players, turn }: Saved) => (players[turn].kind === "computer" ? 1 : 0);
  running.sort((a, b) => yours(a) - yours(b) || b.changed - a.changed);
  const finished = games.filter(({ over }) => over);
  return (
    <div class="home first">
      <h1 class="spoken">{t("Meydan: Abalone and Quoridor")}</h1>
      <div class="home-top">
        <fieldset class="heroes">
          <legend class="spoken">{t("Game")}</legend>
          {demos.map((demo) => (
            <BoardCard key={demo.game} core={core} demo={demo} settings={settings} chosen={demo.game === game} choose={() => choose(demo.game)} />
          ))}
        </fieldset>
        <Ways core={core} game={game} />
      </div>
      {core && isCoachOffered() && state.online.me?.kind !== "account" && <CoachOffer core={core} game={game} />}
      {core && <AtHome state={state} core={core} game={game} />}
      {core && running.length > 0 && (
        <section class="block" aria-labelledby="running">
          <h2 id="running">{t("Your games")}</h2>
          <SavedList core={core} games={running} settings={settings} />
        </section>
      )}
      {settled && <DailyPuzzle {...state} />}
      {core && finished.length > 0 && (
        <details class="block">
          <summary>{n("{n} finished game", "{n} finished games", finished.length)}</summary>
          <SavedList core={core} games={finished} settings={settings} />
        </details>
      )}
      {settled && (
        <footer class="foot">
          <a href="/analysis">{t("Analysis board")}</a>
          <a href="/edit">{t("Set up a position")}</a>
          <a href="/mistakes">{t("Learn from your mistakes")}</a>
          <a href="/open">{t("Open a record or position")}</a>
          <a href="/about">{t("About Meydan")}</a>
        </footer>
      )}
    </div>
  );
}
