// SPDX-License-Identifier: MIT
#include "game/sketch.h"

// Whether the mapping moves every side as a whole to another side.
static bool keeps_sides(const Variant *variant, const u8 to[PLAYERS_MAX])
{
    for (int p = 0; p < variant->players; p++) {
        if (variant->team[to[p]] == variant->team[p]) return false;
        for (int q = 0; q < variant->players; q++)
            if ((variant->team[p] == variant->team[q]) !=
                (variant->team[to[p]] == variant->team[to[q]]))
                return false;
    }
    return true;
}

void sketch_exchange(const Variant *variant, u8 to[PLAYERS_MAX])
{
    for (int p = 0; p < PLAYERS_MAX; p++)
        to[p] = (u8)p;
    for (int steps = 1; steps < variant->players; steps++) {
        for (int p = 0; p < variant->players; p++)
            to[p] = variant->next[to[p]];
        if (keeps_sides(variant, to)) return;
    }
}

static bool read_player(const Position *sketch, Text word, int *player)
{
    i64 number;
    if (!text_count(word, sketch->head.variant->players - 1, &number)) return false;
    *player = (int)number;
    return true;
}

// Edits without an argument.
static bool edit_whole(Position *sketch, Text verb)
{
    const Variant *variant = sketch->head.variant;
    const Sketching *game = variant->game->sketching;
    if (text_is(verb, "clear")) {
        game->clear(sketch);
    } else if (text_is(verb, "mirror")) {
        game->mirror(sketch);
    } else if (text_is(verb, "turn")) {
        game->turn(sketch);
    } else if (text_is(verb, "swap")) {
        u8 to[PLAYERS_MAX], out = 0;
        sketch_exchange(variant, to);
        game->exchange(sketch, to);
        for (int player = 0; player < variant->players; player++)
            if (sketch->head.out >> player & 1) out |= (u8)(1 << to[player]);
        sketch->head.out = out;
        sketch->head.turn = to[sketch->head.turn];
    } else {
        return false;
    }
    return true;
}

// Edits that name a player.
static bool edit_player(Position *sketch, Text verb, int player)
{
    const Sketching *game = sketch->head.variant->game->sketching;
    if (text_is(verb, "to-move"))
        sketch->head.turn = (u8)player;
    else if (text_is(verb, "out") || text_is(verb, "in"))
        game->leave(sketch, player, text_is(verb, "out"));
    else
        return false;
    return true;
}

bool sketch_edit(Position *sketch, Text edit)
{
    const Sketching *game = sketch->head.variant->game->sketching;
    Text verb, first = { 0 }, second = { 0 }, extra;
    i64 count;
    int player;
    if (!text_word(&edit, &verb)) return false;
    if (!text_word(&edit, &first)) return edit_whole(sketch, verb);
    if (!text_word(&edit, &second)) {
        if (text_is(verb, "take"))
            game->take(sketch, first);
        else if (text_is(verb, "wall"))
            game->wall(sketch, first);
        else
            return read_player(sketch, first, &player) && edit_player(sketch, verb, player);
        return true;
    }
    if (text_word(&edit, &extra)) return false;
    if (text_is(verb, "put") && read_player(sketch, second, &player)) {
        game->put(sketch, first, player);
        return true;
    }
    if (!text_is(verb, "count") || !read_player(sketch, first, &player) ||
        !text_count(second, 99, &count))
        return false;
    game->count(sketch, player, (int)count);
    return true;
}
