// SPDX-License-Identifier: MIT
// The game on the play screen: every change goes through the core's match, is stored at once, and leaves a snapshot in
// the state. nextStep decides who moves next; computer.ts does the computer's thinking.

import { refusalText, sounds } from "@meydan/board";
import { isRefusal, type ClockState, type Match, type Move, type Seat, type Variant } from "@meydan/core";
import { say } from "./speak";
import { t } from "../text";
import { notify } from "./actions";
import { agreesToDraw, askComputer, stopThinking } from "./computer";
import { describeMove, describeReason, describeResult, describeTurn } from "./describe";
import { keepSaved, rereadSaved } from "./games";
import { playerName, turnedFor, variantOf } from "./seats";
import { readGame } from "./storage";
import { getState, update } from "./store";
import { now } from "./time";
import type { Game, Player, Saved } from "./types";

const LOG_LENGTH = 200;
const REFUSAL_SHOWN = 5000; // ms
const TICK = 200; // ms between checks of the flag

/**
 * Decides a game that is not this device's: receives the moves, has the clocks, and is notified when the screen is
 * left.
 */
export interface Referee {
  play(text: string): boolean;
  close(): void;
  clocks(): ClockState | null;
}

let match: Match | null = null;
let referee: Referee | null = null;
let ticker = 0;
let storageFailed = false;
let stored: Saved | null = null; // the game on the screen, as this tab last wrote or read it

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte & 31]).join("");
}

export function gameVariant(game: Game): Variant {
  return variantOf(getState().core!, game.variant);
}

/** The seat for which the person at this device may move now. */
export function seatToMove(game: Game): Seat | null {
  const { look, over } = game.match;
  if (over || game.ply !== null) return null;
  if (game.online) return game.players[look.turn].kind === "me" && !game.online.sent && game.online.info.state === "live" ? look.turn : null;
  if (game.asking === "draw" || game.match.offers.length) return null;
  return game.players[look.turn].kind === "computer" ? null : look.turn;
}

/** Why no person at this device can move now; undefined if one can. */
export function whyNoMove(game: Game, own: string): string | undefined {
  const { match, online, players, ply } = game;
  if (seatToMove(game) !== null) return undefined;
  if (ply !== null) return t("This is an earlier position. Go back to the game to move.");
  if (match.over) return t("The game is over.");
  if (online && !online.info.you.length) return t("You are watching this game.");
  if (online?.sent) return t("Your move is on its way.");
  if (!online && (game.asking === "draw" || match.offers.length)) return t("Answer the question beside the board first.");
  const text = t("It is not your turn. To move: {player}", { player: playerName(players, match.look.turn, own) });
  return game.ahead ? `${text}. ${t("You may enter a premove.")}` : text;
}

/** The person who acts: the player to move, or else the first person still in. */
export function personSeat(game: Game): Seat {
  const { look } = game.match;
  if (game.players[look.turn].kind !== "computer") return look.turn;
  const people = game.players.flatMap((player, seat) => (player.kind !== "computer" && !look.out.includes(seat) ? [seat] : []));
  return people[0] ?? -1;
}

function change(part: Partial<Game>): void {
  const { game } = getState();
  if (game) update({ game: { ...game, ...part } });
}
export { change as changeGame };

/** Shows a line beside the board: a refusal for a while, anything else until the next move. */
export function remark(text: string, kind: "refused" | "info" = "info"): void {
  const shown = { text, kind };
  change({ remark: shown });
  if (kind === "refused") setTimeout(() => getState().game?.remark === shown && change({ remark: null }), REFUSAL_SHOWN);
}

/** Speaks a text, and appends it to the log of the text board. */
export function report(text: string): void {
  const { game } = getState();
  if (game) change({ log: [...game.log, text].slice(-LOG_LENGTH) });
  say(text, true);
}

function savedOf(game: Game): Saved {
  const { look, plies, over, result } = game.match;
  return {
    id: game.id, variant: game.variant, layout: game.layout, players: game.players, clock: game.clock,
    match: match!.save(), position: look.position, turn: look.turn, plies, over, result, changed: Date.now(),
  };
}

export function storeGame(): void {
  const { game } = getState();
  if (!game || !match || referee) return;
  stored = savedOf(game);
  if (!keepSaved(stored) && !storageFailed) {
    storageFailed = true;
    notify(t("This browser stores nothing: the game is lost when the tab closes."));
  }
}

/** The present state of a match as the page shows it. */
export function snapshotOf(match: Match): Pick<Game, "match" | "ply" | "look" | "before" | "last" | "hint" | "findings" | "explained"> {
  const { state } = match;
  const last = state.moves[state.plies - 1] ?? null;
  return {
    match: state, ply: null, look: state.look,
    before: last ? match.at(state.plies - 1) : null, last,
    hint: null, findings: findingsOf(state.look), explained: 0,
  };
}

function findingsOf(look: Game["look"]): Game["findings"] {
  const { core, game } = getState();
  return game?.findings ? core!.explain(look) : null;
}

// The drawn boards play their own sounds.
export function soundOf(move: Move): void {
  if (!getState().settings.textBoard) return;
  if (move.kind === "wall" || move.kind === "push" || move.kind === "eject") sounds.play(move.kind);
  else sounds.play("move");
}

function soundOfEnd(game: Game): void {
  const { winners } = game.match;
  const people = game.players.flatMap((player, seat) => (player.kind !== "computer" ? [seat] : []));
  if (!winners.length) sounds.play("draw");
  else sounds.play(winners.some((seat) => people.includes(seat)) ? "win" : "loss");
}

function reportEnd(game: Game): void {
  const own = getState().settings.name;
  soundOfEnd(game);
  report(`${describeResult(game.players, own, game.match)}: ${describeReason(game.match.reason, game.variant)}`);
}

/** After anything that changed the match: show, store, speak, and let the next player act. */
function settle(spoken = "", note = ""): void {
  const { game, settings } = getState();
  if (!game || !match) return;
  const wasOver = game.match.over;
  change({ ...snapshotOf(match), remark: note ? { text: note, kind: "info" } : null });
  const next = getState().game!;
  storeGame();
  if (next.match.over && !wasOver) {
    if (spoken) report(spoken);
    reportEnd(next);
  } else if (spoken) {
    report(`${spoken}. ${describeTurn(next.players, settings.name, next.match.look.turn)}`);
    const person = next.players[next.match.look.turn].kind !== "computer";
    if (person && document.hidden) sounds.play("turn");
  }
  nextStep();
}

/** Computers answer a draw offer by themselves, one after the other; people answer in the panel. */
async function settleOffer(): Promise<void> {
  const { game } = getState();
  const seat = game?.match.asked.find((asked) => game.players[asked].kind === "computer");
  if (!game || !match || seat === undefined) return;
  const yes = await agreesToDraw(game, match, seat).catch(() => false);
  const current = getState().game;
  if (current?.id === game.id && current.match.plies === game.match.plies && current.match.asked.includes(seat)) answerDraw(seat, yes);
}

/** Delays the computer's answer while it returns true, for a coach's comment, say. */
let waits: ((game: Game) => boolean) | null = null;
export function waitFor(test: typeof waits): void {
  waits = test;
}

/** Lets the computer think when it is its turn. Called after every change; calling it twice is harmless. */
export function nextStep(): void {
  const { game, core } = getState();
  if (!game || !match || !core || game.match.over) return stopThinking();
  if (game.match.offers.length) return void settleOffer();
  if (game.players[game.match.look.turn].kind !== "computer" || waits?.(game)) return stopThinking();
  const { id } = game;
  const { plies } = game.match;
  change({ thinking: true });
  askComputer(game, match).then((move) => {
    const current = getState().game;
    if (!move || current?.id !== id || current.match.plies !== plies) return;
    change({ thinking: false });
    playMove(move);
  }, () => {
    change({ thinking: false });
    remark(t("The computer cannot play in this browser."), "refused");
  });
}

/** R12: each player goes on with the other's side. */
function exchangePlayers(game: Game): void {
  const players = [...game.players].reverse();
  const own = players.findIndex(({ kind }) => kind === "me");
  change({ players, turned: turnedFor(gameVariant(game), Math.max(own, 0)) });
}

/** Plays a move for the player to move; shows the reason if it is refused. */
export function playMove(text: string): boolean {
  const { game } = getState();
  if (!game || !match || game.match.over) return false;
  if (referee) return referee.play(text);
  const before = game.match.look;
  const refusal = match.play(text, now());
  if (refusal) {
    refuse(refusalText(refusal));
    settleFlags();
    return false;
  }
  const { moves, plies, look } = match.state;
  const move = moves[plies - 1];
  soundOf(move);
  if (move.kind === "swap") exchangePlayers(game);
  settle(describeMove(gameVariant(game), move, before, look));
  return true;
}

export function refuse(text: string): void {
  sounds.play("refused");
  remark(t("Not allowed. {reason}.", { reason: text }), "refused");
  say(t("Not allowed. {reason}.", { reason: text }), true);
}

function settleFlags(): void {
  const { game } = getState();
  if (game && match && (match.state.over !== game.match.over || match.state.look.out.length !== game.match.look.out.length)) settle();
}

function tick(): void {
  if (!match) return;
  if (match.tick(now())) settle(t("Time is up"));
}

// --- opening and closing -------------------------------------------------------------------------

function show(saved: Omit<Saved, "match" | "position" | "turn" | "plies" | "over" | "result" | "changed">, opened: Match): void {
  const { core } = getState();
  match = opened;
  const { state } = opened;
  const own = saved.players.findIndex(({ kind }) => kind === "me");
  update({
    game: {
      ...saved, match: state, ply: null, look: state.look, before: null,
      last: state.moves[state.plies - 1] ?? null, turned: turnedFor(variantOf(core!, saved.variant), Math.max(own, 0)),
      thinking: false, hint: null, findings: null, explained: 0, asking: null, remark: null, log: [], online: null,
    },
  });
  ticker = window.setInterval(tick, TICK);
}

/** Shows a game that a referee decides; called again with the same referee for another match of it. */
export function showFor(judge: Referee, opened: Match, game: Game): void {
  if (referee !== judge) closeGame();
  else match?.dispose();
  match = opened;
  referee = judge;
  update({ game });
}

export function closeGame(): void {
  if (!match) return;
  stopThinking();
  clearInterval(ticker);
  const judge = referee;
  if (!judge) {
    match.pause(now());
    storeGame();
  }
  referee = null;
  match.dispose();
  match = null;
  update({ game: null });
  judge?.close();
}

/** Starts a new match and stores it. */
export function beginGame(players: Player[], layout: string, made: Match, clock: Game["clock"], id = newId()): string {
  closeGame();
  show({ id, variant: made.state.look.variant, layout, players, clock }, made);
  storeGame();
  return id;
}

/** Shows a stored game. Returns false if no game has that id, or if it cannot be read. */
export function openGame(id: string): boolean {
  const { core, game } = getState();
  if (game?.id === id) return true;
  closeGame();
  const saved = readGame(id);
  const opened = saved && core!.open(saved.match);
  if (!saved || !opened || isRefusal(opened) || !opened.length) return false;
  const { variant, layout, players, clock } = saved;
  show({ id, variant, layout, players, clock }, opened[0]);
  stored = saved;
  match!.resume(now());
  change({ ...snapshotOf(opened[0]), before: null });
  // Of two tabs with the same game the visible one thinks; otherwise they would play different moves.
  if (!document.hidden) nextStep();
  return true;
}

/** Another tab has continued or ended this game. */
export function reloadGame(id: string): void {
  const { game } = getState();
  const saved = rereadSaved(id);
  if (game?.id !== id || !match) return;
  const same = (key: "plies" | "position" | "over" | "result") => saved?.[key] === stored?.[key];
  if (!saved || (same("plies") && same("position") && same("over") && same("result"))) return;
  stopThinking();
  clearInterval(ticker);
  match.dispose();
  match = null;
  update({ game: null });
  openGame(id);
}

/** The tab is visible again: a computer that was left to another tab may have to think here. */
export function wakeGame(): void {
  const { game } = getState();
  if (game && !game.thinking && game.players[game.match.look.turn].kind === "computer") nextStep();
}

/** The present state of the clocks of the game on the screen. */
export function clocksNow(): ClockState | null {
  return referee ? referee.clocks() : match?.clockAt(now()) ?? null;
}

/** The core's match of the game on the screen, for readers: records, pictures. */
export function currentMatch(): Match | null {
  return match;
}

/** The player who placed each wall, up to the board shown. */
export function wallOwners({ match, ply }: Game): Map<string, Seat> {
  const made = match.moves.slice(0, ply ?? match.plies);
  return new Map(made.flatMap(({ slot, text, seat }) => (slot ? [[text, seat] as const] : [])));
}

// --- what a player can do besides moving ---------------------------------------------------------

export function lookAt(ply: number): void {
  const { game } = getState();
  if (!game || !match) return;
  const { plies, moves } = game.match;
  const at = Math.max(0, Math.min(ply, plies));
  const forward = at === (game.ply ?? plies) + 1;
  const look = at === plies ? game.match.look : match.at(at);
  change({
    ply: at === plies ? null : at, look, before: forward ? match.at(at - 1) : null, last: moves[at - 1] ?? null,
    hint: null, findings: findingsOf(look), explained: 0,
  });
}

export function turnBoard(sides: number): void {
  const { game } = getState();
  if (game) change({ turned: (game.turned + 1) % sides });
}

export function toggleExplain(): void {
  const { game, core } = getState();
  if (game) change({ findings: game.findings ? null : core!.explain(game.look), explained: 0 });
}

export function showRemark(explained: number): void {
  change({ explained, hint: null });
}

export function ask(what: Game["asking"]): void {
  change({ asking: what });
}

export function showHint(move: Move | null): void {
  change({ hint: move });
}

/** How many plies are left when the person takes back their own last move. -1: there is none. */
function takebackTo({ match: { moves, plies, undoLimit }, players }: Game): number {
  const alone = players.filter(({ kind }) => kind !== "computer").length === 1;
  for (let ply = plies - 1; ply >= undoLimit; ply--) if (!alone || players[moves[ply].seat].kind !== "computer") return ply;
  return -1;
}

export function canTakeBack(game: Game): boolean {
  return takebackTo(game) >= 0;
}

export function takeBack(): void {
  const { game } = getState();
  if (!game || !match) return;
  const left = takebackTo(game);
  if (left < 0) return remark(t("There is no move to take back."));
  stopThinking();
  match.undo(game.match.plies - left);
  change({ thinking: false });
  settle(t("Taken back"));
}

export function resign(): void {
  const { game } = getState();
  if (!game || !match) return;
  const seat = personSeat(game);
  if (seat < 0) return;
  stopThinking();
  change({ thinking: false, asking: null });
  match.resign(seat, now());
  settle(t("Resigned"));
}

export function offerDraw(): void {
  const { game } = getState();
  if (!game || !match) return;
  stopThinking();
  change({ thinking: false, asking: null });
  match.offerDraw(personSeat(game), now());
  sounds.play("offer");
  settle(t("Draw offered"));
}

export function answerDraw(seat: Seat, yes: boolean): void {
  if (!match) return;
  match.answerDraw(seat, yes, now());
  const text = yes ? "" : t("Draw declined");
  settle(text, text);
}
