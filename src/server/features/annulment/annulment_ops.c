// SPDX-License-Identifier: MIT
#include "server/features/annulment/annulment_ops.h"

#include "server/games/rating_ops.h"

static const Shape GAME_MARK =
    SHAPE(GameMark, FIELD(GameMark, game), FIELD(GameMark, last), FIELD(GameMark, annulled));

static const Shape CHANGES_MARK =
    SHAPE(ChangesMark, FIELD(ChangesMark, game), FIELD(ChangesMark, annulled));

static const Shape CHANGE_AGAIN =
    SHAPE(ChangeAgain, FIELD(ChangeAgain, number), FIELD_SHAPE(ChangeAgain, before, &RATING),
          FIELD_SHAPE(ChangeAgain, after, &RATING));

static const Shape RATING_KEY =
    SHAPE(RatingKey, FIELD(RatingKey, person), FIELD(RatingKey, variant), FIELD(RatingKey, speed));

static StoreStatus lock(SqlConnection *connection, const void *args)
{
    (void)args;
    return sql_lock(connection, LOCK_RATINGS);
}

const StoreOp ANNULMENT_OPS[ANNULMENT_OPS_COUNT] = {
    [ANNULMENT_LOCK] = { .name = "annulment.lock", .does = OP_RUNS, .run = lock },
    [ANNULMENT_MARK_GAME] = { .name = "annulment.mark_game",
                              .does = OP_CHANGES_ONE,
                              .args = &GAME_MARK,
                              .sql = "UPDATE game SET annulled = $3 WHERE id = $1 AND rated = 1"
                                     " AND annulled <> $3 AND ended_ms > 0 AND $2 ="
                                     " (SELECT max(number) FROM rating_change AS change"
                                     "  WHERE change.variant = game.variant AND change.speed ="
                                     "  (SELECT own.speed FROM rating_change AS own"
                                     "   WHERE own.game = $1 LIMIT 1))" },
    [ANNULMENT_MARK_CHANGES] = { .name = "annulment.mark_changes",
                                 .does = OP_CHANGES_ANY,
                                 .args = &CHANGES_MARK,
                                 .sql = "UPDATE rating_change SET annulled = $2 WHERE game = $1" },
    [ANNULMENT_CHANGE_AGAIN] = { .name = "annulment.change_again",
                                 .does = OP_CHANGES_ONE,
                                 .args = &CHANGE_AGAIN,
                                 .sql = "UPDATE rating_change SET rating_before = $2,"
                                        " deviation_before = $3, volatility_before = $4,"
                                        " rating = $5, deviation = $6, volatility = $7"
                                        " WHERE number = $1 AND annulled = 0" },
    [ANNULMENT_SET_RATING] = { .name = "annulment.set_rating",
                               .does = OP_CHANGES_ONE,
                               .args = &STORED_RATING,
                               .sql =
                                   "INSERT INTO rating (person, variant, speed, rating, deviation,"
                                   " volatility, at_ms, games) VALUES ($1, $2, $3, $4, $5, $6, $7,"
                                   " $8) ON CONFLICT (person, variant, speed) DO UPDATE SET"
                                   " rating = excluded.rating, deviation = excluded.deviation,"
                                   " volatility = excluded.volatility, at_ms = excluded.at_ms,"
                                   " games = excluded.games" },
    [ANNULMENT_DROP_RATING] = { .name = "annulment.drop_rating",
                                .does = OP_CHANGES_ONE,
                                .args = &RATING_KEY,
                                .sql = "DELETE FROM rating WHERE person = $1 AND variant = $2"
                                       " AND speed = $3" },
};
