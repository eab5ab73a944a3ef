// SPDX-License-Identifier: MIT
// Ratings in the store: the rating of each person now, by variant and speed, and each change.
#ifndef MEYDAN_SERVER_GAMES_RATING_OPS_H
#define MEYDAN_SERVER_GAMES_RATING_OPS_H

#include "server/identity/person_ops.h"
#include "sql/op.h"

enum {
    RATINGS_CHANGE,
    RATINGS_SET, // the steps of RATINGS_CHANGE
    RATINGS_ADD_CHANGE,
    RATINGS_LEADERS,
    RATINGS_OF,
    RATINGS_NOW,
    RATINGS_AT,
    RATINGS_CIRCLE, // CircleWanted: CircleGames
    RATINGS_OTHERS,
    RATINGS_BETWEEN,
    RATINGS_CHANGES_OF_GAME,
    RATINGS_CHANGES_OF_PERSON,
    RATINGS_LATEST_OF_PERSON,
    RATINGS_LATEST_OF_POOL,
    RATINGS_CHANGES_OF_POOL,
    RATINGS_CHANGES,
    RATINGS_OPS
};
extern const StoreOp RATING_OPS[RATINGS_OPS];
extern const Shape RATING, STORED_RATING;

typedef struct Rating {
    double rating, deviation, volatility;
} Rating;

// RATINGS_CHANGE: a rated game has ended. `after` becomes the rating, and the change is recorded.
// `before` must be what ratings_now gave, if it gave one: a rating that has changed since is a
// conflict.
typedef struct RatingStep {
    i64 person;
    Text variant, speed;
    Rating before, after;
    i64 at_ms;
} RatingStep;
typedef struct NewChange {
    RatingStep step;
    i64 game;
    double discount; // 0: the game counts fully; towards 1: less and less
} NewChange;

// A person's rating in one variant at one speed.
typedef struct StoredRating {
    i64 person;
    Text variant, speed;
    Rating now;
    i64 at_ms; // of the last rated game
    int games; // rated ones
} StoredRating;

// RATINGS_LEADERS: the persons of that kind with a rating there, the best first.
typedef struct PoolWanted {
    Text variant, speed;
    PersonKind kind;
} PoolWanted;
typedef struct StoredLeader {
    i64 person;
    Text name;
    Rating now;
    i64 at_ms; // of the last rated game
    int games; // rated ones
} StoredLeader;

// RATINGS_OF, a read of PersonArg: rows of StoredRating by variant and speed.

// The rating from which the next game is rated, also if its write is still in the queue. False, and
// nothing in `now`, if the person has not played a rated game there. By the time of the commit it
// may be out of date; a rating that is made from it is a conflict then.
typedef struct RatingNow {
    Rating now;
    i64 at_ms; // of the last rated game
} RatingNow;
bool ratings_now(Store *reading, i64 person, Text variant, Text speed, RatingNow *now);

// RATINGS_AT: the rating before the first change after then.
typedef struct RatingAtWanted {
    i64 person;
    i64 at_ms;
    Text variant, speed;
} RatingAtWanted;
typedef struct RatingThen {
    double rating;
} RatingThen;

// RATINGS_OTHERS: rated games that counted, of the person's last 200, and opponents in them,
// without `but`.
typedef struct OthersWanted {
    i64 person, but;
} OthersWanted;
typedef struct OtherGames {
    int opponents, games;
} OtherGames;

// RATINGS_CIRCLE: the person's last 60 rated games since then that counted, by opponent; those
// against accounts without other opponents in such games, and the number of these accounts.
typedef struct CircleWanted {
    i64 person, since_ms;
} CircleWanted;
typedef struct CircleGames {
    int games, alone, accounts;
} CircleGames;

// Rated games between these two that counted since then, 64 at most; also those whose writes are
// still in the queue.
int ratings_games_between(Store *reading, i64 person, i64 other, i64 since_ms);

typedef struct StoredChange {
    i64 number; // in the order of the commits
    i64 person;
    Text variant, speed;
    i64 game;
    Rating before, after;
    i64 at_ms;
    double discount; // see NewChange
    bool annulled;
} StoredChange;
typedef bool SeeChange(void *context, const StoredChange *change);

// Rating changes, oldest first; annulled ones are left out unless asked for. Empty texts and
// zeros mean any.
typedef struct ChangeFilter {
    i64 person; // or
    i64 game;   // or neither
    Text variant, speed;
    i64 after; // only changes with a higher number
    bool annulled_too;
    // Of a person: the latest first instead, numbers below `before` (0: all). A search for
    // something rare stops after a while: then `see` is called with a change that has no game,
    // whose number is the `before` to go on with.
    bool latest_first;
    i64 before;
} ChangeFilter;
bool ratings_changes(Store *reading, const ChangeFilter *filter, SeeChange *see, void *context);

#endif
