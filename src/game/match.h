// SPDX-License-Identifier: MIT
// A match: one game between people, above the rules. Turns, clocks and flags (A10, Q8),
// resignation, draw offers, takebacks (a move is final, A8, unless all agree, R7), repetition, and
// how it ended.
//
// Pure functions: the caller passes the time as `now`, milliseconds from any origin (below 2^62
// either way). A `now` earlier than the latest one counts as that one. Nothing is allocated: the
// caller lends an array of plies (match_lend) and grows it when a call returns FULL. Fields are
// read-only for callers. Players are numbered from 0.
//
// Every call with a `now` (except match_undo) first lets the flags fall that are due by then, even
// if the call is then rejected. A rejected call changes nothing else. A server sleeps until
// match_deadline() and then calls match_tick().
//
// Rulings of the match, besides R2, R5, R6 and R7:
// - The clock of the player to move runs from match_start() on.
// - The move that ends the game stops the clock and earns no increment.
// - A draw offer remains open until a player who has not agreed moves (which declines it) or
//   declines. The offering player's own move doesn't close it. A player who is out has neither an
//   offer nor a veto: if all others have agreed, the game is drawn then.
// - A takeback returns to the position before the asking player's last move. All players of other
//   sides who are in must agree. A move by any player, a player who leaves, or one "no" ends the
//   request. Clocks are restored to their state after the ply that is returned to.
// - A takeback can't reach back past a player's departure (R5): the others played on without them.
//   Nor past a swap (R12), which is the ply MOVE_SWAP: players and clocks changed sides with it.
//   The caller exchanges the persons.
#ifndef MEYDAN_GAME_MATCH_H
#define MEYDAN_GAME_MATCH_H

#include "base/clock.h"
#include "game/result.h"

// One move and its results, in 16 bytes because a server keeps many games.
typedef struct Ply {
    Key key;  // of the position after the move
    u32 main; // the mover's clock after the move, with `periods`
    Move move;
    u8 player;
    u8 periods;
} Ply;

// A player who left, whether or not the game ended thereby (R5).
typedef struct Departure {
    Key key; // of the position after the departure
    u32 ply; // number of plies played before
    u8 player;
    u8 reason;
} Departure;

enum { NOBODY = 0xff };

#define MATCH_NO_TAKEBACK UINT32_MAX

typedef struct Match {
    Position start, position;
    Outcome outcome;

    ClockSpec spec;
    Clock clock[PLAYERS_MAX]; // at the start of the current turn
    i64 since;                // start of the current turn
    i64 now;                  // the latest instant seen, or the end of the game

    Ply *plies; // lent by the caller
    u32 count, capacity;
    Departure departure[PLAYERS_MAX - 1]; // oldest first
    u8 departures;

    u8 draw_agreed;     // set of players who offered or agreed
    u8 takeback_by;     // the player who asks to take back, or NOBODY
    u8 takeback_agreed; // set of players
    u32 takeback_to;    // number of plies that would remain
} Match;

static inline const Variant *match_variant(const Match *match)
{
    return match->position.head.variant;
}

static inline int match_turn(const Match *match)
{
    return match->position.head.turn;
}

// Set of players who have not left.
u8 match_in(const Match *match);
// Whether all players of a set have made a move.
bool match_have_moved(const Match *match, u8 players);
// Whether every player who is in has made a move. Such a game can't be aborted.
bool match_under_way(const Match *match);
// Sets of players whose consent is missing for the offered draw or the requested takeback; 0 if
// there is none.
u8 match_draw_asked(const Match *match);
u8 match_takeback_asked(const Match *match);
// The number of plies after which the players had swapped sides (R12), 0 if they didn't.
u32 match_swaps(const Match *match);
// Lowest number of plies that a takeback or undo can leave (R5, R12).
u32 match_undo_limit(const Match *match);
// Number of plies that a takeback by the player would leave; MATCH_NO_TAKEBACK if they can't ask.
u32 match_takeback_to(const Match *match, int player);

// A new match with no plies and no space for any. It is over at once if `start` is a won position.
void match_start(Match *match, const Position *start, ClockSpec spec, i64 now);
// Lends an array with space for `capacity` plies, into which the caller has copied the current
// ones. It must outlive the match or the next match_lend().
void match_lend(Match *match, Ply *plies, u32 capacity);

// Lets all flags fall that are due by `now`.
void match_tick(Match *match, i64 now);
// When the next flag falls if no player acts; CLOCK_NEVER if none will.
i64 match_deadline(const Match *match);
// A player's clock at `now`, or at the end of the game.
ClockFace match_clock(const Match *match, int player, i64 now);
// When a first move is due if it may take `limit` ms; CLOCK_NEVER if the player to move has moved
// before.
i64 match_first_move_due(const Match *match, i64 limit);
// Excludes time that was not played (a pause, a restart): moves all past instants `delta` >= 0 ms
// later.
void match_shift(Match *match, i64 delta);

// OK, ILLEGAL (not their turn, against the rules, the game is over) or FULL.
Status match_play(Match *match, int player, Move move, i64 now, Fault *why);
// Replays a stored move by the player to move, at the latest instant seen; `clock` is the mover's
// clock after it. No flag falls.
Status match_restore(Match *match, Move move, Clock clock, Fault *why);
// The same for a move that move_read or move_check has just accepted in this position.
Status match_play_judged(Match *match, int player, Move move, i64 now, Fault *why);
Status match_restore_judged(Match *match, Move move, Clock clock, Fault *why);
// Replays a stored departure (see match_leave). `clock` is the player's if it was their turn.
Status match_restore_leave(Match *match, int player, Reason reason, Clock clock, Fault *why);
// Sets the start of the current turn and the latest instant, to refund lag or restore a stored
// game. `since` must not be after `now`. No flag falls.
void match_set_time(Match *match, i64 since, i64 now);
// Sets all clocks to what the match's referee sent, at `now`. Used by clients that only follow a
// match. No flag falls.
void match_set_clocks(Match *match, const ClockFace face[PLAYERS_MAX], i64 now);
// Sets the open wishes in the same way: the players who offer or agree to a draw, the one who asks
// for a takeback (or NOBODY), to which ply, and who agrees.
void match_set_wishes(Match *match, u8 draw, u8 takeback_by, u32 takeback_to, u8 takeback_agreed);
// Sets the outcome in the same way.
void match_set_outcome(Match *match, Outcome outcome);

// The player resigns, in turn or not (R5). The reason is REASON_RESIGNATION, REASON_ABANDONED for a
// player who walked away, or REASON_TIME when a record says so.
Status match_leave(Match *match, int player, Reason reason, i64 now, Fault *why);
// Aborts the game, which then has no result.
Status match_abort(Match *match, i64 now, Fault *why);

// Offers a draw or agrees to one. The game is drawn once all remaining players have done so (R6).
Status match_offer_draw(Match *match, int player, i64 now, Fault *why);
// Also withdraws the player's own offer: one "no" ends it.
Status match_decline_draw(Match *match, int player, i64 now, Fault *why);

Status match_ask_takeback(Match *match, int player, i64 now, Fault *why);
Status match_agree_takeback(Match *match, int player, i64 now, Fault *why);
// Also withdraws the player's own request.
Status match_decline_takeback(Match *match, int player, i64 now, Fault *why);
// Returns to the first `count` plies without consent, for players sharing one board. No flag falls.
// Also reopens a finished game.
Status match_undo(Match *match, u32 count, i64 now, Fault *why);

#endif
