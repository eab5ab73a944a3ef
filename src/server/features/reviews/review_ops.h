// SPDX-License-Identifier: MIT
// The stored part of reviews. A pending review is a job (JOB_REVIEW) and has no row in `review`; a
// row holds a finished review or records a failed one. Version 0.2.0 also inserted a row with state
// 0 for each job; these rows count as absent.
#ifndef MEYDAN_SERVER_FEATURES_REVIEWS_REVIEW_OPS_H
#define MEYDAN_SERVER_FEATURES_REVIEWS_REVIEW_OPS_H

#include "server/games/jobs/jobs.h"

enum {
    REVIEWS_ASK,
    REVIEWS_DECIDE,
    REVIEWS_OF_GAME,
    REVIEWS_BEFORE_ASKING,
    REVIEWS_WAITING,
    REVIEWS_ACCURACY,
    REVIEWS_OPS
};
extern const StoreOp REVIEW_OPS[REVIEWS_OPS];

// REVIEWS_ASK. Nothing changes unless the game is over and has no review. A job that waits gets the
// lower of both priorities.
typedef enum ReviewPriority {
    REVIEW_ASKED,    // a person requested it
    REVIEW_PEOPLE,   // without a request: a game between people,
    REVIEW_PERSON,   // between a person and machines,
    REVIEW_MACHINES, // between machines; or a bot requested it
} ReviewPriority;
typedef struct ReviewAsk {
    i64 game;
    ReviewPriority priority;
    i64 at_ms; // then by the time of the request
} ReviewAsk;

// REVIEWS_DECIDE, before JOBS_FINISH in one call. The first decision stays.
typedef enum ReviewState {
    REVIEW_WAITING, // never in a row
    REVIEW_DONE,
    REVIEW_GIVEN_UP,
    REVIEW_NONE, // never in a row
} ReviewState;
typedef struct ReviewDecision {
    JobAttempt of;
    ReviewState state;
    Text report; // JSON (review_room.h); empty unless it is done
} ReviewDecision;

// REVIEWS_OF_GAME, a read of GameArg: at most one row, REVIEW_WAITING for a job.
typedef struct ReviewShown {
    ReviewState state;
    Text report;
} ReviewShown;
extern const Shape REVIEW_SHOWN;

// REVIEWS_BEFORE_ASKING, a read of GameArg.
enum { REVIEWS_WAITING_MAX = 1000 }; // jobs; beyond that, requests are refused
typedef struct ReviewBefore {
    bool over; // with moves
    bool waits;
    int waiting; // all of them, counted up to REVIEWS_WAITING_MAX
} ReviewBefore;

// REVIEWS_WAITING: the same count.
typedef struct ReviewsWaiting {
    int count;
} ReviewsWaiting;

// REVIEWS_ACCURACY: how well a person plays, by variant, the variant reviewed last first.
typedef struct AccuracyWanted {
    i64 person;
    int limit; // reviews, the latest, of the last 1000 games
} AccuracyWanted;
typedef struct Accuracy {
    char variant[32];
    int games, moves;
    int accuracy; // the mean of the games in thousandths (docs/analysis.md)
    int great, inaccuracies, mistakes, blunders;
} Accuracy;
extern const Shape ACCURACY;

#endif
