// SPDX-License-Identifier: MIT
#include "server/games/rating_ops.h"

const Shape RATING =
    SHAPE(Rating, FIELD(Rating, rating), FIELD(Rating, deviation), FIELD(Rating, volatility));

const Shape STORED_RATING =
    SHAPE(StoredRating, FIELD(StoredRating, person), FIELD(StoredRating, variant),
          FIELD(StoredRating, speed), FIELD_SHAPE(StoredRating, now, &RATING),
          FIELD(StoredRating, at_ms), FIELD(StoredRating, games));

static const Shape NOW =
    SHAPE(RatingNow, FIELD_SHAPE(RatingNow, now, &RATING), FIELD(RatingNow, at_ms));

// One person in one variant at one speed.
typedef struct PoolKey {
    i64 person;
    Text variant, speed;
} PoolKey;
static const Shape POOL_KEY =
    SHAPE(PoolKey, FIELD(PoolKey, person), FIELD(PoolKey, variant), FIELD(PoolKey, speed));

static const Shape AT_WANTED =
    SHAPE(RatingAtWanted, FIELD(RatingAtWanted, person), FIELD(RatingAtWanted, at_ms),
          FIELD(RatingAtWanted, variant), FIELD(RatingAtWanted, speed));
static const Shape THEN = SHAPE(RatingThen, FIELD(RatingThen, rating));

static const Shape CIRCLE_WANTED =
    SHAPE(CircleWanted, FIELD(CircleWanted, person), FIELD(CircleWanted, since_ms));
static const Shape CIRCLE_GAMES = SHAPE(CircleGames, FIELD(CircleGames, games),
                                        FIELD(CircleGames, alone), FIELD(CircleGames, accounts));
static const Shape OTHERS_WANTED =
    SHAPE(OthersWanted, FIELD(OthersWanted, person), FIELD(OthersWanted, but));
static const Shape OTHER_GAMES =
    SHAPE(OtherGames, FIELD(OtherGames, opponents), FIELD(OtherGames, games));

enum { PAIR_SEEN_MAX = 64 };
typedef struct PairWanted {
    i64 person, other, since_ms;
    int limit;
} PairWanted;
static const Shape PAIR_WANTED =
    SHAPE(PairWanted, FIELD(PairWanted, person), FIELD(PairWanted, other),
          FIELD(PairWanted, since_ms), FIELD(PairWanted, limit));

static const Shape CHANGE =
    SHAPE(StoredChange, FIELD(StoredChange, number), FIELD(StoredChange, person),
          FIELD(StoredChange, variant), FIELD(StoredChange, speed), FIELD(StoredChange, game),
          FIELD_SHAPE(StoredChange, before, &RATING), FIELD_SHAPE(StoredChange, after, &RATING),
          FIELD(StoredChange, at_ms), FIELD(StoredChange, discount), FIELD(StoredChange, annulled));

static const Shape STEP = SHAPE(RatingStep, FIELD(RatingStep, person), FIELD(RatingStep, variant),
                                FIELD(RatingStep, speed), FIELD_SHAPE(RatingStep, before, &RATING),
                                FIELD_SHAPE(RatingStep, after, &RATING), FIELD(RatingStep, at_ms));
static const Shape NEW_CHANGE = SHAPE(NewChange, FIELD_SHAPE(NewChange, step, &STEP),
                                      FIELD(NewChange, game), FIELD(NewChange, discount));

static const Shape POOL_WANTED = SHAPE(PoolWanted, FIELD(PoolWanted, variant),
                                       FIELD(PoolWanted, speed), FIELD(PoolWanted, kind));
static const Shape LEADER =
    SHAPE(StoredLeader, FIELD(StoredLeader, person), FIELD(StoredLeader, name),
          FIELD_SHAPE(StoredLeader, now, &RATING), FIELD(StoredLeader, at_ms),
          FIELD(StoredLeader, games));

// Where a list of changes begins: a number, and the game or person whose changes they are.
typedef struct ChangesFrom {
    i64 number, of;
} ChangesFrom;
static const Shape FROM = SHAPE(ChangesFrom, FIELD(ChangesFrom, number), FIELD(ChangesFrom, of));
typedef struct PoolFrom {
    i64 number;
    Text variant, speed;
} PoolFrom;
static const Shape POOL_FROM =
    SHAPE(PoolFrom, FIELD(PoolFrom, number), FIELD(PoolFrom, variant), FIELD(PoolFrom, speed));
typedef struct PersonPoolFrom {
    ChangesFrom from;
    Text variant, speed;
} PersonPoolFrom;
static const Shape PERSON_POOL_FROM =
    SHAPE(PersonPoolFrom, FIELD_SHAPE(PersonPoolFrom, from, &FROM), FIELD(PersonPoolFrom, variant),
          FIELD(PersonPoolFrom, speed));
typedef struct AllFrom {
    i64 number;
} AllFrom;
static const Shape ALL_FROM = SHAPE(AllFrom, FIELD(AllFrom, number));

#define CHANGES                                                                                    \
    "SELECT number, person, variant, speed, game, rating_before, deviation_before,"                \
    " volatility_before, rating, deviation, volatility, at_ms, discount, annulled"                 \
    " FROM rating_change WHERE "
static StoreStatus run_change(SqlConnection *c, const void *args);

const StoreOp RATING_OPS[RATINGS_OPS] = {
    [RATINGS_CHANGE] = { .name = "ratings.change",
                         .does = OP_RUNS,
                         .run = run_change,
                         .args = &NEW_CHANGE,
                         .visible = true },
    [RATINGS_SET] = { .name = "ratings.set",
                      .does = OP_CHANGES_ONE,
                      .args = &STEP,
                      .sql = "INSERT INTO rating (person, variant, speed, rating, deviation,"
                             " volatility, at_ms, games)"
                             " VALUES ($1, $2, $3, $7, $8, $9, $10, 1)"
                             " ON CONFLICT (person, variant, speed) DO UPDATE SET"
                             " rating = excluded.rating, deviation = excluded.deviation,"
                             " volatility = excluded.volatility, at_ms = excluded.at_ms,"
                             " games = rating.games + 1 WHERE rating.rating = $4"
                             " AND rating.deviation = $5 AND rating.volatility = $6" },
    [RATINGS_ADD_CHANGE] = { .name = "ratings.add_change",
                             .does = OP_CHANGES_ONE,
                             .args = &NEW_CHANGE,
                             .sql = "INSERT INTO rating_change (person, variant, speed,"
                                    " rating_before, deviation_before, volatility_before,"
                                    " rating, deviation, volatility, at_ms, game, discount)"
                                    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,"
                                    " $12)" },
    [RATINGS_LEADERS] = { .name = "ratings.leaders",
                          .does = OP_READS_LONG,
                          .args = &POOL_WANTED,
                          .row = &LEADER,
                          .sql = "SELECT person.id, name, rating, deviation, volatility, at_ms,"
                                 " games FROM rating JOIN person ON person.id = rating.person"
                                 " WHERE variant = $1 AND speed = $2 AND kind = $3"
                                 " AND gone_ms = 0 ORDER BY rating DESC" },
    [RATINGS_OF] = { .name = "ratings.of",
                     .does = OP_READS,
                     .args = &PERSON_ARG,
                     .row = &STORED_RATING,
                     .sql = "SELECT person, variant, speed, rating, deviation, volatility, at_ms,"
                            " games FROM rating WHERE person = $1 ORDER BY variant, speed" },
    [RATINGS_NOW] = { .name = "ratings.now",
                      .does = OP_READS,
                      .args = &POOL_KEY,
                      .row = &NOW,
                      .sql = "SELECT rating, deviation, volatility, at_ms FROM rating"
                             " WHERE person = $1 AND variant = $2 AND speed = $3" },
    [RATINGS_AT] = { .name = "ratings.at",
                     .does = OP_READS,
                     .args = &AT_WANTED,
                     .row = &THEN,
                     .sql = "SELECT rating_before FROM rating_change WHERE person = $1"
                            " AND at_ms > $2 AND variant = $3 AND speed = $4 AND annulled = 0"
                            " ORDER BY at_ms LIMIT 1" },
    [RATINGS_CIRCLE] = { .name = "ratings.circle",
                         .does = OP_READS,
                         .args = &CIRCLE_WANTED,
                         .row = &CIRCLE_GAMES,
                         .sql = "SELECT count(*), count(alone), count(DISTINCT alone)"
                                " FROM (SELECT CASE WHEN EXISTS (SELECT 1 FROM rating_change AS its"
                                "  JOIN rating_change AS third ON third.game = its.game"
                                "  AND third.person NOT IN ($1, other.person)"
                                "  WHERE its.person = other.person AND its.annulled = 0)"
                                "  THEN NULL ELSE other.person END AS alone"
                                " FROM (SELECT game FROM rating_change WHERE person = $1"
                                "  AND annulled = 0 AND at_ms > $2"
                                "  ORDER BY number DESC LIMIT 60) AS mine"
                                " JOIN rating_change AS other ON other.game = mine.game"
                                " AND other.person + 0 <> $1) AS met" },
    [RATINGS_OTHERS] = { .name = "ratings.others",
                         .does = OP_READS,
                         .args = &OTHERS_WANTED,
                         .row = &OTHER_GAMES,
                         .sql = "SELECT count(DISTINCT other.person), count(DISTINCT other.game)"
                                " FROM (SELECT game FROM rating_change WHERE person = $1"
                                "  AND annulled = 0 ORDER BY number DESC LIMIT 200) AS mine"
                                " JOIN rating_change AS other ON other.game = mine.game"
                                " AND other.person NOT IN ($1, $2)" },
    [RATINGS_BETWEEN] = { .name = "ratings.between",
                          .does = OP_READS,
                          .args = &PAIR_WANTED,
                          .row = &GAME_ARG,
                          .sql = "SELECT mine.game FROM rating_change AS mine"
                                 " JOIN rating_change AS other"
                                 " ON other.game = mine.game AND other.person + 0 = $2"
                                 " WHERE mine.person = $1 AND mine.at_ms > $3"
                                 " AND mine.annulled = 0 ORDER BY mine.at_ms DESC LIMIT $4" },
    [RATINGS_CHANGES_OF_GAME] = { .name = "ratings.changes_of_game",
                                  .does = OP_READS_LONG,
                                  .args = &FROM,
                                  .row = &CHANGE,
                                  .sql = CHANGES "game = $2 AND number > $1 ORDER BY number" },
    [RATINGS_CHANGES_OF_PERSON] = { .name = "ratings.changes_of_person",
                                    .does = OP_READS_LONG,
                                    .args = &FROM,
                                    .row = &CHANGE,
                                    .sql = CHANGES "person = $2 AND number > $1 ORDER BY number" },
    [RATINGS_LATEST_OF_PERSON] = { .name = "ratings.latest_of_person",
                                   .does = OP_READS_LONG,
                                   .args = &FROM,
                                   .row = &CHANGE,
                                   .sql = CHANGES "person = $2 AND number < $1"
                                                  " ORDER BY number DESC" },
    [RATINGS_LATEST_OF_POOL] = { .name = "ratings.latest_of_pool",
                                 .does = OP_READS_LONG,
                                 .args = &PERSON_POOL_FROM,
                                 .row = &CHANGE,
                                 .sql = CHANGES "person = $2 AND number < $1 AND variant = $3"
                                                " AND speed = $4 ORDER BY number DESC" },
    [RATINGS_CHANGES_OF_POOL] = { .name = "ratings.changes_of_pool",
                                  .does = OP_READS_LONG,
                                  .args = &POOL_FROM,
                                  .row = &CHANGE,
                                  .sql = CHANGES "variant = $2 AND number > $1 AND speed = $3"
                                                 " ORDER BY number" },
    [RATINGS_CHANGES] = { .name = "ratings.changes",
                          .does = OP_READS_LONG,
                          .args = &ALL_FROM,
                          .row = &CHANGE,
                          .sql = CHANGES "number > $1 ORDER BY number" },
};

static StoreStatus run_change(SqlConnection *c, const void *args)
{
    const NewChange *change = args;
    StoreStatus status = op_run(c, &RATING_OPS[RATINGS_SET], &change->step);
    return status == STORED ? op_run(c, &RATING_OPS[RATINGS_ADD_CHANGE], change) : status;
}

// --- what is in the queue ------------------------------------------------------------------------

// The queue is read before the database, so a write that leaves one for the other in between
// is found in both rather than in neither.

typedef struct QueuedRating {
    PoolKey key;
    RatingNow now;
    bool found;
} QueuedRating;

static bool see_queued_rating(void *context, const void *args)
{
    QueuedRating *queued = context;
    const RatingStep *step = &((const NewChange *)args)->step;
    if (step->person != queued->key.person || !text_equal(step->variant, queued->key.variant) ||
        !text_equal(step->speed, queued->key.speed))
        return true;
    queued->now = (RatingNow){ step->after, step->at_ms };
    queued->found = true;
    return true;
}

bool ratings_now(Store *reading, i64 person, Text variant, Text speed, RatingNow *now)
{
    QueuedRating queued = { .key = { person, variant, speed } };
    RatingNow stored;
    store_queued(reading, &RATING_OPS[RATINGS_CHANGE], see_queued_rating, &queued);
    bool found = store_find(reading, &RATING_OPS[RATINGS_NOW], &queued.key, &stored);
    bool later = found && (!queued.found || stored.at_ms > queued.now.at_ms);
    if (later || queued.found) *now = later ? stored : queued.now;
    return later || queued.found;
}

// Games of two persons; the changes of one game follow each other in the queue.
typedef struct Pair {
    i64 person, other, game[PAIR_SEEN_MAX];
    int games;
    i64 current; // a game in the queue
    bool one, two;
} Pair;

static void add_game(Pair *pair, i64 game)
{
    for (int i = 0; i < pair->games; i++)
        if (pair->game[i] == game) return;
    if (pair->games < PAIR_SEEN_MAX) pair->game[pair->games++] = game;
}

static bool see_queued_pair(void *context, const void *args)
{
    Pair *pair = context;
    const NewChange *change = args;
    if (change->game != pair->current) pair->one = pair->two = false;
    pair->current = change->game;
    pair->one |= change->step.person == pair->person;
    pair->two |= change->step.person == pair->other;
    if (pair->one && pair->two) add_game(pair, change->game);
    return true;
}

static bool see_pair(void *context, const void *row)
{
    const GameArg *found = row;
    add_game(context, found->game);
    return true;
}

int ratings_games_between(Store *reading, i64 person, i64 other, i64 since_ms)
{
    const PairWanted wanted = { person, other, since_ms, PAIR_SEEN_MAX };
    Pair pair = { .person = person, .other = other };
    store_queued(reading, &RATING_OPS[RATINGS_CHANGE], see_queued_pair, &pair);
    store_select(reading, &RATING_OPS[RATINGS_BETWEEN], &wanted, see_pair, &pair);
    return pair.games;
}

// --- changes -------------------------------------------------------------------------------------

enum { SCAN_MAX = 10000 }; // changes looked at for a page: some milliseconds

typedef struct Scan {
    const ChangeFilter *filter;
    SeeChange *see;
    void *context;
    int looked;
} Scan;

static bool fits(const ChangeFilter *filter, const StoredChange *change)
{
    return (!filter->person || filter->person == change->person) &&
           (!filter->variant.length || text_equal(filter->variant, change->variant)) &&
           (!filter->speed.length || text_equal(filter->speed, change->speed)) &&
           (filter->annulled_too || !change->annulled);
}

static bool scan(void *context, const void *row)
{
    Scan *scan = context;
    const StoredChange *change = row;
    if (scan->filter->latest_first && scan->looked++ == SCAN_MAX) {
        scan->see(scan->context, &(StoredChange){ .number = change->number + 1 });
        return false;
    }
    return !fits(scan->filter, change) || scan->see(scan->context, change);
}

bool ratings_changes(Store *reading, const ChangeFilter *filter, SeeChange *see, void *context)
{
    bool pool = filter->variant.length && filter->speed.length;
    i64 number = !filter->latest_first ? filter->after
                 : filter->before      ? filter->before
                                       : INT64_MAX;
    const ChangesFrom from = { number, filter->game ? filter->game : filter->person };
    const PersonPoolFrom of_person = { from, filter->variant, filter->speed };
    const PoolFrom of_pool = { number, filter->variant, filter->speed };
    const AllFrom all = { number };
    Scan scanned = { .filter = filter, .see = see, .context = context };
    int op = filter->game                   ? RATINGS_CHANGES_OF_GAME
             : filter->latest_first && pool ? RATINGS_LATEST_OF_POOL
             : filter->latest_first         ? RATINGS_LATEST_OF_PERSON
             : filter->person               ? RATINGS_CHANGES_OF_PERSON
             : pool                         ? RATINGS_CHANGES_OF_POOL
                                            : RATINGS_CHANGES;
    const void *args = op == RATINGS_LATEST_OF_POOL    ? (const void *)&of_person
                       : op == RATINGS_CHANGES_OF_POOL ? (const void *)&of_pool
                       : op == RATINGS_CHANGES         ? (const void *)&all
                                                       : (const void *)&from;
    return store_select(reading, &RATING_OPS[op], args, scan, &scanned);
}
