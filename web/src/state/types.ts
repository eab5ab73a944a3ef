// SPDX-License-Identifier: MIT
// The page's one state object, as plain data. Screens are drawn from it; they change it only through the functions of
// this folder. The core's match objects stay outside (game.ts) and leave their snapshots here.

import type { Clock, Core, Finding, Look, MatchState, Move, Seat } from "../core/types";
import type { Challenge, GameInfo, Lobby, Notifications, PlaceInfo, Person, Summary } from "../api/messages";
import type { Lang } from "../text";

export type Theme = "auto" | "light" | "dark" | "contrast";
/** The look of boards; "auto": wooden, or as the page in high contrast. */
export type Skin = "auto" | "wood" | "slate" | "walnut" | "contrast";
/** The set of marbles and pawns. */
export type Pieces = "glass" | "stone" | "draughts";
export type Marks = "auto" | "on" | "off";
type ConfirmWalls = "touch" | "always" | "never";
export type Motion = "auto" | "on" | "off";

export interface Settings {
  lang: Lang | "auto";
  theme: Theme;
  skin: Skin;
  pieces: Pieces;
  marks: Marks;
  sounds: boolean;
  coordinates: boolean;
  motion: Motion;
  confirmWalls: ConfirmWalls;
  /** Allow premoves. */
  premoves: boolean;
  /** The text board and spoken moves instead of the drawn board. */
  textBoard: boolean;
  /** The name of this device's user; "" is "You". */
  name: string;
}

/** "remote": on another device, or on the server. */
export type PlayerKind = "me" | "friend" | "computer" | "remote";

export interface Player {
  kind: PlayerKind;
  /** 1..10, of a computer. */
  level: number;
  /** Of a remote player (a guest has none), or from an opened record. */
  name?: string;
}

/** A seat of a new online game. */
export interface SeatDraft {
  kind: "me" | "open" | "invite" | "computer";
  level: number;
  name: string;
}

/** The handicap that the stronger of two players gives at the start (R11). */
export interface Handicap {
  /** The seat of the player who gives it. */
  seat: Seat;
  kind: "none" | "pieces" | "move" | "time";
  /** Marbles or walls; of time, the divisor. */
  size: number;
}

/** The contents of the new-game sheet. */
export interface Draft {
  variant: string;
  layout: string;
  players: Player[];
  /** Whether colours are drawn by lot, remembered for each game. */
  lots: { abalone: boolean; quoridor: boolean };
  /** Of games for two. */
  handicap: Handicap;
  swap: boolean;
  time: "none" | "10" | "15" | "own";
  own: Clock;
  /** On this device, or over the network with the fields below. */
  place: "here" | "online";
  seats: SeatDraft[];
  /** Minutes and added seconds, "own" (as above), "days" or "none". */
  pace: string;
  days: number;
  rated: boolean;
  listed: boolean;
}

/** A game on this device, as stored. */
export interface Saved {
  id: string;
  variant: string;
  layout: string;
  players: Player[];
  clock: Clock | null;
  /** The core's text of the match: moves, clocks, result. */
  match: string;
  /** For the list on the home screen, so that it needs no core. */
  position: string;
  turn: Seat;
  plies: number;
  over: boolean;
  result: string;
  changed: number;
}

/** The server's data of a game on the play screen. */
export interface OnlineGame {
  /** As received, with every event since. */
  info: GameInfo;
  /** A move that is already on the board and not yet acknowledged. */
  sent: { ply: number; move: string } | null;
  /** Since when each player has been away, and from when they can be claimed to have left; page's time. */
  away: (number | null)[];
  claim: (number | null)[];
}

/** The user's premove, or the possible ones (features/premoves/premoves.ts). */
export interface Ahead {
  seat: Seat;
  /** The board shown, as if it were that player's turn. */
  look: Look;
  move: Move | null;
  /** Replaces playing a move; false if it is not a move. */
  enter(text: string): boolean;
}

/** The game on the play screen. */
export interface Game {
  id: string;
  variant: string;
  layout: string;
  players: Player[];
  clock: Clock | null;
  match: MatchState;
  /** The ply shown; null is the present. */
  ply: number | null;
  /** The board shown, the one before it, and the move in between. */
  look: Look;
  before: Look | null;
  last: Move | null;
  turned: number;
  thinking: boolean;
  hint: Move | null;
  findings: Finding[] | null;
  /** Which comment of Explain is shown. */
  explained: number;
  asking: "resign" | "draw" | null;
  /** The last refusal or comment, shown under the board. */
  remark: { text: string; kind: "refused" | "info" } | null;
  /** Spoken texts, newest last: the log of the text board. */
  log: string[];
  /** null: a game of this device. */
  online: OnlineGame | null;
  /** Before the user's turn, if premoves are possible. */
  ahead?: Ahead;
}

/** An address: "/people/Ada?x=y" is the screen "people", the words ["Ada"] and the search "?x=y"; "/" is the screen "". */
export interface Route {
  screen: string;
  words: string[];
  search: string;
}

export interface Featured {
  info: GameInfo;
  look: Look;
  before: Look | null;
  last: Move | null;
}

/** The server and the user's identity there. */
export interface Online {
  /** "unknown" before the first answer; "none": no answer, or not from this API. */
  server: "unknown" | "here" | "none";
  /** It offers computers as opponents. */
  computers: boolean;
  me: Person | null;
  /** Of a moderator. */
  role?: "moderator" | "operator";
  /** Own games that are open or live. */
  games: Summary[];
  lobby: Lobby | null;
  /** The user's notifications; undefined before they are loaded. */
  notices?: Notifications;
  /** To the user; undefined before they are loaded. */
  challenges?: Challenge[];
  /** The pools in which the user waits; `since` by the page's clock. */
  places: PlaceInfo[];
  /** A live game shown beside other things. */
  featured: Featured | null;
  /** The user's score against the player in a seat of the game. */
  versus?: { game: string; seat: Seat; text: string };
  link: { state: "idle" | "lost" | "open"; trip: number | null; lag: number | null };
}

/** Features add their fields here (`declare module`), next to the code that changes them. */
export interface State {
  route: Route;
  settings: Settings;
  core: Core | null;
  /** Why the core could not be loaded. */
  failed: string;
  games: Saved[];
  game: Game | null;
  draft: Draft;
  /** A short notice at the bottom of the page: "Copied", "A new version is ready". */
  notice: { text: string; action?: { label: string; act(): void } } | null;
  zen: boolean;
  online: Online;
}
