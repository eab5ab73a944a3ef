// SPDX-License-Identifier: MIT
// Quoridor as a Game.
#include "quoridor/position.h"

static Refusal game_refusal(const Position *position, Move move, int *who)
{
    return qr_refusal((const QrPosition *)position, move, who);
}

static void game_write_cell(int cell, Out *out)
{
    square_write(cell, out);
}

#define GAME_POSITION       QrPosition
#define GAME_VARIANT        QrVariant
#define GAME_FUNCTION(name) qr_##name
#include "game/table.inc"

const Game QR_GAME = {
    .name = "quoridor",
    .pieces = { "pawn", "pawn", "pawn", "pawn" },
    .letters = "1234",
    .notation = { "e2      the pawn goes to that square",
                  "e3h     a wall above e3 and f3; e3v: to the right of e3 and e4" },
    .marks = "hv",
    .won = "reached the far side", // Q7
    .lots = true,                  // Q1
    .cells = SQUARES,
    .handicap = "walls",
    .handicap_max = 6,
    GAME_OPERATIONS,
    .encoding = &QR_ENCODING,
    .sketching = &QR_SKETCHING,
};
