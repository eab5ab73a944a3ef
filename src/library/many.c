// SPDX-License-Identifier: MIT
// Implements the part of meydan.h for machine learning. One call processes all games, to pay the
// cost of a call from another language only once.
#include "meydan.h"

#include "base/rng.h"
#include "game/encoding.h"
#include "variants/variants.h"

_Static_assert((int)MEYDAN_PLANE_SIZE == (int)PLANE_SIZE, "planes");

static Position *core(MeydanPosition *position)
{
    return (Position *)position;
}

static const Encoding *encoding_of(int variant)
{
    return variant >= 0 && variant < variant_count() ? variant_at(variant)->game->encoding : NULL;
}

int meydan_actions(int variant)
{
    return encoding_of(variant) ? encoding_of(variant)->actions : 0;
}

int meydan_planes(int variant)
{
    return encoding_of(variant) ? encoding_of(variant)->planes(variant_at(variant)) : 0;
}

// The moves that are actions: a swap of sides (R12) is none.
static int list_actions(const Position *position, Move moves[MOVES_MAX])
{
    int count = position->head.variant->game->moves(position, moves), kept = 0;
    for (int i = 0; i < count; i++)
        if (moves[i] != MOVE_SWAP) moves[kept++] = moves[i];
    return kept;
}

int meydan_action(const MeydanPosition *position, MeydanMove move)
{
    const Game *game = ((const Position *)position)->head.variant->game;
    Move moves[MOVES_MAX];
    int count = list_actions((const Position *)position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move) return game->encoding->action(move);
    return -1;
}

MeydanMove meydan_action_move(int variant, int action)
{
    return encoding_of(variant) ? encoding_of(variant)->move(action) : MOVE_NONE;
}

void meydan_many_start(MeydanMany *many)
{
    for (int i = 0; i < many->count; i++)
        if (many->state[i] != MEYDAN_RUNNING) {
            many->position[i] = *many->start;
            many->plies[i] = 0;
            many->winners[i] = 0;
            many->state[i] = MEYDAN_RUNNING;
            many->keys[(size_t)i * (size_t)(many->plies_max + 1)] = meydan_key(&many->position[i]);
        }
}

// Whether the last key of a game has occurred twice before (R2).
static bool is_third(const u64 *keys, int plies)
{
    int seen = 0;
    for (int i = 0; i < plies; i++)
        seen += keys[i] == keys[plies];
    return seen >= 2;
}

static bool step(MeydanMany *many, int i, int action)
{
    Position *position = core(&many->position[i]);
    const Game *game = position->head.variant->game;
    Move move = game->encoding->move(action), moves[MOVES_MAX];
    int count = game->moves(position, moves), at = 0;
    while (at < count && moves[at] != move)
        at++;
    if (at == count) return false;
    game->play(position, move);
    int plies = ++many->plies[i];
    u64 *keys = many->keys + (size_t)i * (size_t)(many->plies_max + 1);
    keys[plies] = game->key(position);
    many->winners[i] = game->winners(position);
    if (many->winners[i])
        many->state[i] = MEYDAN_WON;
    else if (is_third(keys, plies))
        many->state[i] = MEYDAN_DRAWN;
    else if (plies >= many->plies_max)
        many->state[i] = MEYDAN_CUT;
    return true;
}

int meydan_many_step(MeydanMany *many, const int32_t *actions)
{
    int refused = 0;
    for (int i = 0; i < many->count; i++) {
        many->refused[i] = many->state[i] == MEYDAN_RUNNING && !step(many, i, actions[i]);
        refused += many->refused[i];
    }
    return refused;
}

void meydan_many_mask(const MeydanMany *many, uint8_t *mask)
{
    for (int i = 0; i < many->count; i++) {
        const Position *position = core(&many->position[i]);
        const Game *game = position->head.variant->game;
        Move moves[MOVES_MAX];
        int count = many->state[i] == MEYDAN_RUNNING ? list_actions(position, moves) : 0;
        int actions = game->encoding->actions;
        __builtin_memset(mask, 0, (size_t)actions);
        for (int k = 0; k < count; k++)
            mask[game->encoding->action(moves[k])] = 1;
        mask += actions;
    }
}

void meydan_many_sample(const MeydanMany *many, uint64_t *seed, int32_t *actions)
{
    Rng rng = { *seed };
    for (int i = 0; i < many->count; i++) {
        const Position *position = core(&many->position[i]);
        const Game *game = position->head.variant->game;
        Move moves[MOVES_MAX];
        int count = many->state[i] == MEYDAN_RUNNING ? list_actions(position, moves) : 0;
        actions[i] = count ? game->encoding->action(moves[rng_below(&rng, (u32)count)]) : -1;
    }
    *seed = rng.state;
}

void meydan_many_observe(const MeydanMany *many, uint8_t *planes)
{
    for (int i = 0; i < many->count; i++) {
        const Position *position = core(&many->position[i]);
        const Encoding *encoding = position->head.variant->game->encoding;
        encoding->observe(position, planes);
        planes += encoding->planes(position->head.variant) * PLANE_CELLS;
    }
}

void meydan_many_turns(const MeydanMany *many, int8_t *turns)
{
    for (int i = 0; i < many->count; i++)
        turns[i] = (i8)core(&many->position[i])->head.turn;
}
