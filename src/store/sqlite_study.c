// SPDX-License-Identifier: MIT
// Reviews, and games in the order in which they ended.
#include "store/sqlite.h"

typedef enum StudyQuery { REVIEW, NEXT_REVIEW, WAITING, FINISHED, QUERIES } StudyQuery;
#define REVIEWS "SELECT game, state, priority, asked_ms, tries, report FROM review "
const char *const SQLITE_STUDY[QUERIES + 1] = {
    [REVIEW] = REVIEWS "WHERE game = ?1",
    [NEXT_REVIEW] = REVIEWS "WHERE state = 0 ORDER BY priority, asked_ms, game LIMIT 1",
    [WAITING] = "SELECT count(*) FROM review WHERE state = 0",
    [FINISHED] = "SELECT number, game FROM finished WHERE number > ?1 ORDER BY number LIMIT ?2",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");
_Static_assert(REVIEW_WAITING == 0, "as the index of the queue has it");

bool sqlite_review(void *connection, i64 game, SeeReview *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->study[game ? REVIEW : NEXT_REVIEW];
    if (game) sqlite3_bind_int64(row, 1, game);
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW) {
        const StoredReview review = {
            .game = sqlite3_column_int64(row, 0),
            .state = (ReviewState)sqlite3_column_int(row, 1),
            .priority = sqlite3_column_int(row, 2),
            .asked_ms = sqlite3_column_int64(row, 3),
            .tries = sqlite3_column_int(row, 4),
            .report = column_text(row, 5),
        };
        see(context, &review);
    }
    return finish(row, result);
}

int sqlite_reviews_waiting(void *connection)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->study[WAITING];
    int count = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int(row, 0) : 0;
    sqlite3_reset(row);
    return count;
}

bool sqlite_finished(void *connection, i64 after, int limit, SeeFinished *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->study[FINISHED];
    sqlite3_bind_int64(row, 1, after);
    sqlite3_bind_int(row, 2, limit);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW)
        if (!see(context, sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1))) break;
    return finish(row, result);
}
