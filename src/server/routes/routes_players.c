// SPDX-License-Identifier: MIT
// HTTP: players among others, by rating and by name.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/people/names.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUERY_SIZE = 64,
    LEADERS_DEFAULT = 50,
    LEADERS_MAX = 100,
};

typedef struct PlayersQuery {
    char variant[QUERY_SIZE], speed[QUERY_SIZE];
    LeadersAsked leaders;
    char own[PERSON_NAME_MAX], latin[PERSON_NAME_MAX];
} PlayersQuery;

// NULL, and the request is refused, if there are too many or there is no memory. It is the call's.
static PlayersQuery *new_query(Call *call)
{
    if (!route_allowed(call, LIMIT_SEARCH)) return NULL;
    PlayersQuery *query = call->asked = calloc(1, sizeof *query);
    if (!query) route_refuse(call, ERROR_FAILED, "out of memory");
    return query;
}

static void read_leaders(Call *call, Store *reading)
{
    const PlayersQuery *query = call->asked;
    message_write_leaders(&call->json, reading, &query->leaders);
}

void route_get_leaders(Call *call)
{
    Text text = call->request->query;
    char bots[QUERY_SIZE] = "";
    i64 limit = LEADERS_DEFAULT;
    PlayersQuery *query = new_query(call);
    if (!query) return;
    http_query(text, "variant", query->variant, sizeof query->variant);
    http_query(text, "speed", query->speed, sizeof query->speed);
    http_query(text, "bots", bots, sizeof bots);
    if (!*query->variant || !*query->speed) {
        route_refuse(call, ERROR_MALFORMED, "\"variant\" or \"speed\" is missing");
        return;
    }
    if (!route_query_number(text, "limit", LEADERS_MAX, &limit)) {
        route_refuse(call, ERROR_MALFORMED, "\"limit\" is not a number, or too large");
        return;
    }
    query->leaders = (LeadersAsked){ .variant = text_of(query->variant),
                                     .speed = text_of(query->speed),
                                     .bots = !strcmp(bots, "true"),
                                     .you = call->who.person.id,
                                     .now_ms = route_now(call->routes),
                                     .limit = (int)limit };
    route_read(call, READ_LONG, read_leaders, NULL);
}

static void read_people(Call *call, Store *reading)
{
    const PlayersQuery *query = call->asked;
    message_write_people_like(&call->json, reading, text_of(query->own), text_of(query->latin));
}

void route_get_people(Call *call)
{
    char search[4 * PERSON_NAME_MAX] = "";
    Fault why;
    PlayersQuery *query = new_query(call);
    if (!query) return;
    http_query(call->request->query, "search", search, sizeof search);
    if (name_search(text_of(search), query->own, query->latin, &why) != OK)
        route_refuse(call, ERROR_MALFORMED, why.message);
    else
        route_read(call, READ_SHORT, read_people, NULL);
}
