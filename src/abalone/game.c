// SPDX-License-Identifier: MIT
// Abalone as a Game.
#include "abalone/position.h"

static Refusal game_refusal(const Position *position, Move move, int *who)
{
    (void)who;
    return ab_refusal((const AbPosition *)position, move);
}

static void game_write_cell(int cell, Out *out)
{
    cell_write(cell, out);
}

#define GAME_POSITION       AbPosition
#define GAME_VARIANT        AbVariant
#define GAME_FUNCTION(name) ab_##name
#include "game/table.inc"

const Game AB_GAME = {
    .name = "abalone",
    .pieces = { "black", "white", "amber", "cobalt" },
    .letters = "bwac",
    .notation = { "a1b2    move in line or push: the rear marble and the cell it steps to",
                  "c3c5d4  side-step: both ends of the line, then where the first one lands" },
    .marks = "",
    .won = "enough marbles pushed off", // A9
    .cells = CELLS,
    .handicap = "marbles",
    .handicap_max = 3,
    GAME_OPERATIONS,
    .encoding = &AB_ENCODING,
    .sketching = &AB_SKETCHING,
};
