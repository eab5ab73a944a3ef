// SPDX-License-Identifier: MIT
// Tries of puzzles: writing. Both ratings are read, rated and written in the writer's transaction,
// so tries that come at the same time count one after the other.
#include "store/query/query.h"

typedef enum PuzzleQuery {
    TRIED,
    SOLVER_NOW,
    PUZZLE_NOW,
    ADD_TRY,
    SET_SOLVER,
    SET_PUZZLE,
    FORGET_TRIES,
    FORGET_SOLVER,
    QUERIES
} PuzzleQuery;
const char *const SQL_PUZZLES[QUERIES + 1] = {
    [TRIED] = "SELECT 1 FROM attempt WHERE person = ?1 AND puzzle = ?2",
    [SOLVER_NOW] = "SELECT rating, deviation, volatility, at_ms, tried, solved FROM solver"
                   " WHERE person = ?1",
    [PUZZLE_NOW] = "SELECT rating, deviation, volatility, tries FROM puzzle WHERE id = ?1",
    [ADD_TRY] = "INSERT INTO attempt (person, number, puzzle, solved, at_ms, rating, deviation,"
                " volatility) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8"
                " WHERE EXISTS (SELECT 1 FROM person WHERE id = ?1 AND gone_ms = 0)",
    [SET_SOLVER] =
        "INSERT INTO solver (person, rating, deviation, volatility, at_ms, tried, solved)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (person) DO UPDATE SET"
        " rating = excluded.rating, deviation = excluded.deviation,"
        " volatility = excluded.volatility, at_ms = excluded.at_ms,"
        " tried = excluded.tried, solved = excluded.solved",
    [SET_PUZZLE] = "INSERT INTO puzzle (id, rating, deviation, volatility, tries)"
                   " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE SET"
                   " rating = excluded.rating, deviation = excluded.deviation,"
                   " volatility = excluded.volatility, tries = excluded.tries",
    [FORGET_TRIES] = "DELETE FROM attempt WHERE person = ?1",
    [FORGET_SOLVER] = "DELETE FROM solver WHERE person = ?1",
};
_Static_assert((int)QUERIES <= (int)STATEMENTS_MAX, "space for the statements");

static void bind_rating(SqlStatement *statement, int place, Rating rating)
{
    sql_bind_double(statement, place, rating.rating);
    sql_bind_double(statement, place + 1, rating.deviation);
    sql_bind_double(statement, place + 2, rating.volatility);
}

static Rating column_rating(SqlStatement *row)
{
    return (Rating){ sql_column_double(row, 0), sql_column_double(row, 1),
                     sql_column_double(row, 2) };
}

static bool has_tried(SqlConnection *c, const StoredTry *made, bool *tried)
{
    SqlStatement *row = c->puzzle[TRIED];
    sql_bind_i64(row, 1, made->person);
    sql_bind_i64(row, 2, made->puzzle);
    int result = sql_step(row);
    *tried = result == SQL_ROW;
    return finish(row, result);
}

static bool read_solver(SqlConnection *c, i64 person, StoredSolver *solver)
{
    SqlStatement *row = c->puzzle[SOLVER_NOW];
    sql_bind_i64(row, 1, person);
    int result = sql_step(row);
    if (result == SQL_ROW)
        *solver = (StoredSolver){ .now = column_rating(row),
                                  .at_ms = sql_column_i64(row, 3),
                                  .tried = sql_column_int(row, 4),
                                  .solved = sql_column_int(row, 5) };
    return finish(row, result);
}

static bool read_puzzle(SqlConnection *c, StoredPuzzle *puzzle)
{
    SqlStatement *row = c->puzzle[PUZZLE_NOW];
    sql_bind_i64(row, 1, puzzle->puzzle);
    int result = sql_step(row);
    if (result == SQL_ROW) {
        puzzle->now = column_rating(row);
        puzzle->tries = sql_column_int(row, 3);
    }
    return finish(row, result);
}

static StoreStatus add_try(SqlConnection *c, const StoredTry *made)
{
    SqlStatement *s = c->puzzle[ADD_TRY];
    sql_bind_i64(s, 1, made->person);
    sql_bind_i64(s, 2, made->number);
    sql_bind_i64(s, 3, made->puzzle);
    sql_bind_i64(s, 4, made->solved);
    sql_bind_i64(s, 5, made->at_ms);
    bind_rating(s, 6, made->after);
    return sql_change(s, true);
}

static StoreStatus set_solver(SqlConnection *c, i64 person, const StoredSolver *solver)
{
    SqlStatement *s = c->puzzle[SET_SOLVER];
    sql_bind_i64(s, 1, person);
    bind_rating(s, 2, solver->now);
    sql_bind_i64(s, 5, solver->at_ms);
    sql_bind_i64(s, 6, solver->tried);
    sql_bind_i64(s, 7, solver->solved);
    return sql_change(s, true);
}

static StoreStatus set_puzzle(SqlConnection *c, const StoredPuzzle *puzzle)
{
    SqlStatement *s = c->puzzle[SET_PUZZLE];
    sql_bind_i64(s, 1, puzzle->puzzle);
    bind_rating(s, 2, puzzle->now);
    sql_bind_i64(s, 5, puzzle->tries);
    return sql_change(s, true);
}

StoreStatus query_try(SqlConnection *c, const StoreWrite *write)
{
    StoredTry made = write->attempt.made;
    i64 now = write->attempt.now_ms;
    StoredSolver solver = { .now = write->attempt.solver };
    StoredPuzzle puzzle = { .puzzle = made.puzzle, .now = write->attempt.puzzle };
    bool tried;
    if (sql_lock(c, LOCK_PUZZLES) != STORED) return STORE_FAILED;
    if (!has_tried(c, &made, &tried)) return STORE_FAILED;
    if (tried) return STORED;
    if (!read_solver(c, made.person, &solver) || !read_puzzle(c, &puzzle)) return STORE_FAILED;
    i64 rested = solver.at_ms && now > solver.at_ms ? now - solver.at_ms : 0;
    write->attempt.rate(&solver.now, rested, &puzzle.now, made.solved);
    solver.at_ms = now;
    made.number = ++solver.tried;
    made.after = solver.now;
    solver.solved += made.solved;
    puzzle.tries++;
    StoreStatus status = add_try(c, &made);
    if (status == STORED) status = set_solver(c, made.person, &solver);
    return status == STORED ? set_puzzle(c, &puzzle) : status;
}

StoreStatus query_forget_tries(SqlConnection *c, i64 person)
{
    sql_bind_i64(c->puzzle[FORGET_TRIES], 1, person);
    StoreStatus status = sql_change(c->puzzle[FORGET_TRIES], false);
    if (status != STORED) return status;
    sql_bind_i64(c->puzzle[FORGET_SOLVER], 1, person);
    return sql_change(c->puzzle[FORGET_SOLVER], false);
}
