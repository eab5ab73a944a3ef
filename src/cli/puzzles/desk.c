// SPDX-License-Identifier: MIT
#include "cli/puzzles/desk.h"

#include "base/rng.h"

#include <stdlib.h>

bool desk_open(PuzzleDesk *desk, const Variant *variant)
{
    size_t size = (engine_size(LOOK_TABLE_MB, 1) + 63) & ~(size_t)63;
    *desk = (PuzzleDesk){ .variant = variant };
    canon_init(&desk->canon, variant);
    desk->memory = aligned_alloc(64, size);
    desk->memo = malloc(PROOF_MEMOS * sizeof *desk->memo);
    if (desk->memory) desk->engine = engine_init(desk->memory, size, 1, (Host){ 0 });
    if (desk->engine && desk->memo) return true;
    desk_close(desk);
    return false;
}

void desk_close(PuzzleDesk *desk)
{
    free(desk->memory);
    free(desk->memo);
}

// Searches of other positions, chosen by lot, leave another order of moves and other entries.
static void begin_elsewhere(PuzzleDesk *desk, const Position *position, u64 seed)
{
    enum { PLACES = 3, NODES = 400 };
    const Game *game = desk->variant->game;
    Rng rng = { seed };
    for (int i = 0; i < PLACES; i++) {
        Move moves[MOVES_MAX];
        Position next = *position;
        int count = game->moves(position, moves);
        game->play(&next, moves[rng_below(&rng, (u32)count)]);
        if (game->winners(&next)) continue;
        engine_set_position(desk->engine, &next, NULL, 0);
        engine_go(desk->engine, &(SearchLimits){ .nodes = NODES, .table_mb = 2 });
        engine_think(desk->engine, 0);
    }
}

bool desk_look(PuzzleDesk *desk, const Position *position, DeskLimits wanted, Look *look)
{
    SearchLimits limits = { .nodes = wanted.nodes, .table_mb = wanted.seed ? 2 : LOOK_TABLE_MB };
    limits.among = wanted.among;
    limits.among_count = wanted.count;
    engine_new_game(desk->engine);
    if (wanted.seed) begin_elsewhere(desk, position, wanted.seed);
    engine_set_position(desk->engine, position, NULL, 0);
    engine_go(desk->engine, &limits);
    engine_think(desk->engine, 0);
    const Line *line;
    if (!engine_lines(desk->engine, &line)) return false;
    *look = (Look){ .score = line->score, .depth = line->depth };
    for (; look->length < line->length && look->length < LOOK_LINE_MAX; look->length++)
        look->line[look->length] = line->move[look->length];
    return true;
}

int desk_margin(PuzzleDesk *desk, const Position *position, Move move, DeskLimits limits,
                int *chance)
{
    Move moves[MOVES_MAX];
    int count = desk->variant->game->moves(position, moves), others = 0;
    for (int i = 0; i < count; i++)
        if (moves[i] != move) moves[others++] = moves[i];
    Look one, rest;
    DeskLimits only = limits, besides = limits;
    only.among = &move;
    only.count = 1;
    besides.among = moves;
    besides.count = others;
    if (!others || !desk_look(desk, position, only, &one) ||
        !desk_look(desk, position, besides, &rest))
        return -CHANCE_ONE;
    int good = chance_of_score(position, one.score), bad = chance_of_score(position, rest.score);
    if (chance) *chance = good;
    return (good - bad) * chance_sides(desk->variant) / 2;
}
