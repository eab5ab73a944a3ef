// SPDX-License-Identifier: MIT
// Takebacks: a player asks, every opponent agrees, the match continues from the position before the
// player's last move. Undo does the same without asking.
#include "base/bits.h"
#include "game/match_internal.h"
#include "game/walk.h"

u32 match_swaps(const Match *match)
{
    enum { FIRST_PLIES = 2 }; // the choice is the first ply or the second
    for (u32 i = 0; i < match->count && i < FIRST_PLIES; i++)
        if (match->plies[i].move == MOVE_SWAP) return i + 1;
    return 0;
}

u32 match_undo_limit(const Match *match)
{
    if (!match->departures) return match_swaps(match);
    return match->departure[match->departures - 1].ply;
}

static Status check_undo(const Match *match, u32 count, Fault *why)
{
    if (count >= match->count) return fault(why, ILLEGAL, "there is no move to take back");
    if (count < match_swaps(match))
        return fault(why, ILLEGAL, "the sides have been chosen, that cannot be taken back");
    if (count < match_undo_limit(match))
        return fault(why, ILLEGAL, "player %d has left since, that cannot be taken back",
                     match->departure[match->departures - 1].player + 1);
    return OK;
}

// Restores the match after `count` plies. Clocks of players who are out keep their time.
static void rewind_to(Match *match, u32 count)
{
    u8 out = match->position.head.out;
    for (int player = 0; player < match_variant(match)->players; player++)
        if (!bits_has(out, player)) match->clock[player] = clock_start(&match->spec, player);
    match->count = count;
    for (u32 i = 0; i < count; i++) {
        const Ply *ply = &match->plies[i];
        if (!bits_has(out, ply->player)) match_set_clock_after(match, ply);
    }
    match->position = match_walk_position(match, count);
    match->since = match->now;
    match->outcome = (Outcome){ 0 };
    match->draw_agreed = 0;
    match_drop_takeback(match);
}

// Checks whether the player may ask. If so, `to` is the number of plies that would remain.
static Status check_takeback(const Match *match, int player, u32 *to, Fault *why)
{
    if (match->takeback_by != NOBODY && match->takeback_by != player)
        return fault(why, ILLEGAL, "player %d already asks to take back", match->takeback_by + 1);
    u32 last = match->count; // the player's last ply, counted from 1
    while (last && match->plies[last - 1].player != player)
        last--;
    if (!last) return fault(why, ILLEGAL, "player %d has not moved yet", player + 1);
    *to = last - 1;
    return check_undo(match, last - 1, why);
}

u32 match_takeback_to(const Match *match, int player)
{
    u32 to = 0;
    bool can = match_check_in(match, player, NULL) == OK && match->takeback_by == NOBODY &&
               check_takeback(match, player, &to, NULL) == OK;
    return can ? to : MATCH_NO_TAKEBACK;
}

u8 match_takeback_asked(const Match *match)
{
    if (match->takeback_by == NOBODY) return 0;
    u8 side = variant_teammates(match_variant(match), match->takeback_by);
    return (u8)(match_in(match) & ~side & ~match->takeback_agreed);
}

Status match_ask_takeback(Match *match, int player, i64 now, Fault *why)
{
    u32 to = 0;
    Status status = match_enter(match, player, now, why);
    if (status == OK) status = check_takeback(match, player, &to, why);
    if (status != OK || match->takeback_by == player) return status;
    match->takeback_by = (u8)player;
    match->takeback_to = to;
    return OK;
}

static Status enter_takeback(Match *match, int player, i64 now, Fault *why)
{
    Status status = match_enter(match, player, now, why);
    if (status == OK && match->takeback_by == NOBODY)
        status = fault(why, ILLEGAL, "nobody asks to take back");
    return status;
}

Status match_agree_takeback(Match *match, int player, i64 now, Fault *why)
{
    Status status = enter_takeback(match, player, now, why);
    if (status != OK) return status;
    match->takeback_agreed |= (u8)bit(player);
    if (!match_takeback_asked(match)) rewind_to(match, match->takeback_to);
    return OK;
}

Status match_decline_takeback(Match *match, int player, i64 now, Fault *why)
{
    Status status = enter_takeback(match, player, now, why);
    if (status == OK) match_drop_takeback(match);
    return status;
}

Status match_undo(Match *match, u32 count, i64 now, Fault *why)
{
    Status status = check_undo(match, count, why);
    if (status != OK) return status;
    if (match->now < now) match->now = now;
    rewind_to(match, count);
    return OK;
}
