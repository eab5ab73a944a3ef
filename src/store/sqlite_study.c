// SPDX-License-Identifier: MIT
// Reviews, games in the order in which they ended, tries of puzzles: reading.
#include "store/sqlite.h"

typedef enum StudyQuery {
    REVIEW,
    NEXT_REVIEW,
    WAITING,
    FINISHED,
    TRIES,
    SOLVER,
    PUZZLES,
    QUERIES
} StudyQuery;
#define REVIEWS "SELECT game, state, priority, asked_ms, tries, report FROM review "
const char *const SQLITE_STUDY[QUERIES + 1] = {
    [REVIEW] = REVIEWS "WHERE game = ?1",
    [NEXT_REVIEW] = REVIEWS "WHERE state = 0 ORDER BY priority, asked_ms, game LIMIT 1",
    [WAITING] = "SELECT count(*) FROM review WHERE state = 0",
    [FINISHED] = "SELECT number, game FROM finished WHERE number > ?1 ORDER BY number LIMIT ?2",
    [TRIES] = "SELECT number, person, puzzle, solved, at_ms, rating, deviation, volatility"
              " FROM attempt WHERE person = ?1 AND number > ?2 ORDER BY number LIMIT ?3",
    [SOLVER] = "SELECT rating, deviation, volatility, at_ms, tried, solved FROM solver"
               " WHERE person = ?1",
    [PUZZLES] = "SELECT id, rating, deviation, volatility, tries FROM puzzle ORDER BY id",
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

static Rating column_rating(sqlite3_stmt *row, int at)
{
    return (Rating){ sqlite3_column_double(row, at), sqlite3_column_double(row, at + 1),
                     sqlite3_column_double(row, at + 2) };
}

bool sqlite_tries(void *connection, i64 person, i64 after, int limit, SeeTry *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->study[TRIES];
    sqlite3_bind_int64(row, 1, person);
    sqlite3_bind_int64(row, 2, after);
    sqlite3_bind_int(row, 3, limit);
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredTry made = {
            .number = sqlite3_column_int64(row, 0),
            .person = sqlite3_column_int64(row, 1),
            .puzzle = (u32)sqlite3_column_int64(row, 2),
            .solved = sqlite3_column_int(row, 3),
            .at_ms = sqlite3_column_int64(row, 4),
            .after = column_rating(row, 5),
        };
        if (!see(context, &made)) break;
    }
    return finish(row, result);
}

bool sqlite_solver(void *connection, i64 person, StoredSolver *solver)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->study[SOLVER];
    sqlite3_bind_int64(row, 1, person);
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW)
        *solver = (StoredSolver){ .now = column_rating(row, 0),
                                  .at_ms = sqlite3_column_int64(row, 3),
                                  .tried = sqlite3_column_int(row, 4),
                                  .solved = sqlite3_column_int(row, 5) };
    return finish(row, result);
}

bool sqlite_puzzles(void *connection, SeePuzzle *see, void *context)
{
    sqlite3_stmt *row = ((SqliteConnection *)connection)->study[PUZZLES];
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const StoredPuzzle puzzle = { .puzzle = (u32)sqlite3_column_int64(row, 0),
                                      .now = column_rating(row, 1),
                                      .tries = sqlite3_column_int(row, 4) };
        if (!see(context, &puzzle)) break;
    }
    return finish(row, result);
}
