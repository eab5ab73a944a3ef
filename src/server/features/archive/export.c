// SPDX-License-Identifier: MIT
#include "server/features/archive/export.h"

#include "server/api/accounts/account_view.h"
#include "server/api/messages/rating_view.h"
#include "server/api/messages/shape_json.h"

#include <string.h>

void export_begin(Json *json, Store *reading, const StoredPerson *person)
{
    PersonShown shown;
    person_shown(&shown, person->id, person->kind, person->name);
    js_object(json, NULL);
    js_shape(json, "person", &PERSON_SHOWN, &shown, NULL);
    js_number(json, "created", person->created_ms);
    sessions_write(json, "sessions", reading, person->id, NULL);
    tokens_write(json, "tokens", reading, person->id);
    ratings_write(json, "ratings", reading, person->id);
}

void export_write_own(const Feature *const *features, Json *json, Store *reading, i64 person)
{
    // These keys keep the order of version 0.2.0; those of other features come last. batch.c writes
    // the puzzles.
    static const char *const PLACED[] = { "preferences",
                                          "said",
                                          "vacations",
                                          "conditional",
                                          "notifications",
                                          "notification_settings",
                                          "push_devices",
                                          "decisions",
                                          "follows",
                                          "blocks",
                                          "open_reports",
                                          "conditional_moves",
                                          "vacation",
                                          "seen",
                                          "second_factor",
                                          "puzzles",
                                          NULL };
    for (const char *const *key = PLACED; *key; key++)
        if (strcmp(*key, "puzzles") != 0)
            features_export(features, json, reading, person, *key, NULL);
    features_export(features, json, reading, person, NULL, PLACED);
}

typedef struct ExportedGame {
    i64 id;
    Text record;
} ExportedGame;
static const Shape EXPORTED_GAME =
    SHAPE(ExportedGame, FIELD(ExportedGame, id, .as = AS_GAME), FIELD(ExportedGame, record));

void export_write_game(Json *json, i64 game, Text record)
{
    js_shape(json, NULL, &EXPORTED_GAME, &(ExportedGame){ game, record }, NULL);
}
