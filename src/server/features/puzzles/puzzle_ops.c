// SPDX-License-Identifier: MIT
#include "server/features/puzzles/puzzle_ops.h"

static const Shape ADDED_TRY =
    SHAPE(AddedTry, FIELD(AddedTry, person), FIELD(AddedTry, number), FIELD(AddedTry, puzzle),
          FIELD(AddedTry, solved), FIELD(AddedTry, at_ms), FIELD_SHAPE(AddedTry, after, &RATING));

static const Shape SOLVER_CHANGE =
    SHAPE(SolverChange, FIELD(SolverChange, person), FIELD_SHAPE(SolverChange, now, &RATING),
          FIELD(SolverChange, at_ms), FIELD(SolverChange, tried), FIELD(SolverChange, solved),
          FIELD(SolverChange, tried_before));

static const Shape PUZZLE_CHANGE =
    SHAPE(PuzzleChange, FIELD(PuzzleChange, puzzle), FIELD_SHAPE(PuzzleChange, now, &RATING),
          FIELD(PuzzleChange, tries));

static const Shape SOLVER_NOW =
    SHAPE(SolverNow, FIELD_SHAPE(SolverNow, now, &RATING), FIELD(SolverNow, at_ms),
          FIELD(SolverNow, tried), FIELD(SolverNow, solved));

static const Shape PUZZLES_WANTED =
    SHAPE(PuzzlesWanted, FIELD(PuzzlesWanted, person), FIELD(PuzzlesWanted, puzzles));

static const Shape PUZZLE_BEFORE =
    SHAPE(PuzzleBefore, FIELD(PuzzleBefore, puzzle), FIELD(PuzzleBefore, tried),
          FIELD_SHAPE(PuzzleBefore, now, &RATING), FIELD(PuzzleBefore, tries));

static const Shape TRIES_WANTED = SHAPE(TriesWanted, FIELD(TriesWanted, person),
                                        FIELD(TriesWanted, after), FIELD(TriesWanted, limit));

static const Shape STORED_TRY =
    SHAPE(StoredTry, FIELD(StoredTry, number), FIELD(StoredTry, puzzle), FIELD(StoredTry, solved),
          FIELD(StoredTry, at_ms), FIELD(StoredTry, rating));

static const Shape RATED_PUZZLE =
    SHAPE(RatedPuzzle, FIELD(RatedPuzzle, puzzle), FIELD(RatedPuzzle, rating),
          FIELD(RatedPuzzle, deviation), FIELD(RatedPuzzle, tries));

#define BEFORE_TRIES(wanted)                                                                       \
    "SELECT wanted.value, CASE WHEN EXISTS (SELECT 1 FROM attempt"                                 \
    "  WHERE attempt.person = $1 AND attempt.puzzle = wanted.value) THEN 1 ELSE 0 END,"            \
    " coalesce(puzzle.rating, 0), coalesce(puzzle.deviation, 0), coalesce(puzzle.volatility, 0),"  \
    " coalesce(puzzle.tries, 0)"                                                                   \
    " FROM " wanted " AS wanted LEFT JOIN puzzle ON puzzle.id = wanted.value"

const StoreOp PUZZLE_OPS[PUZZLES_OPS] = {
    [PUZZLES_ADD_TRY] = { .name = "puzzles.add_try",
                          .does = OP_CHANGES_ONE,
                          .args = &ADDED_TRY,
                          .sql = "INSERT INTO attempt (person, number, puzzle, solved, at_ms,"
                                 " rating, deviation, volatility)"
                                 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8)" },
    [PUZZLES_SET_SOLVER] = { .name = "puzzles.set_solver",
                             .does = OP_CHANGES_ONE,
                             .args = &SOLVER_CHANGE,
                             .sql = "INSERT INTO solver (person, rating, deviation, volatility,"
                                    " at_ms, tried, solved) SELECT $1, $2, $3, $4, $5, $6, $7"
                                    " WHERE EXISTS"
                                    "  (SELECT 1 FROM person WHERE id = $1 AND gone_ms = 0)"
                                    " ON CONFLICT (person) DO UPDATE SET rating = excluded.rating,"
                                    " deviation = excluded.deviation,"
                                    " volatility = excluded.volatility, at_ms = excluded.at_ms,"
                                    " tried = excluded.tried, solved = excluded.solved"
                                    " WHERE solver.tried = $8" },
    [PUZZLES_SET_RATING] = { .name = "puzzles.set_rating",
                             .does = OP_CHANGES_ONE,
                             .args = &PUZZLE_CHANGE,
                             .sql = "INSERT INTO puzzle (id, rating, deviation, volatility, tries)"
                                    " VALUES ($1, $2, $3, $4, $5)"
                                    " ON CONFLICT (id) DO UPDATE SET rating = excluded.rating,"
                                    " deviation = excluded.deviation,"
                                    " volatility = excluded.volatility, tries = excluded.tries"
                                    " WHERE puzzle.tries = excluded.tries - 1" },
    [PUZZLES_SOLVER] = { .name = "puzzles.solver",
                         .does = OP_READS,
                         .args = &PERSON_ARG,
                         .row = &SOLVER_NOW,
                         .sql = "SELECT rating, deviation, volatility, at_ms, tried, solved"
                                " FROM solver WHERE person = $1" },
    [PUZZLES_BEFORE_TRIES] = { .name = "puzzles.before_tries",
                               .does = OP_READS,
                               .args = &PUZZLES_WANTED,
                               .row = &PUZZLE_BEFORE,
                               .sql = BEFORE_TRIES("json_each($2)"),
                               .postgres = BEFORE_TRIES(
                                   "(SELECT CAST(json_array_elements_text(CAST($2 AS json))"
                                   " AS bigint) AS value)") },
    [PUZZLES_TRIES] = { .name = "puzzles.tries",
                        .does = OP_READS_LONG,
                        .args = &TRIES_WANTED,
                        .row = &STORED_TRY,
                        .sql = "SELECT number, puzzle, solved, at_ms, rating FROM attempt"
                               " WHERE person = $1 AND number > $2 ORDER BY number LIMIT $3" },
    [PUZZLES_RATED] = { .name = "puzzles.rated",
                        .does = OP_READS_LONG,
                        .row = &RATED_PUZZLE,
                        .sql = "SELECT id, rating, deviation, tries FROM puzzle ORDER BY id" },
    [PUZZLES_FORGET_TRIES] = { .name = "puzzles.forget_tries",
                               .does = OP_CHANGES_ANY,
                               .args = &PERSON_ARG,
                               .sql = "DELETE FROM attempt WHERE person = $1" },
    [PUZZLES_FORGET_SOLVER] = { .name = "puzzles.forget_solver",
                                .does = OP_CHANGES_ANY,
                                .args = &PERSON_ARG,
                                .sql = "DELETE FROM solver WHERE person = $1" },
};
