// SPDX-License-Identifier: MIT
// The engine's view of the position: its lines, each with its score in marbles or steps and as a chance to win; the bar
// beside the board; and the opponent's threat.

import type { Variant } from "@meydan/core";
import type { Line } from "@meydan/engine";
import { IconButton } from "../../parts/controls";
import { sentence } from "../../state/reasonwords";
import { play, preview } from "./analysis";
import { askThreat, LINES_MAX, showThreat, switchEngine, wantLines } from "./engine";
import type { Analysis, PanelProps } from "./types";
import { placesOf } from "../../state/places";
import { capital, colourName, variantOf } from "../../state/seats";
import { locale, percent, t } from "../../text";

const SHOWN_MAX = 8; // moves of a line


/** The seats of each side, if two sides play; else each seat alone. */
function sidesOf({ teams }: Variant): number[][] {
  const sides: number[][] = [];
  teams.forEach((team, seat) => (sides[team] ??= []).push(seat));
  return sides.filter(Boolean);
}

/** The side that is ahead in a line, and by how much, in terms of the game. */
function worthOf(variant: Variant, turn: number, { score, mate }: Line): { seat: number; text: string; unit: string } {
  const sides = sidesOf(variant);
  const ahead = mate !== null ? mate > 0 : score >= 0;
  const seat = ahead || sides.length > 2 ? turn : sides.find((side) => !side.includes(turn))![0];
  if (mate !== null) return { seat, text: `#${Math.abs(mate)}`, unit: ahead ? t("a forced win") : t("a forced loss") };
  const value = (sides.length > 2 ? score : Math.abs(score)) / 100;
  const text = new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" }).format(value);
  return { seat, text, unit: variant.game === "abalone" ? t("marbles") : t("steps") };
}

function LineRow({ line, analysis, variant, best }: { line: Line; analysis: Analysis; variant: Variant; best: boolean }) {
  const { seat, text, unit } = worthOf(variant, analysis.look.turn, line);
  const chance = percent(line.chances[analysis.look.turn] / 1000);
  const shown = line.moves.slice(0, SHOWN_MAX);
  return (
    <li class={best ? "engine-line best" : "engine-line"} onPointerLeave={() => preview([])}>
      <span class={`worth seat-${seat}`} title={unit} aria-label={`${capital(colourName(seat))} ${text} ${unit}`}>{text}</span>
      <span class="chance">{chance}</span>
      <span class="line-moves">
        {shown.map((move, index) => {
          const upTo = shown.slice(0, index + 1);
          return (
            <button key={index} type="button" class="line-move" onPointerEnter={(event) => event.pointerType === "mouse" && preview(upTo)}
              onFocus={(event) => event.currentTarget.matches(":focus-visible") && preview(upTo)} onBlur={() => preview([])}
              onPointerDown={(event) => event.pointerType !== "mouse" && hold(upTo)} onPointerUp={letGo} onPointerCancel={letGo}
              onContextMenu={(event) => event.preventDefault()} onClick={() => held() || play(...upTo)}>{move}</button>
          );
        })}
      </span>
    </li>
  );
}

// A finger that rests on a move shows its position; a short touch plays it.
const HOLD = 350; // ms
let holding = 0;
let looked = false;

function hold(moves: string[]): void {
  looked = false;
  holding = window.setTimeout(() => {
    looked = true;
    preview(moves);
  }, HOLD);
}

function letGo(): void {
  clearTimeout(holding);
  if (looked) preview([]);
}

function held(): boolean {
  const was = looked;
  looked = false;
  return was;
}

function speed(nodes: number, time: number): string {
  const rate = time ? (nodes / time) * 1000 : 0;
  return new Intl.NumberFormat(locale(), { notation: "compact", maximumFractionDigits: 1 }).format(rate);
}

function ThreatLine({ analysis }: { analysis: Analysis }) {
  const { threat } = analysis.engine;
  if (threat === null || threat === "asked") {
    return <button type="button" class="button small" disabled={threat === "asked" || analysis.look.winners.length > 0} onClick={() => void askThreat()}>{t("What is the threat?")}</button>;
  }
  if (!threat.threat) return <p class="threat">{t("There is no threat.")}</p>;
  const name = (seat: number) => capital(colourName(seat));
  const why = threat.why.map((reason) => sentence(reason, name)).find(Boolean);
  return (
    <p class="threat real" role="status">
      <b>{t("{player} threatens {move}.", { player: name(threat.player), move: threat.line[0] })}</b> {why}{" "}
      <button type="button" class="button small" onClick={() => (analysis.preview ? preview([]) : showThreat(threat, 1))}>
        {analysis.preview ? t("Back to the position") : t("Show it")}
      </button>
    </p>
  );
}

export function EnginePanel({ core, analysis }: PanelProps) {
  const { on, info, lines, running, failed } = analysis.engine;
  const variant = variantOf(core, analysis.variant);
  const over = analysis.look.winners.length > 0;
  return (
    <div class="engine">
      <div class="engine-head">
        <label class="switch">
          <span class="quiet">
            {on && info ? t("depth {depth} · {speed} nodes/s", { depth: info.depth, speed: speed(info.nodes, info.time) }) : on && running ? t("thinking") : t("On this device")}
          </span>
          <input type="checkbox" role="switch" aria-label={t("Engine")} checked={on} onChange={(event) => switchEngine(event.currentTarget.checked)} />
        </label>
      </div>
      {failed && <p role="alert">{t("The engine does not work in this browser.")}</p>}
      {on && !over && (
        <ol class="engine-lines" style={{ "--lines": lines }}>
          {(info?.lines ?? []).slice(0, lines).map((line, index) => (
            <LineRow key={index} line={line} analysis={analysis} variant={variant} best={index === 0} />
          ))}
        </ol>
      )}
      {on && over && <p class="quiet">{t("The game is over.")}</p>}
      {on && (
        <div class="engine-foot bar">
          <ThreatLine analysis={analysis} />
          <span class="engine-count" role="group" aria-label={t("Lines")}>
            <IconButton icon="minus" label={t("One line less")} act={() => wantLines(lines - 1)} disabled={lines <= 1} />
            <b>{lines}</b>
            <IconButton icon="plus" label={t("One line more")} act={() => wantLines(lines + 1)} disabled={lines >= LINES_MAX} />
          </span>
        </div>
      )}
    </div>
  );
}

/** The chances of all sides as one bar: from the player below upwards, or from the left on phones. */
export function Bar({ core, analysis }: Pick<PanelProps, "core" | "analysis">) {
  const variant = variantOf(core, analysis.variant);
  const { look, engine } = analysis;
  const sides = sidesOf(variant);
  const line = engine.on ? engine.info?.lines[0] : undefined;
  const places = placesOf(variant, analysis.turned);
  const below = sides.findIndex((side) => side.includes(places.indexOf("s")));
  const order = [...sides.slice(below), ...sides.slice(0, below)];
  const decided = look.winners.length > 0;
  const share = (side: number[]) => (decided ? (side.some((seat) => look.winners.includes(seat)) ? 1000 : 0) : line ? line.chances[side[0]] : 1000 / sides.length);
  const worth = line && !decided ? worthOf(variant, look.turn, line) : null;
  const known = decided || line !== undefined;
  const label = known
    ? order.map((side) => `${capital(colourName(side[0]))} ${percent(share(side) / 1000)}`).join(", ")
    : t("The engine is off");
  return (
    <div class={`eval-bar${known ? "" : " idle"}${sides.length === 2 ? " two" : ""}`} role="img" aria-label={`${t("Chance to win")}: ${label}`}>
      {order.map((side) => (
        <span key={side[0]} class={`share seat-${side[0]}`} style={{ flexGrow: Math.max(1, share(side)) }}>
          {known && share(side) >= 60 && (
            <span class="told">
              {worth?.seat !== undefined && side.includes(worth.seat) && <b>{worth.text}<small> {worth.unit}</small></b>}
              <span>{percent(share(side) / 1000)}</span>
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

