// SPDX-License-Identifier: MIT
// HTTP: tries of puzzles, and the ratings that come of them.
#include "server/routes/routes_internal.h"

#include "server/api/messages.h"
#include "server/api/reply.h"
#include "server/rating/ratings.h"
#include "variants/variants.h"

#include <stdlib.h>

enum { QUERY_SIZE = 64, OWN_MAX = 500 };

typedef struct PuzzlesQuery {
    const PuzzleSet *set;
    const Variant *variant; // NULL: all
    i64 person, after;
} PuzzlesQuery;

// NULL, and the request is refused, without memory. It is the call's.
static PuzzlesQuery *new_query(Call *call)
{
    PuzzlesQuery *query = call->asked = calloc(1, sizeof *query);
    if (!query) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return NULL;
    }
    query->set = call->routes->setup.puzzles;
    query->person = call->who.person.id;
    return query;
}

// --- reading -------------------------------------------------------------------------------------

static void read_solver(Call *call, Store *reading)
{
    const PuzzlesQuery *query = call->asked;
    StoredPerson person;
    if (route_read_person(call, reading, call->part[1], &person))
        message_write_solver(&call->json, reading, query->set, person.id);
}

void route_get_person_puzzles(Call *call)
{
    if (route_allowed(call, LIMIT_SEARCH) && new_query(call))
        route_read(call, READ_LONG, read_solver, NULL);
}

static void read_own(Call *call, Store *reading)
{
    const PuzzlesQuery *query = call->asked;
    message_write_own_tries(&call->json, reading, query->set, query->person, query->after, OWN_MAX);
}

void route_get_puzzles(Call *call)
{
    PuzzlesQuery *query = new_query(call);
    if (!query) return;
    if (!route_query_number(call->request->query, "after", (i64)1 << 40, &query->after))
        route_refuse(call, ERROR_MALFORMED, "\"after\" is not a number, or too large");
    else
        route_read(call, READ_SHORT, read_own, NULL);
}

static void read_ratings(Call *call, Store *reading)
{
    const PuzzlesQuery *query = call->asked;
    message_write_puzzles(&call->json, reading, query->set, query->variant);
}

void route_get_puzzle_ratings(Call *call)
{
    char id[QUERY_SIZE] = "";
    if (!route_allowed(call, LIMIT_SEARCH)) return;
    PuzzlesQuery *query = new_query(call);
    if (!query) return;
    http_query(call->request->query, "variant", id, sizeof id);
    query->variant = *id ? variant_find(text_of(id)) : NULL;
    if (*id && !query->variant)
        route_refuse(call, ERROR_MALFORMED, "there is no such variant");
    else
        route_read(call, READ_LONG, read_ratings, NULL);
}

// --- tries ---------------------------------------------------------------------------------------

typedef struct TriesBrought {
    WebCall *web;
    int count;
    TryAnswer answer[TRIES_MAX];
} TriesBrought;

static void answer_tries(const TriesBrought *brought)
{
    Json json = { 0 };
    message_write_tries(&json, brought->answer, brought->count);
    reply_json(brought->web, 200, &json, NULL);
}

static void tries_stored(void *context, StoreStatus status)
{
    TriesBrought *brought = context;
    if (status == STORED)
        answer_tries(brought);
    else
        reply_error(brought->web, ERROR_FAILED, "nothing can be saved now");
    free(brought);
}

// False, and the request is refused, if a try cannot have been made. Tries that come too fast are
// to be sent again.
static bool judge_tries(const Call *call, const TriesAsked *asked, TriesBrought *brought,
                        StoreWrite *writes, int *count)
{
    const RoutesSetup *setup = &call->routes->setup;
    i64 person = call->who.person.id, now = route_now(call->routes);
    for (; brought->count < asked->count; brought->count++) {
        const TryAsked *try = &asked->try[brought->count];
        TryAnswer *answer = &brought->answer[brought->count];
        const Puzzle *puzzle = puzzle_set_find(setup->puzzles, try->puzzle);
        Fault why;
        *answer = (TryAnswer){ .puzzle = try->puzzle, .state = TRY_UNKNOWN };
        if (!puzzle) continue;
        if (puzzle_judge(puzzle, text_of(try->moves), &answer->solved, &why) != OK) {
            route_refuse(call, ERROR_MALFORMED, why.message);
            return false;
        }
        answer->state = TRY_LATER;
        if (!limits_take(setup->limits, LIMIT_PUZZLE, (Text){ (char *)&person, sizeof person }, now,
                         NULL))
            continue;
        answer->state = TRY_TAKEN;
        writes[(*count)++] = (StoreWrite){
            .kind = WRITE_TRY,
            .attempt = { .made = { .person = person,
                                   .puzzle = puzzle->id,
                                   .solved = answer->solved,
                                   .at_ms = try->at_ms && try->at_ms < now ? try->at_ms : now },
                         .now_ms = now,
                         .solver = rating_new(),
                         .puzzle = puzzle_rating(puzzle),
                         .rate = puzzle_rate }
        };
    }
    return true;
}

void route_post_puzzles(Call *call)
{
    Fault why;
    int count = 0;
    if (call->who.person.kind == PERSON_BOT) {
        route_refuse(call, ERROR_FORBIDDEN, "puzzles are for people");
        return;
    }
    TriesAsked *asked = calloc(1, sizeof *asked);
    TriesBrought *brought = calloc(1, sizeof *brought);
    StoreWrite *writes = calloc(TRIES_MAX, sizeof *writes);
    if (!asked || !brought || !writes) {
        route_refuse(call, ERROR_FAILED, "out of memory");
    } else if (message_read_tries(call->request->body, asked, &why) != OK) {
        route_refuse(call, ERROR_MALFORMED, why.message);
    } else if (judge_tries(call, asked, brought, writes, &count)) {
        brought->web = call->web;
        if (!count)
            answer_tries(brought);
        else if (store_write(call->routes->setup.store, writes, count, tries_stored, brought))
            brought = NULL; // the write's now
        else
            route_refuse(call, ERROR_BUSY, "the server is overloaded; try again in a moment");
    }
    free(asked);
    free(brought);
    free(writes);
}
