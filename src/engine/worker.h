// SPDX-License-Identifier: MIT
// What the search of every game shares: the engine, its threads, and their memories.
#ifndef MEYDAN_ENGINE_WORKER_H
#define MEYDAN_ENGINE_WORKER_H

#include "engine/games.h"
#include "engine/nets.h"
#include "engine/tt.h"

#include <stdatomic.h>

enum { MOVE_IDS = 4096, SIDES_MAX = 4, LATENESSES = 64 };

// What the trials of a root move gave (mcts.inc); the first thread reads those of all.
typedef struct SearchTally {
    _Atomic u32 visits;
    _Atomic u64 sum;
} SearchTally;

// One thread of the search and what it has learned about moves.
typedef struct Worker {
    Engine *engine;
    int number;
    _Atomic u64 nodes;
    int seldepth;
    bool stopped; // the search is to end now: whatever is returned does not count

    Score eval[PLIES_MAX + 2]; // static, on the path to the present node
    Move killer[PLIES_MAX + 2][2];
    Move counter[MOVE_IDS];
    int16_t history[SIDES_MAX][MOVE_IDS];

    // Keys of the game's positions, then of the path to the present node.
    Key key[HISTORY_MAX + PLIES_MAX + 2];
    int keys; // of the game, the root included; those before the last ejection cannot come again

    Move pv[PLIES_MAX + 1][PLIES_MAX + 1];
    int pv_length[PLIES_MAX + 1];

    // Root moves, best first; the first `lines` have scores that count.
    int root_count;
    Move root[MOVES_MAX];
    bool overtaken; // another one has come first in this depth
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
    u64 buckets; // all there is space for; a search may use fewer
    Position position;
    const EngineGame *game; // of that position
    Key seat;               // mixed into the table's keys where a score depends on who looks at it
    const Nets *net;
    int calm; // plies since the last ejection
    // Quoridor for four, by player: whether each of their last moves was another than habit has it
    // (mcts.inc), a bit each, the last one lowest.
    u8 unusual[PLAYERS_MAX];
    // Of SearchLimits.press: how much worse than 0 a repetition is for the root's side, and what a
    // touch of own and foe's marbles is worth to it, in sixteenths.
    Score contempt, urge;
    // How late a move comes, by depth and number: it is searched the less deep.
    u16 lateness[PLIES_MAX][LATENESSES];
    int permille; // of the memory in use, if that is not a table; otherwise -1
    int threads;
    bool alone; // this search is the first thread's
    Worker *worker;
};

void engine_report(Engine *engine, int rank);
// Whether thread 0 may end the search after this depth.
bool engine_enough(const Engine *engine, int depth);
// Other evaluations than those in the binary; for training.
void engine_set_nets(Engine *engine, const Nets *nets);

static inline int lateness(const Engine *engine, int depth, int number)
{
    return engine->lateness[depth][number < LATENESSES ? number : LATENESSES - 1];
}

// Counts a node; every so often looks at limits and clock. True if the search must end.
bool worker_tick(Worker *worker);

// Moves are listed as (order << 16 | move), the list filled up with zeros to a whole number of
// vectors: the compiler then makes no loops for what is left over.
enum { LIST_STEP = 8 };
static inline int list_close(u32 *packed, int count)
{
    for (int i = 0; i < LIST_STEP && count + i < MOVES_MAX; i++)
        packed[count + i] = 0;
    return (count + LIST_STEP - 1) & ~(LIST_STEP - 1);
}

// Takes the best of the moves left out of a closed list; 0 if none is left.
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

// Whether a player who looks no further than the next position might play that (Quoridor, each
// alone).
bool qr_is_habit(const Position *position, Move move);
// Marbles pushed out so far, by all (Abalone).
int ab_ejected(const Position *position);

#endif
