// SPDX-License-Identifier: MIT
// An online game on the play screen. The server decides; a match of the core follows it (state/servergame.ts). The
// screen shows a copy of that match with, on top of it, the user's move that is still under way (sent).

import { reasonText, sounds } from "@meydan/board";
import type { ClockState, Followed, MatchState, Seat } from "../../core/types";
import { http } from "../../api/http";
import type { Act, FromServer, GameEvent, GameInfo } from "../../api/messages";
import { Problem, problemText } from "../../api/problems";
import { applyEvent, followGame, tellClocks } from "../../state/servergame";
import { t } from "../../text";
import { notify } from "../../state/actions";
import { describeMove, describeReason, describeResult, describeTurn } from "../../state/describe";
import {
  changeGame, currentMatch, refuse, remark, report, seatToMove, showFor, snapshotOf, soundOf, type Referee,
} from "../../state/game";
import { go } from "../../state/navigate";
import { forgetRequests, loadMe, refresh, request, setHearer, subscribe, unsubscribe } from "../../state/online";
import { colourName, playerName, turnedFor, variantOf } from "../../state/seats";
import { getState } from "../../state/store";
import { now } from "../../state/time";
import type { Game, OnlineGame, Player } from "../../state/types";
import { dropUnsent, keepUnsent, readUnsent, wasPlayed, type Unsent } from "../../state/unsent";

let wanted = ""; // the id of the game to show
let truth: Followed | null = null; // the server's game, as far as received
let told = 0; // the page's time of info.now

// --- from the server's messages to the page ----------------------------------------------------------

/** The page's time of a message that has just arrived: half a round trip ago. */
function spokenAt(): number {
  return now() - Math.min(500, (getState().online.link.trip ?? 0) / 2);
}

function playersOf(info: GameInfo): Player[] {
  return info.seats.map(({ person, computer }, seat) => {
    if (computer) return { kind: "computer", level: computer };
    return { kind: info.you.includes(seat) ? "me" : "remote", level: 0, name: person?.name ?? undefined };
  });
}

/** The core's state of the match with the fields that only the server knows. */
function judged(state: MatchState, info: GameInfo): MatchState {
  const over = info.state === "over";
  const clock = truth!.state.clock; // the server decides about a move under way
  return { ...state, over, result: info.result, reason: over ? info.reason ?? "" : "", clock };
}

/** The absences that continue, by player. */
function awayOf(info: GameInfo, before: (number | null)[] = []): (number | null)[] {
  return info.seats.map(({ here, person, out }, seat) => (here || !person || out ? null : before[seat] ?? now()));
}

/** Shows the game as it is now. A player is brought to the present; a spectator who looks back stays there. */
function present(info: GameInfo, sent: OnlineGame["sent"]): void {
  const { core, game } = getState();
  if (!core || !truth) return;
  const current = game?.online?.info.id === info.id ? game : null;
  const match = truth.copy();
  if (sent) match.play(sent.move, now());
  const online: OnlineGame = {
    info, sent, away: awayOf(info, current?.online?.away), claim: current?.online?.claim ?? info.seats.map(() => null),
  };
  const players = playersOf(info);
  const state = judged(match.state, info);
  if (current) {
    const moved = current.match.plies !== state.plies || current.match.look.key !== state.look.key;
    const stays = !info.you.length && current.ply !== null && current.ply < state.plies;
    const shown = moved && !stays ? snapshotOf(match) : {};
    return showFor(judge, match, { ...current, ...shown, match: state, players, online });
  }
  const own = info.you[0] ?? 0;
  showFor(judge, match, {
    id: info.id, variant: info.variant, layout: info.layout ?? "", players, clock: core.readClock(info.clock), match: state,
    ply: null, look: state.look, before: null, last: state.moves[state.plies - 1] ?? null,
    turned: turnedFor(variantOf(core, info.variant), own), thinking: false, hint: null, findings: null, explained: 0,
    asking: null, remark: null, log: [], online,
  });
}

/**
 * A move under way is settled once the server's game has ended or its moves differ from `before`, the moves it
 * followed.
 */
function stillSent(info: GameInfo, sent: OnlineGame["sent"], before: string[]): OnlineGame["sent"] {
  return sent && info.state === "live" && info.moves.join() === before.join() ? sent : null;
}

/** A server message settled the move under way: it must not be sent again. Was it played? */
function settle(info: GameInfo, sent: NonNullable<OnlineGame["sent"]>, before: GameInfo): void {
  forgetRequests();
  dropUnsent(info.id);
  if (!wasPlayed(info, { info: before, sent })) refuse(problemText(new Problem(info.state === "over" ? "over" : "stale", "")));
}

/** A move left by an earlier visit: it is sent if it still can be, else the user gets a notice. */
function resume(info: GameInfo, unsent: Unsent): void {
  const { sent } = unsent;
  const { core, game } = getState();
  const turn = info.turn !== null && info.you.includes(info.turn);
  if (turn && stillSent(info, sent, unsent.info.moves) && !core!.check(game!.match.look, sent.move)) {
    present(info, sent);
    return send(info.id, sent);
  }
  dropUnsent(info.id);
  if (wasPlayed(info, unsent)) return;
  const reason = problemText(new Problem(info.state === "over" ? "over" : "stale", ""));
  remark(t("Your move {move} was not played: {reason}", { move: sent.move, reason }));
}

/** Takes over the server's whole game; `at` is the page's time of info.now. */
function take(info: GameInfo, at = spokenAt()): void {
  const { core, game } = getState();
  const before = game?.online?.info.id === info.id ? game.online : null;
  const match = core && followGame(core, info, at);
  if (!match) return;
  truth?.dispose();
  truth = match;
  told = at;
  const sent = stillSent(info, before?.sent ?? null, before?.info.moves ?? []);
  present(info, sent);
  if (before?.sent && !sent) settle(info, before.sent, before.info);
  const left = before ? null : readUnsent(info.id);
  if (left) resume(info, left);
  const seated = before && before.info.you.join() !== info.you.join();
  if (seated) changeGame({ turned: turnedFor(variantOf(getState().core!, info.variant), info.you[0] ?? 0) });
  if (before?.info.state === "open" && info.state === "live") begins(info);
  if (before && match.state.swaps === match.state.plies && match.state.swaps) moved(game!, false); // no event of its own
  if (before?.info.state === "live" && info.state === "over") ended();
}

function begins(info: GameInfo): void {
  const { settings } = getState();
  const game = getState().game!;
  sounds.play("start");
  const lot = info.lot && info.you.length === 1;
  const words = lot ? t("Lots drawn. Your colour: {colour}", { colour: colourName(info.you[0]) }) : t("The game begins");
  report(`${words}. ${describeTurn(game.players, settings.name, game.match.look.turn)}`);
}

function ended(): void {
  const { game, settings } = getState();
  if (!game?.online) return;
  const { winners } = game.match;
  const { you } = game.online.info;
  if (!winners.length || !you.length) sounds.play("draw");
  else sounds.play(winners.some((seat) => you.includes(seat)) ? "win" : "loss");
  changeGame({ asking: null });
  if (you.length) void loadMe(); // the game no longer waits for anyone
  report(`${describeResult(game.players, settings.name, game.match)}: ${describeReason(game.match.reason, game.variant)}`);
}

// --- events ------------------------------------------------------------------------------------------

const nameOf = (seat: Seat): string => {
  const { game, settings } = getState();
  return `${playerName(game!.players, seat, settings.name)} (${colourName(seat)})`;
};

function moved(before: Game, ownMove: boolean): void {
  const { core, settings } = getState();
  const game = getState().game!;
  const { moves, plies, look } = game.match;
  if (ownMove || plies <= before.match.plies) return;
  const move = moves[plies - 1];
  soundOf(move);
  const turn = describeTurn(game.players, settings.name, look.turn);
  report(`${describeMove(variantOf(core!, game.variant), move, before.match.look, look)}. ${turn}`);
  if (game.players[look.turn].kind === "me" && document.hidden) sounds.play("turn");
}

/** Speaks and sounds of an event other than a move or the end. */
function speakOf(event: GameEvent): void {
  const game = getState().game!;
  const own = "seat" in event && game.online!.info.you.includes(event.seat);
  switch (event.kind) {
    case "draw":
      if (!own) sounds.play("offer");
      return report(t("{name} offers a draw", { name: nameOf(event.seat) }));
    case "nodraw":
      return report(t("Draw declined"));
    case "ask":
      if (!own) sounds.play("offer");
      return report(t("{name} asks to take back a move", { name: nameOf(event.seat) }));
    case "noask":
      return report(t("Takeback declined"));
    case "takeback":
      return report(t("Taken back"));
    case "leave":
      return report(t("{name} is out: {reason}", { name: nameOf(event.seat), reason: describeReason(event.reason, game.variant) }));
  }
}

function happens(event: GameEvent): void {
  const { game } = getState();
  if (!game?.online || !truth || game.online.info.id !== event.game) return;
  const { info, sent } = game.online;
  const next = applyEvent(truth, info, event);
  if (!next) return refresh("game");
  if (next === info) return;
  if (next.now !== info.now) told = spokenAt();
  tellClocks(truth, next, told);
  const still = stillSent(next, sent, info.moves);
  present(next, still);
  if (event.kind === "move") changeGame({ remark: null });
  if (sent && !still) settle(next, sent, info);
  if (event.kind === "move") {
    moved(game, sent?.ply === event.ply && sent.move === event.move);
  } else if (event.kind === "end") ended();
  else speakOf(event);
}

function changeInfo(part: Partial<GameInfo>, more: Partial<OnlineGame> = {}): void {
  const { game } = getState();
  if (game?.online) changeGame({ online: { ...game.online, ...more, info: { ...game.online.info, ...part } } });
}

function presence(here: boolean[], claim: (number | null)[]): void {
  const { game } = getState();
  if (!game?.online) return;
  const { info, away } = game.online;
  const seats = info.seats.map((seat, at) => ({ ...seat, here: here[at] ?? seat.here }));
  const toPage = (instant: number | null) => (instant === null ? null : instant - info.now + told);
  changeInfo({ seats }, { away: awayOf({ ...info, seats }, away), claim: claim.map(toPage) });
}

setHearer((message: FromServer) => {
  const { game } = getState();
  const open = game?.online?.info;
  switch (message.t) {
    case "game":
      if (message.game.id === wanted) take(message.game);
      return;
    case "event":
      return happens(message);
    case "here":
      if (message.game === open?.id) presence(message.here, message.claim);
      return;
    case "waiting":
      if (message.game === open?.id) refresh("game");
      return;
    case "watchers":
      if (message.game === open?.id) changeInfo({ watchers: message.n });
      return;
    case "rematch":
      if (message.game !== open?.id || open.rematch) return;
      changeInfo({ rematch: message.next });
      if (!open.you.length) return;
      sounds.play("offer");
      return report(t("Rematch offered"));
    case "bye":
      return notify(t("The server is restarting. The game continues in a moment."));
  }
});

// --- the user's actions ------------------------------------------------------------------------------

function play(text: string): boolean {
  const { game, core, settings } = getState();
  const match = currentMatch();
  if (!game?.online || !match || !truth || seatToMove(game) === null) return false;
  const { info } = game.online;
  const before = match.state.look;
  const refusal = core!.check(before, text);
  if (refusal) {
    refuse(reasonText(refusal));
    return false;
  }
  const ply = info.moves.length;
  present(info, { ply, move: text });
  const shown = getState().game!;
  const { moves, plies, look } = shown.match;
  const move = moves[plies - 1];
  const sent = { ply, move: move.text }; // as written by the core
  keepUnsent({ info, sent, told });
  changeGame({ remark: null, online: { ...shown.online!, sent } });
  soundOf(move);
  report(`${describeMove(variantOf(core!, game.variant), move, before, look)}. ${describeTurn(game.players, settings.name, look.turn)}`);
  send(info.id, sent);
  return true;
}

/** Its arrival shows as an event, as for all players; only a refusal matters here. */
function send(id: string, sent: NonNullable<OnlineGame["sent"]>): void {
  request({ t: "move", game: id, ...sent }, true).catch((problem) => takeBackRefused(id, sent, problem));
}

function takeBackRefused(id: string, sent: NonNullable<OnlineGame["sent"]>, problem: unknown): void {
  const online = getState().game?.online;
  if (online?.info.id !== id || online.sent !== sent) return;
  dropUnsent(id);
  present(online.info, null);
  refuse(problemText(problem));
  // Another tab or device was faster.
  if (problem instanceof Problem && problem.code !== "illegal_move") refresh("game");
}

function close(): void {
  const id = wanted;
  wanted = "";
  truth?.dispose();
  truth = null;
  forgetRequests();
  if (id) unsubscribe("game", { t: "unwatch", game: id });
}

function clocks(): ClockState | null {
  return truth?.clockAt(now()) ?? null;
}

const judge: Referee = { play, close, clocks };

/** Every action except moves: offers, answers, ways to end. */
export async function act(what: Act): Promise<void> {
  const id = getState().game?.online?.info.id;
  if (!id) return;
  changeGame({ asking: null });
  try {
    const answer = await request({ t: what, game: id });
    if (what === "rematch" && answer.game) go(`/game/${answer.game}`);
  } catch (error) {
    notify(problemText(error));
  }
}

// --- opening ---------------------------------------------------------------------------------------

/** Shows the game and subscribes to it. Throws a Problem if there is none. */
export async function openOnline(id: string): Promise<void> {
  if (wanted === id) return;
  if (wanted) close();
  wanted = id;
  subscribe("game", { t: "watch", game: id });
  // With an unsent move there is a board at once, also without a connection.
  const left = readUnsent(id);
  if (left) take(left.info, left.told);
  const shown = () => (getState().game?.online?.info.id === id ? getState().game!.online!.info.number : -1);
  try {
    const info = await http.game(id);
    if (wanted === id && (shown() < 0 || (left && info.number > shown()))) take(info);
  } catch (error) {
    const lost = error instanceof Problem && (error.code === "lost" || error.code === "none");
    if (wanted !== id || (lost && shown() >= 0)) return;
    close();
    throw error;
  }
}

/** Called when the screen closes. Cancels a game that has not loaded yet; a loaded one stays open. */
export function closeOnline(id: string): void {
  if (wanted === id && getState().game?.online?.info.id !== id) close();
}
