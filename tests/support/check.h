// SPDX-License-Identifier: MIT
// Included by every unit test: cmocka and its requirements, and helpers for texts of positions and
// moves.
#ifndef MEYDAN_TESTS_CHECK_H
#define MEYDAN_TESTS_CHECK_H

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include "game/game.h"
#include "variants/variants.h"

// Skips the test case. ./test prints the reason in its summary.
static inline void skip_because(const char *reason)
{
    print_message("skipped: %s\n", reason);
    skip();
}

typedef struct PositionText {
    char at[POSITION_TEXT_MAX];
} PositionText;

typedef struct MoveText {
    char at[MOVE_TEXT_MAX];
} MoveText;

static inline PositionText position_text(const Position *position)
{
    PositionText text;
    Out out = out_to(text.at, sizeof text.at);
    position->head.variant->game->write(position, &out);
    assert_false(out.lost);
    return text;
}

static inline MoveText move_text(const Position *position, Move move)
{
    MoveText text;
    Out out = out_to(text.at, sizeof text.at);
    position->head.variant->game->write_move(position, move, &out);
    assert_false(out.lost);
    return text;
}

#endif
