// SPDX-License-Identifier: MIT
// Messages of the API, outward: people, their ratings and all that is kept of them.
#include "server/api/messages.h"

#include "server/api/rating_view.h"
#include "server/api/secret.h"
#include "server/api/shape_json.h"
#include "server/identity/identity_ops.h"

#include <stdlib.h>
#include <string.h>

static void write_scopes(Json *json, int scopes)
{
    js_array(json, "scopes");
    if (scopes & TOKEN_PLAY) js_string(json, NULL, "play");
    if (scopes & TOKEN_READ) js_string(json, NULL, "read");
    js_close(json, ']');
}

static void write_time(Json *json, const char *key, i64 ms)
{
    if (ms)
        js_number(json, key, ms);
    else
        js_null(json, key);
}

static void message_write_person(Json *json, const char *key, i64 id, PersonKind kind,
                                 const char *name)
{
    PersonShown shown;
    if (!id) return js_null(json, key);
    person_shown(&shown, id, kind, name);
    js_shape(json, key, &PERSON_SHOWN, &shown, NULL);
}

static void begin_token(Json *json, const StoredToken *token)
{
    js_object(json, NULL);
    js_id(json, "id", token->id);
    js_text(json, "label", token->label);
    js_number(json, "created", token->created_ms);
    write_scopes(json, token->scopes);
    write_time(json, "expires", token->expires_ms);
    write_time(json, "used", token->used_ms);
}

void message_write_new_token(Json *json, const StoredToken *token, const char *secret)
{
    char text[TOKEN_SIZE];
    Out out = out_to(text, sizeof text);
    out_format(&out, "%s%s", TOKEN_PREFIX, secret);
    begin_token(json, token);
    js_string(json, "token", text);
    js_close(json, '}');
}

static bool write_token(void *context, const StoredToken *token)
{
    Json *json = context;
    begin_token(json, token);
    js_close(json, '}');
    return true;
}

i64 message_session_id(const SecretHash *hash)
{
    i64 id = 0;
    for (int i = 0; i < 6; i++)
        id = id << 8 | hash->bytes[i];
    return id;
}

typedef struct SessionList {
    Json *json;
    const SecretHash *current;
} SessionList;

static bool write_session(void *context, const StoredSession *session)
{
    const SessionList *list = context;
    Json *json = list->json;
    js_object(json, NULL);
    js_id(json, "id", message_session_id(&session->hash));
    js_text(json, "label", session->label);
    js_number(json, "created", session->created_ms);
    js_number(json, "expires", session->expires_ms);
    write_time(json, "used", session->used_ms);
    js_bool(json, "current",
            list->current && !memcmp(list->current, &session->hash, sizeof session->hash));
    js_close(json, '}');
    return true;
}

static void write_sessions(Json *json, Store *store, i64 person, const SecretHash *current)
{
    SessionList list = { json, current };
    js_array(json, "sessions");
    store_sessions(store, person, write_session, &list);
    js_close(json, ']');
}

static void write_tokens(Json *json, Store *store, i64 person)
{
    js_array(json, "tokens");
    store_tokens(store, person, write_token, json);
    js_close(json, ']');
}

static void begin_person(Json *json, const StoredPerson *person)
{
    js_object(json, NULL);
    message_write_person(json, "person", person->id, person->kind, person->name);
}

// --- whole answers -------------------------------------------------------------------------------

void message_write_me(Json *json, const StoredPerson *person, const OwnStanding *access,
                      const GamesView *view, const char *version)
{
    begin_person(json, person);
    if (access->role) js_string(json, "role", access->role);
    if (access->barred) {
        js_object(json, "barred");
        js_string(json, "kind", access->barred);
        js_string(json, "reason", access->reason);
        if (access->until_ms)
            js_number(json, "until", access->until_ms);
        else
            js_null(json, "until");
        js_close(json, '}');
    }
    games_write_own(json, "games", view, person->id);
    js_object(json, "server");
    js_string(json, "version", version);
    js_bool(json, "computers", rooms_has_computers(view->rooms));
    js_close(json, '}');
    js_close(json, '}');
}

void message_write_tokens(Json *json, Store *store, i64 person)
{
    js_object(json, NULL);
    write_tokens(json, store, person);
    js_close(json, '}');
}

void message_write_sessions(Json *json, Store *store, i64 person, const SecretHash *current)
{
    js_object(json, NULL);
    write_sessions(json, store, person, current);
    js_close(json, '}');
}

void message_write_factor(Json *json, Store *store, i64 person)
{
    Factor factor = { .since_ms = 0 };
    store_find(store, &IDENTITY_OPS[IDENTITY_FACTOR], &(PersonArg){ person }, &factor);
    js_object(json, NULL);
    js_bool(json, "on", factor.since_ms > 0);
    write_time(json, "since", factor.since_ms);
    js_number(json, "recovery", factor.since_ms ? factor.recovery : 0);
    js_close(json, '}');
}

void message_write_factor_begun(Json *json, const char *secret, const char *uri)
{
    js_object(json, NULL);
    js_string(json, "secret", secret);
    js_string(json, "uri", uri);
    js_close(json, '}');
}

void message_write_recovery(Json *json, char (*code)[CODE_SIZE], int count)
{
    js_object(json, NULL);
    js_array(json, "recovery");
    for (int i = 0; i < count; i++)
        js_string(json, NULL, code[i]);
    js_close(json, ']');
    js_close(json, '}');
}

void message_write_lines(Json *json, const ConditionalMoves *lines)
{
    js_array(json, "lines");
    for (int i = 0; i < lines->count; i++)
        js_text(json, NULL, lines->line[i]);
    js_close(json, ']');
}

void message_begin_export(Json *json, Store *store, const StoredPerson *person)
{
    begin_person(json, person);
    js_number(json, "created", person->created_ms);
    write_sessions(json, store, person->id, NULL);
    write_tokens(json, store, person->id);
    ratings_write(json, "ratings", store, person->id);
}

void message_write_export_changes(Json *json)
{
    js_array(json, "changes");
}

void message_end_export_changes(Json *json)
{
    js_close(json, ']');
}

void message_write_export_games(Json *json, Text playing)
{
    out_text(json, text_of(","));
    out_text(json, playing);
    js_array(json, "games");
}

void message_write_exported(Json *json, i64 game, Text record)
{
    js_object(json, NULL);
    js_game_id(json, "id", game);
    js_text(json, "record", record);
    js_close(json, '}');
}

void message_end_export(Json *json)
{
    js_close(json, ']');
    js_close(json, '}');
}
