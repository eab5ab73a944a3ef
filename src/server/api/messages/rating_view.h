// SPDX-License-Identifier: MIT
// Ratings as clients see them.
#ifndef MEYDAN_SERVER_API_MESSAGES_RATING_VIEW_H
#define MEYDAN_SERVER_API_MESSAGES_RATING_VIEW_H

#include "platform/json_heap.h"
#include "platform/shape.h"
#include "server/games/rating_ops.h"

typedef struct RatingView {
    Text variant, speed;
    double rating, deviation;
    int games;
    bool provisional;
} RatingView;
extern const Shape RATING_VIEW;

// The ratings of a person, as an array.
void ratings_write(Json *json, const char *key, Store *reading, i64 person);

// A change of a rating by a game; `game` is 0 if it isn't shown.
extern const Shape RATING_CHANGE;
void rating_change_write(Json *json, const StoredChange *change);

#endif
