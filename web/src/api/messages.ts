// SPDX-License-Identifier: MIT
// What the page and the server say to each other, as in docs/api.md: the handwritten half of what src/server/api writes and reads. Times are milliseconds, of the server's clock where they are an instant; seats count from 0.

import type { Seat } from "../core/types";
import type { ClockInfo, Declined, GameInfo, GameSetup, Lobby, Notice, Person, PoolInfo, ReportBody, Said, SeatInfo, Summary } from "./types";

export type {
  Activity, AuditEntry, Bot, BotRules, ClockInfo, Counts, Declined, FactorBegun, Friend, Friends, GameInfo, GamesPage, GameSetup, Leaders, Lines,
  Lobby, Me, Measure, NewToken, Notice, Notifications, Openings, Person, PoolInfo, Preferences, Profile, Rating, RatingHistory, Report, ReportBody,
  Said, Sanction, SeatInfo, SecondFactor, Session, Speed, Summary, Takeback, Token, Vacation, VacationSpan,
} from "./types";

type LeaveReason = NonNullable<SeatInfo["out"]>;

export type Uncounted = NonNullable<GameInfo["uncounted"]>;

// --- HTTP ------------------------------------------------------------------------------------------

export type SetupSeat = NonNullable<GameSetup["seats"]>[number];

// --- WebSocket -------------------------------------------------------------------------------------

/** The actions of players in a game, besides moving. */
export type Act = "resign" | "abort" | "draw" | "nodraw" | "takeback" | "notakeback" | "claim" | "rematch" | "join" | "leave";

export type ToServer =
  | { t: "watch" | "unwatch"; game: string }
  | { t: "lobby" | "unlobby" | "bye" | "ping" | "unpair" | "fill" | "notifications" | "unnotifications" }
  | ({ t: "pair" } & PoolName)
  | { t: "move"; game: string; ply: number; move: string }
  | { t: "challenges" }
  | { t: "say"; game: string; phrase?: string; text?: string }
  | { t: "tournament" | "untournament"; tournament: string }
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
    | { kind: "end"; result: string; reason: string; ratings?: GameInfo["ratings"]; uncounted?: Uncounted }
  );

/** A pool of quick pairing. */
export interface PoolName {
  variant: string;
  clock: string;
  rated: boolean;
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
  | { t: "tournament"; tournament: string; number: number }
  | { t: "table"; tournament: string; table: number; game: string; number: number }
  | { t: "tournament_message"; tournament: string; text: string }
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

export type DeclineReason = Declined["reason"];

export interface Challenge extends Summary {
  by: Person | null;
  expires: number;
}

export type ReportReason = ReportBody["reason"];

/** The game that a report is about, as it was then. */
export interface ReportContext {
  variant: string;
  flags: string[];
  events: { kind: string; at: number; text: string }[];
}

// --- correspondence ----------------------------------------------------------------------------------

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
