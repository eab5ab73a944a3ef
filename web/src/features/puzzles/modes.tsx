// SPDX-License-Identifier: MIT
// The modes: the daily puzzle, practice by game and theme, a streak until the first mistake, a rush of three minutes.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { sounds } from "@meydan/board";
import type { Core } from "../../core/types";
import { say } from "../../state/speak";
import type { Settings } from "../../state/types";
import { locale, n, t } from "../../text";
import { ladder, nextPuzzle } from "./choose";
import { useLoaded } from "./loaded";
import { dailyOf, dayOf } from "../dailypuzzle/dailypuzzle";
import { loadAll, loadPack, type Puzzle } from "./pack";
import { noteBest, noteDay, noteResult, progress } from "./progress";
import { PuzzleView } from "./puzzle";
import { loadRatings } from "./ratings";
import { changeOf, sync } from "./sync";
import { themeName } from "./puzzlewords";
import { dayNamed, Weeks } from "./weeks";

const DAY = 86_400_000;
const RUSH = 180_000; // ms
const RUSH_COST = 10_000; // for a wrong move
const RUSH_NEXT = 700; // for which a solved one stays before the next comes
const EACH = 3;

interface Props {
  core: Core;
  settings: Settings;
}

export function Waiting({ failed }: { failed: boolean }) {
  return failed
    ? <p class="panel narrow">{t("The puzzles could not be loaded. Check your connection.")}</p>
    : <div class="panel loading" aria-busy="true" />;
}

function Change({ by }: { by: number | null }) {
  if (by === null) return <p class="note">{t("Only the first try of a puzzle is rated.")}</p>;
  return <p><b>{t("Your rating: {rating}", { rating: Math.round(progress().now.rating) })}</b> <small>{by < 0 ? `−${-by}` : `+${by}`}</small></p>;
}

/**
 * Records a try, and reports its effect on the rating: computed here at once, and again when the server has rated it.
 */
function note(puzzle: Puzzle, solved: boolean, moves: string[], change: (by: number | null) => void): void {
  const by = noteResult(puzzle, solved, moves, Date.now());
  change(by);
  if (by !== null) void sync().then((done) => done && change(changeOf(puzzle.id) ?? by));
}

export function Daily({ core, settings, leave, date }: Props & { leave(): void; date?: string }) {
  const pack = useLoaded(loadPack, "pack");
  const [by, change] = useState<number | null>(null);
  const today = useMemo(() => dayOf(Date.now()), []);
  const day = date === undefined ? today : dayNamed(date, today);
  if (day === null) return <p class="panel narrow">{t("Puzzle not found.")}</p>;
  if (!pack || pack === "failed") return <Waiting failed={pack === "failed"} />;
  const puzzle = dailyOf(pack, day);
  const decided = (solved: boolean, moves: string[]) => {
    noteDay(day, solved);
    note(puzzle, solved, moves, change);
  };
  return (
    <PuzzleView core={core} settings={settings} puzzle={puzzle} title={day === today ? t("Puzzle of the day") : t("Puzzle of {date}", { date: new Date(day * DAY).toLocaleDateString(locale(), { dateStyle: "long", timeZone: "UTC" }) })}
      decided={decided} after={<Change by={by} />}
      foot={<div class="panel task-card puzzle-foot"><Weeks days={progress().days} today={today} chosen={day} /><p class="note">{t("A missed day can be solved at any time.")}</p></div>} next={{ label: t("More puzzles"), act: leave }} />
  );
}

export function Practice({ core, settings, variant, theme }: Props & { variant: string; theme: string }) {
  const puzzles = useLoaded(() => Promise.all([loadAll([variant]), loadRatings(variant)]).then(([found]) => found), variant);
  const [puzzle, choose] = useState<Puzzle | null>(null);
  const [by, change] = useState<number | null>(null);
  const own = useMemo(
    () => (Array.isArray(puzzles) ? puzzles.filter(({ themes }) => !theme || (themes as string[]).includes(theme)) : []),
    [puzzles, theme],
  );
  const next = () => {
    const { now, results } = progress();
    change(null);
    choose(nextPuzzle(own.filter(({ id }) => id !== puzzle?.id), new Set(results.map(({ id }) => id)), now.rating, Math.random()) ?? puzzle);
  };
  useEffect(next, [own]);
  if (!puzzles || puzzles === "failed") return <Waiting failed={puzzles === "failed"} />;
  if (!puzzle) return <p class="panel narrow">{t("There are no puzzles of this kind.")}</p>;
  return (
    <PuzzleView key={puzzle.id} core={core} settings={settings} puzzle={puzzle} title={theme ? themeName(theme) : t("Puzzles")}
      decided={(solved, moves) => note(puzzle, solved, moves, change)} after={<Change by={by} />}
      next={{ label: t("Next puzzle"), act: next }} />
  );
}

/** One puzzle by its id, for a link. */
export function Single({ core, settings, id, leave }: Props & { id: string; leave(): void }) {
  const all = useLoaded(() => loadAll(core.variants().map((variant) => variant.id)), id);
  const [by, change] = useState<number | null>(null);
  if (!all || all === "failed") return <Waiting failed={all === "failed"} />;
  const puzzle = all.find((one) => one.id === id);
  if (!puzzle) return <p class="panel narrow">{t("Puzzle not found.")}</p>;
  return (
    <PuzzleView core={core} settings={settings} puzzle={puzzle} title={t("Puzzle")}
      decided={(solved, moves) => note(puzzle, solved, moves, change)} after={<Change by={by} />}
      next={{ label: t("More puzzles"), act: leave }} />
  );
}

interface OverProps {
  mode: "streak" | "rush";
  count: number;
  record: boolean;
  again(): void;
}

function Over({ mode, count, record, again }: OverProps) {
  const button = useRef<HTMLButtonElement>(null);
  const text = n("{n} puzzle solved", "{n} puzzles solved", count);
  useEffect(() => {
    button.current?.focus();
    say(text, true);
  }, []);
  return (
    <div class="panel narrow">
      <h1>{mode === "streak" ? t("The streak is over") : t("Time is up")}</h1>
      <p class="puzzle-count">{text}</p>
      <p>{record ? t("Your best so far!") : t("Your best: {n}", { n: progress().best[mode] })}</p>
      <div class="row">
        <button type="button" ref={button} class="button primary" onClick={again}>{t("Once more")}</button>
        <a class="button" href="/puzzles">{t("All puzzles")}</a>
      </div>
    </div>
  );
}

export function Streak({ core, settings, variants }: Props & { variants: string[] }) {
  const puzzles = useLoaded(() => loadAll(variants), variants.join());
  const [run, restart] = useState(0);
  const [at, go] = useState(0);
  const [over, end] = useState<{ record: boolean } | null>(null);
  const way = useMemo(() => (Array.isArray(puzzles) ? ladder(puzzles, EACH, Math.random) : []), [puzzles, run]);
  if (!puzzles || puzzles === "failed") return <Waiting failed={puzzles === "failed"} />;
  const again = () => (end(null), go(0), restart(run + 1));
  if (over || at >= way.length) return <Over mode="streak" count={at} record={over?.record ?? noteBest("streak", at)} again={again} />;
  // A wrong move is shown on the board before the count appears.
  const decided = (solved: boolean) => {
    if (!solved) setTimeout(() => end({ record: noteBest("streak", at) }), RUSH_NEXT);
  };
  return (
    <PuzzleView key={`${run} ${at}`} core={core} settings={settings} puzzle={way[at]} title={t("Streak")} bare decided={decided}
      line={<b class="puzzle-count">{n("{n} in a row", "{n} in a row", at)}</b>}
      next={{ label: t("Next puzzle"), act: () => go(at + 1) }} />
  );
}

function minutes(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function Rush({ core, settings, variants }: Props & { variants: string[] }) {
  const puzzles = useLoaded(() => loadAll(variants), variants.join());
  const [run, restart] = useState(0);
  const [at, go] = useState(0);
  const [count, setCount] = useState(0);
  const [left, setLeft] = useState(RUSH);
  const [over, end] = useState<{ record: boolean } | null>(null);
  const stop = useRef(0);
  const score = useRef(0);
  const way = useMemo(() => (Array.isArray(puzzles) ? ladder(puzzles, 2 * EACH, Math.random) : []), [puzzles, run]);
  useEffect(() => {
    if (!way.length || over) return;
    stop.current = performance.now() + RUSH;
    let minute = true;
    const timer = setInterval(() => {
      const now = stop.current - performance.now();
      setLeft(now);
      if (minute && now <= 60_000) {
        minute = false;
        say(t("One minute left"));
      }
      if (now > 0) return;
      clearInterval(timer);
      sounds.play("loss");
      end({ record: noteBest("rush", score.current) });
    }, 200);
    return () => clearInterval(timer);
  }, [way]);
  if (!puzzles || puzzles === "failed") return <Waiting failed={puzzles === "failed"} />;
  const again = () => {
    score.current = 0;
    setCount(0);
    go(0);
    setLeft(RUSH);
    end(null);
    restart(run + 1);
  };
  if (over) return <Over mode="rush" count={count} record={over.record} again={again} />;
  const decided = (solved: boolean) => {
    if (solved) setCount(++score.current);
    else stop.current -= RUSH_COST;
    setTimeout(() => go((now) => (now === at ? at + 1 : now)), RUSH_NEXT);
  };
  return (
    <PuzzleView key={`${run} ${at}`} core={core} settings={settings} puzzle={way[at % way.length]} title={t("Three-minute rush")} bare decided={decided}
      line={<span class="puzzle-line"><b class="puzzle-count">{n("{n} puzzle solved", "{n} puzzles solved", count)}</b> <b role="timer" class="puzzle-time">{minutes(left)}</b></span>} />
  );
}
