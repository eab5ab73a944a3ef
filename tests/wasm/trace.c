// SPDX-License-Identifier: MIT
#include "trace.h"

#include "base/bits.h"
#include "base/rng.h"
#include "variants/variants.h"
#include "wasm/page.h"

enum {
    TRACE_PLIES = 150,
    LEAVE_ODDS = 64,
    LOOK_AT = 60,     // plies: looks are long, so only at this interval and at the end
    MATCH_EVERY = 20, // games: these are also played as a match and written as a record
};

typedef struct Trace {
    Rng rng;
    u64 sum;
    Position position;
    PageMatch *match; // NULL for none
    double now;
} Trace;

static const Game *game_of(const Trace *trace)
{
    return trace->position.head.variant->game;
}

static void add_bytes(Trace *trace, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        trace->sum = (trace->sum ^ (u8)bytes[i]) * 1099511628211u;
}

static void add_answer(Trace *trace, u32 length)
{
    add_bytes(trace, page_output(), length);
}

static void add_number(Trace *trace, u64 number)
{
    trace->sum = mix64(trace->sum ^ number) + 1;
}

// Writes "variant", "position" and, if not NULL, "move" as the arguments of a call; returns their
// length.
static u32 put_position(const Trace *trace, const char *move)
{
    enum { ROOM = POSITION_TEXT_MAX + 64 };
    Out out = out_to(page_input(ROOM), ROOM);
    out_format(&out, "%s\n", trace->position.head.variant->id);
    game_of(trace)->write(&trace->position, &out);
    if (move) out_format(&out, "\n%s", move);
    return (u32)out.length;
}

static u32 put(const char *text)
{
    enum { ROOM = 256 };
    Out out = out_to(page_input(ROOM), ROOM);
    out_str(&out, text);
    return (u32)out.length;
}

static u64 answered_number(u32 length, u32 from)
{
    u64 number = 0;
    for (u32 i = from; i < length && text_digit(page_output()[i]); i++)
        number = 10 * number + (u64)(page_output()[i] - '0');
    return number;
}

static void begin_match(Trace *trace)
{
    char setup[128];
    Out out = out_to(setup, sizeof setup);
    out_format(&out, "%s\n\n\n600+2+3x30\nPlayer1\tA \"B\" \\\nEvent\ttrace",
               trace->position.head.variant->id);
    trace->match = (PageMatch *)(uintptr_t)answered_number(page_match_new(put(setup)), 0);
}

static void end_match(Trace *trace)
{
    add_answer(trace, page_match_state(trace->match));
    add_answer(trace, page_match_moves(trace->match, 0));
    u32 length = page_match_record(trace->match);
    add_answer(trace, length);
    char *input = page_input(length);
    for (u32 i = 0; i < length; i++)
        input[i] = page_output()[i];
    page_match_free(trace->match);
    // A handle is an address, so compare only what it refers to.
    PageMatch *opened = (PageMatch *)(uintptr_t)answered_number(page_match_open(length), 1);
    if (!opened) {
        add_answer(trace, 0);
        return;
    }
    add_answer(trace, page_match_state(opened));
    page_match_undo(opened, 3, 1000);
    add_answer(trace, page_match_state(opened));
    page_match_free(opened);
}

static void maybe_leave(Trace *trace)
{
    const Variant *variant = trace->position.head.variant;
    if (rng_below(&trace->rng, LEAVE_ODDS)) return;
    u32 player = rng_below(&trace->rng, variant->players);
    add_answer(trace, page_leave(put_position(trace, NULL), player));
    if (!variant_each_alone(variant) || bits_has(trace->position.head.out, (int)player)) return;
    game_of(trace)->leave(&trace->position, (int)player);
    if (trace->match) add_number(trace, page_match_resign(trace->match, player, trace->now));
}

static void add_position(Trace *trace, int ply, const char *last)
{
    add_number(trace, game_of(trace)->key(&trace->position));
    add_number(trace, game_of(trace)->winners(&trace->position));
    if (ply != LOOK_AT) return;
    add_answer(trace, page_read(put_position(trace, NULL)));
    add_answer(trace, page_explain(put_position(trace, NULL)));
    add_answer(trace, page_draw(put_position(trace, NULL), trace->sum & 1));
    add_answer(trace, page_check(put_position(trace, last)));
}

static void play(Trace *trace, Move move, char text[MOVE_TEXT_MAX])
{
    Out out = out_to(text, MOVE_TEXT_MAX);
    game_of(trace)->write_move(&trace->position, move, &out);
    add_bytes(trace, text, out.length);
    if (trace->match) {
        trace->now += rng_below(&trace->rng, 20000);
        u32 length = put(text);
        add_answer(trace, page_match_play(trace->match, length, trace->now));
    }
    game_of(trace)->play(&trace->position, move);
}

u64 trace_game(u32 variant, u32 index)
{
    const Variant *rules = variant_at((int)variant);
    Trace trace = { .rng = { mix64(index + 1) }, .sum = 14695981039346656037u };
    const Layout *layout = &rules->layout[index % rules->layouts];
    rules->game->read(rules, text_of(layout->position), &trace.position, NULL);
    if (index % MATCH_EVERY == 0 && layout == rules->layout) begin_match(&trace);
    char last[MOVE_TEXT_MAX] = "pass";
    for (int ply = 0; ply < TRACE_PLIES; ply++) {
        Move moves[MOVES_MAX];
        maybe_leave(&trace);
        add_position(&trace, ply, last);
        int count = rules->game->moves(&trace.position, moves);
        for (int i = 0; i < count; i++)
            add_number(&trace, moves[i]);
        if (!count) break;
        play(&trace, moves[rng_below(&trace.rng, (u32)count)], last);
    }
    add_position(&trace, LOOK_AT, last);
    if (trace.match) end_match(&trace);
    return trace.sum;
}
