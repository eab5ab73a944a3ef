// SPDX-License-Identifier: MIT
// HTTP: games that are over, by what is asked of them.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/games/game_lists.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_DEFAULT = 20, // games in one answer
    PAGE_MAX = 50,
    RECORDS_MAX = 1000,
    QUERY_SIZE = 64,
    PLIES_A_GAME = 20, // what a game without any costs
};

typedef struct ArchiveQuery {
    char variant[QUERY_SIZE], speed[QUERY_SIZE], result[QUERY_SIZE], player[4 * PERSON_NAME_MAX];
    GameFilter filter;
    // Of a page.
    i64 id[PAGE_MAX], next;
    Room *room[PAGE_MAX];
    int count;
} ArchiveQuery;

// Yes or no in the query; false if it is there and is neither.
static bool query_flag(Text query, const char *name, bool *there, bool *yes)
{
    char word[QUERY_SIZE];
    *there = http_query(query, name, word, sizeof word) && *word;
    *yes = *there && !strcmp(word, "true");
    return !*there || *yes || !strcmp(word, "false");
}

// NULL, and the request is refused, if it cannot be read. It is the call's.
static ArchiveQuery *read_query(Call *call, i64 limit, i64 most)
{
    Text text = call->request->query;
    char word[QUERY_SIZE];
    if (!route_allowed(call, LIMIT_SEARCH) || !route_allowed(call, LIMIT_LOAD)) return NULL;
    ArchiveQuery *query = call->asked = calloc(1, sizeof *query);
    if (!query) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return NULL;
    }
    GameFilter *filter = &query->filter;
    http_query(text, "variant", query->variant, sizeof query->variant);
    http_query(text, "speed", query->speed, sizeof query->speed);
    http_query(text, "result", query->result, sizeof query->result);
    http_query(text, "player", query->player, sizeof query->player);
    filter->variant = text_of(query->variant);
    filter->speed = text_of(query->speed);
    filter->result = text_of(query->result);
    bool there, rated, mine;
    if (!query_flag(text, "mine", &there, &mine) || !query_flag(text, "rated", &there, &rated)) {
        route_refuse(call, ERROR_MALFORMED, "\"mine\" or \"rated\" is neither true nor false");
        return NULL;
    }
    if (there) filter->rated = rated ? RATED_ONLY : UNRATED_ONLY;
    if (mine) {
        if (!call->who.person.id) {
            route_refuse(call, ERROR_NOT_SIGNED_IN, "nobody is signed in");
            return NULL;
        }
        query->player[0] = '\0';
        filter->player = call->who.person.id;
    }
    if (http_query(text, "before", word, sizeof word) && *word &&
        !game_id_read(text_of(word), &filter->before)) {
        route_refuse(call, ERROR_MALFORMED, "\"before\" is not a game id");
        return NULL;
    }
    if (!route_query_number(text, "since", (i64)1 << 53, &filter->since_ms) ||
        !route_query_number(text, "until", (i64)1 << 53, &filter->until_ms) ||
        !route_query_number(text, "limit", most, &limit) || !limit) {
        route_refuse(call, ERROR_MALFORMED,
                     "\"since\", \"until\" or \"limit\" is not a number, or too large");
        return NULL;
    }
    filter->limit = (int)limit;
    return query;
}

// Whose games are meant, on a thread that reads; false, and the request fails, if nobody's.
static bool find_player(Call *call, Store *reading)
{
    ArchiveQuery *query = call->asked;
    StoredPerson person;
    if (query->player[0]) {
        if (!route_read_person(call, reading, text_of(query->player), &person)) return false;
        query->filter.player = person.id;
    }
    // Games that are not public are found by those who played them.
    i64 player = query->filter.player;
    query->filter.open_only = !player || player != call->who.person.id;
    return true;
}

// --- a page --------------------------------------------------------------------------------------

static bool note_game(void *context, const StoredGame *game)
{
    ArchiveQuery *query = context;
    query->id[query->count++] = game->id;
    return true; // up to the filter's limit
}

static void write_games(Call *call, const Hub *hub)
{
    const ArchiveQuery *query = call->asked;
    message_begin_games(&call->json);
    for (int i = 0; i < query->count; i++)
        if (query->room[i])
            summary_write(&call->json, NULL, query->room[i],
                          hub ? hub_watchers(hub, query->id[i]) : 0);
    message_end_games(&call->json, query->next);
}

static void read_games(Call *call, Store *reading)
{
    ArchiveQuery *query = call->asked;
    if (!find_player(call, reading)) return;
    if (!games_list(reading, &query->filter, note_game, query, &query->next)) {
        route_fail(call, ERROR_FAILED, "the archive cannot be read");
        return;
    }
    for (int i = 0; i < query->count; i++) {
        Fault why;
        query->room[i] = rooms_load_over(reading, query->id[i], &why);
        if (query->room[i]) call->plies += query->room[i]->match.count + PLIES_A_GAME;
    }
    write_games(call, NULL);
}

// How many watch is known to the loop only; games that are over have hardly ever watchers.
static void answer_games(Call *call)
{
    const ArchiveQuery *query = call->asked;
    const Hub *hub = call->routes->setup.hub;
    bool watched = false;
    for (int i = 0; i < query->count; i++)
        watched = watched || hub_watchers(hub, query->id[i]);
    if (watched && call->code == ERROR_NONE) {
        js_clear(&call->json);
        write_games(call, hub);
    }
    for (int i = 0; i < query->count; i++)
        rooms_free_room(query->room[i]);
    route_answer_read(call);
}

void route_get_games(Call *call)
{
    if (read_query(call, PAGE_DEFAULT, PAGE_MAX))
        route_read(call, READ_LONG, read_games, answer_games);
}

// --- records -------------------------------------------------------------------------------------

static void read_player(Call *call, Store *reading)
{
    find_player(call, reading);
}

static void answer_records(Call *call)
{
    const ArchiveQuery *query = call->asked;
    if (call->code != ERROR_NONE)
        route_answer_read(call);
    else
        batch_records(&call->routes->batches, call->web, call->request->address, &query->filter);
}

void route_get_archive(Call *call)
{
    const ArchiveQuery *query = read_query(call, RECORDS_MAX, RECORDS_MAX);
    if (!query || !route_allowed(call, LIMIT_WORK)) return;
    if (query->player[0]) {
        route_read(call, READ_SHORT, read_player, answer_records);
        return;
    }
    find_player(call, NULL); // there is nobody to look for
    answer_records(call);
}
