// SPDX-License-Identifier: MIT
#include "support/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void give_up(const char *what, const char *about)
{
    fprintf(stderr, "a test is wrong: %s:\n%s\n", what, about);
    abort();
}

AbPosition board_drawn(const AbVariant *variant, const char *drawing)
{
    AbPosition position = { .head = { .variant = &variant->common } };
    const char *at = drawing;
    for (int row = ROWS - 1; row >= 0; row--) {
        for (int i = 0; i < row_length(row); i++) {
            at += strspn(at, " \n");
            if (!*at) give_up("too few cells drawn", drawing);
            if (*at != '.') {
                int player = 0;
                while (player < variant->common.players && ab_colour(player) != *at)
                    player++;
                if (player == variant->common.players) give_up("no such marble", drawing);
                position.marble[player] |= bit(cell_at(row, row_first(row) + i));
            }
            at++;
        }
    }
    if (at[strspn(at, " \n")]) give_up("too many cells drawn", drawing);
    return position;
}

const AbVariant *board_variant(const char *id)
{
    for (int i = 0; i < AB_VARIANTS; i++)
        if (!strcmp(AB_VARIANT[i].common.id, id)) return &AB_VARIANT[i];
    give_up("there is no such variant", id);
}
