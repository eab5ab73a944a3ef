// SPDX-License-Identifier: MIT
// Messages of the API, outward: people, their ratings and all that is kept of them.
#include "server/api/messages.h"

#include "server/api/secret.h"
#include "server/games/game_lists.h"
#include "server/games/game_ops.h"
#include "server/games/rating_ops.h"
#include "server/identity/identity_ops.h"
#include "server/rating/ratings.h"

#include <stdlib.h>
#include <string.h>

static const i64 DAY_MS = 24 * 60 * 60 * 1000;

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

void message_write_known(Json *json, const char *key, Store *reading, i64 person)
{
    StoredPerson found;
    if (person && store_person(reading, person, &found))
        message_write_person(json, key, found.id, found.kind, found.name);
    else
        js_null(json, key);
}

static void begin_token(Json *json, const StoredToken *token)
{
    js_object(json, NULL);
    message_write_id(json, "id", token->id);
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

static i64 rounded(double number)
{
    return (i64)(number + (number < 0 ? -0.5 : 0.5));
}

static bool write_rating(void *context, const void *row)
{
    const StoredRating *rating = row;
    Json *json = context;
    js_object(json, NULL);
    js_text(json, "variant", rating->variant);
    js_text(json, "speed", rating->speed);
    js_number(json, "rating", rounded(rating->now.rating));
    js_number(json, "deviation", rounded(rating->now.deviation));
    js_number(json, "games", rating->games);
    js_bool(json, "provisional", rating_provisional(rating->now));
    js_close(json, '}');
    return true;
}

void message_write_change(Json *json, const StoredChange *change)
{
    js_object(json, NULL);
    message_write_game_id(json, "game", change->game);
    js_text(json, "variant", change->variant);
    js_text(json, "speed", change->speed);
    js_number(json, "at", change->at_ms);
    js_number(json, "before", rounded(change->before.rating));
    js_number(json, "after", rounded(change->after.rating));
    js_close(json, '}');
}

static bool write_token(void *context, const StoredToken *token)
{
    Json *json = context;
    begin_token(json, token);
    js_close(json, '}');
    return true;
}

static void write_counts(Json *json, const char *key, const PersonCounts *counts)
{
    js_object(json, key);
    js_number(json, "games", counts->games);
    js_number(json, "wins", counts->wins);
    js_number(json, "draws", counts->draws);
    js_number(json, "losses", counts->losses);
    js_close(json, '}');
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
    message_write_id(json, "id", message_session_id(&session->hash));
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

void message_write_ratings(Json *json, const char *key, Store *store, i64 person)
{
    js_array(json, key);
    store_select(store, &RATING_OPS[RATINGS_OF], &(PersonArg){ person }, write_rating, json);
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
    message_write_own_games(json, "games", view, person->id);
    js_object(json, "server");
    js_string(json, "version", version);
    js_bool(json, "computers", rooms_has_computers(view->rooms));
    js_close(json, '}');
    js_close(json, '}');
}

void message_begin_profile(Json *json, Store *store, const StoredPerson *person)
{
    PersonCounts counts = { 0 };
    begin_person(json, person);
    js_number(json, "created", person->created_ms);
    message_write_ratings(json, "ratings", store, person->id);
    games_counts(store, person->id, &counts);
    write_counts(json, "counts", &counts);
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

void message_write_work(Json *json, const char *challenge, int bits)
{
    js_object(json, NULL);
    js_object(json, "error");
    js_string(json, "code", error_name(ERROR_WORK_NEEDED));
    js_string(json, "text", "many want to sign in: some work is asked for first");
    js_string(json, "challenge", challenge);
    js_number(json, "bits", bits);
    js_close(json, '}');
    js_close(json, '}');
}

// A change as it is shown, until those before it are known.
typedef struct ListedChange {
    StoredChange change;
    char variant[32], speed[32];
} ListedChange;

typedef struct ChangesPage {
    ListedChange *list;
    int count, limit;
    bool by_day;
    i64 next;
} ChangesPage;

static Text keep_word(char *capacity, size_t size, Text text)
{
    Out out = out_to(capacity, size);
    out_text(&out, text);
    return (Text){ capacity, out.length };
}

static bool list_change(void *context, const StoredChange *change)
{
    ChangesPage *page = context;
    ListedChange *last = page->count ? &page->list[page->count - 1] : NULL;
    if (page->by_day && last && change->game &&
        change->at_ms / DAY_MS == last->change.at_ms / DAY_MS) {
        last->change.before = change->before;
        last->change.number = change->number; // of which the page goes on
        return true;
    }
    if (page->count == page->limit || !change->game) {
        page->next = page->count ? page->list[page->count - 1].change.number : change->number;
        if (!change->game) page->next = change->number;
        return false;
    }
    ListedChange *listed = &page->list[page->count++];
    listed->change = *change;
    listed->change.variant = keep_word(listed->variant, sizeof listed->variant, change->variant);
    listed->change.speed = keep_word(listed->speed, sizeof listed->speed, change->speed);
    return true;
}

void message_write_changes(Json *json, Store *store, const ChangeFilter *filter, int limit,
                           bool by_day, i64 you)
{
    ChangesPage page = { .limit = limit,
                         .by_day = by_day,
                         .list = calloc((size_t)limit, sizeof *page.list) };
    if (!page.list) {
        json->lost = true;
        return;
    }
    ratings_changes(store, filter, list_change, &page);
    js_object(json, NULL);
    js_array(json, "changes");
    for (int i = page.count - 1; i >= 0; i--) {
        StoredChange *change = &page.list[i].change;
        if (filter->person != you && !games_is_public(store, change->game)) change->game = 0;
        message_write_change(json, change);
    }
    js_close(json, ']');
    if (page.next)
        message_write_id(json, "next", page.next);
    else
        js_null(json, "next");
    js_close(json, '}');
    free(page.list);
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
    message_write_ratings(json, "ratings", store, person->id);
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
    message_write_game_id(json, "id", game);
    js_text(json, "record", record);
    js_close(json, '}');
}

void message_end_export(Json *json)
{
    js_close(json, ']');
    js_close(json, '}');
}
