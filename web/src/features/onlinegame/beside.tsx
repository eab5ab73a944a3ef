// SPDX-License-Identifier: MIT
// The panel beside the board of an online game: the opponents' questions, the result, the actions, the connection.
//
// uses challenges, chat, correspondence, moderation, play

import { useEffect, useState } from "preact/hooks";
import type { Core, Seat } from "../../core/types";
import { Tool } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { Marble } from "../../parts/marble";
import { ask, clocksNow, toggleExplain } from "../../state/game";
import { Question } from "../../parts/question";
import { GameSlot } from "../../parts/slots";
import { loadMe } from "../../state/online";
import { act } from "./onlinegame";
import { moveNumber } from "../../state/describe";
import { colourName, playerName } from "../../state/seats";
import { getState } from "../../state/store";
import { now } from "../../state/time";
import type { Game, Online, OnlineGame, Settings } from "../../state/types";
import { n, t } from "../../text";
import { AnalyseLink, EndGraph, RESIGN_FORGOTTEN, ResultHead, ReviewButton } from "../play/playactions";
import type { Beside } from "../play/play";
import { ChallengeButton } from "../challenges/challenge";
import { Talk } from "../chat/talk";
import { declineText } from "../challenges/declines";
import { Conditional } from "../correspondence/conditional";
import { Net } from "../../parts/net";
import { GameReport, reportable } from "../moderation/report";
import { uncountedText } from "./uncounted";
import { OnVacation } from "../correspondence/vacation";

const AWAY_SHOWN = 5000; // ms after which an absence is mentioned

interface Props {
  game: Game;
  online: OnlineGame;
  settings: Settings;
}

function names(game: Game, settings: Settings, seats: Seat[]): string {
  return seats.map((seat) => `${playerName(game.players, seat, settings.name)} (${colourName(seat)})`).join(", ");
}

// --- the panel ---------------------------------------------------------------------------------------

function RatingChanges({ game, online: { info }, settings }: Props) {
  if (!info.ratings) return null;
  return (
    <ul class="rating-changes stack">
      {info.ratings.map((change, seat) => change && (
        <li key={seat}>
          <Marble seat={seat} />
          <span>{playerName(game.players, seat, settings.name)}</span>
          <small>{`${Math.round(change.before)} ›`}</small>
          <b>{Math.round(change.after)}</b>
          <small class={change.after >= change.before ? "rating-up" : "rating-down"}>{`${change.after >= change.before ? "+" : "−"}${Math.abs(Math.round(change.after) - Math.round(change.before))}`}</small>
        </li>
      ))}
    </ul>
  );
}

function Result(props: Props & { share(): void }) {
  const { game, online, settings } = props;
  const { rematch, you } = online.info;
  const others = you.length === 1 && online.info.seats.length === 2 ? online.info.seats.flatMap(({ person }, seat) => (person?.name && !you.includes(seat) ? [person] : [])) : [];
  return (
    <section class="message result" aria-label={t("Result")}>
      <ResultHead game={game} own={settings.name} />
      {online.info.declined?.map(({ seat, name, reason }) => (
        <p key={seat}>{t("{name} declines: {reason}", { name: name ?? t("Guest"), reason: declineText(reason) })}</p>
      ))}
      <RatingChanges {...props} />
      <EndGraph game={game} />
      {uncountedText(online.info) && <p class="uncounted">{uncountedText(online.info)}</p>}
      <div class="result-keys stack">
        <ReviewButton game={game} />
        {you.length > 0
          ? <button type="button" class={`button${rematch ? " glows" : ""}`} onClick={() => void act("rematch")}>
              <Icon name="turn" />{rematch ? t("Accept the rematch") : t("Rematch")}
            </button>
          : rematch && <a class="button primary" href={`/game/${rematch}`}>{t("Watch the rematch")}</a>}
        <a class="button" href="/new?against=online"><Icon name="plus" />{t("New game")}</a>
        <AnalyseLink game={game} />
        <button type="button" class="button" onClick={props.share}><Icon name="share" />{t("Share")}</button>
        {others.map((person) => (
          <ChallengeButton key={person.id} name={person.name!} kind={person.kind} variant={game.variant} clock={online.info.clock} />
        ))}
        <a class="button plain" href="/online">{t("Go to the lobby")}</a>
      </div>
    </section>
  );
}

function ResignQuestion({ drop }: { drop(): void }) {
  useEffect(() => {
    const timer = setTimeout(drop, RESIGN_FORGOTTEN);
    return () => clearTimeout(timer);
  }, []);
  return <Question text={t("Really resign?")} yes={t("Resign")} no={t("Play on")} danger act={() => void act("resign")} drop={drop} />;
}

/** Offers and requests, by the opponents or by the user. */
function Wishes({ game, online, settings }: Props) {
  const { info } = online;
  const { takeback, offers, asked } = game.match;
  const mine = (seats: Seat[]) => seats.filter((seat) => info.you.includes(seat));
  const others = (seats: Seat[]) => names(game, settings, seats.filter((seat) => !info.you.includes(seat)));
  if (takeback) {
    const { seat, to, agreed, asked: waiting } = takeback;
    const told = agreed.length ? ` ${t("Agreed: {names}", { names: names(game, settings, agreed) })}` : "";
    if (mine(waiting).length) {
      const text = t("{name} asks to go back to move {n}. The clocks go back too.", { name: names(game, settings, [seat]), n: moveNumber(to + 1, game.players.length) }) + told;
      return <Question calm text={text} yes={t("Agree")} no={t("Decline")} act={() => void act("takeback")} drop={() => void act("notakeback")} />;
    }
    if (mine([seat, ...agreed]).length)
      return <Pending text={`${t("Waiting for agreement to take back: {names}", { names: others(waiting) })}.${told}`} drop={() => void act("notakeback")} />;
  }
  if (offers.length) {
    const agreed = t("Draw offered. Agreed: {names}", { names: names(game, settings, offers) });
    if (mine(asked).length)
      return <Question calm text={agreed} yes={t("Agree")} no={t("Decline")} act={() => void act("draw")} drop={() => void act("nodraw")} />;
    if (mine(offers).length)
      return <Pending text={`${agreed}. ${t("Waiting for: {names}", { names: others(asked) })}`} drop={() => void act("nodraw")} />;
    return <p class="message">{agreed}</p>;
  }
  return null;
}

function Pending({ text, drop }: { text: string; drop(): void }) {
  return (
    <div class="message asks">
      <p>{text}</p>
      <div class="row"><button type="button" class="button" onClick={drop}>{t("Withdraw")}</button></div>
    </div>
  );
}

/** Redraws twice a second during a countdown. */
function useSeconds(running: boolean): void {
  const [, draw] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => draw((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [running]);
}

/** The first opponent who has been away for a while. */
function Away({ game, online, settings }: Props) {
  const { info, away, claim } = online;
  const gone = away.findIndex((since, seat) => since !== null && !info.you.includes(seat));
  useSeconds(gone >= 0);
  if (gone < 0 || now() - away[gone]! < AWAY_SHOWN || !info.you.length || info.speed === "correspondence") return null;
  const name = names(game, settings, [gone]);
  const until = claim[gone] ?? null;
  const left = until === null ? null : Math.ceil((until - now()) / 1000);
  if (left === null) return <p class="message">{t("{name} has disconnected.", { name })}</p>;
  if (left > 0) return <p class="message">{n("{name} has disconnected. You can continue without them in {n} second.", "{name} has disconnected. You can continue without them in {n} seconds.", left, { name })}</p>;
  return (
    <div class="message asks">
      <p>{t("{name} has disconnected.", { name })}</p>
      <div class="row">
        <button type="button" class="button primary" onClick={() => void act("claim")}>
          {game.players.length === 2 ? t("Claim the win") : t("Continue without them")}
        </button>
      </div>
    </div>
  );
}

/** The time that the player to move still has for a first move. */
function FirstMove({ game, online, settings }: Props) {
  const { info } = online;
  const { running: turn = -1, firstMove = null } = clocksNow() ?? {};
  const waits = firstMove !== null && !online.sent && !game.players[turn].level;
  useSeconds(waits);
  if (!waits) return null;
  const seconds = Math.ceil(firstMove / 1000);
  return (
    <p class="message first-move">
      {info.you.includes(turn)
        ? n("Make your first move within {n} second, or the game is cancelled.", "Make your first move within {n} seconds, or the game is cancelled.", seconds)
        : n("{name} has {n} second for the first move.", "{name} has {n} seconds for the first move.", seconds, { name: names(game, settings, [turn]) })}
    </p>
  );
}

const UNHURRIED = ["correspondence", "unlimited"];

/** With days per move: on to another game with the user's turn. */
function NextGame({ online: { info, sent } }: Props) {
  const yours = info.turn !== null && info.you.includes(info.turn) && !sent;
  const wanted = UNHURRIED.includes(info.speed) && info.you.length > 0 && !yours;
  useEffect(() => {
    if (wanted) void loadMe();
  }, [wanted]);
  const { games, me } = getState().online;
  const next = wanted && games.find(({ id, state, turn, seats }) => id !== info.id && state === "live" && turn !== null && seats[turn].person?.id === me?.id);
  return next ? <p class="message"><a class="button primary" href={`/game/${next.id}`}>{t("Next game")}</a></p> : null;
}

function Message(props: Props & { link: Online["link"]; share(): void }) {
  const { game, online, link } = props;
  if (game.match.over) return <Result {...props} />;
  if (game.asking === "resign") return <ResignQuestion drop={() => ask(null)} />;
  if (game.asking === "draw")
    return <Question text={t("Offer a draw?")} yes={t("Offer a draw")} no={t("Play on")} act={() => void act("draw")} drop={() => ask(null)} />;
  const remark = game.remark && <p class={`message ${game.remark.kind}`}>{game.remark.text}</p>;
  return (
    <div class="wishes stack">
      {link.state !== "open" && (
        <p class="message refused" role="status">
          {online.sent ? t("No connection. Your move is kept and will be sent as soon as you are back online.") : t("No connection. Trying again…")}
        </p>
      )}
      {online.info.waiting && (
        <p class="message refused" role="status">
          {t("The server cannot save moves at the moment. The clocks are paused, and the game will resume by itself.")}
        </p>
      )}
      {remark}
      <FirstMove {...props} />
      <Wishes {...props} />
      <Away {...props} />
      <NextGame {...props} />
    </div>
  );
}

// --- ways to act -------------------------------------------------------------------------------------

function Actions({ game, online, more }: Props & { more(): void }) {
  const { info } = online;
  const playing = info.you.some((seat) => !info.seats[seat].out) && info.state === "live";
  const canAsk = game.match.takebackTo[info.you[0] ?? -1] >= 0;
  return (
    <div class="actions" role="group" aria-label={t("Actions")}>
      {playing && <Tool icon="undo" label={t("Take back")} act={() => void act("takeback")} disabled={!canAsk} />}
      {/* Players get no help. */}
      {!playing && <Tool icon="explain" label={t("Explain")} pressed={game.findings !== null} act={toggleExplain} />}
      <GameSlot tool game={info.id} />
      <span class="only-narrow"><Tool icon="menu" label={t("More")} act={more} /></span>
    </div>
  );
}

function Endings({ game: { match }, online: { info }, done }: Props & { done?(): void }) {
  if (info.state !== "live" || !info.you.some((seat) => !info.seats[seat].out)) return null;
  const then = (what: () => void) => () => {
    what();
    done?.();
  };
  return (
    <div class="endings menu">
      <Tool icon="draw" label={t("Offer a draw")} act={then(() => ask("draw"))} disabled={match.offers.length > 0} />
      {!match.underWay
        ? <Tool icon="close" label={t("Cancel the game")} act={then(() => void act("abort"))} danger />
        : <Tool icon="flag" label={t("Resign")} act={then(() => ask("resign"))} danger />}
    </div>
  );
}

/** Everything beside the board, for PlayView. */
export function besideOnline(core: Core, game: Game, online: OnlineGame, settings: Settings, link: Online["link"]): Beside {
  const props = { game, online, settings };
  const { info } = online;
  const watchers = info.watchers > 0 ? n("{n} watching", "{n} watching", info.watchers) : "";
  return {
    message: (_, share) => (
      <>
        <Message {...props} link={link} share={share} />
        <OnVacation game={game} info={info} settings={settings} />
        <Conditional {...props} core={core} />
        {info.you.length > 0 && info.state !== "open" && info.plies + Number(info.state === "live") > 0 && <Talk {...props} />}
      </>
    ),
    actions: (more) => <Actions {...props} more={more} />,
    endings: (done) => <Endings {...props} done={done} />,
    report: reportable(game, online).length > 0 ? (close) => <GameReport game={game} online={online} close={close} /> : undefined,
    about: (
      <p class="quiet">
        {[!info.rated ? t("casual") : uncountedText(info) ? t("rated, did not count") : t("rated"), info.you.length ? "" : t("you are watching"), watchers].filter(Boolean).join(" · ")}
      </p>
    ),
    line: (
      <p class="net-line bar">
        <Net link={link} />
        {watchers && <span class="quiet">{watchers}</span>}
      </p>
    ),
  };
}
