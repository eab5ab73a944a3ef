// SPDX-License-Identifier: MIT
// A computer in a seat, the same wherever it sits: on the server, at the terminal, in the page, as
// a bot, as a UGI level, in a match.
//
// It is data and decisions only: nothing is allocated, no clock is read, no thread started. It says
// what the engine is to think about and for how long; the host runs that search as it can, and asks
// for the answer afterwards.
//
//     Opponent opponent = opponent_of(level, seed);
//     OpponentGame game = opponent_game(match, moves);
//
//     its turn                                     it is offered a draw
//     opponent_limits(&opponent, &time, &limits)   opponent_draw_limits(&opponent, &game)
//     opponent_begin(engine, &game)                opponent_begin_draw(engine, &game, seat)
//     engine_go(), engine_think()                  engine_go(), engine_think()
//     engine_best()                                opponent_takes_draw(...)
//
// Below the highest level, the same game and the same seed give the same moves and the same answers
// everywhere, whatever else the engine has thought about; the highest takes the time it is given.
// It never offers a draw itself.
#ifndef MEYDAN_OPPONENT_OPPONENT_H
#define MEYDAN_OPPONENT_OPPONENT_H

#include "engine/engine.h"
#include "game/match.h"

// Seeds that people give: whole numbers that a script can hold too.
#define SEED_MAX ((i64)1 << 53)

typedef enum DrawPolicy {
    DRAWS_BY_SCORE, // when it is behind, or nothing has come of a long game
    DRAWS_NEVER,
    DRAWS_ALWAYS,
    DRAW_POLICIES,
} DrawPolicy;

typedef struct Manners {
    DrawPolicy draws;
    bool takebacks; // are granted
    i64 resign;     // when behind by so much, in hundredths, for several own moves; 0: never
} Manners;

typedef struct Opponent {
    int level; // 1 .. LEVELS; 0 is the highest too
    u64 seed;  // of the game
    Manners manners;
    int lost; // own moves in a row with a score to resign at
} Opponent;

// What level 1 .. LEVELS is called, in English; also the key of its translations. People see the
// level beside it, so that nobody takes it for a person.
const char *opponent_name(int level);

// Takes draws by the score, grants takebacks, never resigns.
Opponent opponent_of(int level, u64 seed);

// --- the game it is asked about ------------------------------------------------------------------

typedef struct OpponentGame {
    Position start;    // nobody has left since
    Position position; // after the moves, which lead there from `start`
    const Move *moves;
    int count;
    u32 plies; // played in all, also those before `start`
} OpponentGame;

// The match, as far back as an engine remembers it. `moves` must outlive the game.
OpponentGame opponent_game(const Match *match, Move moves[HISTORY_MAX]);

// The engine then stands in that game.
void opponent_begin(Engine *engine, const OpponentGame *game);

// --- moves ---------------------------------------------------------------------------------------

typedef struct OpponentTime {
    bool clock; // there is one, and this is left on it:
    TimeLeft left;
    i64 overhead_ms; // of every move, on the way to the clock
    i64 move_ms;     // longest thought; 0: a minute with a clock, else what the level needs
} OpponentTime;

// The clock of the player to move at `now`.
OpponentTime opponent_time(const Match *match, i64 now, i64 overhead_ms);

// Limits for its move. Those that are set already (nodes, depth, lines) stay.
void opponent_limits(const Opponent *opponent, const OpponentTime *time, SearchLimits *limits);
// The same without a time: whoever asks has limited that.
void opponent_style(const Opponent *opponent, SearchLimits *limits);
// At most so long; 0 is no limit.
void opponent_time_limits(const OpponentTime *time, SearchLimits *limits);

// After its move, which the engine gave this score: does it give up instead?
bool opponent_resigns(Opponent *opponent, Score score);

// --- offers --------------------------------------------------------------------------------------

// Of these players, the next in turn who has not answered a draw offer; NOBODY if none is asked.
int opponent_asked_draw(const Match *match, u8 players);
// Of these players, one who is asked for a takeback; NOBODY if none is.
int opponent_asked_takeback(const Match *match, u8 players);

// A search about a draw for `seat`, whoever is to move.
void opponent_begin_draw(Engine *engine, const OpponentGame *game, int seat);
SearchLimits opponent_draw_limits(const Opponent *opponent, const OpponentGame *game);
// After that search.
bool opponent_takes_draw(const Opponent *opponent, const Engine *engine, const OpponentGame *game,
                         int seat);
// For an engine of another kind, which can only tell the score of its last move.
bool opponent_takes_draw_at(const Opponent *opponent, u32 plies, Score score);

#endif
