// SPDX-License-Identifier: MIT
#include "server/games/correspondence_ops.h"

static const Shape LINES = SHAPE(StoredLines, FIELD(StoredLines, person), FIELD(StoredLines, game),
                                 FIELD(StoredLines, at_ms), FIELD(StoredLines, body));
static const Shape LINES_KEY = SHAPE(LinesKey, FIELD(LinesKey, person), FIELD(LinesKey, game));
static const Shape LINES_REQUIRED = SHAPE(LinesRequired, FIELD(LinesRequired, person),
                                          FIELD(LinesRequired, game), FIELD(LinesRequired, body));

static const Shape VACATION = SHAPE(StoredVacation, FIELD(StoredVacation, person),
                                    FIELD(StoredVacation, at_ms), FIELD(StoredVacation, body));
static const Shape VACATION_REQUIRED =
    SHAPE(VacationRequired, FIELD(VacationRequired, person), FIELD(VacationRequired, body));

// Kind 4 is conditional moves, `key` the game; kind 5 a vacation, `key` 1. Lower kinds belong to
// notifications.
#define HERE " WHERE EXISTS (SELECT 1 FROM person WHERE id = $1 AND gone_ms = 0)"
#define REPLACE                                                                                    \
    " ON CONFLICT (person, kind, key) DO UPDATE SET at_ms = excluded.at_ms,"                       \
    " body = excluded.body"
#define LINES_   "SELECT person, key, at_ms, body FROM item WHERE "
#define SPANS    "SELECT person, at_ms, body FROM item WHERE "
#define ADD_ITEM "INSERT INTO item (person, kind, key, at_ms, body) "
// An update locks the row until the commit.
#define REQUIRE "UPDATE item SET at_ms = at_ms WHERE person = $1 AND "
const StoreOp CORRESPONDENCE_OPS[CORRESPONDENCE_OPS_COUNT] = {
    [CONDITIONAL_SET] = { .name = "correspondence.set_lines",
                          .does = OP_CHANGES_ONE,
                          .args = &LINES,
                          .sql = ADD_ITEM "SELECT $1, 4, $2, $3, $4" HERE REPLACE },
    [CONDITIONAL_END] = { .name = "correspondence.end_lines",
                          .does = OP_CHANGES_ANY,
                          .args = &LINES_KEY,
                          .sql = "DELETE FROM item WHERE person = $1 AND kind = 4 AND key = $2" },
    [CONDITIONAL_REQUIRE] = { .name = "correspondence.require_lines",
                              .does = OP_CHANGES_ONE,
                              .args = &LINES_REQUIRED,
                              .sql = REQUIRE "kind = 4 AND key = $2 AND body = $3" },
    [CONDITIONAL_ONE] = { .name = "correspondence.lines",
                          .does = OP_READS,
                          .args = &LINES_KEY,
                          .row = &LINES,
                          .sql = LINES_ "person = $1 AND kind = 4 AND key = $2" },
    [CONDITIONAL_OF] = { .name = "correspondence.lines_of_person",
                         .does = OP_READS,
                         .args = &PERSON_ARG,
                         .row = &LINES,
                         .sql = LINES_ "person = $1 AND kind = 4 ORDER BY at_ms DESC, key DESC" },
    // `kind > 1` is the condition of the index.
    [CONDITIONAL_ALL] = { .name = "correspondence.all_lines",
                          .does = OP_READS,
                          .row = &LINES,
                          .sql = LINES_ "kind = 4 AND kind > 1 ORDER BY person, key" },
    [VACATION_SET] = { .name = "correspondence.set_vacation",
                       .does = OP_CHANGES_ONE,
                       .args = &VACATION,
                       .sql = ADD_ITEM "SELECT $1, 5, 1, $2, $3" HERE REPLACE },
    [VACATION_ADD] = { .name = "correspondence.add_vacation",
                       .does = OP_CHANGES_ONE,
                       .args = &VACATION,
                       .sql = ADD_ITEM "VALUES ($1, 5, 1, $2, $3)"
                                       " ON CONFLICT (person, kind, key) DO NOTHING" },
    [VACATION_REQUIRE] = { .name = "correspondence.require_vacation",
                           .does = OP_CHANGES_ONE,
                           .args = &VACATION_REQUIRED,
                           .sql = REQUIRE "kind = 5 AND key = 1 AND body = $2" },
    [VACATION_OF] = { .name = "correspondence.vacation",
                      .does = OP_READS,
                      .args = &PERSON_ARG,
                      .row = &VACATION,
                      .sql = SPANS "person = $1 AND kind = 5 ORDER BY at_ms DESC, key DESC" },
    [VACATION_ALL] = { .name = "correspondence.all_vacations",
                       .does = OP_READS,
                       .row = &VACATION,
                       .sql = SPANS "kind = 5 AND kind > 1 ORDER BY person, key" },
    [CORRESPONDENCE_MOVE] = { .name = "correspondence.move",
                              .does = OP_CHANGES_ANY,
                              .args = &PERSON_MOVE,
                              .sql = "UPDATE item SET person = $2 WHERE person = $1 AND kind > 3"
                                     " AND NOT EXISTS (SELECT 1 FROM item AS other"
                                     "  WHERE other.person = $2 AND other.kind = item.kind"
                                     "  AND other.key = item.key)" },
    [CORRESPONDENCE_DROP] = { .name = "correspondence.drop",
                              .does = OP_CHANGES_ANY,
                              .args = &PERSON_MOVE,
                              .sql = "DELETE FROM item WHERE person = $1 AND $1 <> $2"
                                     " AND kind > 3" },
    [CORRESPONDENCE_FORGET] = { .name = "correspondence.forget",
                                .does = OP_CHANGES_ANY,
                                .args = &PERSON_ARG,
                                .sql = "DELETE FROM item WHERE person = $1 AND kind > 3" },
};
