// SPDX-License-Identifier: MIT
#include "game/handicap.h"

static const char MOVE_WORD[] = "move", TIME_WORD[] = "time";

// --- giving --------------------------------------------------------------------------------------

static Status give_pieces(Text number, int giver, Position *start, Fault *why)
{
    const Game *game = start->head.variant->game;
    i64 count;
    if (!text_number(number, game->handicap_max, &count) || !count)
        return fault(why, MALFORMED, "handicap of %q %s: 1 to %d are possible", number,
                     game->handicap, game->handicap_max);
    Position given = *start;
    game->give(&given, giver, (int)count);
    if (game->winners(&given))
        return fault(why, ILLEGAL, "handicap of %q %s: the game would be won", number,
                     game->handicap);
    *start = given;
    return OK;
}

static Status give_move(int giver, Position *start, Fault *why)
{
    if (start->head.turn != giver)
        return fault(why, ILLEGAL, "player %d does not have the first move", giver + 1);
    start->head.turn = (u8)!giver;
    return OK;
}

static Status give_time(Text seconds, int giver, ClockSpec *clock, Fault *why)
{
    char text[CLOCK_TEXT_MAX + HANDICAP_TEXT_MAX];
    Out out = out_to(text, sizeof text);
    if (!clock->main || clock->less_of)
        return fault(why, ILLEGAL, "a handicap of time needs a clock with main time");
    clock_write(clock, &out);
    out_format(&out, ",%d:", giver + 1);
    out_text(&out, seconds);
    if (out.lost) return fault(why, MALFORMED, "%q is not a number of seconds", seconds);
    return clock_read(text_of(text), clock, why);
}

Status handicap_give(Text text, Position *start, ClockSpec *clock, Fault *why)
{
    const Variant *variant = start->head.variant;
    Text rest = text, player = { 0 }, word = { 0 }, size = { 0 }, extra;
    i64 number;
    if (variant->players != 2)
        return fault(why, MALFORMED, "handicaps are for games of two players");
    text_word(&rest, &player);
    text_word(&rest, &word);
    bool sized = text_word(&rest, &size);
    bool named = text_number(player, 2, &number) && number && !text_word(&rest, &extra);
    int giver = named ? (int)number - 1 : 0;
    if (named && !sized && text_is(word, MOVE_WORD)) return give_move(giver, start, why);
    if (named && sized && text_is(word, TIME_WORD)) return give_time(size, giver, clock, why);
    if (named && sized && text_is(word, variant->game->handicap))
        return give_pieces(size, giver, start, why);
    return fault(why, MALFORMED,
                 "handicap %q is not PLAYER %s NUMBER, PLAYER move or PLAYER time SECONDS", text,
                 variant->game->handicap);
}

// --- finding -------------------------------------------------------------------------------------

static bool is_start(const Position *start, const Position *other)
{
    const Game *game = start->head.variant->game;
    return game->key(start) == game->key(other);
}

// Whether the start is this layout with a handicap on the board, or without any.
static bool find_given(const Position *start, const Position *plain, Handicap *found)
{
    const Game *game = start->head.variant->game;
    *found = (Handicap){ 0 };
    if (is_start(start, plain)) return true;
    if (start->head.variant->players != 2) return false;
    Position given = *plain;
    give_move(plain->head.turn, &given, NULL);
    if (is_start(start, &given)) {
        *found = (Handicap){ HANDICAP_MOVE, plain->head.turn, 0 };
        return true;
    }
    for (int giver = 0; giver < 2; giver++)
        for (int count = 1; count <= game->handicap_max; count++) {
            given = *plain;
            game->give(&given, giver, count);
            if (game->winners(&given)) break;
            if (!is_start(start, &given)) continue;
            *found = (Handicap){ HANDICAP_PIECES, (u8)giver, (u32)count };
            return true;
        }
    return false;
}

Handicap handicap_of(const Position *start, const ClockSpec *clock, const Layout **layout)
{
    const Variant *variant = start->head.variant;
    Handicap found = { 0 };
    Position bare = *start;
    bare.head.swap = SWAP_NONE;
    *layout = NULL;
    for (int i = 0; i < variant->layouts && !*layout; i++) {
        Position plain;
        variant->game->read(variant, text_of(variant->layout[i].position), &plain, NULL);
        if (find_given(&bare, &plain, &found)) *layout = &variant->layout[i];
    }
    if (!found.kind && clock && clock->less_of)
        found = (Handicap){ HANDICAP_TIME, clock->less_of - 1, clock->less_main };
    return found;
}

void handicap_write(const Handicap *handicap, const Game *game, Out *out)
{
    switch (handicap->kind) {
    case HANDICAP_NONE: break;
    case HANDICAP_PIECES:
        out_format(out, "%d %s %d", handicap->giver + 1, game->handicap, (int)handicap->size);
        break;
    case HANDICAP_MOVE: out_format(out, "%d %s", handicap->giver + 1, MOVE_WORD); break;
    case HANDICAP_TIME:
        out_format(out, "%d %s ", handicap->giver + 1, TIME_WORD);
        clock_write_seconds(handicap->size, out);
        break;
    }
}
