// SPDX-License-Identifier: MIT
// Data shared by the searches of all games: the engine, its threads and their memory.
#ifndef MEYDAN_ENGINE_WORKER_H
#define MEYDAN_ENGINE_WORKER_H

#include "engine/games.h"
#include "engine/nets.h"
#include "engine/tt.h"

#include <stdatomic.h>

enum { MOVE_IDS = 4096, SIDES_MAX = 4, LATENESSES = 64 };

// Results of a root move's trials (mcts.inc). The first thread reads those of all threads.
typedef struct SearchTally {
    _Atomic u32 visits;
    _Atomic u64 sum;
} SearchTally;

// One thread of the search with its move histories.
typedef struct Worker {
    Engine *engine;
    int number;
    _Atomic u64 nodes;
    int seldepth;
    bool stopped; // set when the search must end (returned values are invalid)

    Score eval[PLIES_MAX + 2]; // static evaluations on the path to the current node
    Move killer[PLIES_MAX + 2][2];
    Move counter[MOVE_IDS];
    int16_t history[SIDES_MAX][MOVE_IDS];

    // Keys of the game's positions, followed by the path to the current node.
    Key key[HISTORY_MAX + PLIES_MAX + 2];
    int keys; // number of the game's keys, including the root; those before the last ejection can't
              // recur

    Move pv[PLIES_MAX + 1][PLIES_MAX + 1];
    int pv_length[PLIES_MAX + 1];

    // Root moves, best first. The scores of the first `lines` are valid.
    int root_count;
    Move root[MOVES_MAX];
    bool overtaken; // another move has become the best at this depth
    Line line[LINES_MAX];
    int lines;
    SearchTally tally[MOVES_MAX];
} Worker;

struct Engine {
    Host host;
    SearchLimits limits;
    i64 started;
    atomic_bool stop;
    TransTable table;
    u64 buckets; // upper bound; a search may use fewer
    Position position;
    const EngineGame *game; // the position's game
    Key seat; // mixed into the table's keys where scores depend on the player who searches
    const Nets *net;
    int calm; // plies since the last ejection
    // Quoridor for four, by player: one bit for each of the last moves, set if it wasn't a habitual
    // move (mcts.inc); the latest is the lowest.
    u8 unusual[PLAYERS_MAX];
    // For SearchLimits.press: how much worse than 0 a repetition is for the root's side, and the
    // value to it of each contact between own and opposing marbles, in sixteenths.
    Score contempt, urge;
    // How late a move comes, by depth and number. Determines its reduction.
    u16 lateness[PLIES_MAX][LATENESSES];
    int permille; // memory used, if it isn't the table; otherwise -1
    int threads;
    bool alone; // this search runs only in the first thread
    Worker *worker;
};

void engine_report(Engine *engine, int rank);
// Whether thread 0 may end the search after this depth.
bool engine_enough(const Engine *engine, int depth);
// Replaces the evaluations in the binary, for training.
void engine_set_nets(Engine *engine, const Nets *nets);

static inline int lateness(const Engine *engine, int depth, int number)
{
    return engine->lateness[depth][number < LATENESSES ? number : LATENESSES - 1];
}

// Counts a node and periodically checks limits and clock. Returns true if the search must end.
bool worker_tick(Worker *worker);

// Moves are listed as (order << 16
// move). The list is padded with zeros to a whole number of vectors, which saves the compiler's
// remainder loops.
enum { LIST_STEP = 8 };
static inline int list_close(u32 *packed, int count)
{
    for (int i = 0; i < LIST_STEP && count + i < MOVES_MAX; i++)
        packed[count + i] = 0;
    return (count + LIST_STEP - 1) & ~(LIST_STEP - 1);
}

// Removes and returns the best remaining move of a list; 0 if none remains.
static inline u32 list_take(u32 *packed, int length)
{
    u32 best = 0;
    int at = 0;
    length &= ~(LIST_STEP - 1);
    for (int i = 0; i < length; i++)
        best = packed[i] > best ? packed[i] : best;
    for (int i = 0; i < length; i++)
        at |= packed[i] == best ? i : 0;
    if (length) packed[at] = 0;
    return best;
}

void history_update(int16_t *value, int bonus);

// Whether a player who looks only one position ahead might play this move (Quoridor, each alone).
bool qr_is_habit(const Position *position, Move move);
// Marbles pushed out so far by all players (Abalone).
int ab_ejected(const Position *position);

#endif
