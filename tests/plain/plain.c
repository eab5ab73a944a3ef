// SPDX-License-Identifier: MIT
#include "plain/plain.h"

#include <stdlib.h>
#include <string.h>

const PlainGame *plain_game(const char *variant)
{
    return strncmp(variant, "abalone", 7) == 0 ? &PLAIN_ABALONE : &PLAIN_QUORIDOR;
}

void plain_next_turn(PlainPosition *position)
{
    static const int AFTER_IN_PAIRS[PLAIN_PLAYERS] = { 2, 3, 1, 0 }; // b a w c
    do {
        if (position->pairs)
            position->turn = AFTER_IN_PAIRS[position->turn];
        else
            position->turn = (position->turn + 1) % position->players;
    } while (position->out[position->turn]);
}

int plain_last_one(const PlainPosition *position)
{
    int in = 0, last = 0;
    for (int player = 0; player < position->players; player++) {
        if (position->out[player]) continue;
        in++;
        last = player;
    }
    return in == 1 ? 1 << last : 0;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(a, b);
}

void plain_sort(PlainMove *moves, int count)
{
    qsort(moves, (size_t)count, sizeof *moves, by_bytes);
}

unsigned long long plain_perft(const PlainGame *game, const PlainPosition *position, int depth)
{
    if (depth == 0) return 1;
    PlainMove moves[PLAIN_MOVES];
    int count = game->moves(position, moves);
    unsigned long long leaves = 0;
    for (int i = 0; i < count; i++) {
        PlainPosition child = *position;
        game->play(&child, moves[i]);
        leaves += plain_perft(game, &child, depth - 1);
    }
    return leaves;
}
