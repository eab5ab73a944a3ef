// SPDX-License-Identifier: MIT
#include "cli/puzzles/puzzle_checker.h"

#include "base/rng.h"

#include <stdlib.h>

bool checker_open(PuzzleChecker *checker, const Variant *variant)
{
    size_t size = (engine_size(ANALYSIS_TABLE_MB, 1) + 63) & ~(size_t)63;
    *checker = (PuzzleChecker){ .variant = variant };
    canon_init(&checker->canon, variant);
    checker->memory = aligned_alloc(64, size);
    checker->memo = malloc(PROOF_MEMOS * sizeof *checker->memo);
    if (checker->memory) checker->engine = engine_init(checker->memory, size, 1, (Host){ 0 });
    if (checker->engine && checker->memo) return true;
    checker_close(checker);
    return false;
}

void checker_close(PuzzleChecker *checker)
{
    free(checker->memory);
    free(checker->memo);
}

// Searches random other positions first, which changes move ordering and table contents.
static void begin_elsewhere(PuzzleChecker *checker, const Position *position, u64 seed)
{
    enum { PLACES = 3, NODES = 400 };
    const Game *game = checker->variant->game;
    Rng rng = { seed };
    for (int i = 0; i < PLACES; i++) {
        Move moves[MOVES_MAX];
        Position next = *position;
        int count = game->moves(position, moves);
        game->play(&next, moves[rng_below(&rng, (u32)count)]);
        if (game->winners(&next)) continue;
        engine_set_position(checker->engine, &next, NULL, 0);
        engine_go(checker->engine, &(SearchLimits){ .nodes = NODES, .table_mb = 2 });
        engine_think(checker->engine, 0);
    }
}

bool checker_search(PuzzleChecker *checker, const Position *position, CheckerLimits wanted,
                    SearchResult *result)
{
    SearchLimits limits = { .nodes = wanted.nodes,
                            .table_mb = wanted.seed ? 2 : ANALYSIS_TABLE_MB };
    limits.among = wanted.among;
    limits.among_count = wanted.count;
    engine_new_game(checker->engine);
    if (wanted.seed) begin_elsewhere(checker, position, wanted.seed);
    engine_set_position(checker->engine, position, NULL, 0);
    engine_go(checker->engine, &limits);
    engine_think(checker->engine, 0);
    const Line *line;
    if (!engine_lines(checker->engine, &line)) return false;
    *result = (SearchResult){ .score = line->score, .depth = line->depth };
    for (; result->length < line->length && result->length < ANALYSIS_LINE_MAX; result->length++)
        result->line[result->length] = line->move[result->length];
    return true;
}

int checker_margin(PuzzleChecker *checker, const Position *position, Move move,
                   CheckerLimits limits, int *chance)
{
    Move moves[MOVES_MAX];
    int count = checker->variant->game->moves(position, moves), others = 0;
    for (int i = 0; i < count; i++)
        if (moves[i] != move) moves[others++] = moves[i];
    SearchResult one, rest;
    CheckerLimits only = limits, besides = limits;
    only.among = &move;
    only.count = 1;
    besides.among = moves;
    besides.count = others;
    if (!others || !checker_search(checker, position, only, &one) ||
        !checker_search(checker, position, besides, &rest))
        return -CHANCE_ONE;
    int good = chance_of_score(position, one.score), bad = chance_of_score(position, rest.score);
    if (chance) *chance = good;
    return (good - bad) * chance_sides(checker->variant) / 2;
}
