// SPDX-License-Identifier: MIT
// Uses: chat
#include "server/features/moderation/context.h"

#include "server/features/chat/chat.h"
#include "server/games/game_ops.h"
#include "server/games/state/events.h"

#include <string.h>

enum { BODY_SIZE = 128, WORD_SIZE = 32 };

typedef struct ContextEvent {
    int kind;
    i64 at_ms;
    char body[BODY_SIZE];
} ContextEvent;

typedef struct Context {
    bool there;
    char variant[WORD_SIZE], result[WORD_SIZE];
    bool rated;
    i64 *seats;
    ContextEvent event[CONTEXT_EVENTS]; // a ring
    int events;                         // in all
} Context;

static void keep(char *to, size_t size, Text text)
{
    Out out = out_to(to, size);
    out_text(&out, text);
}

static bool see_game(void *context, const StoredGame *game)
{
    Context *found = context;
    found->there = true;
    found->rated = game->rated;
    keep(found->variant, sizeof found->variant, game->variant);
    keep(found->result, sizeof found->result, game->result);
    return true;
}

static bool see_seat(void *context, const StoredSeat *seat)
{
    Context *found = context;
    if (seat->seat >= 0 && seat->seat < CONTEXT_SEATS) found->seats[seat->seat] = seat->person;
    return true;
}

static bool see_event(void *context, const StoredEvent *event)
{
    Context *found = context;
    ContextEvent *kept = &found->event[found->events++ % CONTEXT_EVENTS];
    *kept = (ContextEvent){ .kind = event->kind, .at_ms = event->at_ms };
    keep(kept->body, sizeof kept->body, event->body);
    return true;
}

static bool see_flag(void *context, const void *row)
{
    const StoredFlag *flag = row;
    Json *json = context;
    js_text(json, NULL, flag->kind);
    return true;
}

// The latest chat lines.
typedef struct Lines {
    const i64 *seats;
    int count; // in all
    struct {
        int seat;
        i64 at_ms;
        char words[SAID_TEXT_SIZE];
    } line[CONTEXT_EVENTS]; // a ring
} Lines;

static bool see_said(void *context, const void *row)
{
    const SaidLine *said = row;
    Lines *lines = context;
    int at = lines->count++ % CONTEXT_EVENTS, seat = 0;
    while (seat < CONTEXT_SEATS - 1 && lines->seats[seat] != said->person)
        seat++;
    lines->line[at].seat = seat;
    lines->line[at].at_ms = said->at_ms;
    Out out = out_to(lines->line[at].words, sizeof lines->line[at].words);
    if (*said->phrase) out_format(&out, "(%t)", text_of(said->phrase));
    out_text(&out, text_of(said->text));
    return true;
}

static void write_said(Json *json, const Lines *lines)
{
    js_array(json, "said");
    int first = lines->count > CONTEXT_EVENTS ? lines->count - CONTEXT_EVENTS : 0;
    for (int i = first; i < lines->count; i++) {
        int at = i % CONTEXT_EVENTS;
        js_object(json, NULL);
        js_number(json, "seat", lines->line[at].seat);
        js_number(json, "at", lines->line[at].at_ms);
        js_string(json, "text", lines->line[at].words);
        js_close(json, '}');
    }
    js_close(json, ']');
}

bool context_write(Json *json, Store *reading, i64 game, i64 seats[CONTEXT_SEATS])
{
    Context found = { .seats = seats };
    Fault why;
    const GameReader reader = { &found, see_game, see_event, see_seat };
    memset(seats, 0, CONTEXT_SEATS * sizeof *seats);
    if (!games_load(reading, game, &reader, &why) || !found.there) return false;
    js_object(json, NULL);
    js_string(json, "variant", found.variant);
    js_string(json, "result", found.result[0] ? found.result : NULL);
    js_bool(json, "rated", found.rated);
    js_array(json, "flags");
    store_select(reading, &GAME_OPS[GAMES_FLAGS], &(GameArg){ game }, see_flag, json);
    js_close(json, ']');
    Lines lines = { .seats = seats };
    chat_lines(reading, game, see_said, &lines);
    write_said(json, &lines);
    js_array(json, "events");
    int first = found.events > CONTEXT_EVENTS ? found.events - CONTEXT_EVENTS : 0;
    for (int i = first; i < found.events; i++) {
        const ContextEvent *event = &found.event[i % CONTEXT_EVENTS];
        bool known = event->kind >= 0 && event->kind < EVENT_KINDS;
        js_object(json, NULL);
        js_string(json, "kind", known ? event_name((EventKind)event->kind) : NULL);
        js_number(json, "at", event->at_ms);
        js_string(json, "text", event->body);
        js_close(json, '}');
    }
    js_close(json, ']');
    js_close(json, '}');
    return true;
}
