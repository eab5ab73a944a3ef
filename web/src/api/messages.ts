// SPDX-License-Identifier: MIT
// What the page and the server say to each other, as in docs/api.md: the handwritten half of what src/server/api writes and reads. Times are milliseconds, of the server's clock where they are an instant; seats count from 0.

import type { Seat } from "../core/types";
import type { Notice, Person, ReportBody, Said, SeatInfo, Summary } from "./types";

export type {
  Activity, AuditEntry, Bot, BotRules, Counts, Friend, Friends, Leaders, Measure, Notice, Notifications, Openings, Person, Preferences, Profile,
  Rating, RatingHistory, Report, ReportBody, Said, Sanction, SeatInfo, Speed, Summary,
} from "./types";

/** A player's clock: periods are used once `main` is 0. */
export interface ClockInfo {
  main: number;
  period: number;
  periods: number;
}

export type LeaveReason = NonNullable<SeatInfo["out"]>;

export interface Takeback {
  seat: Seat;
  /** How many plies would be left. */
  to: number;
  agreed: Seat[];
}

/** A seat's rating before and after a game that counted. */
export type RatingChange = { before: number; after: number } | null;

export type Uncounted = "short" | "pair" | "shared";

export interface VacationSpan {
  from: number;
  until: number;
}

export interface GameInfo extends Summary {
  start: string;
  /** Of the last event. */
  number: number;
  moves: string[];
  leaves: { ply: number; seat: Seat; reason: LeaveReason }[];
  lot: boolean;
  /** As of `now`; the running one is that of `turn`. */
  clocks: ClockInfo[];
  running: boolean;
  /** The clocks have stopped, because the server can't save at the moment. */
  waiting?: boolean;
  now: number;
  /** How long a player's first move may take before the game is called off. */
  first_move: number | null;
  /** The seats that offer a draw or have agreed to one. */
  draw: Seat[];
  takeback: Takeback | null;
  /** With days for each move: by seat, the vacation that is under way. */
  vacations?: (VacationSpan | null)[];
  rematch: string | null;
  /** The caller's seats. */
  you: Seat[];
  /** Created by the caller, who may call it off while it waits. */
  maker: boolean;
  ratings: RatingChange[] | null;
  /** Who was invited and did not want to play. */
  declined?: Declined[];
  /** Why the end of a rated game changed no ratings. */
  uncounted?: Uncounted;
}

// --- HTTP ------------------------------------------------------------------------------------------

export interface Me {
  person: Person | null;
  role?: "moderator" | "operator";
  /** Own games that are open or live. */
  games: Summary[];
  server: { version: string; computers: boolean };
}

export type SetupSeat = "me" | "open" | { invite: string } | { computer: number };

export interface GameSetup {
  variant: string;
  layout?: string;
  position?: string;
  clock: string;
  seats: SetupSeat[];
  lot: boolean;
  rated: boolean;
  public: boolean;
}

export interface GamePage {
  games: Summary[];
  /** What `before` is for the next page. */
  next: string | null;
}

export interface Token {
  id: string;
  label: string;
  created?: number;
  scopes?: string[];
  expires?: number | null;
  used?: number | null;
  /** Told once, when it is made. */
  token?: string;
}

export interface Session {
  id: string;
  label: string;
  created: number;
  used: number | null;
  current: boolean;
}

export interface SecondFactor {
  on: boolean;
  recovery: number;
}

/** For an authenticator app: as text, and as the address that a QR code holds. */
export interface FactorBegun {
  secret: string;
  uri: string;
}

// --- WebSocket -------------------------------------------------------------------------------------

/** What players can do in a game besides moving. */
export type Act = "resign" | "abort" | "draw" | "nodraw" | "takeback" | "notakeback" | "claim" | "rematch" | "join" | "leave";

export type ToServer =
  | { t: "watch" | "unwatch"; game: string }
  | { t: "lobby" | "unlobby" | "bye" | "ping" | "unpair" | "fill" | "notifications" | "unnotifications" }
  | ({ t: "pair" } & PoolName)
  | { t: "move"; game: string; ply: number; move: string }
  | { t: "challenges" }
  | { t: "say"; game: string; phrase?: string; text?: string }
  | { t: Act; game: string; seat?: Seat };

/** Events that change the turn or a clock carry both. */
interface Clocks {
  clocks?: ClockInfo[];
  turn?: Seat | null;
  /** Of the clocks. */
  now?: number;
}

export type GameEvent = { t: "event"; game: string; number: number; at: number } & Clocks &
  (
    | { kind: "sit" | "stand" | "start" | "pause" }
    | { kind: "move"; seat: Seat; ply: number; move: string; lag?: number }
    | { kind: "draw" | "nodraw" | "agree" | "noask"; seat: Seat }
    | { kind: "ask"; seat: Seat; to: number }
    | { kind: "takeback"; plies: number }
    | { kind: "decline"; seat: Seat; reason: DeclineReason }
    | { kind: "leave"; seat: Seat; reason: LeaveReason }
    | { kind: "end"; result: string; reason: string; ratings?: RatingChange[]; uncounted?: Uncounted }
  );

/** A pool of quick pairing. */
export interface PoolName {
  variant: string;
  clock: string;
  rated: boolean;
}

export interface PoolInfo extends PoolName {
  waiting: number;
}

/** Where we wait. */
export interface PlaceInfo extends PoolInfo {
  seats: number;
  since: number;
  /** Computers for the free seats: whether they are offered, whether we have agreed, how many have. */
  offered: boolean;
  agreed: boolean;
  agreeing: number;
}

export interface Lobby {
  open: Summary[];
  live: Summary[];
  pools: PoolInfo[];
  players: number;
}

export type FromServer =
  | { t: "ok"; n: number | null; game?: string }
  | { t: "error"; n: number | null; code: string; text: string; rule?: string }
  | { t: "pong"; n: number; lag: number | null }
  | { t: "game"; n?: number; game: GameInfo }
  | ({ t: "lobby" } & Lobby)
  | GameEvent
  | { t: "here"; game: string; here: boolean[]; claim: (number | null)[] }
  | { t: "waiting"; game: string; waiting: boolean }
  | { t: "watchers"; game: string; n: number }
  | { t: "rematch"; game: string; next: string }
  | { t: "pairing"; pools: PlaceInfo[]; now: number; error?: string }
  | { t: "paired"; game: string }
  | { t: "challenges"; in: Challenge[]; out: Challenge[]; now: number }
  | ({ t: "said"; game: string } & Said)
  | { t: "notification"; notification: Notice }
  | { t: "reconnect"; within: number }
  | { t: "bye"; text: string };

/** A move that was played in a position; results are those of who moved. */
export interface ExplorerMove {
  move: string;
  games: number;
  won: number;
  drawn: number;
  rating?: number;
  last: { game: string; result: string }[];
}

export interface ExplorerAnswer {
  games: number;
  moves: ExplorerMove[];
}

// --- people ------------------------------------------------------------------------------------------

export type DeclineReason = "unsaid" | "later" | "busy" | "variant" | "faster" | "slower" | "rated" | "casual";

export interface Challenge extends Summary {
  by: Person | null;
  expires: number;
}

export interface Declined {
  seat: number;
  name: string | null;
  reason: DeclineReason;
}

export type ReportReason = ReportBody["reason"];

/** The game that a report is about, as it was then. */
export interface ReportContext {
  variant: string;
  flags: string[];
  events: { kind: string; at: number; text: string }[];
}

// --- correspondence ----------------------------------------------------------------------------------

export interface Lines {
  /** Moves played so far. */
  ply: number;
  /** Each with blanks between the moves, from the present position on. */
  lines: string[];
  /** How many there can be, and how many moves one can have. */
  most: number;
  longest: number;
}

export interface Vacation {
  vacation: VacationSpan | null;
  /** In a year; 0: there are none on this server. */
  days: number;
  /** What is left of them, in ms. */
  left: number;
  now: number;
}

// --- reviews -----------------------------------------------------------------------------------------

export type Mark = "" | "inaccuracy" | "mistake" | "blunder" | "great";

export interface Reason {
  code: string;
  sure: "proven" | "searched" | "static";
  player: number;
  from: number;
  to: number;
  number: number;
  line: string[];
}

/** As page_review_ply answers; chances in thousandths. */
export interface ReviewedPly {
  ply: number;
  player: number;
  mark: Mark;
  phase: "opening" | "middle" | "end";
  before: number;
  after: number;
  loss: number;
  chances: number[];
  best: string[];
  line: string[];
  why: Reason[];
}

export interface ReviewTotal {
  players: { player: number; moves: number; accuracy: number; inaccuracies: number; mistakes: number; blunders: number; great: number }[];
  turning: number[];
  phases: { phase: string; from: number; to: number }[];
}
