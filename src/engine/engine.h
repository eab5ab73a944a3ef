// SPDX-License-Identifier: MIT
// The engine: the best move of a position, within limits. It reports by callback, never prints,
// reads no clock of its own and allocates nothing: the host passes memory, time and a listener.
//
//     engine = engine_init(memory, size, threads, host);   once; size from engine_size()
//     engine_set_position(engine, &start, moves, count);   with all moves, for repetition
//     engine_go(engine, &limits);                          sets the search up
//     engine_think(engine, 0);                             here, until the search ends
//     engine_think(engine, 1);                             helpers, in threads of the host
//     engine_best(engine);                                 afterwards
//
// engine_stop() may be called from any thread at any time. Same position, same limits in nodes or
// depth, one thread: same answer, always.
#ifndef MEYDAN_ENGINE_ENGINE_H
#define MEYDAN_ENGINE_ENGINE_H

#include "game/game.h"

// Hundredths of a marble (Abalone) or of a step (Quoridor), seen by the player to move (teams:
// their team). A forced win in n plies is SCORE_MATE - n, a forced loss its negative.
typedef i32 Score;
enum {
    SCORE_MATE = 30000,
    SCORE_MATED_MAX = SCORE_MATE - 1000, // beyond: a forced win
    SCORE_NONE = 32000,
    PLIES_MAX = 128, // how deep a search may go
    LINES_MAX = 16,  // MultiPV
    THREADS_MAX = 64,
    HISTORY_MAX = 1024, // positions of the game that are remembered for repetition
    LEVELS = 10,
};

// Zero means "no such limit"; with none at all the search runs until engine_stop().
typedef struct SearchLimits {
    int depth;
    u64 nodes;
    i64 soft_ms; // start no new iteration after this
    i64 hard_ms; // stop in the middle after this
    int lines;   // MultiPV: how many best moves are wanted, 0 means 1
    // Only these moves of the position are searched, all if there are none. engine_go() copies
    // them.
    const Move *among;
    int among_count;
    int level; // 1..10; 0 or 10: full strength. Levels limit nodes and choose among near-best
    u64 seed;  // for the choices of levels below 10
    // For a move in a game, not for the truth about a position: in Abalone for two and three a draw
    // counts as a loss, a small one for two, and a player who waits moves nearer; of two only the
    // one who stands well.
    bool press;
    // From nothing but the game: one thread, and nothing that other searches have left. Levels
    // below the highest always search so.
    bool fresh;
    // Nothing is pruned, reduced or quiesced: the score is that of plain minimax to that depth. For
    // tests; the table must hold nothing from other searches.
    bool exact;
    // No more of the table than so many megabytes (0: all of it), so that an answer does not depend
    // on how much there is.
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

// What the host provides. `now` (ms, any origin) may be NULL if no time limits are used, `report`
// too.
typedef struct Host {
    i64 (*now)(void *context);
    void (*report)(void *context, const Report *report);
    void *context;
} Host;

typedef struct Engine Engine;

// Bytes of memory for a table of about `hash_mb` megabytes and so many threads.
size_t engine_size(int hash_mb, int threads);
// Lays the engine out in the memory (aligned to 64) and touches all of it. NULL if it is too small.
Engine *engine_init(void *memory, size_t size, int threads, Host host);
// Forgets everything learned (table, histories).
void engine_new_game(Engine *engine);
// The position after the moves, which must be legal; all are remembered for repetition.
void engine_set_position(Engine *engine, const Position *start, const Move *moves, int count);

// Sets up a search; then every thread calls engine_think() with its number; thread 0 reports and
// ends the search for all.
void engine_go(Engine *engine, const SearchLimits *limits);
void engine_think(Engine *engine, int thread);
void engine_stop(Engine *engine);
// MOVE_NONE if the game is over. After a search; the lines are best first.
Move engine_best(const Engine *engine);
int engine_lines(const Engine *engine, const Line **lines);
u64 engine_nodes(const Engine *engine);

// The static evaluation of a position, seen by a player: of two sides one has what the other lacks,
// of more each has its own view.
Score engine_evaluate_for(const Position *position, int player);

// Of a forced win or loss, seen from that position: how many more moves the side to move makes.
int engine_mate_moves(const Position *position, Score score);

// How long to think, from a clock: main time and increment of the player to move, in ms.
typedef struct TimeLeft {
    i64 main_ms, inc_ms;
    i64 period_ms; // byoyomi, 0 if none
} TimeLeft;
void engine_time(TimeLeft left, i64 overhead_ms, SearchLimits *limits);

#endif
