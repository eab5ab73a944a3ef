// SPDX-License-Identifier: MIT
// The first screen: games that wait for a move on top, then both games as boards that play, each with its ways in.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Board } from "@meydan/board";
import { isRefusal, type Core, type Look, type Move } from "@meydan/core";
import { IconButton } from "../parts/controls";
import { Icon } from "../parts/icon";
import { hasMotion } from "../state/actions";
import { deleteGame, variantOf } from "../state/game";
import { wasOnline } from "../state/storage";
import { playerName, turnedFor, variantName } from "../state/seats";
import type { Saved, Settings, State } from "../state/types";
import { n, t } from "../text";
import { demos, type Demo } from "./demo";
import { OnlinePlace, playByLink } from "./onlineplace";
import { DailyPuzzle } from "./puzzlesplace";

const STEP = 2200; // ms between the moves of a demo
const REST = 6000; // at its end
const FIRST_GAMES = 12;

function quiet(): void {}

interface StillProps {
  core: Core;
  look: Look;
  settings: Settings;
  turned?: number;
  last?: Move | null;
  before?: Look | null;
}

/** A board to look at. */
export function Picture({ core, look, settings, turned = 0, last = null, before = null }: StillProps) {
  return (
    <Board look={look} seat={null} turned={turned} core={core} last={last} before={before} coordinates={false}
      marks={settings.marks} confirmWalls="never" motion={hasMotion(settings)} onMove={quiet} say={quiet} small />
  );
}

/** Plays a demo over and over while it runs. */
function useDemo(core: Core, demo: Demo, running: boolean) {
  const begin = () => ({ look: core.read(demo.game, demo.position) as Look, before: null as Look | null, last: null as Move | null, ply: 0 });
  const [shown, show] = useState(begin);
  useEffect(() => {
    if (!running) return;
    const moves = demo.moves.split(" ");
    const timer = setTimeout(() => {
      const text = moves[shown.ply];
      const next = text === undefined ? null : core.play(shown.look, text);
      if (!next || isRefusal(next)) show(begin());
      else show({ look: next, before: shown.look, last: shown.look.moves.find((move) => move.text === text) ?? null, ply: shown.ply + 1 });
    }, shown.ply < moves.length ? STEP : REST);
    return () => clearTimeout(timer);
  }, [shown, running]);
  return shown;
}

function DemoBoard({ core, demo, settings }: { core: Core; demo: Demo; settings: Settings }) {
  const [running, run] = useState(hasMotion(settings));
  const { look, before, last } = useDemo(core, demo, running);
  return (
    <div class="demo">
      <div class="demo-board" aria-hidden="true">
        <Picture core={core} look={look} settings={settings} before={before} last={last} />
      </div>
      <IconButton icon={running ? "pause" : "play"} label={running ? t("Stop the demo") : t("Play the demo")} act={() => run(!running)} />
    </div>
  );
}

function GameCard({ core, demo, settings }: { core: Core | null; demo: Demo; settings: Settings }) {
  const abalone = demo.game === "abalone";
  const [busy, set] = useState(false);
  const invite = async () => {
    set(true);
    await playByLink(core!, demo.game);
    set(false);
  };
  return (
    <section class="hero" aria-labelledby={`hero-${demo.game}`}>
      {core ? <DemoBoard core={core} demo={demo} settings={settings} /> : <div class={`demo empty ${demo.game}`} />}
      <div class="hero-text">
        <h2 id={`hero-${demo.game}`}>{abalone ? t("Abalone") : t("Quoridor")}</h2>
        <p>{abalone ? t("Push six marbles off the edge.") : t("Reach the far side first, and slow the others down with walls.")}</p>
        <div class="ways">
          <a class="button primary" href={`/new?game=${demo.game}&against=computer`}>
            <Icon name="computer" />{t("Play the computer")}
          </a>
          <button type="button" class="button wide" disabled={!core || busy} onClick={() => void invite()}>
            <Icon name="share" />{t("Play a friend by link")}
          </button>
          <a class="button" href={`/new?game=${demo.game}&against=friend`}>
            <Icon name="person" />{t("Play a friend here")}
          </a>
          <a class="button" href="/online">
            <Icon name="globe" />{t("Find an opponent")}
          </a>
          <a class="button plain" href={`/learn/${demo.game}`}>
            <Icon name="book" />{t("Learn the rules")}
          </a>
        </div>
      </div>
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
            {saved.over ? saved.result : yours ? t("Your turn") : t("The computer is to move")}
          </span>
          <small>{n("{n} move", "{n} moves", saved.plies)}</small>
        </span>
      </a>
      <IconButton icon="trash" label={t("Delete this game")} act={() => deleteGame(saved)} />
    </li>
  );
}

/** The first games, the others when asked for: every card draws a board. */
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

export function Home({ state }: { state: State }) {
  const { core, settings, games } = state;
  const running = games.filter(({ over }) => !over);
  const yours = ({ players, turn }: Saved) => (players[turn].kind === "computer" ? 1 : 0);
  running.sort((a, b) => yours(a) - yours(b) || b.changed - a.changed);
  const finished = games.filter(({ over }) => over);
  return (
    <div class="home">
      <h1 class="spoken">{t("Meydan: Abalone and Quoridor")}</h1>
      {core && wasOnline() && <OnlinePlace state={state} part="Mine" />}
      {core && running.length > 0 && (
        <section class="block" aria-labelledby="running">
          <h2 id="running">{t("Your games")}</h2>
          <SavedList core={core} games={running} settings={settings} />
        </section>
      )}
      <div class="heroes">
        {demos.map((demo) => <GameCard key={demo.game} core={core} demo={demo} settings={settings} />)}
      </div>
      <DailyPuzzle />
      {core && finished.length > 0 && (
        <details class="block">
          <summary>{n("{n} finished game", "{n} finished games", finished.length)}</summary>
          <SavedList core={core} games={finished} settings={settings} />
        </details>
      )}
      <footer class="foot">
        <a href="/analysis">{t("Analysis board")}</a>
        <a href="/open">{t("Open a record or position")}</a>
        <a href="/about">{t("About Meydan")}</a>
      </footer>
    </div>
  );
}
