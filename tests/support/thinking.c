// SPDX-License-Identifier: MIT
#include "support/thinking.h"

#include <stdlib.h>

enum { HASH_MB = 4, DEPTHS_KEPT = 32 };

Engine *thinking_engine;
static void *memory;
static Line kept[DEPTHS_KEPT][LINES_MAX];
static int depths;

static void keep(void *context, const Report *report)
{
    (void)context;
    int depth = report->line->depth;
    if (depth > depths) depths = depth;
    if (depth <= DEPTHS_KEPT) kept[depth - 1][report->rank - 1] = *report->line;
}

int thinking_begin(void **state)
{
    (void)state;
    size_t size = (engine_size(HASH_MB, 1) + 63) & ~(size_t)63;
    memory = aligned_alloc(64, size);
    if (memory) thinking_engine = engine_init(memory, size, 1, (Host){ .report = keep });
    return thinking_engine ? 0 : -1;
}

int thinking_end(void **state)
{
    (void)state;
    free(memory);
    thinking_engine = NULL;
    return 0;
}

Move think_on(const Position *start, const Move *moves, int count, const SearchLimits *limits)
{
    depths = 0;
    engine_set_position(thinking_engine, start, moves, count);
    engine_go(thinking_engine, limits);
    engine_think(thinking_engine, 0);
    return engine_best(thinking_engine);
}

Move think(const Position *position, const SearchLimits *limits)
{
    engine_new_game(thinking_engine);
    return think_on(position, NULL, 0, limits);
}

const Line *thought(void)
{
    const Line *lines;
    return engine_lines(thinking_engine, &lines) ? lines : NULL;
}

int thought_depths(void)
{
    return depths;
}

const Line *thought_at(int depth, int rank)
{
    assert_in_range(depth, 1, DEPTHS_KEPT);
    return &kept[depth - 1][rank];
}

Move move_to(const Position *position, Key key)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (game->key(&next) == key) return moves[i];
    }
    return MOVE_NONE;
}

bool can_win(const Position *position)
{
    const Game *game = position->head.variant->game;
    Move moves[MOVES_MAX];
    int count = game->moves(position, moves);
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        if (game->winners(&next)) return true;
    }
    return false;
}
