// SPDX-License-Identifier: MIT
// Follows matches whose referee is elsewhere, such as the server: the page passes the referee's
// events on and reads the resulting state. Time stops at the last event, so no flag falls here.
#include "wasm/page_match.h"

#include "base/bits.h"
#include "base/json.h"
#include "wasm/page_memory.h"

void page_match_follow(PageMatch *game, double first_move)
{
    game->followed = true;
    game->first_move = first_move > 0 ? page_ms(first_move) : 0;
}

static char *copy_text(const char *text, size_t size)
{
    char *copy = text ? block_take(size) : NULL;
    for (size_t i = 0; copy && i < size; i++)
        copy[i] = text[i];
    return copy;
}

u32 page_match_copy(const PageMatch *game)
{
    const Match *match = &game->match;
    Fault why;
    PageMatch *copy = block_take(sizeof *copy);
    Status status = copy ? OK : fault(&why, FULL, "out of memory");
    if (status != OK) return page_refuse(NULL, text_of(""), status, &why);
    *copy = *game;
    copy->match.plies = match->capacity ? block_take(match->capacity * sizeof(Ply)) : NULL;
    copy->tags = copy_text(game->tags, game->tags_capacity);
    copy->told = copy_text(game->told, game->told_length + 1);
    bool whole = copy->match.plies || !match->capacity;
    if (!whole || !copy->tags || (game->told && !copy->told)) {
        page_match_free(copy);
        return page_refuse(NULL, text_of(""), fault(&why, FULL, "out of memory"), &why);
    }
    for (u32 i = 0; i < match->count; i++)
        copy->match.plies[i] = match->plies[i];
    Out out = answer_begin(SMALL_MAX);
    js_number(&out, NULL, (i64)(uintptr_t)copy);
    return answer_end(&out);
}

bool page_match_told_move(PageMatch *game, u32 length)
{
    Match *match = &game->match;
    Move move;
    return !match->outcome.over && page_match_reserve(match, match->count + 1) &&
           move_read(&match->position, argument(length), &move, NULL) == OK &&
           match_restore(match, move, match->clock[match_turn(match)], NULL) == OK;
}

bool page_match_told_leave(PageMatch *game, u32 player, u32 length)
{
    Reason reason;
    if (!page_match_has(game, player) || reason_read(argument(length), &reason, NULL) != OK)
        return false;
    if (reason != REASON_TIME && reason != REASON_RESIGNATION && reason != REASON_ABANDONED)
        return false;
    Clock clock = game->match.clock[player];
    return match_restore_leave(&game->match, (int)player, reason, clock, NULL) == OK;
}

// "60000 0 0": main time, rest of the period, periods.
static bool read_face(Text line, ClockFace *face)
{
    Text word = { 0 };
    i64 number[3];
    for (int i = 0; i < 3; i++)
        if (!text_split(&line, ' ', &word) || !text_number(word, INT32_MAX * (i64)32, &number[i]))
            return false;
    if (number[0] > UINT32_MAX || number[2] > CLOCK_PERIODS_MAX) return false;
    *face = (ClockFace){ (u32)number[0], number[1], (u8)number[2] };
    return !line.at;
}

bool page_match_told_clocks(PageMatch *game, u32 length, bool running, double now)
{
    ClockFace face[PLAYERS_MAX] = { 0 };
    Text rest = argument(length);
    for (int player = 0; player < match_variant(&game->match)->players; player++)
        if (!read_face(argument_line(&rest), &face[player])) return false;
    match_set_clocks(&game->match, face, page_ms(now));
    game->origin = 0;
    game->begun = true;
    game->runs = running;
    return true;
}

bool page_match_told_wishes(PageMatch *game, u32 draw, u32 takeback_by, u32 takeback_to,
                            u32 takeback_agreed)
{
    Match *match = &game->match;
    u8 in = match_in(match);
    bool asks = takeback_by < PLAYERS_MAX && bits_has(in, (int)takeback_by);
    if (match->outcome.over || (asks && takeback_to >= match->count)) return false;
    match_set_wishes(match, (u8)draw & in, asks ? (u8)takeback_by : NOBODY, takeback_to,
                     asks ? (u8)takeback_agreed & in : 0);
    return true;
}

bool page_match_told_end(PageMatch *game, u32 length)
{
    Outcome outcome;
    if (outcome_read(match_variant(&game->match), argument(length), &outcome, NULL) != OK)
        return false;
    if (!outcome.over) outcome = (Outcome){ .reason = REASON_ABANDONED }; // aborted
    outcome.over = true;
    match_set_outcome(&game->match, outcome);
    return true;
}
