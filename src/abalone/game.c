// SPDX-License-Identifier: MIT
// Abalone behind the table that all games share.
#include "abalone/position.h"

_Static_assert(sizeof(AbPosition) <= sizeof(Position), "a Position has room for Abalone");

static const AbPosition *ab(const Position *position)
{
    return (const AbPosition *)position;
}

static Status game_read(const Variant *variant, Text text, Position *position, Fault *why)
{
    return ab_read((const AbVariant *)variant, text, (AbPosition *)position, why);
}

static void game_write(const Position *position, Out *out)
{
    ab_write(ab(position), out);
}

static int game_moves(const Position *position, Move moves[MOVES_MAX])
{
    return ab_moves(ab(position), moves);
}

static Refusal game_refusal(const Position *position, Move move, int *who)
{
    (void)who;
    return ab_refusal(ab(position), move);
}

static void game_play(Position *position, Move move)
{
    ab_play((AbPosition *)position, move);
}

static void game_leave(Position *position, int player)
{
    ab_leave((AbPosition *)position, player);
}

static u8 game_winners(const Position *position)
{
    return ab_winners(ab(position));
}

static Key game_key(const Position *position)
{
    return ab_key(ab(position));
}

static Status game_read_move(const Position *position, Text text, Move *move, Fault *why)
{
    (void)position;
    return ab_read_move(text, move, why);
}

static void game_write_move(const Position *position, Move move, Out *out)
{
    (void)position;
    ab_write_move(move, out);
}

static void game_write_cell(int cell, Out *out)
{
    cell_write(cell, out);
}

static u64 game_perft(const Position *position, int depth)
{
    return ab_perft(ab(position), depth);
}

static void game_draw(const Position *position, DrawStyle style, Out *out)
{
    ab_draw(ab(position), style, out);
}

static void game_explain(const Position *position, FindingVisit *visit, void *context)
{
    ab_explain(ab(position), visit, context);
}

const Game AB_GAME = {
    .name = "abalone",
    .pieces = { "black", "white", "amber", "cobalt" },
    .won = "six marbles pushed off", // A9
    .cells = CELLS,
    .read = game_read,
    .write = game_write,
    .moves = game_moves,
    .refusal = game_refusal,
    .play = game_play,
    .leave = game_leave,
    .winners = game_winners,
    .key = game_key,
    .read_move = game_read_move,
    .write_move = game_write_move,
    .write_cell = game_write_cell,
    .perft = game_perft,
    .draw = game_draw,
    .explain = game_explain,
    .encoding = &AB_ENCODING,
};
