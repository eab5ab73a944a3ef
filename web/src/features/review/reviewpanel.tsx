// SPDX-License-Identifier: MIT
// The review of a game, beside its board: the chance to win over time, each player's accuracy, and the moves that
// decided it. It shows only what the engine has found (docs/analysis.md); without a known reason it only names the
// better move.
//
// uses analysis

import { useEffect, useRef } from "preact/hooks";
import type { ReviewedPly } from "../../api/messages";
import { Marble } from "../../parts/marble";
import { say } from "../../state/speak";
import { sentence } from "../../state/reasonwords";
import { lookAt, showHint } from "../../state/game";
import { type Review as ReviewOfGame, reviewOf, startReview, stopReview } from "./review";
import { go } from "../../state/navigate";
import { moveNumber } from "../../state/describe";
import { playerName } from "../../state/seats";
import { getState } from "../../state/store";
import type { Game, Settings } from "../../state/types";
import { n, percent, t } from "../../text";

const GLYPHS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??", great: "!" };
const MOMENTS_MAX = 5;
const WIDTH = 300;
const HEIGHT = 90;

interface Props {
  game: Game;
  settings: Settings;
}

/** Shows the position before a move, with the better one on it. */
function showBetter(ply: ReviewedPly, base: number): void {
  lookAt(base + ply.ply - 1);
  const move = getState().game?.look.moves.find(({ text }) => text === ply.best[0]);
  if (move) showHint(move);
}

/** The chance of each side after each move, as lines: one tab stop, the arrows go from move to move. */
function Graph({ game, settings, plies, base }: Props & { plies: (ReviewedPly | null)[]; base: number }) {
  const players = game.players.length;
  const teams = new Set(getState().core!.variants().find(({ id }) => id === game.variant)!.teams).size;
  const lines = teams === 2 ? [0] : Array.from({ length: players }, (_, seat) => seat);
  const at = (game.ply ?? game.match.plies) - base;
  const step = WIDTH / Math.max(1, plies.length);
  const points = (seat: number) => plies.flatMap((ply, index) =>
    (ply ? [`${((index + 1) * step).toFixed(1)},${(HEIGHT * (1 - ply.chances[seat] / 1000)).toFixed(1)}`] : [])).join(" ");
  const told = plies[at - 1];
  const value = told
    ? lines.map((seat) => `${playerName(game.players, seat, settings.name)} ${percent(told.chances[seat] / 1000)}`).join(", ")
    : "";
  const keys = (event: KeyboardEvent) => {
    // The present state, not the drawn one: keys may come quicker than drawings.
    const { game: now } = getState();
    const here = (now?.ply ?? plies.length + base) - base;
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: plies.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    lookAt(base + to);
  };
  const press = (event: MouseEvent) => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    lookAt(base + Math.round((event.clientX - box.left) / box.width * plies.length));
  };
  return (
    <svg class="chances" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="slider" tabindex={0}
      aria-label={t("Chance to win, move by move")} aria-valuemin={0} aria-valuemax={plies.length} aria-valuenow={Math.max(0, at)}
      aria-valuetext={value} onKeyDown={keys} onClick={press}>
      <rect class="ground" width={WIDTH} height={HEIGHT} />
      {teams === 2 && <polygon class="seat-0" points={`0,${HEIGHT} 0,${HEIGHT / 2} ${points(0)} ${WIDTH},${HEIGHT}`} />}
      <line class="even" x1="0" y1={HEIGHT / teams * (teams - 1)} x2={WIDTH} y2={HEIGHT / teams * (teams - 1)} />
      {lines.map((seat) => <polyline key={seat} class={`line seat-${seat}`} points={points(seat)} />)}
      {plies.map((ply, index) => ply && ply.mark && ply.mark !== "great" && (
        <circle key={index} class={ply.mark} cx={(index + 1) * step} cy={HEIGHT * (1 - ply.chances[teams === 2 ? 0 : ply.player] / 1000)} r="3" />
      ))}
      {at > 0 && <line class="now" x1={at * step} x2={at * step} y1="0" y2={HEIGHT} />}
    </svg>
  );
}

function Moments({ game, settings, plies, turning, base }: Props & { plies: ReviewedPly[]; turning: number[]; base: number }) {
  const name = (seat: number) => playerName(game.players, seat, settings.name);
  const worst = plies.filter(({ mark }) => mark === "blunder" || mark === "mistake").sort((a, b) => b.loss - a.loss);
  const chosen = [...turning.map((ply) => plies[ply - 1]), ...worst].filter(Boolean);
  const moments = [...new Set(chosen)].slice(0, MOMENTS_MAX).sort((a, b) => a.ply - b.ply);
  if (!moments.length) return <p>{t("No move gave much away. Well played.")}</p>;
  return (
    <ol class="moments">
      {moments.map((ply) => {
        const why = ply.why.map((reason) => sentence(reason, name)).find(Boolean);
        const move = game.match.moves[base + ply.ply - 1].text;
        return (
          <li key={ply.ply}>
            <button type="button" class={`moment stack ${ply.mark}`} onClick={() => (showBetter(ply, base), say(t("{move} was better.", { move: ply.best[0] }), true))}>
              <span class="mark" aria-hidden="true">{GLYPHS[ply.mark] ?? ""}</span>
              <span class="what">
                <b>{`${moveNumber(base + ply.ply, game.players.length)}. ${move}`}</b> <Marble seat={ply.player} />
                <small>{[why, t("{move} was better.", { move: ply.best[0] })].filter(Boolean).join(" ")}</small>
              </span>
              <span class="change">{`${percent(ply.before / 1000)} → ${percent(ply.after / 1000)}`}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

async function learn(game: Game, review: ReviewOfGame): Promise<void> {
  const { learnFrom } = await import("../analysis");
  await learnFrom(game, review.plies);
  go(`/mistakes?game=${encodeURIComponent(game.id)}`);
}

export function Review({ game, settings }: Props) {
  const review = reviewOf(game);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView();
    box.current?.focus({ preventScroll: true });
  }, []);
  if (!review) return null;
  const { plies, total, running, failed, base } = review;
  const done = plies.filter(Boolean).length;
  return (
    <section class="review panel" ref={box} tabindex={-1} aria-label={t("Review")}>
      <h2>{t("Review")}</h2>
      <Graph game={game} settings={settings} plies={plies} base={base} />
      {!total && (
        <div class="row">
          <progress max={plies.length} value={done} aria-label={t("Review")} />
          <span class="quiet">{t("{done} of {all} moves", { done, all: plies.length })}</span>
          {running
            ? <button type="button" class="button" onClick={stopReview}>{t("Stop")}</button>
            : <button type="button" class="button" onClick={() => void startReview(game)}>{t("Continue")}</button>}
        </div>
      )}
      {failed && <p role="alert">{t("The engine does not work in this browser, so the game cannot be reviewed.")}</p>}
      {total && (
        <>
          <ul class="accuracies">
            {total.players.map((player) => (
              <li key={player.player}>
                <Marble seat={player.player} />
                <span>{playerName(game.players, player.player, settings.name)}</span>
                <b>{t("{share} accurate", { share: percent(player.accuracy / 1000) })}</b>
                <small>
                  {[n("{n} inaccuracy", "{n} inaccuracies", player.inaccuracies), n("{n} mistake", "{n} mistakes", player.mistakes),
                    n("{n} blunder", "{n} blunders", player.blunders)].join(" · ")}
                </small>
              </li>
            ))}
          </ul>
          {plies.some((ply) => ply?.mark === "mistake" || ply?.mark === "blunder") && (
            <button type="button" class="button primary" onClick={() => void learn(game, review)}>{t("Learn from your mistakes")}</button>
          )}
          <h3>{t("Turning points")}</h3>
          <Moments game={game} settings={settings} plies={plies as ReviewedPly[]} turning={total.turning} base={base} />
        </>
      )}
    </section>
  );
}
