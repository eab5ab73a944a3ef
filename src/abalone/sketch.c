// SPDX-License-Identifier: MIT
// Abalone positions set up by hand. Between two sides the scores follow from the missing marbles,
// so every change of the marbles updates them.
#include "abalone/position.h"

static AbPosition *own(Position *sketch)
{
    return (AbPosition *)sketch;
}

static Status sketch_read(const Variant *variant, Text text, Position *sketch, Fault *why)
{
    return ab_read_sketch((const AbVariant *)variant, text, own(sketch), why);
}

static void sketch_flaws(const Position *sketch, Flaws *flaws)
{
    ab_flaws((const AbPosition *)sketch, flaws);
}

// Whether a game that began with this count can reach these marbles.
static bool can_reach(const AbPosition *position, AbCount count)
{
    for (int player = 0; player < position->head.variant->players; player++) {
        int marbles = bits_count(position->marble[player]);
        if (marbles > count.marbles || marbles + count.to_win < count.marbles) return false;
    }
    return true;
}

// The count with which the game probably began: `before` if it fits, otherwise the first that does.
static AbCount likely_count(const AbPosition *position, AbCount before)
{
    const AbVariant *variant = ab_variant(position);
    if (variant->common.players > 2 || can_reach(position, before)) return before;
    for (int i = 0; i < AB_COUNTS_MAX; i++)
        if (variant->count[i].marbles && can_reach(position, variant->count[i]))
            return variant->count[i];
    return variant->count[0];
}

// The number of missing marbles of a team, limited to the highest possible score.
static int count_missing(const AbPosition *position, AbCount count, int team)
{
    const Variant *variant = position->head.variant;
    int missing = 0;
    for (int player = 0; player < variant->players; player++)
        if (variant->team[player] == team)
            missing += count.marbles - bits_count(position->marble[player]);
    if (missing < 0) return 0;
    return missing < count.to_win ? missing : count.to_win;
}

static void follow_board(AbPosition *position, AbCount before)
{
    if (variant_each_alone(position->head.variant)) return;
    AbCount count = likely_count(position, before);
    position->score[0] = (u8)count_missing(position, count, 1);
    position->score[1] = (u8)count_missing(position, count, 0);
}

static void sketch_clear(Position *sketch)
{
    for (int player = 0; player < PLAYERS_MAX; player++) {
        own(sketch)->marble[player] = 0;
        own(sketch)->score[player] = 0;
    }
    sketch->head.out = 0;
    follow_board(own(sketch), ab_variant(own(sketch))->count[0]);
}

static void sketch_take(Position *sketch, Text name)
{
    Cell cell = cell_read(name);
    if (cell < 0) return;
    AbCount before = ab_count(own(sketch));
    for (int player = 0; player < PLAYERS_MAX; player++)
        own(sketch)->marble[player] &= ~bit(cell);
    follow_board(own(sketch), before);
}

static void sketch_put(Position *sketch, Text name, int player)
{
    Cell cell = cell_read(name);
    if (cell < 0) return;
    AbCount before = ab_count(own(sketch));
    for (int other = 0; other < PLAYERS_MAX; other++)
        own(sketch)->marble[other] &= ~bit(cell);
    own(sketch)->marble[player] |= bit(cell);
    follow_board(own(sketch), before);
}

static void sketch_wall(Position *sketch, Text wall)
{
    (void)sketch;
    (void)wall;
}

static void sketch_count(Position *sketch, int team, int count)
{
    int most = ab_count(own(sketch)).to_win;
    own(sketch)->score[team] = (u8)(count < most ? count : most);
}

static void sketch_leave(Position *sketch, int player, bool out)
{
    u8 others = sketch->head.out & (u8)~bit(player);
    if (variant_each_alone(sketch->head.variant))
        sketch->head.out = others | (u8)(out ? bit(player) : 0);
}

static void move_cells(AbPosition *position, Cell (*to)(Cell))
{
    for (int player = 0; player < PLAYERS_MAX; player++) {
        Cells moved = 0;
        for (Cells left = position->marble[player]; left; left &= left - 1)
            moved |= bit(to(bits_first(left)));
        position->marble[player] = moved;
    }
}

static void sketch_mirror(Position *sketch)
{
    move_cells(own(sketch), cell_mirrored);
}

static void sketch_turn(Position *sketch)
{
    move_cells(own(sketch), cell_turned);
}

static void sketch_swap(Position *sketch, const u8 to[PLAYERS_MAX])
{
    const Variant *variant = sketch->head.variant;
    AbPosition before = *own(sketch);
    for (int player = 0; player < variant->players; player++) {
        own(sketch)->marble[to[player]] = before.marble[player];
        own(sketch)->score[variant->team[to[player]]] = before.score[variant->team[player]];
    }
}

const Sketching AB_SKETCHING = {
    .read = sketch_read,
    .flaws = sketch_flaws,
    .clear = sketch_clear,
    .put = sketch_put,
    .take = sketch_take,
    .wall = sketch_wall,
    .count = sketch_count,
    .leave = sketch_leave,
    .mirror = sketch_mirror,
    .turn = sketch_turn,
    .exchange = sketch_swap,
};
