// SPDX-License-Identifier: MIT
// Reviews, games in the order in which they ended, tries of puzzles: reading.
#include "store/query/query.h"

typedef enum StudyQuery { REVIEW, WAITING, FINISHED, TRIES, SOLVER, PUZZLES, QUERIES } StudyQuery;
const char *const SQL_STUDY[QUERIES + 1] = {
    [REVIEW] = "SELECT game, state, priority, asked_ms, report FROM review WHERE game = ?1",
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

bool query_review(void *connection, i64 game, SeeReview *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->study[REVIEW];
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
    SqlStatement *row = ((SqlConnection *)connection)->study[WAITING];
    int count = sql_step(row) == SQL_ROW ? sql_column_int(row, 0) : 0;
    sql_reset(row);
    return count;
}

bool query_finished(void *connection, i64 after, int limit, SeeFinished *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->study[FINISHED];
    sql_bind_i64(row, 1, after);
    sql_bind_i64(row, 2, limit);
    int result;
    while ((result = sql_step(row)) == SQL_ROW)
        if (!see(context, sql_column_i64(row, 0), sql_column_i64(row, 1))) break;
    return finish(row, result);
}

static Rating column_rating(SqlStatement *row, int at)
{
    return (Rating){ sql_column_double(row, at), sql_column_double(row, at + 1),
                     sql_column_double(row, at + 2) };
}

bool query_tries(void *connection, i64 person, i64 after, int limit, SeeTry *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->study[TRIES];
    sql_bind_i64(row, 1, person);
    sql_bind_i64(row, 2, after);
    sql_bind_i64(row, 3, limit);
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredTry made = {
            .number = sql_column_i64(row, 0),
            .person = sql_column_i64(row, 1),
            .puzzle = (u32)sql_column_i64(row, 2),
            .solved = sql_column_int(row, 3),
            .at_ms = sql_column_i64(row, 4),
            .after = column_rating(row, 5),
        };
        if (!see(context, &made)) break;
    }
    return finish(row, result);
}

bool query_solver(void *connection, i64 person, StoredSolver *solver)
{
    SqlStatement *row = ((SqlConnection *)connection)->study[SOLVER];
    sql_bind_i64(row, 1, person);
    int result = sql_step(row);
    if (result == SQL_ROW)
        *solver = (StoredSolver){ .now = column_rating(row, 0),
                                  .at_ms = sql_column_i64(row, 3),
                                  .tried = sql_column_int(row, 4),
                                  .solved = sql_column_int(row, 5) };
    return finish(row, result);
}

bool query_puzzles(void *connection, SeePuzzle *see, void *context)
{
    SqlStatement *row = ((SqlConnection *)connection)->study[PUZZLES];
    int result;
    while ((result = sql_step(row)) == SQL_ROW) {
        const StoredPuzzle puzzle = { .puzzle = (u32)sql_column_i64(row, 0),
                                      .now = column_rating(row, 1),
                                      .tries = sql_column_int(row, 4) };
        if (!see(context, &puzzle)) break;
    }
    return finish(row, result);
}
