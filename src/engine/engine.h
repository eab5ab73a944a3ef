// SPDX-License-Identifier: MIT
// The engine finds the best move of a position within limits. It reports by callback, never prints,
// reads no clock and allocates nothing: the host provides memory, time and callbacks.
//
//     engine = engine_init(memory, size, threads, host);   once; size from engine_size()
//     engine_set_position(engine, &start, moves, count);   with all moves, for repetition
//     engine_go(engine, &limits);                          sets up the search
//     engine_think(engine, 0);                             searches until the end
//     engine_think(engine, 1);                             in the host's helper threads
//     engine_best(engine);                                 afterwards
//
// engine_stop() may be called from any thread at any time. With one thread, the same position and
// the same limits in nodes or depth always give the same result.
#ifndef MEYDAN_ENGINE_ENGINE_H
#define MEYDAN_ENGINE_ENGINE_H

#include "game/game.h"

// Hundredths of a marble (Abalone) or of a step (Quoridor) from the view of the player to move,
// including partners. A forced win in n plies is SCORE_MATE - n, a forced loss its negative.
typedef i32 Score;
enum {
    SCORE_MATE = 30000,
    SCORE_MATED_MAX = SCORE_MATE - 1000, // above this: a forced win
    SCORE_NONE = 32000,
    PLIES_MAX = 128, // maximum search depth
    LINES_MAX = 16,  // MultiPV
    THREADS_MAX = 64,
    HISTORY_MAX = 1024, // positions of the game kept to detect repetition
    LEVELS = 10,
};

// Zero means no limit. Without any limit the search runs until engine_stop().
typedef struct SearchLimits {
    int depth;
    u64 nodes;
    i64 soft_ms; // start no new iteration after this
    i64 hard_ms; // stop in the middle after this
    int lines;   // MultiPV: number of best moves to find; 0 means 1
    // Restricts the search to these moves of the position, if there are any. engine_go() copies
    // them.
    const Move *among;
    int among_count;
    int level; // 1..10; 0 or 10: full strength. Levels limit nodes and choose among near-best
    u64 seed;  // random choices of levels below 10
    // Play for a win: set for a move in a game, not for an analysis. In Abalone for two and three
    // players a draw counts as a loss (a small one for two), and closing in on the opponent is
    // rewarded; with two players, only for the one with the better position.
    bool press;
    // Search without results of earlier searches, in one thread. Levels below the highest always
    // do.
    bool fresh;
    // No pruning, reductions or quiescence: the score equals plain minimax to that depth. For
    // tests. The table must not contain results of other searches.
    bool exact;
    // Use at most this much of the table (0: all), so that the result doesn't depend on its size.
    int table_mb;
} SearchLimits;

typedef struct Line {
    Score score;
    int depth, seldepth;
    int length;
    Move move[PLIES_MAX];
} Line;

typedef struct Report {
    int rank; // 1 for the best line, 2 for the second ... (MultiPV)
    const Line *line;
    u64 nodes;
    i64 time_ms;
    int hashfull; // permille of the table in use
} Report;

// Callbacks of the host. `now` (ms, any origin) may be NULL without time limits; `report` may be
// NULL too.
typedef struct Host {
    i64 (*now)(void *context);
    void (*report)(void *context, const Report *report);
    void *context;
} Host;

typedef struct Engine Engine;

// Memory needed for a table of about `hash_mb` megabytes and that many threads, in bytes.
size_t engine_size(int hash_mb, int threads);
// Creates the engine in the memory (aligned to 64) and touches all of it. NULL if it is too small.
Engine *engine_init(void *memory, size_t size, int threads, Host host);
// Clears the table and the histories.
void engine_new_game(Engine *engine);
// Sets the position after the moves, which must be legal. All positions count for repetition.
void engine_set_position(Engine *engine, const Position *start, const Move *moves, int count);

// Sets up a search. Then every thread calls engine_think() with its number; thread 0 reports and
// ends the search for all.
void engine_go(Engine *engine, const SearchLimits *limits);
void engine_think(Engine *engine, int thread);
void engine_stop(Engine *engine);
// The best move after a search; MOVE_NONE if the game is over. Lines come best first.
Move engine_best(const Engine *engine);
int engine_lines(const Engine *engine, const Line **lines);
u64 engine_nodes(const Engine *engine);

// The static evaluation from a player's view. With two sides one view is the negative of the other;
// with more, each player has their own.
Score engine_evaluate_for(const Position *position, int player);

// For a forced win or loss from that position's view: the remaining moves of the side to move.
int engine_mate_moves(const Position *position, Score score);

// The clock of the player to move, in ms.
typedef struct TimeLeft {
    i64 main_ms, inc_ms;
    i64 period_ms; // byoyomi; 0 if none
} TimeLeft;
void engine_time(TimeLeft left, i64 overhead_ms, SearchLimits *limits);

#endif
