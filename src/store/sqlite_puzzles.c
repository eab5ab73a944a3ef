// SPDX-License-Identifier: MIT
// Tries of puzzles: writing. Both ratings are read, rated and written in the writer's transaction,
// so tries that come at the same time count one after the other.
#include "store/sqlite.h"

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
const char *const SQLITE_PUZZLES[QUERIES + 1] = {
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

static void bind_rating(sqlite3_stmt *statement, int place, Rating rating)
{
    sqlite3_bind_double(statement, place, rating.rating);
    sqlite3_bind_double(statement, place + 1, rating.deviation);
    sqlite3_bind_double(statement, place + 2, rating.volatility);
}

static Rating column_rating(sqlite3_stmt *row)
{
    return (Rating){ sqlite3_column_double(row, 0), sqlite3_column_double(row, 1),
                     sqlite3_column_double(row, 2) };
}

static bool has_tried(SqliteConnection *c, const StoredTry *made, bool *tried)
{
    sqlite3_stmt *row = c->puzzle[TRIED];
    sqlite3_bind_int64(row, 1, made->person);
    sqlite3_bind_int64(row, 2, made->puzzle);
    int result = sqlite3_step(row);
    *tried = result == SQLITE_ROW;
    return finish(row, result);
}

static bool read_solver(SqliteConnection *c, i64 person, StoredSolver *solver)
{
    sqlite3_stmt *row = c->puzzle[SOLVER_NOW];
    sqlite3_bind_int64(row, 1, person);
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW)
        *solver = (StoredSolver){ .now = column_rating(row),
                                  .at_ms = sqlite3_column_int64(row, 3),
                                  .tried = sqlite3_column_int(row, 4),
                                  .solved = sqlite3_column_int(row, 5) };
    return finish(row, result);
}

static bool read_puzzle(SqliteConnection *c, StoredPuzzle *puzzle)
{
    sqlite3_stmt *row = c->puzzle[PUZZLE_NOW];
    sqlite3_bind_int64(row, 1, puzzle->puzzle);
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW) {
        puzzle->now = column_rating(row);
        puzzle->tries = sqlite3_column_int(row, 3);
    }
    return finish(row, result);
}

static StoreStatus add_try(SqliteConnection *c, const StoredTry *made)
{
    sqlite3_stmt *s = c->puzzle[ADD_TRY];
    sqlite3_bind_int64(s, 1, made->person);
    sqlite3_bind_int64(s, 2, made->number);
    sqlite3_bind_int64(s, 3, made->puzzle);
    sqlite3_bind_int(s, 4, made->solved);
    sqlite3_bind_int64(s, 5, made->at_ms);
    bind_rating(s, 6, made->after);
    return sqlite_outcome(c, s, true);
}

static StoreStatus set_solver(SqliteConnection *c, i64 person, const StoredSolver *solver)
{
    sqlite3_stmt *s = c->puzzle[SET_SOLVER];
    sqlite3_bind_int64(s, 1, person);
    bind_rating(s, 2, solver->now);
    sqlite3_bind_int64(s, 5, solver->at_ms);
    sqlite3_bind_int(s, 6, solver->tried);
    sqlite3_bind_int(s, 7, solver->solved);
    return sqlite_outcome(c, s, true);
}

static StoreStatus set_puzzle(SqliteConnection *c, const StoredPuzzle *puzzle)
{
    sqlite3_stmt *s = c->puzzle[SET_PUZZLE];
    sqlite3_bind_int64(s, 1, puzzle->puzzle);
    bind_rating(s, 2, puzzle->now);
    sqlite3_bind_int(s, 5, puzzle->tries);
    return sqlite_outcome(c, s, true);
}

StoreStatus sqlite_try(SqliteConnection *c, const StoreWrite *write)
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

StoreStatus sqlite_forget_tries(SqliteConnection *c, i64 person)
{
    sqlite3_bind_int64(c->puzzle[FORGET_TRIES], 1, person);
    StoreStatus status = sqlite_outcome(c, c->puzzle[FORGET_TRIES], false);
    if (status != STORED) return status;
    sqlite3_bind_int64(c->puzzle[FORGET_SOLVER], 1, person);
    return sqlite_outcome(c, c->puzzle[FORGET_SOLVER], false);
}
