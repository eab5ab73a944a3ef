// SPDX-License-Identifier: MIT
#include "game/match.h"

#include "base/bits.h"
#include "game/match_internal.h"

#include <assert.h>

static const Game *match_game(const Match *match)
{
    return match_variant(match)->game;
}

u8 match_in(const Match *match)
{
    return (u8)(variant_everyone(match_variant(match)) & ~match->position.head.out);
}

bool match_have_moved(const Match *match, u8 players)
{
    for (u32 i = 0; i < match->count && players; i++)
        players &= (u8)~bit(match->plies[i].player);
    return !players;
}

bool match_under_way(const Match *match)
{
    return match_have_moved(match, match_in(match));
}

// --- the end -------------------------------------------------------------------------------------

void match_set_outcome(Match *match, Outcome outcome)
{
    match->outcome = outcome;
    match->draw_agreed = 0;
    match_drop_takeback(match);
}

static void end_match(Match *match, u8 winners, u8 drawn, Reason reason)
{
    match_set_outcome(
        match, (Outcome){ .over = true, .winners = winners, .drawn = drawn, .reason = reason });
}

// How often the current position has occurred, this time included.
static int times_stood(const Match *match)
{
    const Game *game = match_game(match);
    Key key = game->key(&match->position);
    int times = game->key(&match->start) == key;
    for (u32 i = 0; i < match->count; i++)
        times += match->plies[i].key == key;
    for (int i = 0; i < match->departures; i++)
        times += match->departure[i].key == key;
    return times;
}

static void end_if_decided(Match *match)
{
    u8 winners = match_game(match)->winners(&match->position);
    if (winners)
        end_match(match, winners, 0, REASON_NORMAL);
    else if (times_stood(match) >= REPETITIONS_DRAW)
        end_match(match, 0, match_in(match), REASON_REPETITION);
}

static void end_if_agreed(Match *match)
{
    u8 in = match_in(match);
    if ((match->draw_agreed & in) == in) end_match(match, 0, in, REASON_AGREEMENT);
}

// --- leaving, flags ------------------------------------------------------------------------------

static i64 used_until(const Match *match, i64 now)
{
    return now - match->since;
}

static void leave(Match *match, int player, Reason reason)
{
    const Variant *variant = match_variant(match);
    if (!variant_each_alone(variant)) {
        u8 others = (u8)(variant_everyone(variant) & ~variant_teammates(variant, player));
        end_match(match, others, 0, reason);
        return;
    }
    if (match_turn(match) == player) {
        i64 used = used_until(match, match->now);
        match->clock[player] = clock_spend(&match->spec, match->clock[player], used);
        match->since = match->now;
    }
    match_game(match)->leave(&match->position, player);
    assert(match->departures < PLAYERS_MAX - 1);
    match->departure[match->departures++] = (Departure){
        .key = match_game(match)->key(&match->position),
        .ply = match->count,
        .player = (u8)player,
        .reason = (u8)reason,
    };
    match->draw_agreed &= match_in(match);
    match_drop_takeback(match); // it would undo the departure
    u8 winners = match_game(match)->winners(&match->position);
    if (winners)
        end_match(match, winners, 0, reason);
    else
        end_if_agreed(match);
}

i64 match_deadline(const Match *match)
{
    i64 left = clock_left(&match->spec, match->clock[match_turn(match)]);
    if (match->outcome.over || left == CLOCK_NEVER) return CLOCK_NEVER;
    return match->since + left;
}

void match_tick(Match *match, i64 now)
{
    if (match->outcome.over) return;
    // Each flag falls at its own instant: the next clock starts then, not at `now`.
    for (i64 due; (due = match_deadline(match)) <= now;) {
        match->now = due;
        leave(match, match_turn(match), REASON_TIME);
        if (match->outcome.over) return;
    }
    if (match->now < now) match->now = now;
}

ClockFace match_clock(const Match *match, int player, i64 now)
{
    if (match->outcome.over || now < match->now) now = match->now;
    i64 used = player == match_turn(match) ? used_until(match, now) : 0;
    return clock_face(&match->spec, match->clock[player], used);
}

i64 match_first_move_due(const Match *match, i64 limit)
{
    bool moved = match_have_moved(match, (u8)bit(match_turn(match)));
    return moved || limit == CLOCK_NEVER ? CLOCK_NEVER : match->since + limit;
}

void match_shift(Match *match, i64 delta)
{
    assert(delta >= 0);
    match->since += delta;
    match->now += delta;
}

void match_set_time(Match *match, i64 since, i64 now)
{
    assert(since <= now);
    match->since = since;
    match->now = now;
}

// The time the player can still use: the inverse of clock_face().
static i64 face_left(const ClockSpec *spec, ClockFace face)
{
    return face.periods ? face.main + face.period + (face.periods - 1) * spec->period : face.main;
}

void match_set_clocks(Match *match, const ClockFace face[PLAYERS_MAX], i64 now)
{
    const ClockSpec *spec = &match->spec;
    int turn = match_turn(match);
    for (int player = 0; player < match_variant(match)->players; player++)
        match->clock[player] = (Clock){ face[player].main, face[player].periods };
    // The clock's state at the start of a turn is known only for a player's first move.
    Clock *clock = &match->clock[turn];
    if (!match_have_moved(match, (u8)bit(turn))) *clock = clock_start(spec, turn);
    i64 used = clock_spec_none(spec) ? 0 : clock_left(spec, *clock) - face_left(spec, face[turn]);
    match_set_time(match, now - (used > 0 ? used : 0), now);
}

// --- start, moves --------------------------------------------------------------------------------

void match_start(Match *match, const Position *start, ClockSpec spec, i64 now)
{
    *match = (Match){ .start = *start, .position = *start, .spec = spec, .since = now, .now = now };
    for (int player = 0; player < match_variant(match)->players; player++)
        match->clock[player] = clock_start(&spec, player);
    match_drop_takeback(match);
    end_if_decided(match);
}

void match_lend(Match *match, Ply *plies, u32 capacity)
{
    assert(capacity >= match->count);
    match->plies = plies;
    match->capacity = capacity;
}

static Status check_running(const Match *match, Fault *why)
{
    if (!match->outcome.over) return OK;
    return fault(why, ILLEGAL, "the game is over (%s)", reason_name(match->outcome.reason));
}

Status match_check_in(const Match *match, int player, Fault *why)
{
    assert(player >= 0 && player < match_variant(match)->players);
    Status status = check_running(match, why);
    if (status == OK && !bits_has(match_in(match), player))
        status = fault(why, ILLEGAL, "player %d is out of the game", player + 1);
    return status;
}

Status match_enter(Match *match, int player, i64 now, Fault *why)
{
    match_tick(match, now);
    return match_check_in(match, player, why);
}

void match_set_clock_after(Match *match, const Ply *ply)
{
    match->clock[ply->player] = (Clock){ ply->main, ply->periods };
    if (ply->move != MOVE_SWAP) return;
    Clock first = match->clock[0];
    match->clock[0] = match->clock[1];
    match->clock[1] = first;
}

static void stamp_clock(Match *match, Clock clock)
{
    Ply *ply = &match->plies[match->count - 1];
    ply->main = clock.main;
    ply->periods = clock.periods;
    match_set_clock_after(match, ply);
}

// The move must be legal.
static Status make_move(Match *match, Move move, Fault *why)
{
    if (match->count == match->capacity)
        return fault(why, FULL, "no space for more than %d plies", (int)match->capacity);
    int player = match_turn(match);
    match_game(match)->play(&match->position, move);
    Key key = match_game(match)->key(&match->position);
    match->plies[match->count++] = (Ply){ .key = key, .move = move, .player = (u8)player };
    match->since = match->now;
    if (!bits_has(match->draw_agreed, player) || move == MOVE_SWAP) match->draw_agreed = 0;
    match_drop_takeback(match);
    end_if_decided(match);
    return OK;
}

static Status check_turn(const Match *match, int player, Fault *why)
{
    if (match_turn(match) == player) return OK;
    return fault(why, ILLEGAL, "it is player %d's turn", match_turn(match) + 1);
}

Status match_play_judged(Match *match, int player, Move move, i64 now, Fault *why)
{
    Status status = match_enter(match, player, now, why);
    if (status == OK) status = check_turn(match, player, why);
    if (status != OK) return status;
    i64 used = used_until(match, match->now);
    Clock clock = clock_spend(&match->spec, match->clock[player], used);
    status = make_move(match, move, why);
    if (status != OK) return status;
    stamp_clock(match, match->outcome.over ? clock : clock_gain(&match->spec, clock));
    return OK;
}

Status match_play(Match *match, int player, Move move, i64 now, Fault *why)
{
    Status status = match_enter(match, player, now, why);
    if (status == OK) status = check_turn(match, player, why);
    if (status == OK) status = move_check(&match->position, move, why);
    return status == OK ? match_play_judged(match, player, move, now, why) : status;
}

Status match_restore_judged(Match *match, Move move, Clock clock, Fault *why)
{
    Status status = check_running(match, why);
    if (status == OK) status = make_move(match, move, why);
    if (status == OK) stamp_clock(match, clock_clamp(&match->spec, clock));
    return status;
}

Status match_restore(Match *match, Move move, Clock clock, Fault *why)
{
    Status status = check_running(match, why);
    if (status == OK) status = move_check(&match->position, move, why);
    return status == OK ? match_restore_judged(match, move, clock, why) : status;
}

Status match_leave(Match *match, int player, Reason reason, i64 now, Fault *why)
{
    assert(reason == REASON_RESIGNATION || reason == REASON_ABANDONED || reason == REASON_TIME);
    Status status = match_enter(match, player, now, why);
    if (status == OK) leave(match, player, reason);
    return status;
}

Status match_restore_leave(Match *match, int player, Reason reason, Clock clock, Fault *why)
{
    assert(reason == REASON_RESIGNATION || reason == REASON_ABANDONED || reason == REASON_TIME);
    Status status = match_check_in(match, player, why);
    if (status != OK) return status;
    if (match_turn(match) == player) {
        match->clock[player] = clock;
        match->since = match->now;
    }
    leave(match, player, reason);
    return OK;
}

Status match_abort(Match *match, i64 now, Fault *why)
{
    match_tick(match, now);
    Status status = check_running(match, why);
    if (status == OK) end_match(match, 0, 0, REASON_ABANDONED);
    return status;
}

// --- draws ---------------------------------------------------------------------------------------

void match_set_wishes(Match *match, u8 draw, u8 takeback_by, u32 takeback_to, u8 takeback_agreed)
{
    match->draw_agreed = draw;
    match->takeback_by = takeback_by;
    match->takeback_to = takeback_to;
    match->takeback_agreed = takeback_agreed;
}

u8 match_draw_asked(const Match *match)
{
    return match->draw_agreed ? (u8)(match_in(match) & ~match->draw_agreed) : 0;
}

Status match_offer_draw(Match *match, int player, i64 now, Fault *why)
{
    Status status = match_enter(match, player, now, why);
    if (status != OK) return status;
    match->draw_agreed |= (u8)bit(player);
    end_if_agreed(match);
    return OK;
}

Status match_decline_draw(Match *match, int player, i64 now, Fault *why)
{
    Status status = match_enter(match, player, now, why);
    if (status != OK) return status;
    if (!match->draw_agreed) return fault(why, ILLEGAL, "no draw is offered");
    match->draw_agreed = 0;
    return OK;
}
