// SPDX-License-Identifier: MIT
// Reviews, games in the order in which they ended: reading.
#include "store/query/query.h"

typedef enum FinishedQuery { REVIEW, WAITING, FINISHED, QUERIES } FinishedQuery;
const char *const SQL_FINISHED[QUERIES + 1] = {
    [REVIEW] = "SELECT game, state, priority, asked_ms, report FROM review WHERE game = ?1",
    [WAITING] = "SELECT count(*) FROM review WHERE state = 0",
    [FINISHED] = "SELECT number, game FROM finished WHERE number > ?1 ORDER BY number LIMIT ?2",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");
_Static_assert(REVIEW_WAITING == 0, "as the index of the queue has it");

bool query_review(void *connection, i64 game, SeeReview *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->finished[REVIEW];
    sql_bind_i64(row, 1, game);
    int result = sql_step(row);
    if (result == SQL_ROW) {
        const StoredReview review = {
            .game = sql_column_i64(row, 0),
            .state = (ReviewState)sql_column_int(row, 1),
            .priority = sql_column_int(row, 2),
            .asked_ms = sql_column_i64(row, 3),
            .report = column_text(row, 4),
        };
        see(context, &review);
    }
    return finish(row, result);
}

int query_reviews_waiting(void *connection)
{
    SqlStatement *row = ((SqlConnection *)connection)->finished[WAITING];
    int count = sql_step(row) == SQL_ROW ? sql_column_int(row, 0) : 0;
    sql_reset(row);
    return count;
}

bool query_finished(void *connection, i64 after, int limit, SeeFinished *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->finished[FINISHED];
    sql_bind_i64(row, 1, after);
    sql_bind_i64(row, 2, limit);
    int result;
    while ((result = sql_step(row)) == SQL_ROW)
        if (!see(context, sql_column_i64(row, 0), sql_column_i64(row, 1))) break;
    return finish(row, result);
}
