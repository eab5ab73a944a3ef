// SPDX-License-Identifier: MIT
// Quoridor behind the table that all games share.
#include "quoridor/position.h"

_Static_assert(sizeof(QrPosition) <= sizeof(Position), "a Position has room for Quoridor");

static const QrPosition *qr(const Position *position)
{
    return (const QrPosition *)position;
}

static Status game_read(const Variant *variant, Text text, Position *position, Fault *why)
{
    return qr_read((const QrVariant *)variant, text, (QrPosition *)position, why);
}

static void game_write(const Position *position, Out *out)
{
    qr_write(qr(position), out);
}

static int game_moves(const Position *position, Move moves[MOVES_MAX])
{
    return qr_moves(qr(position), moves);
}

static Refusal game_refusal(const Position *position, Move move, int *who)
{
    return qr_refusal(qr(position), move, who);
}

static void game_play(Position *position, Move move)
{
    qr_play((QrPosition *)position, move);
}

static void game_leave(Position *position, int player)
{
    qr_leave((QrPosition *)position, player);
}

static u8 game_winners(const Position *position)
{
    return qr_winners(qr(position));
}

static Key game_key(const Position *position)
{
    return qr_key(qr(position));
}

static Status game_read_move(const Position *position, Text text, Move *move, Fault *why)
{
    (void)position;
    return qr_read_move(text, move, why);
}

static void game_write_move(const Position *position, Move move, Out *out)
{
    (void)position;
    qr_write_move(move, out);
}

static void game_write_cell(int cell, Out *out)
{
    square_write(cell, out);
}

static u64 game_perft(const Position *position, int depth)
{
    return qr_perft(qr(position), depth);
}

static void game_draw(const Position *position, DrawStyle style, Out *out)
{
    qr_draw(qr(position), style, out);
}

static void game_explain(const Position *position, FindingVisit *visit, void *context)
{
    qr_explain(qr(position), visit, context);
}

const Game QR_GAME = {
    .name = "quoridor",
    .pieces = { "pawn", "pawn", "pawn", "pawn" },
    .won = "reached the far side", // Q7
    .lots = true,                  // Q1
    .cells = SQUARES,
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
    .encoding = &QR_ENCODING,
};
