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
    json_key(out, "firstMove");
    if (due == CLOCK_NEVER)
        json_null(out);
    else
        json_number(out, due > at ? due - at : 0);
}

static void write_clock(const PageMatch *game, i64 at, Out *out)
{
    const Match *match = &game->match;
    int players = match_variant(match)->players;
    ClockFace face[PLAYERS_MAX];
    if (clock_spec_none(&match->spec)) {
        json_null(out);
        return;
    }
    for (int player = 0; player < players; player++)
        face[player] = match_clock(match, player, at);
    json_open(out, '{');
    json_key(out, "left");
    json_open(out, '[');
    for (int i = 0; i < players; i++)
        json_number(out, face[i].main ? face[i].main : face[i].period);
    json_close(out, ']');
    json_key(out, "periods");
    json_open(out, '[');
    for (int i = 0; i < players; i++)
        json_number(out, face[i].periods);
    json_close(out, ']');
    json_key(out, "byoyomi");
    json_open(out, '[');
    for (int i = 0; i < players; i++)
        json_bool(out, !face[i].main && face[i].periods);
    json_close(out, ']');
    bool runs = clock_runs(game);
    json_key(out, "running");
    json_number(out, runs ? match_turn(match) : -1);
    json_key(out, "nextFlag");
    if (runs && !game->followed)
        json_number(out, match_deadline(match) + game->origin);
    else
        json_null(out);
    json_key(out, "at");
    json_number(out, at + game->origin);
    write_first_move(game, at, out);
    json_close(out, '}');
}

static void write_outcome(const Match *match, Out *out)
{
    char text[RESULT_TEXT_MAX];
    Out result = out_to(text, sizeof text);
    outcome_write(&match->outcome, match_variant(match), &result);
    json_key(out, "over");
    json_bool(out, match->outcome.over);
    json_key(out, "result");
    json_string(out, text);
    json_key(out, "reason");
    json_string(out, match->outcome.over ? reason_name(match->outcome.reason) : "");
    json_key(out, "winners");
    json_players(out, match->outcome.winners);
}

static void write_departures(const Match *match, Out *out)
{
    json_key(out, "departures");
    json_open(out, '[');
    for (int i = 0; i < match->departures; i++) {
        json_open(out, '{');
        json_key(out, "seat");
        json_number(out, match->departure[i].player);
        json_key(out, "ply");
        json_number(out, match->departure[i].ply);
        json_key(out, "reason");
        json_string(out, reason_name((Reason)match->departure[i].reason));
        json_close(out, '}');
    }
    json_close(out, ']');
}

// Offers, missing consents, and possible takebacks.
static void write_wishes(const Match *match, Out *out)
{
    json_key(out, "offers");
    json_players(out, match->draw_agreed);
    json_key(out, "asked");
    json_players(out, match_draw_asked(match));
    json_key(out, "takeback");
    if (match->takeback_by == NOBODY) {
        json_null(out);
    } else {
        json_open(out, '{');
        json_key(out, "seat");
        json_number(out, match->takeback_by);
        json_key(out, "to");
        json_number(out, match->takeback_to);
        json_key(out, "agreed");
        json_players(out, match->takeback_agreed);
        json_key(out, "asked");
        json_players(out, match_takeback_asked(match));
        json_close(out, '}');
    }
    json_key(out, "undoLimit");
    json_number(out, match_undo_limit(match));
    json_key(out, "takebackTo");
    json_open(out, '[');
    for (int player = 0; player < match_variant(match)->players; player++) {
        u32 to = match_takeback_to(match, player);
        json_number(out, to == MATCH_NO_TAKEBACK ? -1 : (i64)to);
    }
    json_close(out, ']');
    json_key(out, "underWay");
    json_bool(out, match_under_way(match));
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
    json_key(out, "base");
    json_open(out, '{');
    json_key(out, "position");
    json_string(out, text);
    json_key(out, "ply");
    json_number(out, ply);
    json_close(out, '}');
}

static void write_tag_values(const PageMatch *game, Out *out)
{
    Tokens tags = tokens_of((Text){ game->tags, game->tags_length });
    Text name, value;
    json_key(out, "tags");
    json_open(out, '{');
    while (record_next_tag(&tags, &name, &value)) {
        char text[TAG_VALUE_MAX], key[TAG_NAME_MAX];
        Out plain = out_to(text, sizeof text), word = out_to(key, sizeof key);
        record_unescape(value, &plain);
        out_text(&word, name);
        json_key(out, key);
        json_text(out, (Text){ text, plain.length });
    }
    json_close(out, '}');
}

// Remarks by move, starting with those before the first one. Empty unless opened from a record.
static void write_remarks(const PageMatch *game, Out *out)
{
    Tokens told = tokens_of((Text){ game->told, game->told_length });
    Text remark;
    json_key(out, "remarks");
    json_open(out, '[');
    for (u32 i = 0; game->told && i <= game->told_plies; i++) {
        if (i) page_pass_step(&told);
        json_open(out, '[');
        for (;; page_pass_step(&told)) {
            while (page_next_remark(&told, &remark))
                json_text(out, page_glyph(remark));
            if (page_told_leave(told) == NOBODY) break;
        }
        json_close(out, ']');
    }
    json_close(out, ']');
}

u32 page_match_state(const PageMatch *game)
{
    const Match *match = &game->match;
    Out out = answer_begin(STATE_MAX + 6 * game->tags_length + 8 * game->told_length +
                           4 * (size_t)game->told_plies);
    json_open(&out, '{');
    json_key(&out, "look");
    view_write(&match->position, &out);
    json_key(&out, "plies");
    json_number(&out, match->count);
    write_outcome(match, &out);
    json_key(&out, "clock");
    write_clock(game, match->now, &out);
    json_key(&out, "paused");
    json_bool(&out, game->paused);
    write_wishes(match, &out);
    write_departures(match, &out);
    write_base(game, &out);
    write_tag_values(game, &out);
    write_remarks(game, &out);
    json_close(&out, '}');
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
    json_open(&out, '[');
    for (MatchWalk walk = match_walk(match); match_walk_next(&walk);)
        if (walk.ply && walk.plies >= from) view_write_played(&walk.position, walk.ply->move, &out);
    json_close(&out, ']');
    return answer_end(&out);
}

u32 page_match_at(const PageMatch *game, u32 ply)
{
    Position position = match_walk_position(&game->match, ply);
    Out out = answer_begin(VIEW_MAX);
    view_write(&position, &out);
    return answer_end(&out);
}
