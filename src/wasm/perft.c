// SPDX-License-Identifier: MIT
// Leaf counts with the general rules. The fast counters of abalone/perft.c and quoridor/perft.c
// would be a third of the module, and the page counts leaves only in tests.
#include "abalone/position.h"
#include "quoridor/position.h"

static u64 count(const Position *position, int depth)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    if (depth == 0) return 1;
    int moves_count = game->moves(position, moves);
    if (depth == 1) return (u64)moves_count;
    u64 leaves = 0;
    for (int i = 0; i < moves_count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        leaves += count(&next, depth - 1);
    }
    return leaves;
}

u64 ab_perft(const AbPosition *position, int depth)
{
    Position copy = { .head = position->head };
    *(AbPosition *)&copy = *position;
    return count(&copy, depth);
}

u64 qr_perft(const QrPosition *position, int depth)
{
    Position copy = { .head = position->head };
    *(QrPosition *)&copy = *position;
    return count(&copy, depth);
}
