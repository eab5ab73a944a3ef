// SPDX-License-Identifier: MIT
#include "puzzles/solver.h"

#include "base/bits.h"
#include "base/rng.h"

#include <stdlib.h>

enum { MEMOS = 1 << 16, PLIES_KEPT = 64 };

// Known facts about a position and a side.
typedef struct Memo {
    Key key;
    u8 wins;  // wins within this many plies; 0 if unknown
    u8 fails; // doesn't win within this many
} Memo;

struct Solver {
    u8 side;
    u64 nodes, nodes_max;
    bool tired;
    Move
        last[PLIES_KEPT]; // by plies left: the move that decided the previous position, tried first
    Memo memo[MEMOS];
};

Solver *solver_new(void)
{
    return calloc(1, sizeof(Solver));
}

void solver_free(Solver *solver)
{
    free(solver);
}

void solver_rest(Solver *solver, u64 nodes)
{
    *solver = (Solver){ .nodes_max = nodes };
}

bool solver_tired(const Solver *solver)
{
    return solver->tired;
}

u64 solver_nodes(const Solver *solver)
{
    return solver->nodes;
}

static bool wins(Solver *solver, const Position *position, int plies);

// On the side's turn one winning move is enough; on another's turn all moves must win.
static bool try_moves(Solver *solver, const Position *position, int plies, bool ours)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    for (int i = 1; i < count; i++) {
        if (moves[i] != solver->last[plies]) continue;
        moves[i] = moves[0];
        moves[0] = solver->last[plies];
    }
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (wins(solver, &next, plies - 1) != ours) continue;
        solver->last[plies] = moves[i];
        return ours;
    }
    return !ours;
}

static bool wins(Solver *solver, const Position *position, int plies)
{
    const Game *game = position->head.variant->game;
    u8 winners = game->winners(position);
    if (winners) return winners & solver->side;
    bool ours = bits_has(solver->side, position->head.turn);
    if (plies == 0 || (plies == 1 && !ours)) return false;
    if (solver->nodes++ == solver->nodes_max) solver->tired = true;
    if (solver->tired) return false;

    Key key = game->key(position) ^ mix64(solver->side);
    Memo *memo = &solver->memo[key & (MEMOS - 1)];
    if (memo->key == key && memo->wins && memo->wins <= plies) return true;
    if (memo->key == key && memo->fails >= plies) return false;
    bool won = try_moves(solver, position, plies, ours);
    if (solver->tired) return false;
    if (memo->key != key) *memo = (Memo){ .key = key };
    if (won)
        memo->wins = (u8)plies;
    else
        memo->fails = (u8)plies;
    return won;
}

bool solver_wins(Solver *solver, const Position *position, u8 side, int plies)
{
    solver->side = side;
    // Try short wins first: their entries make the longer searches cheap.
    for (int n = plies & 1; n < plies; n += 2)
        if (wins(solver, position, n)) return true;
    return wins(solver, position, plies);
}
