// SPDX-License-Identifier: MIT
// The page's matches: memory, time, and actions. game/match.h has the match itself.
#include "wasm/page_match.h"

#include "base/json.h"
#include "variants/variants.h"
#include "wasm/page_memory.h"
#include "wasm/view.h"

enum { FIRST_PLIES = 64 };

// --- memory --------------------------------------------------------------------------------------

void page_match_free(PageMatch *game)
{
    block_give(game->match.plies, game->match.capacity * sizeof(Ply));
    block_give(game->tags, game->tags_capacity);
    block_give(game->told, game->told_length + 1);
    block_give(game, sizeof *game);
}

bool page_match_reserve(Match *match, u32 plies)
{
    if (plies <= match->capacity) return true;
    u32 capacity = match->capacity ? match->capacity : FIRST_PLIES;
    while (capacity < plies)
        capacity *= 2;
    Ply *more = block_take(capacity * sizeof *more);
    if (!more) return false;
    for (u32 i = 0; i < match->count; i++)
        more[i] = match->plies[i];
    block_give(match->plies, match->capacity * sizeof(Ply));
    match_lend(match, more, capacity);
    return true;
}

// Creates a match at its start, with an empty text of tags; NULL if out of memory.
PageMatch *page_match_make(const Position *start, ClockSpec spec, u32 plies, size_t tags_capacity)
{
    PageMatch *game = block_take(sizeof *game);
    if (!game) return NULL;
    *game = (PageMatch){ .tags = block_take(tags_capacity), .tags_capacity = tags_capacity };
    const Layout *layout;
    game->handicap = handicap_of(start, &spec, &layout);
    match_start(&game->match, start, spec, 0);
    if (game->tags && page_match_reserve(&game->match, plies)) return game;
    page_match_free(game);
    return NULL;
}

u32 page_refuse(const Position *position, Text text, Status status, const Fault *why)
{
    Out out = answer_begin(SMALL_MAX);
    view_write_refusal(position, text, status, why, &out);
    return answer_end(&out);
}

u32 page_null(void)
{
    Out out = answer_begin(SMALL_MAX);
    js_null(&out, NULL);
    return answer_end(&out);
}

// --- beginning -----------------------------------------------------------------------------------

static Status read_start(Text *rest, Position *start, Fault *why)
{
    Text id = argument_line(rest), name = argument_line(rest), text = argument_line(rest);
    const Variant *variant = variant_find(id);
    if (!variant) return fault(why, MALFORMED, "there is no variant %q", id);
    if (text.length) return variant->game->read(variant, text, start, why);
    const Layout *layout = name.length ? variant_layout(variant, name) : variant->layout;
    if (!layout) return fault(why, MALFORMED, "there is no layout %q", name);
    return variant->game->read(variant, text_of(layout->position), start, why);
}

u32 page_match_new(u32 length)
{
    Fault why;
    Position start;
    ClockSpec spec;
    Text rest = argument(length), line;
    Status status = read_start(&rest, &start, &why);
    if (status == OK) status = clock_read(argument_line(&rest), &spec, &why);
    if (status != OK) return page_refuse(NULL, rest, status, &why);
    // Every byte may need a backslash, every tag its brackets and quotes.
    PageMatch *game = page_match_make(&start, spec, 0, 8 * rest.length + 1);
    if (!game) return page_refuse(NULL, rest, fault(&why, FULL, "out of memory"), &why);
    Out tags = out_to(game->tags, game->tags_capacity);
    while (text_split(&rest, '\n', &line))
        page_add_tag(line, &tags);
    game->tags_length = tags.length;
    Out out = answer_begin(SMALL_MAX);
    js_number(&out, NULL, (i64)(uintptr_t)game);
    return answer_end(&out);
}

// --- what happens --------------------------------------------------------------------------------

i64 page_ms(double now)
{
    static const double MOST =
        9007199254740991.0; // largest integer that JavaScript represents exactly
    if (!(now > -MOST)) return -(i64)MOST;
    return now < MOST ? (i64)now : (i64)MOST;
}

// Converts the caller's time to the match's. The clock starts with the first time.
i64 page_match_time(PageMatch *game, double now)
{
    if (game->paused || game->followed) return game->match.now;
    if (!game->begun) game->origin = page_ms(now) - game->match.now;
    game->begun = true;
    return page_ms(now) - game->origin;
}

void page_match_pause(PageMatch *game, double now)
{
    match_tick(&game->match, page_match_time(game, now));
    game->paused = true;
}

void page_match_resume(PageMatch *game, double now)
{
    if (game->followed) return;
    if (game->paused) game->begun = game->paused = false;
    page_match_time(game, now);
}

bool page_match_tick(PageMatch *game, double now)
{
    Match *match = &game->match;
    bool over = match->outcome.over;
    u8 departures = match->departures;
    match_tick(match, page_match_time(game, now));
    return match->outcome.over != over || match->departures != departures;
}

u32 page_match_play(PageMatch *game, u32 length, double now)
{
    Match *match = &game->match;
    Text text = argument(length);
    Fault why;
    Move move;
    page_match_resume(game, now);
    match_tick(match, page_match_time(game, now));
    Status status = OK;
    if (match->outcome.over) {
        status = fault(&why, ILLEGAL, "%s", refusal_text(REFUSED_GAME_OVER));
        why.code = REFUSED_GAME_OVER;
    }
    if (status == OK) status = move_read(&match->position, text, &move, &why);
    if (status == OK && !page_match_reserve(match, match->count + 1))
        status = fault(&why, FULL, "out of memory");
    if (status == OK)
        status = match_play(match, match_turn(match), move, page_match_time(game, now), &why);
    if (status == OK && move == MOVE_SWAP) page_exchange_names(game);
    return status == OK ? page_null() : page_refuse(&match->position, text, status, &why);
}

bool page_match_undo(PageMatch *game, u32 plies, double now)
{
    Match *match = &game->match;
    u32 left = plies < match->count ? match->count - plies : 0;
    i64 local = game->begun ? page_match_time(game, now) : match->now; // doesn't start the clock
    if (match_undo(match, left, local, NULL) != OK) return false;
    if (game->told_plies > match->count) game->told_plies = match->count;
    return true;
}

bool page_match_has(const PageMatch *game, u32 player)
{
    return player < match_variant(&game->match)->players;
}

bool page_match_resign(PageMatch *game, u32 player, double now)
{
    i64 local = page_match_time(game, now);
    return page_match_has(game, player) &&
           match_leave(&game->match, (int)player, REASON_RESIGNATION, local, NULL) == OK;
}

// Actions with no other arguments than the player and the time.
static bool act(PageMatch *game, u32 player, double now,
                Status (*does)(Match *match, int player, i64 now, Fault *why))
{
    i64 local = page_match_time(game, now);
    return page_match_has(game, player) && does(&game->match, (int)player, local, NULL) == OK;
}

bool page_match_offer_draw(PageMatch *game, u32 player, double now)
{
    return act(game, player, now, match_offer_draw);
}

bool page_match_decline_draw(PageMatch *game, u32 player, double now)
{
    return act(game, player, now, match_decline_draw);
}

bool page_match_ask_takeback(PageMatch *game, u32 player, double now)
{
    return act(game, player, now, match_ask_takeback);
}

bool page_match_agree_takeback(PageMatch *game, u32 player, double now)
{
    return act(game, player, now, match_agree_takeback);
}

bool page_match_decline_takeback(PageMatch *game, u32 player, double now)
{
    return act(game, player, now, match_decline_takeback);
}

bool page_match_abort(PageMatch *game, double now)
{
    return match_abort(&game->match, page_match_time(game, now), NULL) == OK;
}
