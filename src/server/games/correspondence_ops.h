// SPDX-License-Identifier: MIT
// Conditional moves and vacations in the store, as texts
// (server/games/conditional/conditional_moves.h, vacation.h). Both are rows of the table `item`,
// whose column `kind` tells them apart.
#ifndef MEYDAN_SERVER_GAMES_CORRESPONDENCE_OPS_H
#define MEYDAN_SERVER_GAMES_CORRESPONDENCE_OPS_H

#include "sql/op.h"

enum {
    CONDITIONAL_SET,
    CONDITIONAL_END,
    CONDITIONAL_REQUIRE,
    CONDITIONAL_ONE,
    CONDITIONAL_OF,
    CONDITIONAL_ALL,
    VACATION_SET,
    VACATION_ADD,
    VACATION_REQUIRE,
    VACATION_OF,
    VACATION_ALL,
    CORRESPONDENCE_MOVE, // a PersonMove: of what both have, the first person's is dropped
    CORRESPONDENCE_DROP,
    CORRESPONDENCE_FORGET, // a PersonArg
    CORRESPONDENCE_OPS_COUNT
};
extern const StoreOp CORRESPONDENCE_OPS[CORRESPONDENCE_OPS_COUNT];

// CONDITIONAL_SET replaces those of this person and game. CONDITIONAL_ONE, a read of LinesKey;
// CONDITIONAL_OF, a read of PersonArg, the latest first; CONDITIONAL_ALL.
typedef struct StoredLines {
    i64 person, game;
    i64 at_ms;
    Text body;
} StoredLines;

// CONDITIONAL_END: no conflict if there are none.
typedef struct LinesKey {
    i64 person, game;
} LinesKey;

// CONDITIONAL_REQUIRE conflicts if the stored lines are missing or different. They can't change
// until the commit.
typedef struct LinesRequired {
    i64 person, game;
    Text body;
} LinesRequired;

// VACATION_SET replaces that of the person; VACATION_ADD is a conflict if there is one.
// VACATION_OF, a read of PersonArg; VACATION_ALL.
typedef struct StoredVacation {
    i64 person;
    i64 at_ms;
    Text body;
} StoredVacation;

// VACATION_REQUIRE: a conflict if there is none or another one.
typedef struct VacationRequired {
    i64 person;
    Text body;
} VacationRequired;

#endif
