// SPDX-License-Identifier: MIT
// HTTP: who others are: their ratings over time, what they have played and how.
// Uses: preferences
#include "server/routes/routes_internal.h"

#include "analysis/openings.h"
#include "game/walk.h"
#include "server/api/messages.h"
#include "server/features/preferences/preferences.h"
#include "server/games/game_lists.h"
#include "server/games/rating_ops.h"
#include "variants/variants.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUERY_SIZE = 64,
    CHANGES_DEFAULT = 200, // rating changes in one answer
    CHANGES_MAX = 1000,
};

static void read_profile(Call *call, Store *reading)
{
    StoredPerson person = { 0 };
    if (route_read_person(call, reading, call->part[1], &person)) {
        message_begin_profile(&call->json, reading, &person);
        js_string(&call->json, "challenges", preferences_challenges(reading, person.id));
    }
    *(i64 *)call->asked = person.id;
}

// Who is there, and what they play, is known to the loop only.
static void answer_profile(Call *call)
{
    const RoutesSetup *setup = &call->routes->setup;
    i64 person = *(i64 *)call->asked;
    GamesView view = hub_view(setup->hub);
    if (call->code == ERROR_NONE)
        message_end_profile(&call->json, &view, person,
                            presence_here(setup->presence, person, route_now(call->routes)));
    route_answer_read(call);
}

void route_get_person(Call *call)
{
    call->asked = calloc(1, sizeof(i64));
    if (!call->asked)
        route_refuse(call, ERROR_FAILED, "out of memory");
    else
        route_read(call, READ_SHORT, read_profile, answer_profile);
}

typedef struct ChangesAsked {
    i64 before, limit, you;
} ChangesAsked;

static void read_changes(Call *call, Store *reading)
{
    const ChangesAsked *asked = call->asked;
    StoredPerson person;
    char variant[QUERY_SIZE] = "", speed[QUERY_SIZE] = "", thin[QUERY_SIZE] = "";
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    http_query(call->request->query, "variant", variant, sizeof variant);
    http_query(call->request->query, "speed", speed, sizeof speed);
    const ChangeFilter filter = { .person = person.id,
                                  .variant = text_of(variant),
                                  .speed = text_of(speed),
                                  .latest_first = true,
                                  .before = asked->before };
    http_query(call->request->query, "thin", thin, sizeof thin);
    message_write_changes(&call->json, reading, &filter, (int)asked->limit, !strcmp(thin, "day"),
                          asked->you);
}

void route_get_person_ratings(Call *call)
{
    Text query = call->request->query;
    ChangesAsked *asked = call->asked = calloc(1, sizeof *asked);
    if (!asked) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    asked->limit = CHANGES_DEFAULT;
    asked->you = call->who.person.id;
    if (!route_allowed(call, LIMIT_SEARCH)) return;
    if (!route_query_number(query, "before", (i64)1 << 53, &asked->before) ||
        !route_query_number(query, "limit", CHANGES_MAX, &asked->limit) || !asked->limit)
        route_refuse(call, ERROR_MALFORMED,
                     "\"before\" or \"limit\" is not a number, or too large");
    else
        route_read(call, READ_LONG, read_changes, NULL);
}

// --- what they have played -----------------------------------------------------------------------

static void read_activity(Call *call, Store *reading)
{
    ActivityAsked *asked = call->asked;
    StoredPerson person;
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    asked->person = person.id;
    message_write_activity(&call->json, reading, asked);
}

void route_get_person_activity(Call *call)
{
    ActivityAsked *asked = call->asked = calloc(1, sizeof *asked);
    if (!asked) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    asked->you = call->who.person.id;
    asked->now_ms = route_now(call->routes);
    if (route_allowed(call, LIMIT_SEARCH)) route_read(call, READ_LONG, read_activity, NULL);
}

// --- openings ------------------------------------------------------------------------------------

enum {
    OPENING_GAMES = 60, // the last ones, of which each is read
    OPENING_PLIES = 16, // of each: named positions come early
    OPENINGS_MAX = 64,  // names and seats
};

typedef struct Openings {
    char variant[QUERY_SIZE];
    i64 person;
    i64 game[OPENING_GAMES];
    int games, count;
    Canon canon;
    int names;
    OpeningKey name[OPENING_KEYS_MAX];
    OpeningShown shown[OPENINGS_MAX];
} Openings;

static bool note_game(void *context, const StoredGame *game)
{
    Openings *openings = context;
    openings->game[openings->games++] = game->id;
    return true; // the filter's limit ends it
}

// The last position with a name.
static Opening opening_in(const Openings *openings, const Match *match)
{
    Opening found = { 0 };
    MatchWalk walk = match_walk(match);
    for (bool more = true; more && walk.plies <= OPENING_PLIES;) {
        more = match_walk_next(&walk);
        CanonView view;
        Key key = canon_key(&openings->canon, &walk.position, &view);
        for (int i = 0; i < openings->names; i++)
            if (openings->name[i].key == key) found = openings->name[i].opening;
    }
    return found;
}

static void count_opening(Openings *openings, const Room *room)
{
    int seat = room_seat_of(room, openings->person), i = 0;
    if (seat < 0 || room->aborted) return;
    Opening opening = opening_in(openings, &room->match);
    while (i < openings->count &&
           (openings->shown[i].seat != seat || openings->shown[i].id != opening.id))
        i++;
    if (i == OPENINGS_MAX) return;
    if (i == openings->count)
        openings->shown[openings->count++] =
            (OpeningShown){ .id = opening.id, .name = opening.name, .seat = seat };
    PersonCounts *counts = &openings->shown[i].counts;
    int halves = outcome_halves(&room->match.outcome, seat);
    counts->games++;
    counts->wins += halves == 2;
    counts->draws += halves == 1;
    counts->losses += halves == 0;
}

static int by_games(const void *one, const void *other)
{
    const OpeningShown *a = one, *b = other;
    return b->counts.games - a->counts.games;
}

static void read_openings(Call *call, Store *reading)
{
    Openings *openings = call->asked;
    StoredPerson person;
    if (!route_read_person(call, reading, call->part[1], &person)) return;
    openings->person = person.id;
    const GameFilter filter = { .player = person.id,
                                .variant = text_of(openings->variant),
                                .open_only = true,
                                .plies_min = 1,
                                .limit = OPENING_GAMES };
    games_list(reading, &filter, note_game, openings, NULL);
    canon_init(&openings->canon, variant_find(text_of(openings->variant)));
    openings->names = opening_keys(&openings->canon, openings->name);
    for (int i = 0; i < openings->games; i++) {
        Fault why;
        Room *room = rooms_load_over(reading, openings->game[i], &why);
        if (!room) continue;
        call->plies += room->match.count;
        count_opening(openings, room);
        rooms_free_room(room);
    }
    qsort(openings->shown, (size_t)openings->count, sizeof *openings->shown, by_games);
    message_write_openings(&call->json, openings->games, openings->shown, openings->count);
}

void route_get_person_openings(Call *call)
{
    Openings *openings = call->asked = calloc(1, sizeof *openings);
    if (!openings) {
        route_refuse(call, ERROR_FAILED, "out of memory");
        return;
    }
    http_query(call->request->query, "variant", openings->variant, sizeof openings->variant);
    if (!variant_find(text_of(openings->variant)))
        route_refuse(call, ERROR_MALFORMED, "there is no such variant");
    else if (route_allowed(call, LIMIT_SEARCH) && route_allowed(call, LIMIT_LOAD))
        route_read(call, READ_LONG, read_openings, NULL);
}
