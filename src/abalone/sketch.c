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

// The number of missing marbles of a team, limited to the highest possible score.
static int count_missing(const AbPosition *position, int team)
{
    const AbVariant *variant = ab_variant(position);
    int missing = 0;
    for (int player = 0; player < variant->common.players; player++)
        if (variant->common.team[player] == team)
            missing += variant->marbles - bits_count(position->marble[player]);
    if (missing < 0) return 0;
    return missing < variant->to_win ? missing : variant->to_win;
}

static void follow_board(AbPosition *position)
{
    if (variant_each_alone(position->head.variant)) return;
    position->score[0] = (u8)count_missing(position, 1);
    position->score[1] = (u8)count_missing(position, 0);
}

static void sketch_clear(Position *sketch)
{
    for (int player = 0; player < PLAYERS_MAX; player++) {
        own(sketch)->marble[player] = 0;
        own(sketch)->score[player] = 0;
    }
    sketch->head.out = 0;
    follow_board(own(sketch));
}

static void sketch_take(Position *sketch, Text name)
{
    Cell cell = cell_read(name);
    if (cell < 0) return;
    for (int player = 0; player < PLAYERS_MAX; player++)
        own(sketch)->marble[player] &= ~bit(cell);
    follow_board(own(sketch));
}

static void sketch_put(Position *sketch, Text name, int player)
{
    Cell cell = cell_read(name);
    if (cell < 0) return;
    sketch_take(sketch, name);
    own(sketch)->marble[player] |= bit(cell);
    follow_board(own(sketch));
}

static void sketch_wall(Position *sketch, Text wall)
{
    (void)sketch;
    (void)wall;
}

static void sketch_count(Position *sketch, int team, int count)
{
    int most = ab_variant(own(sketch))->to_win;
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
