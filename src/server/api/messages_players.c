// SPDX-License-Identifier: MIT
// Messages of the API, outward: players among others, by rating and by name.
#include "server/api/messages.h"
#include "server/games/rating_ops.h"

#include "server/rating/ratings.h"

#include <math.h>
#include <stdlib.h>

enum {
    SCAN_MAX =
        50000, // ratings looked at for one answer: some ten milliseconds of a reader's thread
    LISTED_GAMES_MIN = 10,
    LISTED_DAYS = 90, // since the last rated game
    LIKE_MAX = 10,
    SPREAD_STEP = 50,
    SPREAD_MAX = 80, // steps: ratings to 4000
    LEADERS_MAX = 100,
};
static const i64 DAY_MS = 24 * 60 * 60 * 1000;

typedef struct Leaders {
    const LeadersAsked *asked;
    struct {
        i64 person;
        char name[PERSON_NAME_MAX];
        double rating;
        int games;
    } leader[LEADERS_MAX], you;
    int count, scanned, players, rank;
    int spread[SPREAD_MAX];
} Leaders;

// Established and active: others are not ranked.
static bool listed(const StoredLeader *leader, i64 now_ms)
{
    return !rating_provisional(leader->now) && leader->games >= LISTED_GAMES_MIN &&
           leader->at_ms > now_ms - LISTED_DAYS * DAY_MS;
}

static bool see_leader(void *context, const StoredLeader *leader)
{
    Leaders *leaders = context;
    if (leaders->scanned++ == SCAN_MAX) return false;
    if (!listed(leader, leaders->asked->now_ms)) return true;
    int step = (int)(leader->now.rating / (double)SPREAD_STEP);
    leaders->spread[step < 0 ? 0 : step >= SPREAD_MAX ? SPREAD_MAX - 1 : step]++;
    leaders->players++;
    if (leader->person == leaders->asked->you) {
        leaders->rank = leaders->players;
        leaders->you.rating = leader->now.rating;
        leaders->you.games = leader->games;
    }
    if (leaders->count < leaders->asked->limit && leaders->count < LEADERS_MAX) {
        int i = leaders->count++;
        Out out = out_to(leaders->leader[i].name, sizeof leaders->leader[i].name);
        out_text(&out, leader->name);
        leaders->leader[i].person = leader->person;
        leaders->leader[i].rating = leader->now.rating;
        leaders->leader[i].games = leader->games;
    }
    return true;
}

// Points won or lost within a week; null without a game in it.
static void write_week(Json *json, Store *store, const LeadersAsked *asked, i64 person,
                       double rating)
{
    const RatingAtWanted wanted = { person, asked->now_ms - 7 * DAY_MS, asked->variant,
                                    asked->speed };
    RatingThen before;
    if (store_find(store, &RATING_OPS[RATINGS_AT], &wanted, &before))
        js_number(json, "week", lround(rating) - lround(before.rating));
    else
        js_null(json, "week");
}

static void write_spread(Json *json, const Leaders *leaders)
{
    int first = 0, last = leaders->players ? SPREAD_MAX - 1 : 0;
    while (first < last && !leaders->spread[first])
        first++;
    while (last > first && !leaders->spread[last])
        last--;
    js_object(json, "spread");
    js_number(json, "from", first * SPREAD_STEP);
    js_number(json, "step", SPREAD_STEP);
    js_array(json, "counts");
    for (int i = first; leaders->players && i <= last; i++)
        js_number(json, NULL, leaders->spread[i]);
    js_close(json, ']');
    js_close(json, '}');
}

void message_write_leaders(Json *json, Store *store, const LeadersAsked *asked)
{
    Leaders *leaders = calloc(1, sizeof *leaders);
    if (!leaders) {
        json->lost = true;
        return;
    }
    PersonKind kind = asked->bots ? PERSON_BOT : PERSON_ACCOUNT;
    leaders->asked = asked;
    store_leaders(store, asked->variant, asked->speed, kind, see_leader, leaders);
    js_object(json, NULL);
    js_array(json, "leaders");
    for (int i = 0; i < leaders->count; i++) {
        js_object(json, NULL);
        message_write_person(json, "person", leaders->leader[i].person, kind,
                             leaders->leader[i].name);
        js_number(json, "rating", lround(leaders->leader[i].rating));
        js_number(json, "games", leaders->leader[i].games);
        write_week(json, store, asked, leaders->leader[i].person, leaders->leader[i].rating);
        js_close(json, '}');
    }
    js_close(json, ']');
    js_number(json, "players", leaders->players);
    write_spread(json, leaders);
    if (leaders->rank) {
        js_object(json, "you");
        js_number(json, "rank", leaders->rank);
        js_number(json, "rating", lround(leaders->you.rating));
        js_number(json, "games", leaders->you.games);
        write_week(json, store, asked, asked->you, leaders->you.rating);
        js_close(json, '}');
    } else {
        js_null(json, "you");
    }
    js_close(json, '}');
    free(leaders);
}

static bool write_found(void *context, const StoredPerson *person)
{
    message_write_person(context, NULL, person->id, person->kind, person->name);
    return true;
}

void message_write_people_like(Json *json, Store *store, Text own, Text latin)
{
    js_object(json, NULL);
    js_array(json, "people");
    store_people_like(store, own, LIKE_MAX, write_found, json);
    if (latin.length && !text_equal(own, latin))
        store_people_like(store, latin, LIKE_MAX, write_found, json);
    js_close(json, ']');
    js_close(json, '}');
}
