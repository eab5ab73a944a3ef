// SPDX-License-Identifier: MIT
// A player's actions besides moving, and the panel beside the board that asks, answers and shows the result.

import { useEffect } from "preact/hooks";
import type { Core, Seat } from "../../core/types";
import { IconButton, Tool } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { lazy } from "../../parts/lazy";
import { Marble, MarbleShape } from "../../parts/marble";
import { Question } from "../../parts/question";
import { caughtBy } from "../../parts/seatcard";
import { say } from "../../state/speak";
import { stopThinking } from "../../state/computer";
import { describeReason, describeResult, scoreText } from "../../state/describe";
import {
  answerDraw, ask, beginGame, canTakeBack, currentMatch, nextStep, offerDraw, personSeat, remark, resign, seatToMove, showHint, takeBack,
  toggleExplain,
} from "../../state/game";
import { go } from "../../state/navigate";
import { reviewPath } from "../review/review";
import { nextOpponent, opponentName } from "../../state/opponents";
import { capital, colourName, drawLots, drawsLots, playerName, recordNames, variantOf } from "../../state/seats";
import { getState } from "../../state/store";
import { now, today } from "../../state/time";
import type { Game, Settings } from "../../state/types";
import { t } from "../../text";

let begun = ""; // the last game that was in progress on this screen

/** Notes a game in progress: its end will be news. */
export function noteBegun({ id, match }: Game): void {
  if (!match.over) begun = id;
}

export const RESIGN_FORGOTTEN = 3000; // ms until an unconfirmed resignation is withdrawn

async function hint(game: Game): Promise<void> {
  const match = currentMatch();
  if (!match) return;
  remark(t("Looking for a good move…"));
  stopThinking();
  const name = (seat: Seat) => playerName(game.players, seat, getState().settings.name);
  const found = await import("../../state/hint").then(({ hintFor }) => hintFor(match, name)).catch(() => null);
  const current = getState().game;
  if (current?.id !== game.id || current.match.plies !== game.match.plies) return;
  const move = found ? current.match.look.moves.find((legal) => legal.text === found.move) : undefined;
  if (!move) return remark(t("There is no hint."));
  showHint(move);
  const text = [t("Hint: {move}", { move: move.text }), found?.why].filter(Boolean).join(". ");
  remark(text);
  say(text, true);
}

/**
 * The same players again: by lot if lots were drawn, else each moves by one seat. A handicap stays with its giver, and
 * after a swap of sides the seats have changed already.
 */
function rematch(core: Core, game: Game): void {
  const { players, layout, variant, clock } = game;
  const { handicap, swaps } = game.match;
  const { position } = currentMatch()!.at(0);
  const turned = players.map((_, seat) => players[(seat + 1) % players.length]);
  const swapRule = position.endsWith(" swap");
  const next = handicap || swaps ? players : drawsLots(getState().draft, variant) && !swapRule ? drawLots(players) : turned;
  const names = recordNames(next, getState().settings.name);
  const match = core.match({ variant, position, clock: clock ?? undefined, names, tags: { Date: today() } });
  match.resume(now());
  go(`/play/${beginGame(next, layout, match, clock)}`);
  nextStep();
}

export function Actions({ game, more }: { game: Game; more(): void }) {
  const mine = seatToMove(game) !== null;
  return (
    <div class="actions" role="group" aria-label={t("Actions")}>
      <Tool icon="undo" label={t("Take back")} act={takeBack} disabled={!canTakeBack(game)} />
      <Tool icon="hint" label={t("Hint")} act={() => void hint(game)} disabled={!mine} />
      <Tool icon="explain" label={t("Explain")} pressed={game.findings !== null} act={toggleExplain} />
      <span class="only-narrow"><Tool icon="menu" label={t("More")} act={more} /></span>
    </div>
  );
}

/** Ways to end the game, with a question in the panel first. */
export function Endings({ game, done }: { game: Game; done?(): void }) {
  const act = (what: "resign" | "draw") => () => {
    ask(what);
    done?.();
  };
  const someone = personSeat(game) >= 0;
  return (
    <div class="endings menu">
      <Tool icon="draw" label={t("Offer a draw")} act={act("draw")} disabled={!someone || game.match.offers.length > 0} />
      <Tool icon="flag" label={t("Resign")} act={act("resign")} disabled={!someone} danger />
    </div>
  );
}

function ResignQuestion({ game, own }: { game: Game; own: string }) {
  const seat = personSeat(game);
  useEffect(() => {
    const timer = setTimeout(() => ask(null), RESIGN_FORGOTTEN);
    return () => clearTimeout(timer);
  }, []);
  const name = `${playerName(game.players, seat, own)} (${colourName(seat)})`;
  return <Question text={t("{name}: really resign?", { name })} yes={t("Resign")} no={t("Play on")} danger act={resign} drop={() => ask(null)} />;
}

function OfferPanel({ game, own, seat }: { game: Game; own: string; seat: Seat }) {
  const agreed = game.match.offers.map((other) => playerName(game.players, other, own)).join(", ");
  const name = `${playerName(game.players, seat, own)} (${colourName(seat)})`;
  return (
    <Question text={`${t("Draw offered. Agreed: {names}", { names: agreed })}. ${t("{name}: do you agree to a draw?", { name })}`}
      yes={t("Agree")} no={t("Decline")} act={() => answerDraw(seat, true)} drop={() => answerDraw(seat, false)} />
  );
}

/** Takes a game to the analysis board. */
export function AnalyseLink({ game }: { game: Game }) {
  const to = game.online ? `online-${game.online.info.id}` : `game-${game.id}`;
  return (
    <a class="button analyse" href={`/analysis/${to}${game.ply === null ? "" : `?ply=${game.ply}`}`}><Icon name="chart" /><span>{t("Analyse")}</span></a>
  );
}

const Graph = lazy(() => import("../review/endgraph").then(({ EndGraph }) => EndGraph), { styles: ["review.css"], waiting: null, silent: true });

/** The chance to win over the game, if it is known or the game has just ended here. */
export function EndGraph({ game }: { game: Game }) {
  return game.match.plies > 1 ? <Graph game={game} ended={begun === game.id} /> : null;
}

/** The first action after a game. */
export function ReviewButton({ game }: { game: Game }) {
  if (!game.match.plies) return null;
  return (
    <button type="button" class="button primary wide review-key" onClick={() => go(reviewPath())}>
      <Icon name="chart" /><span>{t("Review the game")}</span><Icon name="next" />
    </button>
  );
}

/** The trophies: the marbles in their tray, if any; in Quoridor the winner's pawn, between the remaining walls. */
function Trophy({ game }: { game: Game }) {
  const variant = variantOf(getState().core!, game.variant);
  const [first] = game.match.winners;
  if (variant.game === "quoridor") {
    return (
      <svg class="trophy" viewBox="-40 -4 104 32" aria-hidden="true">
        {[-36, -24, -12, 32, 44, 56].map((x) => <rect key={x} x={x} y="2" width="4" height="20" rx="1.5" class="trophy-wall" />)}
        <MarbleShape seat={first} />
      </svg>
    );
  }
  const { toWin } = game.look;
  const caught = caughtBy(game, variant, variant.teams[first]).slice(0, toWin);
  // After a resignation or on time there may be nothing to show but the winner.
  if (!caught.length) return <svg class="trophy" viewBox="-40 -4 104 32" aria-hidden="true"><MarbleShape seat={first} /></svg>;
  const wide = toWin * 28;
  return (
    <svg class="trophy" viewBox={`-6 -6 ${wide + 12} 40`} aria-hidden="true">
      <rect x="-6" y="-6" width={wide + 12} height="40" rx="20" class="trophy-tray" />
      {Array.from({ length: toWin }, (_, i) => (
        <g key={i} transform={`translate(${i * 28 + 2} 2)`}>
          <g class="trophy-marble" style={{ animationDelay: `${i * 90}ms` }}>
            {typeof caught[i] === "number" ? <MarbleShape seat={caught[i]} marked={variant.players > 2} /> : <circle cx="12" cy="12" r="9" class="trophy-hole" />}
          </g>
        </g>
      ))}
    </svg>
  );
}

/** The winner and the manner. A win of a player here is on dark wood, with the trophies; a loss is shown calmly. */
export function ResultHead({ game, own }: { game: Game; own: string }) {
  const { winners, reason, result } = game.match;
  const score = scoreText(game) || (result === "*" ? "" : result);
  const won = winners.length > 0 && winners.some((seat) => game.players[seat].kind === "me");
  return (
    <div class={`result-head${won ? " won" : ""}`}>
      {won && <Trophy game={game} />}
      <p class="result-line bar">
        {!won && winners.map((seat) => <Marble key={seat} seat={seat} />)}
        <b>{describeResult(game.players, own, game.match)}</b>
        {score && <span class="score">{score}</span>}
      </p>
      <p class="quiet">{capital(describeReason(reason, game.variant))}</p>
    </div>
  );
}

function Result({ game, own, more, share }: { game: Game; own: string; more(): void; share(): void }) {
  const { core } = getState();
  const next = nextOpponent(game.players, game.match.winners);
  return (
    <section class="message result" aria-label={t("Result")}>
      <ResultHead game={game} own={own} />
      <EndGraph game={game} />
      <div class="result-keys stack">
        <ReviewButton game={game} />
        {next > 0 && (
          <button type="button" class="button wide" onClick={() => rematch(core!, { ...game, players: game.players.map((player) => (player.kind === "computer" ? { ...player, level: next } : player)) })}>
            <Icon name="next" />{t("Now against {name}", { name: opponentName(next) })}
          </button>
        )}
        <button type="button" class="button" onClick={() => rematch(core!, game)}><Icon name="turn" />{t("Rematch")}</button>
        <a class="button" href="/new"><Icon name="plus" />{t("New game")}</a>
        <AnalyseLink game={game} />
        <button type="button" class="button" onClick={share}><Icon name="share" />{t("Share")}</button>
        <span class="only-narrow"><IconButton icon="menu" label={t("More")} act={more} /></span>
      </div>
    </section>
  );
}

export function Message({ game, settings, more, share }: { game: Game; settings: Settings; more(): void; share(): void }) {
  const own = settings.name;
  const asked = game.match.asked.find((seat) => game.players[seat].kind !== "computer");
  if (game.match.over) return <Result game={game} own={own} more={more} share={share} />;
  if (asked !== undefined) return <OfferPanel game={game} own={own} seat={asked} />;
  if (game.asking === "resign") return <ResignQuestion game={game} own={own} />;
  if (game.asking === "draw")
    return <Question text={t("Offer a draw?")} yes={t("Offer a draw")} no={t("Play on")} act={offerDraw} drop={() => ask(null)} />;
  if (game.match.offers.length) return <p class="message">{t("Draw offered. Waiting for the others.")}</p>;
  return <p class={`message${game.remark ? ` ${game.remark.kind}` : " empty"}`}>{game.remark?.text ?? ""}</p>;
}
