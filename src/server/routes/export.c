// SPDX-License-Identifier: MIT
#include "server/routes/export.h"

#include "server/api/messages.h"
#include "server/games/correspondence_ops.h"
#include "server/identity/identity_ops.h"
#include "server/room/conditional_moves.h"
#include "server/room/vacation.h"

#include <stdlib.h>

typedef struct Writing {
    Json *json;
    Store *reading;
} Writing;

static bool write_conditional(void *context, const void *row)
{
    const Writing *writing = context;
    const StoredLines *stored = row;
    ConditionalMoves *lines = malloc(sizeof *lines);
    if (lines && conditional_read(stored->body, lines)) {
        js_object(writing->json, NULL);
        js_game_id(writing->json, "game", stored->game);
        js_number(writing->json, "ply", lines->ply);
        message_write_lines(writing->json, lines);
        js_close(writing->json, '}');
    }
    free(lines);
    return true;
}

static bool write_spans(void *context, const void *row)
{
    const Writing *writing = context;
    const StoredVacation *stored = row;
    Vacation vacation;
    if (!vacation_read(stored->body, &vacation)) return true;
    for (int i = 0; i < vacation.count; i++)
        message_write_vacation(writing->json, NULL, &vacation.span[i]);
    return true;
}

// As it is kept: lines of expected moves with answers.
static bool write_lines(void *context, const void *row)
{
    const Writing *writing = context;
    const StoredLines *stored = row;
    js_object(writing->json, NULL);
    js_game_id(writing->json, "game", stored->game);
    js_text(writing->json, "lines", stored->body);
    js_number(writing->json, "at", stored->at_ms);
    js_close(writing->json, '}');
    return true;
}

static bool write_vacation(void *context, const void *row)
{
    const Writing *writing = context;
    const StoredVacation *stored = row;
    js_object(writing->json, NULL);
    js_text(writing->json, "days", stored->body);
    js_number(writing->json, "at", stored->at_ms);
    js_close(writing->json, '}');
    return true;
}

void export_write_own(const Feature *const *features, Json *json, Store *reading, i64 person)
{
    // These keys keep the order of version 0.2.0; those of other features come
    // last. batch.c writes the puzzles.
    static const char *const PLACED[] = {
        "preferences",  "said",      "notifications", "notification_settings",
        "push_devices", "decisions", "follows",       "blocks",
        "open_reports", "puzzles",   "seen",          NULL
    };
    Writing writing = { .json = json, .reading = reading };
    const PersonArg who = { person };
    features_export(features, json, reading, person, "preferences", NULL);
    features_export(features, json, reading, person, "said", NULL);
    js_array(json, "vacations");
    store_select(reading, &CORRESPONDENCE_OPS[VACATION_OF], &who, write_spans, &writing);
    js_close(json, ']');
    js_array(json, "conditional");
    store_select(reading, &CORRESPONDENCE_OPS[CONDITIONAL_OF], &who, write_conditional, &writing);
    js_close(json, ']');
    features_export(features, json, reading, person, "notifications", NULL);
    features_export(features, json, reading, person, "notification_settings", NULL);
    features_export(features, json, reading, person, "push_devices", NULL);
    features_export(features, json, reading, person, "decisions", NULL);
    features_export(features, json, reading, person, "follows", NULL);
    features_export(features, json, reading, person, "blocks", NULL);
    features_export(features, json, reading, person, "open_reports", NULL);
    js_array(json, "conditional_moves");
    store_select(reading, &CORRESPONDENCE_OPS[CONDITIONAL_OF], &who, write_lines, &writing);
    js_close(json, ']');
    js_array(json, "vacation");
    store_select(reading, &CORRESPONDENCE_OPS[VACATION_OF], &who, write_vacation, &writing);
    js_close(json, ']');
    features_export(features, json, reading, person, "seen", NULL);
    Factor factor = { .since_ms = 0 };
    bool on =
        store_find(reading, &IDENTITY_OPS[IDENTITY_FACTOR], &(PersonArg){ person }, &factor) &&
        factor.since_ms;
    js_object(json, "second_factor");
    js_bool(json, "on", on);
    js_number(json, "since", factor.since_ms);
    js_number(json, "recovery", factor.recovery);
    js_close(json, '}');
    features_export(features, json, reading, person, NULL, PLACED);
}
