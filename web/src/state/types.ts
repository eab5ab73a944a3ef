// SPDX-License-Identifier: MIT
// The page's one state object, as plain data. Screens are drawn from it; they change it only through the functions of this
// folder. The core's own match objects stay outside (game.ts) and leave their snapshots here.

import type { Clock, Core, Finding, Look, MatchState, Move, Seat } from "../core/types";
import type { Challenge, GameInfo, Lobby, Notifications, PlaceInfo, Person, Summary } from "../api/messages";
import type { Lang } from "../text";

export type Theme = "auto" | "light" | "dark" | "contrast";
/** How boards look; "auto": of wood, or as the page in high contrast. */
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
  /** Moves may be entered before one's turn. */
  premoves: boolean;
  /** The text board and spoken moves instead of the drawn board. */
  textBoard: boolean;
  /** What the player of this device is called; "" is "You". */
  name: string;
}

/** "remote": at another device, or on the server. */
export type PlayerKind = "me" | "friend" | "computer" | "remote";

export interface Player {
  kind: PlayerKind;
  /** 1..10, of a computer. */
  level: number;
  /** Of a remote player (none is a guest), or as an opened record tells it. */
  name?: string;
}

/** A seat of a new online game. */
export interface SeatDraft {
  kind: "me" | "open" | "invite" | "computer";
  level: number;
  name: string;
}

/** What the new-game sheet is filled in with. */
export interface Draft {
  variant: string;
  layout: string;
  players: Player[];
  /** Are colours drawn by lot? Remembered for each game. */
  lots: { abalone: boolean; quoridor: boolean };
  time: "none" | "10" | "15" | "own";
  own: Clock;
  /** At this device, or over the network with what follows. */
  place: "here" | "online";
  seats: SeatDraft[];
  /** Minutes and seconds added, "own" (as above), "days" or "none". */
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
  /** The core's own text of the match: moves, clocks, result. */
  match: string;
  /** For the list on the home screen, so that it needs no core. */
  position: string;
  turn: Seat;
  plies: number;
  over: boolean;
  result: string;
  changed: number;
}

/** What the server knows of a game on the play screen. */
export interface OnlineGame {
  /** As it was told, with every event since. */
  info: GameInfo;
  /** A move that is on the board already and not yet acknowledged. */
  sent: { ply: number; move: string } | null;
  /** Since when each player has been away, and when they may be taken for gone; page's time. */
  away: (number | null)[];
  claim: (number | null)[];
}

/** What the player of this device may enter before the turn comes, or has entered (features/play/premoves.ts). */
export interface Ahead {
  seat: Seat;
  /** The board shown, as if it were that player's turn. */
  look: Look;
  move: Move | null;
  /** Takes the place of playing a move; false if it is none. */
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
  /** The ply looked at; null is the present. */
  ply: number | null;
  /** What is on the board, what was before it, and the move between. */
  look: Look;
  before: Look | null;
  last: Move | null;
  turned: number;
  thinking: boolean;
  hint: Move | null;
  findings: Finding[] | null;
  /** Which remark of Explain is shown. */
  explained: number;
  asking: "resign" | "draw" | null;
  /** The last refusal or remark, shown under the board. */
  remark: { text: string; kind: "refused" | "info" } | null;
  /** What was said, newest last: the log of the text board. */
  log: string[];
  /** null: a game of this device. */
  online: OnlineGame | null;
  /** Before one's turn, where moves may be entered then. */
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

/** The server and who we are there. */
export interface Online {
  /** "unknown" until it was asked; "none": nobody answers, or not in our words. */
  server: "unknown" | "here" | "none";
  /** It has computers for the seats of games. */
  computers: boolean;
  me: Person | null;
  /** Of those who look after the others. */
  role?: "moderator" | "operator";
  /** Own games that are open or live. */
  games: Summary[];
  lobby: Lobby | null;
  /** What happened to us; not there until it was asked for. */
  notices?: Notifications;
  /** To us; not there until they were asked for. */
  challenges?: Challenge[];
  /** Where we wait for opponents; `since` by the page's clock. */
  places: PlaceInfo[];
  /** A live game that is looked at beside other things. */
  featured: Featured | null;
  link: { state: "idle" | "lost" | "open"; trip: number | null; lag: number | null };
}

/** Features add what they keep here (`declare module`), next to the code that changes it. */
export interface State {
  route: Route;
  settings: Settings;
  core: Core | null;
  /** Why the core could not be loaded. */
  failed: string;
  games: Saved[];
  game: Game | null;
  draft: Draft;
  /** A short notice at the foot of the page: "Copied", "A new version is ready". */
  notice: { text: string; action?: { label: string; act(): void } } | null;
  zen: boolean;
  online: Online;
}
