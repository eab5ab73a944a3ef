// SPDX-License-Identifier: MIT
#include "server/features/reviews/review_ops.h"

static const Shape ASK =
    SHAPE(ReviewAsk, FIELD(ReviewAsk, game), FIELD(ReviewAsk, priority), FIELD(ReviewAsk, at_ms));

static const Shape DECISION = SHAPE(ReviewDecision, FIELD_SHAPE(ReviewDecision, of, &JOB_ATTEMPT),
                                    FIELD(ReviewDecision, state), FIELD(ReviewDecision, report));

static const char *const STATES[] = { [REVIEW_WAITING] = "queued",
                                      [REVIEW_DONE] = "done",
                                      [REVIEW_GIVEN_UP] = "failed",
                                      [REVIEW_NONE] = "none",
                                      NULL };
static const Field SHOWN_FIELDS[] = {
    FIELD(ReviewShown, state, .as = AS_WORD, .words = STATES, .says = "`failed`: given up"),
    FIELD(ReviewShown, report, .as = AS_JSON, .type = "unknown", .flags = FIELD_OMIT,
          .says = "as in [analysis.md](analysis.md#json)"),
};
const Shape REVIEW_SHOWN = SHAPE_NAMED("ServerReview", ReviewShown, SHOWN_FIELDS);

static const Shape BEFORE = SHAPE(ReviewBefore, FIELD(ReviewBefore, over),
                                  FIELD(ReviewBefore, waits), FIELD(ReviewBefore, waiting));

static const Shape WAITING = SHAPE(ReviewsWaiting, FIELD(ReviewsWaiting, count));

static const Shape WANTED =
    SHAPE(AccuracyWanted, FIELD(AccuracyWanted, person), FIELD(AccuracyWanted, limit));

const Shape ACCURACY = SHAPE(
    Accuracy, FIELD(Accuracy, variant), FIELD(Accuracy, games), FIELD(Accuracy, moves),
    FIELD(
        Accuracy, accuracy,
        .says =
            "the mean of the games in thousandths ([analysis.md](analysis.md)); the rest are sums"),
    FIELD(Accuracy, great), FIELD(Accuracy, inaccuracies), FIELD(Accuracy, mistakes),
    FIELD(Accuracy, blunders));

#define COUNT_WAITING                                                                              \
    "SELECT count(*) FROM (SELECT 1 FROM job WHERE kind = 1 AND state = 0 LIMIT 1000) AS waiting"
// Reports are long: only those needed are read, and none is sorted.
#define REVIEWED                                                                                   \
    "(SELECT mine.game, mine.seat, mine.ended_ms, game.variant"                                    \
    " FROM (SELECT game, seat, ended_ms FROM seat WHERE person = $1"                               \
    "  AND ended_ms > 0 AND score IS NOT NULL ORDER BY ended_ms DESC LIMIT 1000)"                  \
    " AS mine JOIN review ON review.game = mine.game AND review.state = 1"                         \
    " JOIN game ON game.id = mine.game AND game.open_to_all = 1"                                   \
    " ORDER BY mine.ended_ms DESC LIMIT $2) AS kept JOIN review ON review.game = kept.game"
// A seat without moves has no accuracy.
#define TOTALS                                                                                     \
    "SELECT variant, count(*), CAST(sum(moves) AS bigint),"                                        \
    " (CAST(sum(accuracy) AS bigint) + count(*) / 2) / count(*), CAST(sum(great) AS bigint),"      \
    " CAST(sum(inaccuracies) AS bigint), CAST(sum(mistakes) AS bigint),"                           \
    " CAST(sum(blunders) AS bigint) FROM (SELECT variant, ended_ms, "
#define NUMBERS(of)                                                                                \
    of("moves") ", " of("accuracy") ", " of("great") ", " of("inaccuracies") ", " of(              \
        "mistakes") ", " of("blunders") " FROM (SELECT kept.variant, kept.ended_ms, "
#define BY_VARIANT                                                                                 \
    " AS player FROM " REVIEWED ") AS reviewed) AS counted WHERE moves > 0"                        \
    " GROUP BY variant ORDER BY max(ended_ms) DESC"
#define LITE(name)  "json_extract(player, '$." name "') AS " name
#define PG(name)    "(player ->> '" name "')::bigint AS " name
#define LITE_PLAYER "json_extract(review.report, '$.total.players[' || kept.seat || ']')"
#define PG_PLAYER   "review.report::jsonb #> ARRAY['total', 'players', kept.seat::text]"

const StoreOp REVIEW_OPS[REVIEWS_OPS] = {
    [REVIEWS_ASK] = { .name = "reviews.ask",
                      .does = OP_CHANGES_ANY,
                      .args = &ASK,
                      .sql = "INSERT INTO job (kind, key, number, priority, due_ms)"
                             " SELECT 1, id, 0, $2, $3 FROM game WHERE id = $1 AND ended_ms > 0"
                             " AND NOT EXISTS (SELECT 1 FROM review WHERE review.game = $1"
                             "  AND review.state <> 0)"
                             " ON CONFLICT (kind, key) DO UPDATE SET priority = excluded.priority"
                             " WHERE excluded.priority < job.priority" },
    [REVIEWS_DECIDE] = { .name = "reviews.decide",
                         .does = OP_CHANGES_ANY,
                         .args = &DECISION,
                         // `asked_ms` belonged to the queue of 0.2.0.
                         .sql = "INSERT INTO review (game, state, report, priority, asked_ms)"
                                " SELECT key, $3, $4, priority, 0 FROM job"
                                " WHERE id = $1 AND attempt = $2 AND state = 0"
                                " ON CONFLICT (game) DO UPDATE SET state = excluded.state,"
                                " report = excluded.report WHERE review.state = 0" },
    [REVIEWS_OF_GAME] = { .name = "reviews.of_game",
                          .does = OP_READS,
                          .args = &GAME_ARG,
                          .row = &REVIEW_SHOWN,
                          .sql = "SELECT state, report FROM review WHERE game = $1 AND state <> 0"
                                 " UNION ALL SELECT 0, '' FROM job WHERE kind = 1 AND key = $1"
                                 " ORDER BY 1 DESC LIMIT 1" },
    [REVIEWS_BEFORE_ASKING] = { .name = "reviews.before_asking",
                                .does = OP_READS,
                                .args = &GAME_ARG,
                                .row = &BEFORE,
                                .sql =
                                    "SELECT CASE WHEN ended_ms > 0 AND plies > 0 THEN 1 ELSE 0 END,"
                                    " CASE WHEN EXISTS (SELECT 1 FROM job WHERE kind = 1"
                                    "  AND key = $1) THEN 1 ELSE 0 END, (" COUNT_WAITING ")"
                                    " FROM game WHERE id = $1" },
    [REVIEWS_WAITING] = { .name = "reviews.waiting",
                          .does = OP_READS,
                          .row = &WAITING,
                          .sql = COUNT_WAITING },
    [REVIEWS_ACCURACY] = { .name = "reviews.accuracy",
                           .does = OP_READS,
                           .args = &WANTED,
                           .row = &ACCURACY,
                           .sql = TOTALS NUMBERS(LITE) LITE_PLAYER BY_VARIANT,
                           .postgres = TOTALS NUMBERS(PG) PG_PLAYER BY_VARIANT },
};
_Static_assert(JOB_REVIEW == 1 && REVIEW_DONE == 1 && (int)REVIEWS_WAITING_MAX == 1000,
               "numbers in statements");
