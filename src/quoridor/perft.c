// SPDX-License-Identifier: MIT
#include "quoridor/position.h"
u64 qr_perft(const QrPosition *position, int depth)
{
    Move moves[MOVES_MOST];
    if (depth == 0) return 1;
    int count = qr_moves(position, moves);
    if (depth == 1) return (u64)count;
    u64 leaves = 0;
    for (int i = 0; i < count; i++) {
        QrPosition child = *position;
        qr_play(&child, moves[i]);
        leaves += qr_perft(&child, depth - 1);
    }
    return leaves;
}
