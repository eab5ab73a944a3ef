// SPDX-License-Identifier: MIT
// The engine beside the analysis board: while it is on it thinks about the present position, for a limited time, and
// only while the page is visible.

import type { Engine, Info } from "@meydan/engine";
import { SITE } from "../../state/computer";
import { read, write } from "../../state/storage";
import { getState, listen } from "../../state/store";
import { changeAnalysis, current, passed, questionOf } from "./analysis";
import type { Analysis, Thinking, Threat } from "./types";

const KEY = "meydan.analysis";
const THINK = 20_000; // ms: a phone must not get hot
const CALM = 120; // ms at a position before thinking begins
const SHOWN = 120; // ms between two drawings of the results
const THREAT_LIMIT = "nodes 60000";

export const LINES_MAX = 5;

let engine: Engine | null = null;
let asked = ""; // the present question
let timer = 0;

export function firstThinking(): Thinking {
  const kept = read<{ on?: unknown; lines?: unknown }>(KEY);
  const lines = typeof kept?.lines === "number" && kept.lines >= 1 && kept.lines <= LINES_MAX ? Math.trunc(kept.lines) : 3;
  return { on: kept?.on !== false, lines, info: null, running: false, failed: false, threat: null };
}

function change(part: Partial<Thinking>): void {
  const analysis = current();
  if (analysis) changeAnalysis({ engine: { ...analysis.engine, ...part } });
}

/** The question for the engine: "" for none. */
function wanted(analysis: Analysis | null): string {
  if (!analysis || !analysis.engine.on || document.hidden || analysis.look.winners.length) return "";
  return `${analysis.id} ${analysis.at} ${analysis.engine.lines}`;
}

async function think(mine: string): Promise<void> {
  const { Engine } = await import("@meydan/engine");
  const analysis = current();
  if (mine !== asked || !analysis) return;
  engine ??= new Engine(SITE);
  let latest: Info | null = null;
  let waiting = 0; // for the next drawing
  const found = (info: Info) => {
    latest = info;
    waiting ||= window.setTimeout(() => {
      waiting = 0;
      if (mine === asked) change({ info: latest });
    }, SHOWN);
  };
  change({ running: true });
  try {
    await engine.go({ ...questionOf(analysis), lines: analysis.engine.lines, movetime: THINK }, found);
    if (mine === asked) change({ running: false, ...(latest ? { info: latest } : {}) });
  } catch {
    if (mine === asked) change({ running: false, failed: true });
  }
}

/** Called after every change of the state: another position, another number of lines, on or off. */
function follow(): void {
  const next = wanted(current());
  if (next === asked) return;
  const moved = asked.split(" ").slice(0, 2).join() !== next.split(" ").slice(0, 2).join();
  asked = next;
  clearTimeout(timer);
  engine?.stop();
  if (moved) change({ info: null, running: next !== "", threat: null });
  if (next) timer = window.setTimeout(() => void think(next), CALM);
}

/** Runs as long as the screen is shown. */
export function startEngine(): () => void {
  const stop = listen(follow);
  const seen = () => follow();
  document.addEventListener("visibilitychange", seen);
  follow();
  return () => {
    stop();
    document.removeEventListener("visibilitychange", seen);
    clearTimeout(timer);
    asked = "";
    engine?.close();
    engine = null;
  };
}

function remember(): void {
  const { on, lines } = current()!.engine;
  write(KEY, { on, lines });
}

export function switchEngine(on: boolean): void {
  change({ on, ...(on ? {} : { info: null, running: false }) });
  remember();
}

export function wantLines(lines: number): void {
  change({ lines: Math.max(1, Math.min(LINES_MAX, lines)) });
  remember();
}

/** The opponent's best move if it were their turn. */
export async function askThreat(): Promise<void> {
  const analysis = current();
  if (!analysis) return;
  const { id, at } = analysis;
  change({ threat: "asked" });
  const { Analyser } = await import("@meydan/engine/analyser");
  const analyser = new Analyser(SITE);
  const { variant, start, moves } = questionOf(analysis);
  const answer = await analyser.ask<Threat & { cancelled?: boolean }>("page_threat", [THREAT_LIMIT, variant, start, moves.join(" ")]).catch(() => null);
  analyser.close();
  const now = current();
  if (now?.id !== id || now.at !== at) return;
  change({ threat: answer && !answer.cancelled ? answer : null });
  if (answer && !answer.cancelled && answer.threat) showThreat(answer, 1);
}

/** Shows this many moves of the threat on the board. */
export function showThreat({ position, line }: Threat, count: number): void {
  const { core } = getState();
  const analysis = current();
  const look = core && analysis && core.read(analysis.variant, position);
  if (!core || !look || "malformed" in look) return;
  let place: ReturnType<typeof passed> = { look, played: null };
  for (const move of line.slice(0, count)) place = (place && passed(core, place.look, move)) ?? place;
  changeAnalysis({ preview: { moves: line.slice(0, count), look: place!.look, last: place!.played } });
}
