// SPDX-License-Identifier: MIT
// A computer opponent, shared by the server, the terminal, the page, bots, UGI levels and matches.
//
// Only data and decisions: it allocates nothing, reads no clock and starts no thread. It sets up
// the engine's search and its limits. The host runs the search and then reads the result.
//
//     Opponent opponent = opponent_of(level, seed);
//     OpponentGame game = opponent_game(match, moves);
//
//     its turn                                     a draw offer
//     opponent_limits(&opponent, &time, &limits)   opponent_draw_limits(&opponent, &game)
//     opponent_begin(engine, &game)                opponent_begin_draw(engine, &game, seat)
//     engine_go(), engine_think()                  engine_go(), engine_think()
//     engine_best()                                opponent_takes_draw(...)
//
// Below the highest level, the same game and seed give the same moves and answers everywhere,
// whatever the engine searched before. The highest level uses the time it gets. It never offers a
// draw.
#ifndef MEYDAN_OPPONENT_OPPONENT_H
#define MEYDAN_OPPONENT_OPPONENT_H

#include "engine/engine.h"
#include "game/match.h"

// Largest seed that a user can give: the largest integer that JavaScript represents exactly.
#define SEED_MAX ((i64)1 << 53)

typedef enum DrawPolicy {
    DRAWS_BY_SCORE, // if it is behind, or if a long game is even
    DRAWS_NEVER,
    DRAWS_ALWAYS,
    DRAW_POLICIES,
} DrawPolicy;

typedef struct Manners {
    DrawPolicy draws;
    bool takebacks; // grants takebacks
    i64 resign; // resigns if behind by this much, in hundredths, for several own moves; 0: never
} Manners;

typedef struct Opponent {
    int level; // 1 .. LEVELS; 0 also means the highest
    u64 seed;  // one per game
    Manners manners;
    int lost; // consecutive own moves with a resignable score
} Opponent;

// The name of level 1 .. LEVELS in English, also the translation key. Always displayed with the
// level, to avoid confusion with a person.
const char *opponent_name(int level);

// By default it takes draws by the score, grants takebacks and never resigns.
Opponent opponent_of(int level, u64 seed);

// --- the game ------------------------------------------------------------------------------------

typedef struct OpponentGame {
    Position start;    // no player left since then
    Position position; // reached from `start` by the moves
    const Move *moves;
    int count;
    u32 plies; // total number, including plies before `start`
} OpponentGame;

// The match, as far back as an engine uses it. `moves` must outlive the game.
OpponentGame opponent_game(const Match *match, Move moves[HISTORY_MAX]);

// Sets the engine's position to the game's.
void opponent_begin(Engine *engine, const OpponentGame *game);

// --- moves ---------------------------------------------------------------------------------------

typedef struct OpponentTime {
    bool clock; // whether there is a clock, with this time left:
    TimeLeft left;
    i64 overhead_ms; // added to every move before it reaches the clock
    i64 move_ms;     // maximum per move; 0: one minute with a clock, else the level's default
} OpponentTime;

// The clock of the player to move at `now`.
OpponentTime opponent_time(const Match *match, i64 now, i64 overhead_ms);

// Sets the limits for its move and keeps existing ones (nodes, depth, lines).
void opponent_limits(const Opponent *opponent, const OpponentTime *time, SearchLimits *limits);
// Like opponent_limits() without time limits, which the caller sets.
void opponent_style(const Opponent *opponent, SearchLimits *limits);
// Sets time limits; 0 means none.
void opponent_time_limits(const OpponentTime *time, SearchLimits *limits);

// After its move, to which the engine gave this score: whether it resigns instead.
bool opponent_resigns(Opponent *opponent, Score score);

// --- offers --------------------------------------------------------------------------------------

// The next of these players, in turn order, who hasn't answered a draw offer; NOBODY if there is
// none.
int opponent_asked_draw(const Match *match, u8 players);
// One of these players whose consent to a takeback is missing; NOBODY if there is none.
int opponent_asked_takeback(const Match *match, u8 players);

// Prepares the search that decides whether `seat` accepts a draw, whether or not it is their turn.
void opponent_begin_draw(Engine *engine, const OpponentGame *game, int seat);
SearchLimits opponent_draw_limits(const Opponent *opponent, const OpponentGame *game);
// Returns the decision after that search.
bool opponent_takes_draw(const Opponent *opponent, const Engine *engine, const OpponentGame *game,
                         int seat);
// For engines that can only report the score of their last move.
bool opponent_takes_draw_at(const Opponent *opponent, u32 plies, Score score);

#endif
