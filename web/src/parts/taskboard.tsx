// SPDX-License-Identifier: MIT
// A board with a task, of a lesson or a puzzle, and its surroundings: the players and their marbles or walls, a field
// for typed moves, and the text board for users who chose that. Its stars, with their number in words.

import { useEffect, useRef } from "preact/hooks";
import { reasonText } from "@meydan/board";
import type { Core, Finding, Look, Move, Refusal, Seat, Variant } from "../core/types";
import { LiveBoard } from "./liveboard";
import { Marble } from "./marble";
import { PositionList } from "./position";
import { say } from "../state/speak";
import { plainMove } from "./typed";
import { hasMotion } from "../state/actions";
import { capital, colourName, variantOf } from "../state/seats";
import type { Settings } from "../state/types";
import { n, t } from "../text";

/** A position on the board, and the move that led to it. */
export interface Shown {
  look: Look;
  before: Look | null;
  last: Move | null;
}

export function shownStill(look: Look): Shown {
  return { look, before: null, last: null };
}

export function shownAfter(core: Core, before: Look, text: string): Shown {
  const look = core.play(before, text);
  if ("malformed" in look) throw new Error(`${before.position} ${text}: ${look.message}`);
  return { look, before, last: before.moves.find((move) => move.text === text) ?? null };
}

const STAR = "M12 2.8l2.8 6 6.5.8-4.8 4.5 1.3 6.5L12 17.4l-5.8 3.2 1.3-6.5-4.8-4.5 6.5-.8z";

export function Stars({ count }: { count: number }) {
  return (
    <span class="stars" role="img" aria-label={n("{n} of 3 stars", "{n} of 3 stars", count)}>
      {[1, 2, 3].map((at) => (
        <svg key={at} viewBox="0 0 24 24" class={at <= count ? "won" : ""} aria-hidden="true"><path d={STAR} /></svg>
      ))}
    </span>
  );
}

const SHAKE = [0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` }));

/** Shakes the board when the count changes. */
function useShake(count: number, motion: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count && motion) place.current?.animate(SHAKE, { duration: 320, easing: "ease-out" });
  }, [count]);
  return place;
}

function Tallies({ variant, look, far }: { variant: Variant; look: Look; far: boolean }) {
  const { teams } = variant;
  return (
    <ul class="task-tallies">
      {teams.map((team, seat) => (
        <li key={seat} class={look.turn === seat && !look.winners.length ? "turn" : ""}>
          <Marble seat={seat} />
          <span class="task-who">{capital(colourName(seat))}</span>
          {variant.game === "abalone"
            ? <b aria-label={t("{score} of {goal} pushed out", { score: look.score[team]!, goal: look.toWin })}>{look.score[team]}/{look.toWin}</b>
            : <b>{n("{n} wall", "{n} walls", look.wallsLeft[seat]!)}</b>}
          {far && variant.game === "quoridor" && look.distance[seat]! >= 0 && <small>{n("{n} step", "{n} steps", look.distance[seat]!)}</small>}
        </li>
      ))}
    </ul>
  );
}

function Typed({ id, enabled, submit }: { id: string; enabled: boolean; submit(text: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  const send = (event: Event) => {
    event.preventDefault();
    const text = plainMove(field.current!.value);
    if (!enabled || !text) return;
    field.current!.value = "";
    submit(text);
  };
  return (
    <form class="typed" onSubmit={send}>
      <label class="spoken" for={id}>{t("Type a move")}</label>
      <input class="entry" id={id} ref={field} placeholder={t("Type a move")} autocomplete="off" autocapitalize="off" autoCorrect="off"
        spellcheck={false} enterkeyhint="go" />
      <button type="submit" class="button small" disabled={!enabled}>{t("Play")}</button>
    </form>
  );
}

interface Props {
  core: Core;
  settings: Settings;
  shown: Shown;
  /** The player who may move here; null if none may. */
  seat: Seat | null;
  shake: number;
  /** As the board's property; 0 by default. */
  turned?: number;
  /** With the steps to the goal, which players of a game count themselves. */
  far?: boolean;
  findings?: Finding[];
  paths?: boolean;
  onMove(text: string): void;
  onRefuse(refusal: Refusal): void;
}

export function TaskBoard({ core, settings, shown, seat, shake, turned = 0, far = true, findings, paths, onMove, onRefuse }: Props) {
  const motion = hasMotion(settings);
  const place = useShake(shake, motion);
  const { look, before, last } = shown;
  const variant = variantOf(core, look.variant);
  const open = seat !== null && look.winners.length === 0;

  const typed = (text: string) => {
    const refusal = core.check(look, text);
    if (!refusal) return onMove(text);
    say(reasonText(refusal), true);
    onRefuse(refusal);
  };
  const keys = (key: string) => {
    if (key === "i") document.getElementById("task-typed")?.focus();
  };
  return (
    <div class={`task-board stack ${look.pawns.length ? "quoridor" : "abalone"}`}>
      <Tallies variant={variant} look={look} far={far} />
      <div class="task-place" ref={place}>
        {settings.textBoard
          ? (
            <div class="task-drawn">
              <PositionList variant={variant} look={look} />
              <pre role="img" aria-label={t("The board as text, with the same content as the list above")} tabIndex={0}>{core.drawText(look)}</pre>
            </div>
          )
          : <LiveBoard look={look} before={before} last={last} seat={seat} turned={turned} core={core} coordinates marks={settings.marks}
              confirmWalls={settings.confirmWalls} motion={motion} findings={findings} paths={paths} onMove={onMove}
              onRefuse={onRefuse} say={say} onKey={keys} />}
      </div>
      <Typed id="task-typed" enabled={open} submit={typed} />
    </div>
  );
}
