// SPDX-License-Identifier: MIT
// The review of a game, on a screen of its own beside the board: the result, the chance to win over time, each player's
// accuracy, the moves that decided it, and all moves with their marks. On a phone the story comes first, and a moment
// opens its board. It shows only what the engine has found (docs/analysis.md); without a known reason it only names
// the better move.
//
// uses analysis

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ReviewedPly, ReviewTotal } from "../../api/messages";
import { IconButton } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { Marble } from "../../parts/marble";
import { say } from "../../state/speak";
import { sentence } from "../../state/reasonwords";
import { timeText } from "../../state/clocktext";
import { lookAt } from "../../state/game";
import { describeReason, describeResult, moveNumber, scoreText } from "../../state/describe";
import { go } from "../../state/navigate";
import { capital, layoutName, playerName, variantName } from "../../state/seats";
import type { Game, Settings } from "../../state/types";
import { n, percent, t } from "../../text";
import { ChanceGraph, ownSeat } from "./chancegraph";
import { MoveMark } from "./movemark";
import { atMove, moveOf, type Review, reviewOf, reviewPath, showBetter, startReview, stopReview } from "./review";

const MOMENTS_MAX = 5;

interface Props {
  game: Game;
  settings: Settings;
}

const ONE_COLUMN = matchMedia("(max-width: 599px), (max-width: 999px) and (max-aspect-ratio: 1/1)"); // as in review.css

const BAD = ["inaccuracy", "mistake", "blunder"];

/** The moves that decided the game, in its order. */
function momentsOf(plies: ReviewedPly[], turning: number[]): ReviewedPly[] {
  const worst = plies.filter(({ mark }) => mark === "blunder" || mark === "mistake").sort((a, b) => b.loss - a.loss);
  const chosen = [...turning.map((ply) => plies[ply - 1]), ...worst].filter(Boolean);
  return [...new Set(chosen)].slice(0, MOMENTS_MAX).sort((a, b) => a.ply - b.ply);
}

/** Shows the position before a move, with the move played and the better one drawn on it. */
function open(ply: ReviewedPly, base: number): void {
  showBetter(ply, base);
  say(t("{move} was better.", { move: ply.best[0] }), true);
  if (ONE_COLUMN.matches && !atMove()) go(reviewPath("move"));
}

// --- the result, and how accurate the players were ---------------------------------------------------

/** The change of the user's rating by a rated game; null without one. */
function ratingChange(game: Game): number | null {
  const change = game.online?.info.ratings?.[ownSeat(game)];
  return change ? Math.round(change.after) - Math.round(change.before) : null;
}

export function RatingChip({ game }: { game: Game }) {
  const by = ratingChange(game);
  if (by === null) return null;
  return <span class={`rating-chip ${by < 0 ? "less" : "more"}`}>{by < 0 ? `−${-by}` : `+${by}`}</span>;
}

function Head({ game, settings, more }: Props & { more(): void }) {
  const about = [variantName(game.variant), game.layout && layoutName(game.layout), timeText(game.clock)].filter(Boolean).join(" · ");
  return (
    <header class="review-head">
      <a class="icon-button" href={location.pathname} aria-label={t("Back to the game")}><Icon name="back" /></a>
      <h2>{describeResult(game.players, settings.name, game.match)} {scoreText(game)}</h2>
      <RatingChip game={game} />
      <p class="quiet">{`${capital(describeReason(game.match.reason, game.variant))} · ${about}`}</p>
      <IconButton icon="menu" label={t("More")} act={more} />
    </header>
  );
}

function Ring({ share }: { share: number }) {
  return (
    <svg class={`accuracy-ring ${share >= 0.85 ? "good" : share >= 0.65 ? "fair" : "poor"}`} viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="15.5" />
      <circle class="ring-share" cx="18" cy="18" r="15.5" pathLength={100} stroke-dasharray={`${Math.round(100 * share)} 100`} transform="rotate(-90 18 18)" />
      <text x="18" y="18" dy=".35em">{Math.round(100 * share)}</text>
    </svg>
  );
}

function Accuracies({ game, settings, total, plies }: Props & { total: ReviewTotal; plies: ReviewedPly[] }) {
  const labels = { best: t("Best"), good: t("Good"), inaccuracy: t("Inaccurate"), mistake: t("Mistakes"), blunder: t("Blunders") };
  return (
    <section class={`panel accuracy of-${total.players.length}`} aria-label={t("Accuracy")}>
      <ul class="accuracies">
        {total.players.map(({ player, moves, accuracy, inaccuracies, mistakes, blunders }) => {
          const best = plies.filter((ply) => ply.player === player && !BAD.includes(ply.mark) && moveOf(game, ply).text === ply.best[0]).length;
          const good = moves - best - inaccuracies - mistakes - blunders;
          const counts = { best, good, inaccuracy: inaccuracies, mistake: mistakes, blunder: blunders };
          const words = [n("{n} best move", "{n} best moves", best), n("{n} good move", "{n} good moves", good), n("{n} inaccuracy", "{n} inaccuracies", inaccuracies),
            n("{n} mistake", "{n} mistakes", mistakes), n("{n} blunder", "{n} blunders", blunders)].join(", ");
          return (
            <li key={player}>
              <Ring share={accuracy / 1000} />
              <span class="whose">
                <b><Marble seat={player} /> {playerName(game.players, player, settings.name)}</b>
                <small>{t("{share} accurate", { share: percent(accuracy / 1000) })}<span class="spoken">: {words}</span></small>
              </span>
              <span class="counts" aria-hidden="true">
                {Object.entries(counts).map(([kind, count]) => <span key={kind}><MoveMark kind={kind} />{count}</span>)}
              </span>
            </li>
          );
        })}
      </ul>
      <div class="mark-names" aria-hidden="true">
        {Object.entries(labels).map(([kind, label]) => <span key={kind}><MoveMark kind={kind} />{label}</span>)}
      </div>
    </section>
  );
}

// --- the moments -------------------------------------------------------------------------------------

function Change({ ply: { before, after } }: { ply: ReviewedPly }) {
  return <span class="change">{Math.round(before / 10)} › <b class={after < before ? "less" : "more"}>{percent(after / 1000)}</b></span>;
}

function whyOf(ply: ReviewedPly, game: Game, settings: Settings): string {
  const name = (seat: number) => playerName(game.players, seat, settings.name);
  const why = ply.why.map((reason) => sentence(reason, name)).find(Boolean);
  return [why, t("{move} was better.", { move: ply.best[0] })].filter(Boolean).join(" ");
}

function Moments({ game, settings, moments, base }: Props & { moments: ReviewedPly[]; base: number }) {
  if (!moments.length) return <p class="none">{t("No move gave much away. Well played.")}</p>;
  return (
    <ol class="moments">
      {moments.map((ply) => (
        <li key={ply.ply}>
          <button type="button" class="moment" aria-current={game.hint && game.ply === base + ply.ply - 1 ? "true" : undefined} onClick={() => open(ply, base)}>
            <MoveMark kind={ply.mark} />
            <span class="what">
              <b>{`${moveNumber(base + ply.ply, game.players.length)}. ${moveOf(game, ply).text}`}</b> <small>{playerName(game.players, ply.player, settings.name)}</small>
              <span>{whyOf(ply, game, settings)}</span>
            </span>
            <Change ply={ply} />
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Below the board: the move played, the better one, and the way through the moves. On a phone also the reason. */
function Under({ game, settings, review, moments }: Props & { review: Review; moments: ReviewedPly[] }) {
  const { plies, base } = review;
  const { match } = game;
  const shown = (game.ply ?? match.plies) - base + (game.hint && game.ply !== null ? 1 : 0);
  const ply = plies[shown - 1];
  const bad = ply && BAD.includes(ply.mark) ? ply : null;
  const before = moments.findLast((moment) => moment.ply < shown);
  const after = moments.find((moment) => moment.ply > shown);
  const label = (moment: ReviewedPly) => `${moveNumber(base + moment.ply, game.players.length)}.`;
  const to = game.online ? `online-${game.online.info.id}` : `game-${game.id}`;
  return (
    <div class="review-under">
      <p class="played">
        {shown > 0 && <span class={`chip${bad ? " bad" : ""}`}>{ply?.mark && <MoveMark kind={ply.mark} />}{t("Played: {move}", { move: match.moves[base + shown - 1].text })}</span>}
        {bad && <button type="button" class="chip better" aria-pressed={game.hint !== null} onClick={() => open(bad, base)}>{t("Better: {move}", { move: bad.best[0] })}</button>}
        <span class="quiet">{t("Move {n} of {all}", { n: moveNumber(base + shown, game.players.length), all: moveNumber(match.plies, game.players.length) })}</span>
      </p>
      {bad && <p class="panel why"><span>{whyOf(bad, game, settings)}</span><Change ply={bad} /></p>}
      <div class="walk panel">
        <button type="button" class="button plain to-moment" disabled={!before} onClick={() => before && open(before, base)}><Icon name="previous" />{before ? label(before) : ""}<span class="spoken">{t("Previous turning point")}</span></button>
        <IconButton icon="first" label={t("Go to the start")} act={() => lookAt(base)} disabled={shown === 0} />
        <IconButton icon="previous" label={t("One move back")} act={() => lookAt(base + shown - 1)} disabled={shown === 0} />
        <IconButton icon="next" label={t("One move forward")} act={() => lookAt(base + shown + (game.hint && game.ply !== null ? 0 : 1))} disabled={base + shown >= match.plies && !game.hint} />
        <IconButton icon="last" label={t("Latest move")} act={() => lookAt(match.plies)} disabled={game.ply === null} />
        <button type="button" class="button plain to-moment" disabled={!after} onClick={() => after && open(after, base)}>{after ? label(after) : ""}<span class="spoken">{t("Next turning point")}</span><Icon name="next" /></button>
        <a class="button plain analyse" href={`/analysis/${to}${game.ply === null ? "" : `?ply=${game.ply}`}`}><Icon name="chart" /><span>{t("Analyse")}</span></a>
      </div>
    </div>
  );
}

// --- the whole ---------------------------------------------------------------------------------------

async function learn(game: Game, review: Review): Promise<void> {
  const { learnFrom } = await import("../analysis");
  await learnFrom(game, review.plies);
  go(`/mistakes?game=${encodeURIComponent(game.id)}`);
}

interface StoryProps extends Props {
  /** The list of moves. */
  moves: ComponentChildren;
  /** Play the same players again, if that is possible from here. */
  more(): void;
  share(): void;
}

export function ReviewStory({ game, settings, moves, more, share }: StoryProps) {
  const review = reviewOf(game);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!review?.running && !review?.total && !review?.failed) void startReview(game);
    box.current?.focus({ preventScroll: true });
  }, []);
  if (!review) return <section class="review" ref={box} tabindex={-1} aria-label={t("Review")} aria-busy="true" />;
  const { plies, total, running, failed, base } = review;
  const done = plies.filter(Boolean).length;
  const moments = total ? momentsOf(plies as ReviewedPly[], total.turning) : [];
  const own = ownSeat(game);
  const mistakes = plies.filter((ply) => ply && (own < 0 || ply.player === own) && (ply.mark === "mistake" || ply.mark === "blunder")).length;
  return (
    <>
      <Under game={game} settings={settings} review={review} moments={moments} />
      <section class="review" ref={box} tabindex={-1} aria-label={t("Review")}>
        <Head game={game} settings={settings} more={more} />
        <div class="moment-head">
          <a class="icon-button" href={reviewPath()} aria-label={t("Review")}><Icon name="back" /></a>
          <h2>{t("Move {n}", { n: moveNumber(Math.max(1, (game.ply ?? game.match.plies) + (game.hint ? 1 : 0)), game.players.length) })}</h2>
          <IconButton icon="menu" label={t("More")} act={more} />
        </div>
        <section class="panel chance-panel">
          <h3>{own < 0 ? t("Chance to win") : t("Your chance to win")}</h3>
          <ChanceGraph game={game} plies={plies} base={base} phases={total?.phases} />
          {!total && !failed && (
            <div class="row">
              <progress max={plies.length} value={done} aria-label={t("Review")} />
              <span class="quiet">{t("{done} of {all} moves", { done, all: plies.length })}</span>
              {running
                ? <button type="button" class="button small" onClick={stopReview}>{t("Stop")}</button>
                : <button type="button" class="button small" onClick={() => void startReview(game)}>{t("Continue")}</button>}
            </div>
          )}
          {failed && <p role="alert">{t("The engine does not work in this browser, so the game cannot be reviewed.")}</p>}
        </section>
        {total && <Accuracies game={game} settings={settings} total={total} plies={plies as ReviewedPly[]} />}
        <div class="review-moves">
          {total && (
            <section class="panel turning" aria-label={t("Turning points")}>
              <h3>{t("Turning points")}</h3>
              <Moments game={game} settings={settings} moments={moments} base={base} />
            </section>
          )}
          {moves}
        </div>
        <div class="review-keys">
          {mistakes > 0
            ? <button type="button" class="button primary" onClick={() => void learn(game, review)}><Icon name="puzzle" />{t("Learn from your mistakes")}</button>
            : <a class="button primary" href={location.pathname}>{t("Back to the game")}</a>}
          <IconButton icon="share" label={t("Save and share")} act={share} />
        </div>
      </section>
    </>
  );
}
