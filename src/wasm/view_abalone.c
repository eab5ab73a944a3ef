// SPDX-License-Identifier: MIT
// Abalone's part of the view.
#include "abalone/position.h"
#include "base/json.h"
#include "wasm/view_game.h"

static int owner_of(const AbPosition *position, Cells cell)
{
    int owner = 0;
    while (!(position->marble[owner] & cell))
        owner++;
    return owner;
}

static Motion motion(const Position *position, Move move)
{
    const AbPosition *before = (const AbPosition *)position;
    Dir dir = ab_move_dir(move);
    bool in_line = ab_move_axis(move) == AB_IN_LINE;
    Dir along = in_line ? dir : (Dir)ab_move_axis(move);
    Cells moved = ab_moved(before, move), own = ab_team(before, before->head.turn);
    Motion shown = { .kind = in_line ? "line" : "side", .dir = (int)dir, .slot = -1, .taken = -1 };
    for (Cells cell = bit(ab_move_cell(move)); cell & moved; cell = cells_shift(cell, along)) {
        if (cell & own) {
            shown.cell[shown.cells++] = (u8)bits_first(cell);
            shown.to[shown.landings++] = (u8)bits_first(cells_shift(cell, dir));
        } else {
            shown.pushed[shown.pushes++] = (u8)bits_first(cell);
        }
    }
    if (!shown.pushes) return shown;
    // The last pushed marble is the one that falls.
    Cells last = bit(shown.pushed[shown.pushes - 1]);
    shown.kind = moved & EDGE[dir] ? "eject" : "push";
    if (last & EDGE[dir]) shown.taken = owner_of(before, last);
    return shown;
}

static int team_count(const Variant *variant)
{
    int teams = 0;
    for (int player = 0; player < variant->players; player++)
        if (variant->team[player] >= teams) teams = variant->team[player] + 1;
    return teams;
}

static void write_board(const Position *shown, Out *out)
{
    const AbPosition *position = (const AbPosition *)shown;
    const Variant *variant = position->head.variant;
    AbCount count = ab_count(position);
    js_array(out, "marbles");
    for (int player = 0; player < variant->players; player++)
        for (Cells set = position->marble[player]; set; set &= set - 1) {
            js_object(out, NULL);
            js_key(out, "cell");
            view_write_cell(&AB_GAME, bits_first(set), out);
            js_number(out, "seat", player);
            js_close(out, '}');
        }
    js_close(out, ']');
    js_array(out, "lost");
    for (int player = 0; player < variant->players; player++)
        js_number(out, NULL, count.marbles - bits_count(position->marble[player]));
    js_close(out, ']');
    js_array(out, "score");
    for (int team = 0; team < team_count(variant); team++)
        js_number(out, NULL, position->score[team]);
    js_close(out, ']');
}

static int to_win(const Position *position)
{
    return ab_count((const AbPosition *)position).to_win;
}

static const char *const KEYS[] = { "marbles", "lost", "score" };

const ViewGame AB_VIEW = {
    .game = &AB_GAME,
    .keys = KEYS,
    .key_count = sizeof KEYS / sizeof *KEYS,
    .write_board = write_board,
    .write_sketch = write_board,
    .motion = motion,
    .to_win = to_win,
};
