// SPDX-License-Identifier: MIT
#include "game/refusal.h"

static const struct {
    const char *name, *text;
} REFUSAL[REFUSALS] = {
    [ALLOWED] = { "allowed", "allowed" },
    [REFUSED_GAME_OVER] = { "game-over", "the game is over" },
    [REFUSED_PASS] = { "may-not-pass", "you may pass only if you have no legal move" },
    [REFUSED_MUST_PASS] = { "must-pass", "there is no legal move: you must pass" },
    [REFUSED_NOT_A_STEP] = { "not-a-step", "a marble moves one cell, to a neighbour" },
    [REFUSED_NOT_A_LINE] = { "not-in-line",
                             "a side-step moves two or three neighbours on one line" },
    [REFUSED_NOT_YOURS] = { "not-yours", "you have no marble there to move" },
    [REFUSED_TOO_MANY] = { "too-many", "at most three marbles move at once" },
    [REFUSED_OFF_BOARD] = { "own-marble-out", "you cannot push out a marble of your own side" },
    [REFUSED_OCCUPIED] = { "cells-taken", "every cell a side-step enters must be empty" },
    [REFUSED_OUTNUMBERED] = { "not-outnumbered", "a push needs more marbles than it pushes" },
    [REFUSED_NO_ROOM] = { "no-room-behind", "there is no empty cell behind the pushed marbles" },
    [REFUSED_PAWN_REACH] = { "out-of-reach", "the pawn cannot reach that square" },
    [REFUSED_PAWN_WALL] = { "wall-in-the-way", "a wall is in the way" },
    [REFUSED_PAWN_OCCUPIED] = { "square-taken", "a pawn stands there" },
    [REFUSED_NO_WALLS] = { "no-walls-left", "no walls left" },
    [REFUSED_WALL_OVERLAP] = { "wall-overlaps", "the wall overlaps another" },
    [REFUSED_WALL_CROSSING] = { "wall-crosses", "the wall crosses another" },
    [REFUSED_SWAP] = { "may-not-swap", "sides may be swapped only right after the first move" },
    [REFUSED_SHUT_IN] = { "shuts-in", "the wall would shut a player in" },
};

const char *refusal_name(Refusal refusal)
{
    return REFUSAL[refusal].name;
}

const char *refusal_text(Refusal refusal)
{
    return REFUSAL[refusal].text;
}
