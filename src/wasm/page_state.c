// SPDX-License-Identifier: MIT
// The state, clocks and moves of the page's matches as JSON with the types of
// web/src/core/types.ts.
#include "wasm/page_match.h"

#include "base/json.h"
#include "game/walk.h"
#include "record/replay.h"
#include "wasm/view.h"

enum { STATE_MAX = VIEW_MAX + 4096 };

static bool clock_runs(const PageMatch *game)
{
    if (game->match.outcome.over) return false;
    return game->followed ? game->runs : game->begun && !game->paused;
}

// The match's time at the caller's `now`, but before the next flag: displaying a clock lets none
// fall.
static i64 time_to_show(const PageMatch *game, double now)
{
    const Match *match = &game->match;
    if (!clock_runs(game)) return match->now;
    i64 local = page_ms(now) - game->origin, due = match_deadline(match);
    if (local >= due) local = due - 1;
    return local > match->now ? local : match->now;
}

// Time remaining for a first move; null if only the clock limits it.
static void write_first_move(const PageMatch *game, i64 at, Out *out)
{
    i64 due = clock_runs(game) && game->first_move
                  ? match_first_move_due(&game->match, game->first_move)
                  : CLOCK_NEVER;
    js_key(out, "firstMove");
    if (due == CLOCK_NEVER)
        js_null(out, NULL);
    else
        js_number(out, NULL, due > at ? due - at : 0);
}

static void write_clock(const PageMatch *game, i64 at, Out *out)
{
    const Match *match = &game->match;
    int players = match_variant(match)->players;
    ClockFace face[PLAYERS_MAX];
    if (clock_spec_none(&match->spec)) {
        js_null(out, NULL);
        return;
    }
    for (int player = 0; player < players; player++)
        face[player] = match_clock(match, player, at);
    js_object(out, NULL);
    js_array(out, "left");
    for (int i = 0; i < players; i++)
        js_number(out, NULL, face[i].main ? face[i].main : face[i].period);
    js_close(out, ']');
    js_array(out, "periods");
    for (int i = 0; i < players; i++)
        js_number(out, NULL, face[i].periods);
    js_close(out, ']');
    js_array(out, "byoyomi");
    for (int i = 0; i < players; i++)
        js_bool(out, NULL, !face[i].main && face[i].periods);
    js_close(out, ']');
    bool runs = clock_runs(game);
    js_number(out, "running", runs ? match_turn(match) : -1);
    js_key(out, "nextFlag");
    if (runs && !game->followed)
        js_number(out, NULL, match_deadline(match) + game->origin);
    else
        js_null(out, NULL);
    js_number(out, "at", at + game->origin);
    write_first_move(game, at, out);
    js_close(out, '}');
}

static void write_outcome(const Match *match, Out *out)
{
    char text[RESULT_TEXT_MAX];
    Out result = out_to(text, sizeof text);
    outcome_write(&match->outcome, match_variant(match), &result);
    js_bool(out, "over", match->outcome.over);
    js_string(out, "result", text);
    js_string(out, "reason", match->outcome.over ? reason_name(match->outcome.reason) : "");
    js_players(out, "winners", match->outcome.winners);
}

static void write_departures(const Match *match, Out *out)
{
    js_array(out, "departures");
    for (int i = 0; i < match->departures; i++) {
        js_object(out, NULL);
        js_number(out, "seat", match->departure[i].player);
        js_number(out, "ply", match->departure[i].ply);
        js_string(out, "reason", reason_name((Reason)match->departure[i].reason));
        js_close(out, '}');
    }
    js_close(out, ']');
}

// Offers, missing consents, and possible takebacks.
static void write_wishes(const Match *match, Out *out)
{
    js_players(out, "offers", match->draw_agreed);
    js_players(out, "asked", match_draw_asked(match));
    js_key(out, "takeback");
    if (match->takeback_by == NOBODY) {
        js_null(out, NULL);
    } else {
        js_object(out, NULL);
        js_number(out, "seat", match->takeback_by);
        js_number(out, "to", match->takeback_to);
        js_players(out, "agreed", match->takeback_agreed);
        js_players(out, "asked", match_takeback_asked(match));
        js_close(out, '}');
    }
    js_number(out, "undoLimit", match_undo_limit(match));
    js_array(out, "takebackTo");
    for (int player = 0; player < match_variant(match)->players; player++) {
        u32 to = match_takeback_to(match, player);
        js_number(out, NULL, to == MATCH_NO_TAKEBACK ? -1 : (i64)to);
    }
    js_close(out, ']');
    js_bool(out, "underWay", match_under_way(match));
}

// The position from which engines start.
static void write_base(const PageMatch *game, Out *out)
{
    const Match *match = &game->match;
    u32 ply = match_walk_base(match, match->count + 1);
    Position base = match_walk_position(match, ply);
    char text[POSITION_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    match_variant(match)->game->write(&base, &written);
    js_object(out, "base");
    js_string(out, "position", text);
    js_number(out, "ply", ply);
    js_close(out, '}');
}

static void write_tag_values(const PageMatch *game, Out *out)
{
    Tokens tags = tokens_of((Text){ game->tags, game->tags_length });
    Text name, value;
    js_object(out, "tags");
    while (record_next_tag(&tags, &name, &value)) {
        char text[TAG_VALUE_MAX], key[TAG_NAME_MAX];
        Out plain = out_to(text, sizeof text), word = out_to(key, sizeof key);
        record_unescape(value, &plain);
        out_text(&word, name);
        js_text(out, key, (Text){ text, plain.length });
    }
    js_close(out, '}');
}

// Remarks by move, starting with those before the first one. Empty unless opened from a record.
static void write_remarks(const PageMatch *game, Out *out)
{
    Tokens told = tokens_of((Text){ game->told, game->told_length });
    Text remark;
    js_array(out, "remarks");
    for (u32 i = 0; game->told && i <= game->told_plies; i++) {
        if (i) page_pass_step(&told);
        js_array(out, NULL);
        for (;; page_pass_step(&told)) {
            while (page_next_remark(&told, &remark))
                js_text(out, NULL, page_glyph(remark));
            if (page_told_leave(told) == NOBODY) break;
        }
        js_close(out, ']');
    }
    js_close(out, ']');
}

static void write_handicap(const PageMatch *game, Out *out)
{
    char text[HANDICAP_TEXT_MAX];
    Out written = out_to(text, sizeof text);
    handicap_write(&game->handicap, match_variant(&game->match)->game, &written);
    js_string(out, "handicap", text);
}

u32 page_match_state(const PageMatch *game)
{
    const Match *match = &game->match;
    Out out = answer_begin(STATE_MAX + 6 * game->tags_length + 8 * game->told_length +
                           4 * (size_t)game->told_plies);
    js_object(&out, NULL);
    js_key(&out, "look");
    view_write(&match->position, &out);
    js_number(&out, "plies", match->count);
    write_outcome(match, &out);
    js_number(&out, "swaps", match_swaps(match));
    write_handicap(game, &out);
    js_key(&out, "clock");
    write_clock(game, match->now, &out);
    js_bool(&out, "paused", game->paused);
    write_wishes(match, &out);
    write_departures(match, &out);
    write_base(game, &out);
    write_tag_values(game, &out);
    write_remarks(game, &out);
    js_close(&out, '}');
    return answer_end(&out);
}

u32 page_match_clock(const PageMatch *game, double now)
{
    Out out = answer_begin(SMALL_MAX);
    write_clock(game, time_to_show(game, now), &out);
    return answer_end(&out);
}

u32 page_match_moves(const PageMatch *game, u32 from)
{
    const Match *match = &game->match;
    u32 count = match->count > from ? match->count - from : 0;
    Out out = answer_begin(SMALL_MAX + (size_t)count * MOVE_VIEW_MAX);
    js_array(&out, NULL);
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);)
        if (walk.ply && walk.plies >= from) view_write_played(&walk.position, walk.ply->move, &out);
    js_close(&out, ']');
    return answer_end(&out);
}

u32 page_match_at(const PageMatch *game, u32 ply)
{
    Position position = match_walk_position(&game->match, ply);
    Out out = answer_begin(VIEW_MAX);
    view_write(&position, &out);
    return answer_end(&out);
}
