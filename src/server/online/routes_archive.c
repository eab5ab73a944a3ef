// SPDX-License-Identifier: MIT
// HTTP: games that are over, by what is asked of them.
#include "server/online/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"

#include <string.h>

enum {
    PAGE_DEFAULT = 20, // games in one answer
    PAGE_MAX = 50,
    RECORDS_MAX = 1000,
    QUERY_SIZE = 64,
    PLIES_A_GAME = 20, // what a game without any costs
};

typedef struct ArchiveQuery {
    char variant[QUERY_SIZE], speed[QUERY_SIZE], result[QUERY_SIZE];
    GameFilter filter;
} ArchiveQuery;

// A number in the query; false if it is there and is none.
static bool query_number(Text query, const char *name, i64 most, i64 *number)
{
    char text[QUERY_SIZE];
    return !http_query(query, name, text, sizeof text) || !*text ||
           text_count(text_of(text), most, number);
}

// Yes or no in the query; false if it is there and is neither.
static bool query_flag(Text query, const char *name, bool *there, bool *yes)
{
    char word[QUERY_SIZE];
    *there = http_query(query, name, word, sizeof word) && *word;
    *yes = *there && !strcmp(word, "true");
    return !*there || *yes || !strcmp(word, "false");
}

// True, or false and the request is refused.
static bool read_query(Call *call, i64 limit, i64 most, ArchiveQuery *query)
{
    Text text = call->request->query;
    GameFilter *filter = &query->filter;
    char player[4 * PERSON_NAME_MAX], word[QUERY_SIZE];
    StoredPerson person;
    *query = (ArchiveQuery){ 0 };
    if (!route_allowed(call, LIMIT_SEARCH) || !route_allowed(call, LIMIT_LOAD)) return false;
    filter->open_only = true;
    http_query(text, "variant", query->variant, sizeof query->variant);
    http_query(text, "speed", query->speed, sizeof query->speed);
    http_query(text, "result", query->result, sizeof query->result);
    filter->variant = text_of(query->variant);
    filter->speed = text_of(query->speed);
    filter->result = text_of(query->result);
    if (http_query(text, "player", player, sizeof player) && *player) {
        if (!route_person(call->routes, text_of(player), &person)) {
            route_refuse(call, ERROR_NOT_FOUND, "nobody has that name");
            return false;
        }
        filter->player = person.id;
    }
    bool there, rated, mine;
    if (!query_flag(text, "mine", &there, &mine) || !query_flag(text, "rated", &there, &rated)) {
        route_refuse(call, ERROR_MALFORMED, "\"mine\" or \"rated\" is neither true nor false");
        return false;
    }
    if (there) filter->rated = rated ? RATED_ONLY : UNRATED_ONLY;
    if (mine) {
        if (!call->who.person.id) {
            route_refuse(call, ERROR_NOT_SIGNED_IN, "nobody is signed in");
            return false;
        }
        filter->player = call->who.person.id;
    }
    // Games that are not public are found by those who played them.
    if (filter->player && filter->player == call->who.person.id) filter->open_only = false;
    if (http_query(text, "before", word, sizeof word) && *word &&
        !game_id_read(text_of(word), &filter->before)) {
        route_refuse(call, ERROR_MALFORMED, "\"before\" is not a game id");
        return false;
    }
    if (!query_number(text, "since", (i64)1 << 53, &filter->since_ms) ||
        !query_number(text, "until", (i64)1 << 53, &filter->until_ms) ||
        !query_number(text, "limit", most, &limit) || !limit) {
        route_refuse(call, ERROR_MALFORMED,
                     "\"since\", \"until\" or \"limit\" is not a number, or too large");
        return false;
    }
    filter->limit = (int)limit;
    return true;
}

typedef struct ArchiveFound {
    i64 id[PAGE_MAX];
    int count;
} ArchiveFound;

static bool note_game(void *context, const StoredGame *game)
{
    ArchiveFound *found = context;
    found->id[found->count++] = game->id;
    return true; // up to the filter's limit
}

void route_get_games(Call *call)
{
    Routes *routes = call->routes;
    ArchiveQuery query;
    ArchiveFound found = { .count = 0 };
    u32 plies = 0;
    i64 next = 0;
    if (!read_query(call, PAGE_DEFAULT, PAGE_MAX, &query)) return;
    if (!store_games(routes->setup.store, &query.filter, note_game, &found, &next)) {
        route_refuse(call, ERROR_FAILED, "the archive cannot be read");
        return;
    }
    Json json = { 0 };
    message_begin_games(&json);
    for (int i = 0; i < found.count; i++) {
        Fault why;
        Room *room = rooms_load_over(routes->setup.store, found.id[i], &why);
        if (!room) continue;
        message_write_summary(&json, NULL, room, hub_watchers(routes->setup.hub, room->id));
        plies += room->match.count + PLIES_A_GAME;
        rooms_free_room(room);
    }
    route_charge_load(call, plies);
    message_end_games(&json, next);
    reply_json(call->web, 200, &json, NULL);
}

void route_get_archive(Call *call)
{
    ArchiveQuery query;
    if (read_query(call, RECORDS_MAX, RECORDS_MAX, &query))
        batch_records(&call->routes->batches, call->web, call->request->address, &query.filter);
}
