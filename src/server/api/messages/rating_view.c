// SPDX-License-Identifier: MIT
#include "server/api/messages/rating_view.h"

#include "server/api/messages/shape_json.h"
#include "server/games/rating/ratings.h"
#include "server/games/rating_ops.h"

static const Field RATING_FIELDS[] = {
    FIELD(RatingView, variant), FIELD(RatingView, speed, .type = "Speed"),
    FIELD(RatingView, rating),  FIELD(RatingView, deviation),
    FIELD(RatingView, games),   FIELD(RatingView, provisional),
};
const Shape RATING_VIEW = SHAPE_NAMED("Rating", RatingView, RATING_FIELDS);

static bool write_rating(void *context, const void *row)
{
    const StoredRating *rating = row;
    const RatingView view = { .variant = rating->variant,
                              .speed = rating->speed,
                              .rating = rating->now.rating,
                              .deviation = rating->now.deviation,
                              .games = rating->games,
                              .provisional = rating_provisional(rating->now) };
    js_shape(context, NULL, &RATING_VIEW, &view, NULL);
    return true;
}

void ratings_write(Json *json, const char *key, Store *reading, i64 person)
{
    js_array(json, key);
    store_select(reading, &RATING_OPS[RATINGS_OF], &(PersonArg){ person }, write_rating, json);
    js_close(json, ']');
}

typedef struct RatingChange {
    i64 game;
    Text variant, speed;
    i64 at;
    double before, after;
} RatingChange;
const Shape RATING_CHANGE =
    SHAPE(RatingChange,
          FIELD(RatingChange, game, .as = AS_GAME,
                .says = "null for games that are not public, unless the caller asks for their own"),
          FIELD(RatingChange, variant), FIELD(RatingChange, speed, .type = "Speed"),
          FIELD(RatingChange, at, .as = AS_TIME), FIELD(RatingChange, before),
          FIELD(RatingChange, after));

void rating_change_write(Json *json, const StoredChange *change)
{
    const RatingChange view = { change->game,  change->variant,       change->speed,
                                change->at_ms, change->before.rating, change->after.rating };
    js_shape(json, NULL, &RATING_CHANGE, &view, NULL);
}
