// SPDX-License-Identifier: MIT
// The best players of a variant at a speed, and people by the beginning of their names.
#include "server/api/call.h"
#include "server/api/messages/shape_json.h"
#include "server/games/rating/ratings.h"
#include "server/games/rating_ops.h"
#include "server/identity/names.h"
#include "server/identity/person_ops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_SIZE = 64,
    LEADERS_DEFAULT = 50,
    LEADERS_MAX = 100,
    SCAN_MAX = 50000, // ratings read for one answer: about ten milliseconds of a reader's thread
    LISTED_GAMES_MIN = 10,
    LISTED_DAYS = 90, // since the last rated game
    SPREAD_STEP = 50,
    SPREAD_MAX = 80, // steps: ratings to 4000
    NO_WEEK = -100000,
    LIKE_MAX = 10, // people in one answer, for each of two spellings
};
static const i64 DAY_MS = 24 * 60 * 60 * 1000;

// --- leaders -------------------------------------------------------------------------------------

typedef struct LeadersWanted {
    char variant[WORD_SIZE], speed[WORD_SIZE];
    int bots, limit;
} LeadersWanted;
static const char *const BOTS_WORDS[] = { "", "true", "false", NULL };
static const Field LEADERS_WANTED_FIELDS[] = {
    FIELD(LeadersWanted, variant, .fits = is_variant_id),
    FIELD(LeadersWanted, speed, .fits = is_pool_name),
    FIELD(LeadersWanted, bots, .as = AS_WORD, .words = BOTS_WORDS, .flags = FIELD_OPTIONAL,
          .says = "`true`: bots instead of people"),
    FIELD(LeadersWanted, limit, .flags = FIELD_OPTIONAL, .max = LEADERS_MAX,
          .refusal = "\"limit\" is not a number, or too large", .says = "50 if omitted"),
};
static const Shape LEADERS_WANTED =
    SHAPE_NAMED("LeadersWanted", LeadersWanted, LEADERS_WANTED_FIELDS,
                .refusal = "\"variant\" or \"speed\" is missing",
                .defaults = &(const LeadersWanted){ .limit = LEADERS_DEFAULT });

typedef struct Leader {
    PersonShown person;
    double rating;
    int games, week;
} Leader;
#define WEEK_FIELD(type)                                                                           \
    FIELD(type, week, .flags = FIELD_NULL, .none = NO_WEEK,                                        \
          .says = "points within seven days; null without a game")
static const Shape LEADER = SHAPE(Leader, FIELD_SHAPE(Leader, person, &PERSON_SHOWN),
                                  FIELD(Leader, rating), FIELD(Leader, games), WEEK_FIELD(Leader));

typedef struct SpreadCount {
    int players;
} SpreadCount;
static const Field SPREAD_COUNT_FIELDS[] = { FIELD(SpreadCount, players) };
static const Shape SPREAD_COUNT = SHAPE_BARE(SpreadCount, SPREAD_COUNT_FIELDS);

typedef struct Spread {
    int from, step;
    const SpreadCount *count;
    int counts;
} Spread;
static const Shape SPREAD =
    SHAPE(Spread, FIELD(Spread, from), FIELD(Spread, step),
          FIELD_LIST(Spread, count, counts, &SPREAD_COUNT, .key = "counts"));

typedef struct OwnRank {
    int rank;
    double rating;
    int games, week;
} OwnRank;
static const Shape OWN_RANK = SHAPE(OwnRank, FIELD(OwnRank, rank), FIELD(OwnRank, rating),
                                    FIELD(OwnRank, games), WEEK_FIELD(OwnRank));

typedef struct Leaders {
    Leader leader[LEADERS_MAX];
    int leaders, players;
    Spread spread;
    OwnRank you;
} Leaders;
static const Shape LEADERS =
    SHAPE(Leaders, FIELD_ARRAY(Leaders, leader, leaders, &LEADER, .key = "leaders"),
          FIELD(Leaders, players, .says = "how many are ranked"),
          FIELD_SHAPE(Leaders, spread, &SPREAD, .says = "all of them by rating"),
          FIELD_SHAPE(Leaders, you, &OWN_RANK, .flags = FIELD_NULL));

// The handler's memory.
typedef struct LeadersTask {
    const LeadersWanted *wanted;
    i64 you, now_ms;
    PersonKind kind;
    int scanned;
    SpreadCount spread[SPREAD_MAX];
    Leaders leaders;
} LeadersTask;

// Established and active players are ranked.
static bool is_ranked(const StoredLeader *leader, i64 now_ms)
{
    return !rating_provisional(leader->now) && leader->games >= LISTED_GAMES_MIN &&
           leader->at_ms > now_ms - LISTED_DAYS * DAY_MS;
}

static bool see_leader(void *context, const void *row)
{
    const StoredLeader *leader = row;
    LeadersTask *task = context;
    Leaders *leaders = &task->leaders;
    char name[PERSON_NAME_MAX];
    if (task->scanned++ == SCAN_MAX) return false;
    if (!is_ranked(leader, task->now_ms)) return true;
    int step = (int)(leader->now.rating / (double)SPREAD_STEP);
    task->spread[step < 0 ? 0 : step >= SPREAD_MAX ? SPREAD_MAX - 1 : step].players++;
    leaders->players++;
    if (leader->person == task->you)
        leaders->you = (OwnRank){ leaders->players, leader->now.rating, leader->games, NO_WEEK };
    if (leaders->leaders == task->wanted->limit) return true;
    Leader *shown = &leaders->leader[leaders->leaders++];
    Out out = out_to(name, sizeof name);
    out_text(&out, leader->name);
    person_shown(&shown->person, leader->person, task->kind, name);
    shown->rating = leader->now.rating;
    shown->games = leader->games;
    return true;
}

static int week_of(const LeadersTask *task, Store *reading, i64 person, double rating)
{
    const RatingAtWanted wanted = { person, task->now_ms - 7 * DAY_MS,
                                    text_of(task->wanted->variant), text_of(task->wanted->speed) };
    RatingThen before;
    if (!store_find(reading, &RATING_OPS[RATINGS_AT], &wanted, &before)) return NO_WEEK;
    return (int)(lround(rating) - lround(before.rating));
}

// Drops empty steps at both ends.
static Spread spread_of(const LeadersTask *task)
{
    int first = 0, last = SPREAD_MAX - 1;
    if (!task->leaders.players) return (Spread){ .step = SPREAD_STEP };
    while (first < last && !task->spread[first].players)
        first++;
    while (last > first && !task->spread[last].players)
        last--;
    return (Spread){ first * SPREAD_STEP, SPREAD_STEP, &task->spread[first], last - first + 1 };
}

static void read_leaders(Call *call, Store *reading)
{
    LeadersTask *task = call->asked;
    Leaders *leaders = &task->leaders;
    const PoolWanted wanted = { text_of(task->wanted->variant), text_of(task->wanted->speed),
                                task->kind };
    store_select(reading, &RATING_OPS[RATINGS_LEADERS], &wanted, see_leader, task);
    for (int i = 0; i < leaders->leaders; i++)
        leaders->leader[i].week =
            week_of(task, reading, leaders->leader[i].person.id, leaders->leader[i].rating);
    if (leaders->you.rank)
        leaders->you.week = week_of(task, reading, task->you, leaders->you.rating);
    leaders->spread = spread_of(task);
    js_shape(&call->json, NULL, &LEADERS, leaders, NULL);
}

static void get_leaders(Call *call)
{
    LeadersTask *task = route_ask(call, sizeof *task);
    if (!task) return;
    task->wanted = call->query;
    task->kind = task->wanted->bots == 1 ? PERSON_BOT : PERSON_ACCOUNT;
    task->you = call->who.person.id;
    task->now_ms = app_now(call->app);
    route_read(call, READ_LONG, read_leaders, NULL);
}

// --- people by name ------------------------------------------------------------------------------

typedef struct PeopleWanted {
    char search[4 * PERSON_NAME_MAX];
} PeopleWanted;
static const Shape PEOPLE_WANTED =
    SHAPE(PeopleWanted,
          FIELD(PeopleWanted, search, .flags = FIELD_OPTIONAL, .says = "two letters at least"));
static const Shape PEOPLE = LIST_REPLY("people", &PERSON_SHOWN);

// The keys of names that are searched for, and the people found.
typedef struct PeopleTask {
    char own[PERSON_NAME_MAX], latin[PERSON_NAME_MAX];
    PersonShown person[2 * LIKE_MAX];
    ListReply list;
} PeopleTask;

static bool see_person(void *context, const void *row)
{
    PeopleTask *task = context;
    const StoredPerson *person = row;
    person_shown(&task->person[task->list.count++], person->id, person->kind, person->name);
    return true;
}

static void read_people(Call *call, Store *reading)
{
    PeopleTask *task = call->asked;
    task->list.rows = task->person;
    const KeyPrefix own = { text_of(task->own), LIKE_MAX };
    const KeyPrefix latin = { text_of(task->latin), LIKE_MAX };
    store_select(reading, &PERSON_OPS[PERSONS_LIKE], &own, see_person, task);
    if (*task->latin && strcmp(task->own, task->latin))
        store_select(reading, &PERSON_OPS[PERSONS_LIKE], &latin, see_person, task);
    js_shape(&call->json, NULL, &PEOPLE, &task->list, NULL);
}

static void get_people(Call *call)
{
    const PeopleWanted *wanted = call->query;
    PeopleTask *task = route_ask(call, sizeof *task);
    Fault why;
    if (!task) return;
    if (name_search(text_of(wanted->search), task->own, task->latin, &why) != OK)
        route_refuse(call, ERROR_MALFORMED, why.message);
    else
        route_read(call, READ_SHORT, read_people, NULL);
}

// --- the rows ------------------------------------------------------------------------------------

extern const Feature RANKINGS;

static const Route ROUTES[] = {
    { .method = METHOD_GET,
      .path = "leaders",
      .answer = get_leaders,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&LEADERS_WANTED),
      .reply = &LEADERS,
      .errors = ERR_NO_OWN,
      .says = "the best players of a variant at a speed, the best first. Ranked are those with ten"
              " rated games, the last within 90 days, whose rating is not provisional" },
    { .method = METHOD_GET,
      .path = "people",
      .answer = get_people,
      .scope = SCOPE_READ,
      .role = FOR_ANYBODY,
      .rate = RATE(LIMIT_SEARCH),
      TAKES_QUERY(&PEOPLE_WANTED),
      .reply = &PEOPLE,
      .errors = ERR_NO_OWN,
      .says =
          "up to ten people (twenty where letters look alike) whose names begin with `search`" },
};

const Feature RANKINGS = {
    .name = "rankings",
    .tables = (const char *const[]){ "rating", NULL },
    .routes = ROUTES,
    .routes_count = sizeof ROUTES / sizeof ROUTES[0],
};
