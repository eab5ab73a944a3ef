// SPDX-License-Identifier: MIT
// A match: one game between people, above the rules. Turns, clocks and flags (A10, Q8),
// resignation, draw offers, takebacks (a move stands, A8, unless all agree, R7), repetition, and
// how it ended.
//
// Pure functions: the time comes in as `now`, milliseconds from any origin (below 2^62 either way);
// a `now` earlier than one seen before counts as that one. Nothing is allocated: the caller lends
// an array of plies (match_lend) and grows it when a call answers FULL. Fields are for reading
// only. Players are numbered from 0.
//
// Every call with a `now` (except match_undo) first makes the flags fall that are due by then, even
// if it is then refused; a refusal changes nothing else. A server sleeps until match_deadline() and
// then calls match_tick().
//
// Rulings of the match, besides R2, R5, R6 and R7:
// - The clock of the player to move runs from match_start() on.
// - The move that ends the game stops the clock and earns no increment.
// - A draw offer stands until a player who has not agreed moves (to play on is to decline) or
//   somebody declines; the offering player's own move leaves it standing. The offer of a player who
//   is out is void, and so is their veto: if all others have agreed, the game is drawn then.
// - A takeback returns to the position before the asking player's last move. All players of other
//   sides who are in must agree. A move by anyone, a player who leaves, or one "no" ends the
//   request. Clocks stand as they stood after the ply that is returned to.
// - Nothing is taken back from before the moment a player left (R5): others played on without them.
#ifndef MEYDAN_GAME_MATCH_H
#define MEYDAN_GAME_MATCH_H

#include "base/clock.h"
#include "game/result.h"

// One move and what followed from it, in 16 bytes: a server keeps many games.
typedef struct Ply {
    Key key;  // of the position after it
    u32 main; // with `periods`: the mover's Clock after it
    Move move;
    u8 player;
    u8 periods;
} Ply;

// A player who left while the others played on, or as the last but one (R5).
typedef struct Departure {
    Key key; // of the position after it
    u32 ply; // how many plies had been played
    u8 player;
    u8 reason;
} Departure;

enum { NOBODY = 0xff };

#define MATCH_NO_TAKEBACK UINT32_MAX

typedef struct Match {
    Position start, position;
    Outcome outcome;

    ClockSpec spec;
    Clock clock[PLAYERS_MAX]; // as they stood when the present turn began
    i64 since;                // when that was
    i64 now;                  // the latest instant seen; once over, that of the end

    Ply *plies; // lent by the caller
    u32 count, capacity;
    Departure departure[PLAYERS_MAX - 1]; // oldest first
    u8 departures;

    u8 draw_agreed;     // set of players who offer or agree to a draw
    u8 takeback_by;     // the player who asks to take back, or NOBODY
    u8 takeback_agreed; // set of players
    u32 takeback_to;    // the number of plies that would be left
} Match;

static inline const Variant *match_variant(const Match *match)
{
    return match->position.head.variant;
}

static inline int match_turn(const Match *match)
{
    return match->position.head.turn;
}

// Set of the players who have not left.
u8 match_in(const Match *match);
// Whether all players of a set have made a move.
bool match_have_moved(const Match *match, u8 players);
// Whether everybody who is in has made a move: from then on a game is not called off any more.
bool match_under_way(const Match *match);
// Sets of the players whose "yes" is still missing for the draw that is offered, or for the
// takeback that is asked for; 0 if there is no such wish.
u8 match_draw_asked(const Match *match);
u8 match_takeback_asked(const Match *match);
// How few plies a takeback or an undo can leave (R5).
u32 match_undo_limit(const Match *match);
// How many plies a takeback by that player would leave; MATCH_NO_TAKEBACK if they cannot ask.
u32 match_takeback_to(const Match *match, int player);

// A new match with no plies and no space for any. It is over at once if `start` is a won position.
void match_start(Match *match, const Position *start, ClockSpec spec, i64 now);
// Lends an array that holds the plies so far (the caller copies them) and has space for `capacity`.
// It must outlive the match or the next match_lend().
void match_lend(Match *match, Ply *plies, u32 capacity);

// Makes all flags fall that are due by `now`.
void match_tick(Match *match, i64 now);
// When the next flag will fall if nobody does anything; CLOCK_NEVER if none will.
i64 match_deadline(const Match *match);
// A player's clock at `now`; after the end, as it stood then.
ClockFace match_clock(const Match *match, int player, i64 now);
// Until when the player to move must have moved if a first move may take `limit` ms; CLOCK_NEVER if
// they have moved before.
i64 match_first_move_due(const Match *match, i64 limit);
// For time that was not played (a pause, a restart): all that happened so far happened `delta` ms
// later. `delta` is not negative.
void match_shift(Match *match, i64 delta);

// OK, ILLEGAL (not their turn, against the rules, the game is over) or FULL.
Status match_play(Match *match, int player, Move move, i64 now, Fault *why);
// A move out of a record or a store, by the player to move, at the latest instant seen; `clock` is
// the mover's clock after it. No flag falls.
Status match_restore(Match *match, Move move, Clock clock, Fault *why);
// Likewise a player who left (see match_leave); `clock` is theirs then, if it was their turn.
Status match_restore_leave(Match *match, int player, Reason reason, Clock clock, Fault *why);
// When the present turn began and what the latest instant is, for lag that is given back and for a
// store that knows the times. `since` is not after `now`. No flag falls.
void match_set_time(Match *match, i64 since, i64 now);
// All clocks as they look at `now` to the referee of the match, for somebody who only follows it.
// No flag falls.
void match_set_clocks(Match *match, const ClockFace face[PLAYERS_MAX], i64 now);
// Likewise who offers or agrees to a draw, and who asks to take back (or NOBODY), to which ply,
// with whose consent.
void match_set_wishes(Match *match, u8 draw, u8 takeback_by, u32 takeback_to, u8 takeback_agreed);
// Likewise how it ended.
void match_set_outcome(Match *match, Outcome outcome);

// The player gives up, in turn or not (R5): REASON_RESIGNATION, REASON_ABANDONED for one who walked
// away, or REASON_TIME when a record says so.
Status match_leave(Match *match, int player, Reason reason, i64 now, Fault *why);
// The game is called off and has no result.
Status match_abort(Match *match, i64 now, Fault *why);

// Offers a draw or agrees to one; once all who are in have, the game is drawn (R6).
Status match_offer_draw(Match *match, int player, i64 now, Fault *why);
// Also withdraws one's own offer: one "no" settles it.
Status match_decline_draw(Match *match, int player, i64 now, Fault *why);

Status match_ask_takeback(Match *match, int player, i64 now, Fault *why);
Status match_agree_takeback(Match *match, int player, i64 now, Fault *why);
// Also withdraws one's own request.
Status match_decline_takeback(Match *match, int player, i64 now, Fault *why);
// Back to the first `count` plies without asking, for people at one board: no flag falls, and the
// result of a game that is over is lifted.
Status match_undo(Match *match, u32 count, i64 now, Fault *why);

#endif
